"""Profiles of a board that is filled row by row: their arrays, and what pieces can still cover.

A profile is the row of the first free cell and the words of occupied cells from that row on, as many as the highest piece has
rows. One word has a bit for each column; bits beyond the last column, and rows beyond the last row, are walls. All places of
one way (an orientation of a piece) whose first row is the same are tested at once: the shifted words of the different rows of
shapes (*patterns*) are computed once, and the places are the conjunction of the patterns of the way's rows.

Not here: which profiles are kept (candidates.py), how one follows from another (profile_beam.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED

DEPTH = 2
"""Rows of a profile in which cells that no piece can cover are counted.

Historical note. 95 % of 40x45 in six heptominoes, four seeds with 30 states kept: 0 of 4 solved when one row was looked at, 3 of
4 with two or three rows; three rows took a quarter longer.
"""
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)
LEVEL, TOP, NEED, UNIT, AREA, LEAST_EMPTY, MOST_EMPTY, WIDTH, CURSOR, LOGGED, NODES, BEST, BEST_NODE, SOLVED, SKIPS = (
    range(15)
)
"""Indices into Beam.scalars: the current level and the last one; the least number of covered cells of a solution; cells of a
level; cells of the board; least and most cells that stay empty; states kept at a level; the next state to be expanded, -1 before
the level's states are made; entries of the log; pieces laid; the last level that has states, the log entry of its best state,
and whether that is a solution; how many cells that pieces fit on stay empty between one piece and the next."""
SCALARS = 15


class Beam(NamedTuple):
    """The arrays of a beam. A level is a number of covered cells; states and candidates of the next levels are kept in a ring.

    walls, optional: for each row the bits that are no cells, and the cells that may stay empty; bound: for each row how many
    cells from it on must be covered; pace: how many cells before it stay empty if those that do are spread evenly.
    pattern_starts, pattern_bits: the columns of each pattern, number 0 without any; patterns, masks: (ways, rows) pattern and
    word of each row of a way; first: the column of a way's first cell; kinds: its piece.
    sizes: levels that a copy of each piece adds; classes: which of the different sizes it has; class_sizes: these; least, most:
    its copies.
    lines, row, used, empty, node: (ring, width, ...) the states: words, first row, copies used, cells left empty, log entry;
    states: how many there are. score, parent, way, line, column, key: (ring, capacity) the candidates: score above the base,
    state that it follows from, way and place of its first cell, hash of its profile; candidates: how many; table: (ring, slots)
    candidates by hash; counts: (ring, bins) of their scores; base, limit, kept: of each level the score of bin 0, the last bin
    that is kept, and the candidates up to it.
    log_parent, log_way, log_place: the log; match, fits, cover, own, child, balance: scratch space.
    """

    walls: Array
    optional: Array
    bound: Array
    pace: Array
    pattern_starts: Array
    pattern_bits: Array
    patterns: Array
    masks: Array
    first: Array
    kinds: Array
    sizes: Array
    classes: Array
    class_sizes: Array
    least: Array
    most: Array
    lines: Array
    row: Array
    used: Array
    empty: Array
    node: Array
    states: Array
    score: Array
    parent: Array
    way: Array
    line: Array
    column: Array
    key: Array
    candidates: Array
    table: Array
    counts: Array
    base: Array
    limit: Array
    kept: Array
    log_parent: Array
    log_way: Array
    log_place: Array
    match: Array
    fits: Array
    cover: Array
    own: Array
    child: Array
    balance: Array
    rng: Array
    scalars: Array


@njit(**UNCOUNTED)
def next_row(b: Beam, lines: Array, row: int) -> Number:
    """Drop the first row of a profile and append the board's next one; return the new first row."""
    height = b.masks.shape[1]
    for k in range(height - 1):
        lines[k] = lines[k + 1]
    lines[height - 1] = b.walls[row + height]
    return row + 1


@njit(**UNCOUNTED)
def first_free(b: Beam, lines: Array, row: int) -> Number:
    """Drop the rows of a profile that have no free cell; return the new first row."""
    last = len(b.bound) - 1
    while lines[0] == ALL and row < last:
        row = next_row(b, lines, row)
    return row


@njit(**UNCOUNTED)
def match_rows(b: Beam, lines: Array, rows: int) -> None:
    """Compute for each of the first rows the columns at which each pattern is free."""
    for k in range(rows):
        free = ~lines[k]
        for pattern in range(len(b.pattern_starts) - 1):
            places = ALL
            for bit in range(b.pattern_starts[pattern], b.pattern_starts[pattern + 1]):
                places &= free >> np.uint64(b.pattern_bits[bit])
            b.match[k, pattern] = places


@njit(**UNCOUNTED)
def places_of(b: Beam, way: int, top: int) -> Number:
    """Return the columns at which a way fits, its first row at row `top` of the profile that was matched."""
    places = b.match[top, b.patterns[way, 0]]
    for k in range(1, b.masks.shape[1]):
        places &= b.match[top + k, b.patterns[way, k]]
    return places


@njit(**UNCOUNTED)
def stranded(b: Beam, row: int) -> Number:
    """Return how many free cells in the first rows of `child` no piece can cover; -1 if one of them must be covered."""
    height = b.masks.shape[1]
    for k in range(DEPTH - 1):
        b.child[height + k] = b.walls[row + height + k]
    match_rows(b, b.child, height + DEPTH - 1)
    b.cover[:] = 0
    for top in range(DEPTH):
        for way in range(len(b.kinds)):
            places = places_of(b, way, top)
            for k in range(min(height, DEPTH - top)):
                b.cover[top + k, b.patterns[way, k]] |= places
    count = 0
    for k in range(DEPTH):
        covered = b.child[k]
        for pattern in range(len(b.pattern_starts) - 1):
            for bit in range(b.pattern_starts[pattern], b.pattern_starts[pattern + 1]):
                covered |= b.cover[k, pattern] << np.uint64(b.pattern_bits[bit])
        if ~covered & ~b.optional[row + k]:
            return -1
        count += popcount(~covered)
    return count


@njit(**UNCOUNTED)
def roughness(b: Beam) -> Number:
    """Return between how many neighbouring cells of `child` one is free and one is not."""
    height = b.masks.shape[1]
    count = 0
    for k in range(height):
        line = b.child[k]
        count += popcount(line ^ (line << ONE | ONE))
        if k + 1 < height:
            count += popcount(line ^ b.child[k + 1])
    return count


@njit(**UNCOUNTED)
def is_complete(b: Beam, slot: int, state: int, level: int) -> Number:
    """Return whether a state is a solution once all its free cells stay empty."""
    scalars = b.scalars
    covered = level * scalars[UNIT]
    empty = scalars[AREA] - covered
    if covered < scalars[NEED] or empty < scalars[LEAST_EMPTY] or empty > scalars[MOST_EMPTY]:
        return False
    for kind in range(len(b.least)):
        if b.used[slot, state, kind] < b.least[kind]:
            return False
    row, height = b.row[slot, state], b.masks.shape[1]
    for k in range(height):
        if ~b.lines[slot, state, k] & ~b.optional[row + k]:
            return False
    return b.bound[min(row + height, len(b.bound) - 1)] == 0


@njit(**UNCOUNTED)
def lowest(word: Number) -> Number:
    """Return the column of the first free cell of a word of occupied cells, which has one."""
    return trailing_zeros(~word)
