"""Repair the counts of a full board by retiling clusters of a few adjacent pieces.

The error is the total distance of all counts from their ranges. A new tiling of a cluster is kept if the error falls, or, half
of the time, if it stays the same. A cluster keeps its cells, so that pieces of different sizes may trade places.
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Number
from exactcover.kernel.boards.board import MOVES, NODES, PLACED, Board, lay, lay_next, lift, lift_last, list_candidates
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import random_word, roll
from exactcover.kernel.uncounted import UNCOUNTED

MOST_PIECES = 6
NODES_A_CLUSTER = 300
PULL = 1.5  # of a count's error on the logarithm of a piece's weight
FARTHEST = 2  # the error of a count pulls at most as much as that of this many copies


@njit(**UNCOUNTED)
def astray(b: Board, piece: int) -> Number:
    """Return how many copies of a piece are missing; negative if there are too many."""
    if b.used[piece] < b.least[piece]:
        return b.least[piece] - b.used[piece]
    return min(b.most[piece] - b.used[piece], 0)


@njit(**UNCOUNTED)
def error(b: Board) -> Number:
    """Return the total distance of all counts from their ranges."""
    total = 0
    for piece in range(len(b.used)):
        total += abs(astray(b, piece))
    return total


@njit(**UNCOUNTED)
def gather(b: Board) -> Number:
    """Lift a cluster of adjacent pieces; its cells go into `cluster` by rank, its pieces into old_way and old_at."""
    wanted = 2 + roll(b.rng, MOST_PIECES - 1)
    slot = roll(b.rng, b.scalars[PLACED])
    if roll(b.rng, 2):
        for _ in range(30):  # prefer to begin with a piece that occurs too often
            if astray(b, b.kinds[b.way_of[slot]]) < 0:
                break
            slot = roll(b.rng, b.scalars[PLACED])
    pieces, cells, fails = 0, 0, 0
    while pieces < wanted and fails < 40:
        way, at = b.way_of[slot], b.at[slot]
        b.old_way[pieces], b.old_at[pieces] = way, at
        pieces += 1
        for k in range(b.way_starts[way], b.way_starts[way + 1]):
            cell = at + b.way_cells[k]
            place = cells
            while place > 0 and b.rank[b.cluster[place - 1]] > b.rank[cell]:
                b.cluster[place] = b.cluster[place - 1]
                place -= 1
            b.cluster[place] = cell
            cells += 1
        lift(b, slot)
        slot = -1
        while slot < 0 and fails < 40:
            cell = b.cluster[roll(b.rng, cells)] + b.steps[roll(b.rng, len(b.steps))]
            slot = b.owner[cell] - 1
            if slot < 0:
                fails += 1
    b.scalars[MOVES] += 1
    return pieces * 65536 + cells


@njit(**UNCOUNTED)
def retile(b: Board, cells: int, before: int) -> Number:
    """Retile the cluster; return whether that succeeded with an error below `before`, or half of the time equal to it."""
    base = b.scalars[PLACED]
    stop = b.scalars[NODES] + NODES_A_CLUSTER
    even = random_word(b.rng) & np.uint64(1)
    for piece in range(len(b.used)):
        pull = max(-FARTHEST, min(FARTHEST, astray(b, piece)))
        b.bias[piece] = PULL * pull - b.spread[piece]
    cursor, listed = 0, False
    while b.scalars[NODES] < stop:
        level = b.scalars[PLACED] - base
        if not listed:
            while cursor < cells and b.owner[b.cluster[cursor]] != 0:
                cursor += 1
            if cursor == cells:
                after = error(b)
                if after < before or (after == before and even):
                    return True
            else:
                list_candidates(b, level, b.cluster[cursor])
                b.ranks[level] = cursor
                listed = True
        if cursor < cells and lay_next(b, level, b.cluster[cursor]):
            listed = False
            continue
        if level == 0:
            return False
        lift_last(b)
        cursor = b.ranks[level - 1]
        listed = True
    return False


@njit(**UNCOUNTED)
def recount(b: Board, budget: int) -> Number:
    """Repair the counts for `budget` nodes; return the remaining error."""
    stop = b.scalars[NODES] + budget
    wrong = error(b)
    while wrong > 0 and b.scalars[NODES] < stop:
        both = gather(b)
        base = b.scalars[PLACED]
        if retile(b, both % 65536, wrong):
            wrong = error(b)
            continue
        while b.scalars[PLACED] > base:
            lift_last(b)
        for k in range(both // 65536):
            lay(b, b.old_way[k], b.old_at[k])
    return wrong
