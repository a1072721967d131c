"""Sliding puzzles as tables at which a person slides the blocks by hand: board, blocks, goal, and how plans are counted.

Not here: which positions are legal, which the page computes, and the verdict on a plan (see the referees).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from encoders.sliding.blocks.blocks import Blocks
from encoders.sliding.tiles.tiles import Tiles
from exactcover.model.arrays import Mask


def of_blocks(puzzle: Blocks) -> dict[str, Any]:
    """Return the table of a puzzle of sliding blocks.

    rows: the board as rows of `.` for cells and `#` for walls; blocks: each with its name in plans, its cells in row-major order
    and the number of its group, whose blocks are interchangeable; goals: alternatives, each a list of a group and a first cell;
    metric and lengthwise: as in Blocks; aim: the goal as a sentence; position: the key of the start, and how it is written.
    """
    groups = puzzle.groups()
    group_of = {letter: number for number, letters in enumerate(groups) for letter in letters}
    return {
        "plays": "slide",
        "rows": _rows(puzzle.floor),
        "blocks": [
            {"name": letter, "cells": [list(cell) for cell in cells], "group": group_of[letter]}
            for letter, cells in puzzle.blocks.items()
        ],
        "goals": [[[group_of[letter], list(cell)] for letter, cell in places] for places in puzzle.alternatives()],
        "metric": puzzle.metric,
        "lengthwise": puzzle.motion == "lengthwise",
        "aim": _aim(puzzle),
        "position": {"key": "board", "form": "picture"},
    }


def of_tiles(puzzle: Tiles) -> dict[str, Any]:
    """Return the table of an n-puzzle: a block of one cell for each tile, named by its number."""
    places = [divmod(cell, puzzle.columns) for cell in range(len(puzzle.start))]
    last = len(puzzle.start)
    return {
        "plays": "slide",
        "rows": ["." * puzzle.columns] * puzzle.rows,
        "blocks": [
            {"name": tile, "cells": [list(places[puzzle.start.index(tile)])], "group": tile - 1}
            for tile in range(1, last)
        ],
        "goals": [[[tile - 1, list(places[puzzle.goal.index(tile)])] for tile in range(1, last)]],
        "metric": "steps",
        "lengthwise": False,
        "aim": "Slide the tiles into the order of the goal.",
        "position": {"key": "start", "form": "numbers"},
    }


def _rows(floor: Mask) -> list[str]:
    return ["".join(".#"[not cell] for cell in row) for row in np.asarray(floor).tolist()]


def _aim(puzzle: Blocks) -> str:
    """Return the goal as a sentence."""
    if puzzle.goal == "two-ls":
        return "Bring the two L-shaped blocks together into a box of 2 by 3."
    names = [letter for letter, _ in puzzle.goal]
    if len(names) == 1:
        return f"Bring block {names[0]} to the marked place."
    if len(names) < len(puzzle.blocks):
        return f"Bring blocks {', '.join(names[:-1])} and {names[-1]} to the marked places."
    return "Bring the blocks to the places of the goal."
