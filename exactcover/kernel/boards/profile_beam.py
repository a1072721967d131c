"""Beam search for boards with cells that may stay empty: row by row, the first free cell gets a piece or stays empty.

States that cover the same number of cells are compared, and those with the lowest scores are kept: cells left empty, free cells
that no piece can cover any more, copies out of proportion, and a little for a rough profile.

Sources: B. T. Lowerre, The HARPY speech recognition system (1976), for beam search; the first free cell of a profile: S. W.
Golomb, L. D. Baumert, Backtrack programming, J. ACM 12 (1965).

Not here: which widths are tried, and what becomes of the placements (search/boards/profile_beam.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.boards.candidates import is_kept, keep, settle
from exactcover.kernel.boards.profiles import (
    ALL,
    BEST_NODE,
    CURSOR,
    LEVEL,
    LOGGED,
    MOST_EMPTY,
    NEED,
    NODES,
    ONE,
    SKIPS,
    SOLVED,
    TOP,
    UNIT,
    WIDTH,
    Beam,
    first_free,
    is_complete,
    lowest,
    match_rows,
    next_row,
    places_of,
    roughness,
    stranded,
)
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import random_word
from exactcover.kernel.uncounted import UNCOUNTED

ROUGH, BLUR, HASTE = 0.12, 0.5, 2.0
"""The weights of the roughness, of a random number, and of cells covered although pieces are needed for others, in cells."""
SPENT, DONE, LOG_FULL = range(3)


@njit(**UNCOUNTED)
def mixed(key: Number, word: Number) -> Number:
    """Return a hash of a hash and a word."""
    key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


@njit(**UNCOUNTED)
def surplus(b: Beam, kind: int, used: int, progress: float) -> Number:
    """Return by how many copies a piece is ahead of its most, or behind its least, in proportion to the progress."""
    return max(0.0, used - b.most[kind] * progress, b.least[kind] * progress - used)


@njit(**UNCOUNTED)
def progress_after(b: Beam, size: int) -> Number:
    """Return the fraction of the cells to be covered that is, after a piece of this size, in levels."""
    return min(1.0, (b.scalars[LEVEL] + size) * b.scalars[UNIT] / max(1, b.scalars[NEED]))


@njit(**UNCOUNTED)
def weigh_copies(b: Beam, slot: int, state: int) -> None:
    """Compute a state's copies out of proportion, as they are after a piece of each of the different sizes."""
    for which in range(len(b.class_sizes)):
        progress, total = progress_after(b, b.class_sizes[which]), 0.0
        for kind in range(len(b.sizes)):
            total += surplus(b, kind, b.used[slot, state, kind], progress)
        b.balance[which] = total


@njit(**UNCOUNTED)
def propose(b: Beam, slot: int, state: int, way: int, row: int, column: int, empty: int) -> None:
    """Consider a way with its first cell in this place, `empty` cells before it left empty."""
    scalars, height, kind = b.scalars, b.masks.shape[1], b.kinds[way]
    scalars[NODES] += 1
    to = (scalars[LEVEL] + b.sizes[kind]) % len(b.states)
    progress, used = progress_after(b, b.sizes[kind]), b.used[slot, state, kind]
    score = empty + b.balance[b.classes[kind]]
    score += surplus(b, kind, used + 1, progress) - surplus(b, kind, used, progress)
    score += BLUR * (random_word(b.rng) >> np.uint64(11)) / 2.0**53
    if not is_kept(b, to, score):
        return
    for k in range(height):
        b.child[k] = b.own[k] | (b.masks[way, k] << np.uint64(column - b.first[way]))
    after = first_free(b, b.child, row)
    score += ROUGH * roughness(b)
    if b.bound[after]:
        score += HASTE * max(0.0, b.pace[after] - empty)
    if not is_kept(b, to, score):
        return
    without = stranded(b, after)
    if without < 0 or empty + without > scalars[MOST_EMPTY]:
        return
    key = mixed(np.uint64(0), np.uint64(after))
    for k in range(height):
        key = mixed(key, b.child[k])
    keep(b, to, score + without, slot * scalars[WIDTH] + state, way, row, column, key)


@njit(**UNCOUNTED)
def expand(b: Beam, slot: int, state: int) -> None:
    """Consider every way on the first free cell of a state, and, after leaving that empty, on the next ones."""
    height = b.masks.shape[1]
    row, empty, skipped = b.row[slot, state], b.empty[slot, state], 0
    for k in range(height):
        b.own[k] = b.lines[slot, state, k]
    b.scalars[NODES] += 1  # so that a beam without pieces ends as well
    weigh_copies(b, slot, state)
    fresh = False
    while True:
        if b.own[0] == ALL:
            if row == len(b.bound) - 1:
                return
            row, fresh = next_row(b, b.own, row), False
            continue
        if not fresh:
            match_rows(b, b.own, height)
            for way in range(len(b.kinds)):
                b.fits[way] = places_of(b, way, 0)
            fresh = True
        column, some = lowest(b.own[0]), False
        for way in range(len(b.kinds)):
            at, kind = column - b.first[way], b.kinds[way]
            if at >= 0 and (b.fits[way] >> np.uint64(at)) & ONE and b.used[slot, state, kind] < b.most[kind]:
                some = True
                propose(b, slot, state, way, row, column, empty)
        if not (b.optional[row] >> np.uint64(column)) & ONE:
            return
        empty += 1
        skipped += some
        if empty > b.scalars[MOST_EMPTY] or skipped > b.scalars[SKIPS]:
            return
        b.own[0] |= ONE << np.uint64(column)


@njit(**UNCOUNTED)
def advance(b: Beam, budget: int) -> Number:
    """Continue for about `budget` pieces laid; return whether those are SPENT, the beam is DONE, or the log is full."""
    scalars = b.scalars
    stop = scalars[NODES] + budget
    while scalars[LEVEL] <= scalars[TOP]:
        slot = scalars[LEVEL] % len(b.states)
        if scalars[CURSOR] < 0:
            if scalars[LOGGED] + scalars[WIDTH] > len(b.log_parent):
                return LOG_FULL
            if scalars[LEVEL]:
                settle(b, slot)
            elif is_complete(b, slot, 0, 0):
                scalars[SOLVED] = 1
            if scalars[SOLVED]:
                return DONE
            scalars[CURSOR] = 0
        while scalars[CURSOR] < b.states[slot]:
            if scalars[NODES] >= stop:
                return SPENT
            expand(b, slot, scalars[CURSOR])
            scalars[CURSOR] += 1
        scalars[CURSOR] = -1
        scalars[LEVEL] += 1
    return DONE


@njit(**UNCOUNTED)
def shorten(b: Beam, marks: Array) -> None:
    """Drop the entries of the log that no state follows from; marks: one place for each entry."""
    marks[:] = -1
    best = b.scalars[BEST_NODE]
    if best >= 0:
        marks[best] = 0
    for slot in range(len(b.states)):
        for state in range(b.states[slot]):
            if b.node[slot, state] >= 0:
                marks[b.node[slot, state]] = 0
    for entry in range(b.scalars[LOGGED] - 1, -1, -1):
        if marks[entry] == 0 and b.log_parent[entry] >= 0:
            marks[b.log_parent[entry]] = 0
    count = 0
    for entry in range(b.scalars[LOGGED]):
        if marks[entry] == 0:
            marks[entry] = count
            parent = b.log_parent[entry]
            b.log_parent[count] = marks[parent] if parent >= 0 else -1
            b.log_way[count], b.log_place[count] = b.log_way[entry], b.log_place[entry]
            count += 1
    for slot in range(len(b.states)):
        for state in range(b.states[slot]):
            if b.node[slot, state] >= 0:
                b.node[slot, state] = marks[b.node[slot, state]]
    b.scalars[BEST_NODE] = marks[best] if best >= 0 else -1
    b.scalars[LOGGED] = count
