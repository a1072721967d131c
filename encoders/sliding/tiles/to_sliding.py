"""Encodes an n-puzzle as a state graph: a block of one cell for each tile, so that a cell's label is its number."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from encoders.sliding.slides import OPPOSITE, STEP_OF
from encoders.sliding.tiles.tiles import Tiles
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.space import Heuristic, Sliding

_DIRECTIONS = {step: direction for direction, step in STEP_OF.items()}


def encode(tiles: Tiles) -> Encoding:
    """Return the state graph of an n-puzzle.

    Its heuristics: misplaced (h1), the number of tiles not in their goal cells; manhattan (h2), their total distance; and sum,
    the sum of both, which is not admissible. `decode` gives the moves by tile, and the blank's directions under `blank`.
    """
    numbers = len(tiles.start) - 1
    places = np.argsort(np.array(tiles.goal))[1:]
    sliding = Sliding(
        floor=np.ones((tiles.rows, tiles.columns), dtype=np.bool_),
        shapes=(np.zeros((1, 2), dtype=np.int64),) * numbers,
        start=np.array(tiles.start, dtype=np.int64),
        goals=(tuple(enumerate(places.tolist())),),
        metric="steps",
        heuristics=_heuristics(places, tiles.rows, tiles.columns),
    )

    def decode(states: Integers) -> Solution:
        moves, blank = [], []
        for before, after in pairwise(states):
            hole, left = int(np.flatnonzero(before == 0)[0]), int(np.flatnonzero(after == 0)[0])
            (r, c), (row, column) = divmod(hole, tiles.columns), divmod(left, tiles.columns)
            direction = _DIRECTIONS[r - row, c - column]
            moves.append([int(before[left]), direction])
            blank.append(OPPOSITE[direction])
        return {"moves": moves, "blank": blank}

    return Encoding(sliding, decode)


def _heuristics(places: Integers, rows: int, columns: int) -> dict[str, Heuristic]:
    """Return the estimates from each tile's goal cell."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    goal_row, goal_column = np.divmod(places[:, None], columns)
    away = np.abs(row[None, :] - goal_row) + np.abs(column[None, :] - goal_column)
    misplaced = Heuristic("sum", (away > 0).astype(np.int64))
    manhattan = Heuristic("sum", away)
    return {
        "misplaced": misplaced,
        "manhattan": manhattan,
        "h1": misplaced,
        "h2": manhattan,
        "sum": Heuristic("plus", of=("misplaced", "manhattan")),
    }
