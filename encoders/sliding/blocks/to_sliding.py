"""Encodes sliding blocks as a state graph: interchangeable blocks share a label, the goal is a list of alternatives."""

from __future__ import annotations

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.sliding.blocks.blocks import Blocks, corners
from encoders.sliding.slides import slides
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.space import Heuristic, Sliding


def encode(puzzle: Blocks) -> Encoding:
    """Return the state graph of a sliding-block puzzle; `decode` follows each block by its letter.

    Estimates if the goal names positions: misplaced, and in steps manhattan (both admissible); if it is two-ls, in steps: h1,
    h2 and max. Besides the moves, a plan has the blocks' letters in order of their first cells, under `blocks`.
    """
    groups = puzzle.groups()
    group_of = {letter: number for number, letters in enumerate(groups) for letter in letters}
    columns = puzzle.floor.shape[1]
    start = np.zeros(puzzle.floor.size, dtype=np.int64)
    for letter, cells in puzzle.blocks.items():
        for row, column in cells:
            start[row * columns + column] = group_of[letter] + 1
    goals = tuple(
        tuple((group_of[letter], row * columns + column) for letter, (row, column) in places)
        for places in puzzle.alternatives()
    )
    sliding = Sliding(
        floor=puzzle.floor,
        shapes=tuple(np.array(puzzle.shape(letters[0]), dtype=np.int64) for letters in groups),
        start=start,
        goals=goals,
        metric=puzzle.metric,
        heuristics=_of_corners(puzzle, group_of, goals)
        if puzzle.goal == "two-ls"
        else _of_places(puzzle, [len(letters) for letters in groups], goals[0]),
        motion=puzzle.motion,
    )
    return Encoding(sliding, lambda states: _decoded(puzzle, sliding, states))


def _of_places(puzzle: Blocks, copies: list[int], goal: tuple[tuple[int, int], ...]) -> dict[str, Heuristic]:
    """Return estimates for target positions.

    A group counts if the goal places all its blocks: each must go to one of the positions, at best the nearest. In a group
    with blocks to spare any may stay where it is, and a sum over all of them would overestimate.
    """
    cells = puzzle.floor.size
    row, column = np.divmod(np.arange(cells), puzzle.floor.shape[1])
    away = np.zeros((len(copies), cells), dtype=np.int64)
    for group, number in enumerate(copies):
        wanted = [cell for each, cell in goal if each == group]
        if len(wanted) == number:
            away[group] = np.min([np.abs(row - row[cell]) + np.abs(column - column[cell]) for cell in wanted], axis=0)
    heuristics = {"misplaced": Heuristic("sum", (away > 0).astype(np.int64))}
    if puzzle.metric == "steps":
        heuristics["manhattan"] = Heuristic("sum", away)
    return heuristics


def _of_corners(
    puzzle: Blocks, group_of: dict[str, int], goals: tuple[tuple[tuple[int, int], ...], ...]
) -> dict[str, Heuristic]:
    """Return the estimates of the two-L's puzzle: h1, the distance of the two blocks; h2, the blocks between them.

    h1 is the Manhattan distance of their first cells minus the minimum in a goal (1 for the puzzle's own two blocks); h2
    overestimates in a few states.
    """
    if puzzle.metric != "steps":
        return {}
    cells = puzzle.floor.size
    row, column = np.divmod(np.arange(cells), puzzle.floor.shape[1])
    apart = np.abs(row[:, None] - row[None, :]) + np.abs(column[:, None] - column[None, :])
    least = min(apart[one, two] for (_, one), (_, two) in goals)
    one, two = (group_of[letter] for letter in corners(puzzle.blocks))
    return {
        "h1": Heuristic("pair", np.maximum(apart - least, 0), shapes=(one, two)),
        "h2": Heuristic("box", shapes=(one, two)),
        "max": Heuristic("max", of=("h1", "h2")),
    }


def _decoded(puzzle: Blocks, sliding: Sliding, states: Integers) -> Solution:
    """Return a plan by letters: identical blocks are distinguished by their previous positions."""
    floor = set(map(tuple, np.argwhere(sliding.floor).tolist()))
    where = {letter: cells[0] for letter, cells in puzzle.blocks.items()}
    after = _places(sliding, states[0])
    moves = []
    for state in states[1:]:
        before, after = after, _places(sliding, state)
        left, came = next(iter(before.keys() - after.keys())), next(iter(after.keys() - before.keys()))
        letter = next(each for each, cell in where.items() if cell == left[1])
        free = floor.difference(*(cells for place, cells in before.items() if place != left))
        way = (came[1][0] - left[1][0], came[1][1] - left[1][1])
        moves.append([letter, *slides(before[left], free, puzzle.metric, puzzle.motion)[way]])
        where[letter] = came[1]
    return {"moves": moves, "blocks": "".join(sorted(puzzle.blocks, key=lambda letter: puzzle.blocks[letter][0]))}


def _places(sliding: Sliding, state: Integers) -> dict[tuple[int, Cell], tuple[Cell, ...]]:
    """Return the cells of every block of a state by its label and first cell."""
    places: dict[tuple[int, Cell], tuple[Cell, ...]] = {}
    for label, first in sliding.blocks(state):
        cells = [divmod(cell, sliding.columns) for cell in sliding.covered(label, first) or ()]
        places[label, cells[0]] = tuple(cells)
    return places
