"""The candidates for the next levels of a beam: the best by score, one for each profile, and the states made of them.

Scores are counted in bins. As soon as the bins below the last one that is kept hold as many candidates as states are kept, that
bin is no longer kept, so most candidates are refused by one comparison. Not here: scores (profile_beam.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Number
from exactcover.kernel.bits import popcount
from exactcover.kernel.boards.profiles import (
    BEST,
    BEST_NODE,
    LEVEL,
    LOGGED,
    ONE,
    SOLVED,
    WIDTH,
    Beam,
    first_free,
    is_complete,
    next_row,
)
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED

BINS, BINS_A_CELL, BELOW = 4096, 16, 32
"""Bins of scores, how many for one cell, and how many cells below the first candidate's score bin 0 is."""
COLUMNS = 64


@njit(**UNCOUNTED)
def is_kept(b: Beam, slot: int, score: float) -> Number:
    """Return whether a candidate with this score may be kept at present."""
    return b.candidates[slot] == 0 or bin_of(score - b.base[slot]) <= b.limit[slot]


@njit(**UNCOUNTED)
def bin_of(score: float) -> Number:
    """Return the bin of a score above the base."""
    return min(max(np.int64(score * BINS_A_CELL), 0), BINS - 1)


@njit(**UNCOUNTED)
def keep(b: Beam, slot: int, score: float, parent: int, way: int, line: int, column: int, key: Number) -> None:
    """Keep a candidate unless there are enough better ones, or one with the same profile."""
    if b.candidates[slot] == 0:
        b.base[slot] = score - BELOW
    score -= b.base[slot]
    which = bin_of(score)
    if which > b.limit[slot]:
        return
    last = np.uint64(b.table.shape[1] - 1)
    place = key & last
    number = b.table[slot, place]
    while number >= 0 and b.key[slot, number] != key:
        place = (place + ONE) & last
        number = b.table[slot, place]
    if number >= 0:
        if b.score[slot, number] <= score:
            return
        before = bin_of(b.score[slot, number])
        b.counts[slot, before] -= 1
        b.kept[slot] -= before <= b.limit[slot]
    else:
        number = b.candidates[slot]
        b.candidates[slot] += 1
        b.table[slot, place] = number
        b.key[slot, number] = key
    b.score[slot, number], b.parent[slot, number], b.way[slot, number] = score, parent, way
    b.line[slot, number], b.column[slot, number] = line, column
    b.counts[slot, which] += 1
    b.kept[slot] += 1
    while b.kept[slot] - b.counts[slot, b.limit[slot]] >= b.scalars[WIDTH]:
        lower(b, slot)
    if b.candidates[slot] == b.score.shape[1]:
        drop(b, slot)


@njit(**UNCOUNTED)
def lower(b: Beam, slot: int) -> None:
    """Keep one bin less."""
    b.kept[slot] -= b.counts[slot, b.limit[slot]]
    b.limit[slot] -= 1


@njit(**UNCOUNTED)
def drop(b: Beam, slot: int) -> None:
    """Drop the candidates that are not kept, and further bins if that is less than half of them."""
    capacity = b.score.shape[1]
    while True:
        number = 0
        for k in range(b.candidates[slot]):
            if bin_of(b.score[slot, k]) <= b.limit[slot]:
                b.score[slot, number], b.parent[slot, number] = b.score[slot, k], b.parent[slot, k]
                b.way[slot, number], b.key[slot, number] = b.way[slot, k], b.key[slot, k]
                b.line[slot, number], b.column[slot, number] = b.line[slot, k], b.column[slot, k]
                number += 1
        b.candidates[slot] = number
        if 2 * number <= capacity:
            break
        lower(b, slot)
    last = np.uint64(b.table.shape[1] - 1)
    b.table[slot] = -1
    for k in range(number):
        place = b.key[slot, k] & last
        while b.table[slot, place] >= 0:
            place = (place + ONE) & last
        b.table[slot, place] = k


@njit(**UNCOUNTED)
def settle(b: Beam, slot: int) -> None:
    """Make states of the candidates of the current level, and forget the candidates."""
    limit, count = b.limit[slot], 0
    room = b.scalars[WIDTH] - (b.kept[slot] - b.counts[slot, limit])
    best = np.inf
    for number in range(b.candidates[slot]):
        which = bin_of(b.score[slot, number])
        if which > limit or (which == limit and room <= 0):
            continue
        room -= which == limit
        follow(b, slot, number, count)
        if is_complete(b, slot, count, b.scalars[LEVEL]):
            b.scalars[SOLVED] = 1
            b.scalars[BEST], b.scalars[BEST_NODE] = b.scalars[LEVEL], b.node[slot, count]
            return
        if b.score[slot, number] < best:
            best = b.score[slot, number]
            b.scalars[BEST], b.scalars[BEST_NODE] = b.scalars[LEVEL], b.node[slot, count]
        count += 1
    b.states[slot] = count
    forget(b, slot)


@njit(**UNCOUNTED)
def forget(b: Beam, slot: int) -> None:
    """Forget the candidates of a level."""
    b.candidates[slot] = 0
    b.table[slot] = -1
    b.counts[slot] = 0
    b.limit[slot] = BINS - 1
    b.kept[slot] = 0


@njit(**UNCOUNTED)
def follow(b: Beam, slot: int, number: int, state: int) -> None:
    """Make a state of a candidate: the cells before the piece's first cell stay empty. Append it to the log."""
    before, of = divmod(b.parent[slot, number], b.scalars[WIDTH])
    height = b.masks.shape[1]
    line, column, way = b.line[slot, number], b.column[slot, number], b.way[slot, number]
    row, empty = b.row[before, of], b.empty[before, of]
    for k in range(height):
        b.own[k] = b.lines[before, of, k]
    while row < line:
        empty += popcount(~b.own[0])
        row = next_row(b, b.own, row)
    left = (ONE << np.uint64(column)) - ONE
    empty += popcount(~b.own[0] & left)
    b.own[0] |= left
    for k in range(height):
        b.own[k] |= b.masks[way, k] << np.uint64(column - b.first[way])
    row = first_free(b, b.own, row)
    for k in range(height):
        b.lines[slot, state, k] = b.own[k]
    for kind in range(len(b.sizes)):
        b.used[slot, state, kind] = b.used[before, of, kind]
    b.used[slot, state, b.kinds[way]] += 1
    entry = b.scalars[LOGGED]
    b.scalars[LOGGED] = entry + 1
    b.log_parent[entry], b.log_way[entry] = b.node[before, of], way
    b.log_place[entry] = line * COLUMNS + column - b.first[way]
    b.row[slot, state], b.empty[slot, state], b.node[slot, state] = row, empty, entry
