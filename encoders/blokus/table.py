"""A position of Blokus as a table at which a person places the pieces by hand. Not here: which placements are legal, which the
page computes, and the verdict (referee.py).
"""

from __future__ import annotations

from typing import Any

from encoders.blokus.blokus import Blokus
from encoders.geometry.lattices import SQUARE
from encoders.geometry.piece import orientations

_AIMS = {
    "fill": "Place every piece.",
    "cover": "Cover the marked squares with as few squares as you can.",
    "most": "Place as many squares as you can.",
}


def table(blokus: Blokus) -> dict[str, Any]:
    """Return the data of the page: see Kind.table, and exactcover/api/tables.py for rows, pieces and fixed.

    goal: fill, cover or most; start: the square that the first piece covers, None if there are own squares; targets, own,
    others: squares; legacy: whether no placement's box may begin in the last row or column.
    """
    goal = "cover" if blokus.goal == "corners" else blokus.goal
    own, others = sorted(blokus.own), sorted(blokus.others)
    return {
        "plays": "growth",
        "aim": _AIMS[goal],
        "rows": ["".join(".#"[not square] for square in row) for row in blokus.board.tolist()],
        "empty": [0, blokus.board.size],
        "pieces": [_loose(name, cells, int(goal == "fill")) for name, cells in blokus.pieces],
        "fixed": [
            {"piece": name, "cells": [list(cell) for cell in cells]}
            for name, cells in (("own", own), ("others", others))
            if cells
        ],
        "goal": goal,
        "start": None if own else list(blokus.start),
        "targets": [list(cell) for cell in sorted(set(blokus.targets) - blokus.own)],
        "own": [list(cell) for cell in own],
        "others": [list(cell) for cell in others],
        "legacy": blokus.anchor == "legacy",
    }


def _loose(name: str, cells: Any, least: int) -> dict[str, Any]:
    """Return a piece as it lies beside the board; it may always be turned and flipped."""
    turned = len(list(orientations(cells, SQUARE, "isometries"))) > 1
    return {
        "name": name,
        "cells": [list(cell) for cell in sorted(cells)],
        "least": least,
        "copies": 1,
        "turns": turned,
        "flips": turned,
    }
