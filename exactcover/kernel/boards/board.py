"""A board on which pieces are laid and lifted: its arrays, and the moves shared by filling and recounting.

Cells are indices into a flat box with a margin of walls, so that no shape reaches over its edge. An orientation of a piece is
a *way*; a way laid so that one of its cells is the cell in question is a *candidate*. One read of the free cells in a window
around a cell tests all its candidates. The pieces on the board are a stack of *slots*.

Not here: the choice of the next cell and dead ends (filling.py), counts (recounting.py), building the arrays
(search/boards/arrays.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import random_word
from exactcover.kernel.uncounted import UNCOUNTED

PLACED, COVERED, CURSOR, BEST, STUCK, BASE, LISTED, IDLE, REACH, SERIAL, NODES, RUINS, MOVES = range(13)
"""Indices into Board.scalars: pieces on the board; covered cells; the rank below which every cell is covered; highest rank
reached; rank of the last ruin; the slot below which nothing is taken back; whether the candidates of the next slot are listed;
dead ends since BEST rose; cells around a stuck cell to free; serial number of the last flood; nodes, ruins and accepted moves
so far."""
SCALARS = 13
GAIN, CONTACT, LOOK = range(3)
"""Indices into Board.steer: how strongly counts are steered; how much a neighbour that is not an empty cell adds to a
candidate's key; whether every empty cell next to a piece must have a candidate."""
POCKET = 24  # cells: larger pockets are not checked
LEVELS = 128  # pieces that may be taken back
GUMBEL = 4096  # random numbers in Board.gumbel
LAST_SERIAL = 2**31 - 2**16


class Board(NamedTuple):
    """The arrays of one board.

    window: offsets around a cell; masks: (candidates, words) which of them each candidate covers; ways, shifts: each
    candidate's way and the offset of its covering cell in it; way_starts, way_cells, kinds: each way's cell offsets and its
    piece. sizes, spread, least, most, target, used, bias: for each piece its cells, the logarithm of its number of ways, its
    range of copies, the target number of copies, the copies on the board, and the logarithm of its current weight; makes: the
    sizes that sums of pieces can have.
    steps: offsets to the neighbours. owner: -1 a wall, 0 empty, else slot + 1; order: cells by rank; rank: of each cell;
    stamps: the last flood at each cell. way_of, at: of each slot. tried, keys, lengths, ranks: for each level the remaining
    candidates, their random keys, their number, the rank of its cell. queue, cluster, old_way, old_at, free: scratch space.
    """

    window: Array
    masks: Array
    ways: Array
    shifts: Array
    way_starts: Array
    way_cells: Array
    kinds: Array
    sizes: Array
    spread: Array
    least: Array
    most: Array
    target: Array
    used: Array
    bias: Array
    makes: Array
    steps: Array
    owner: Array
    order: Array
    rank: Array
    stamps: Array
    way_of: Array
    at: Array
    tried: Array
    keys: Array
    lengths: Array
    ranks: Array
    queue: Array
    cluster: Array
    old_way: Array
    old_at: Array
    free: Array
    gumbel: Array
    rng: Array
    steer: Array
    scalars: Array


@njit(**UNCOUNTED)
def lay(b: Board, way: int, at: int) -> None:
    """Lay a way on empty cells, in a new slot."""
    b.scalars[PLACED] += 1
    slot = b.scalars[PLACED]
    first, end = b.way_starts[way], b.way_starts[way + 1]
    for k in range(first, end):
        b.owner[at + b.way_cells[k]] = slot
    b.way_of[slot - 1] = way
    b.at[slot - 1] = at
    b.used[b.kinds[way]] += 1
    b.scalars[COVERED] += end - first


@njit(**UNCOUNTED)
def lay_all(b: Board, ways: Array, places: Array) -> None:
    """Lay ways on empty cells, each in a new slot."""
    for k in range(len(ways)):
        lay(b, ways[k], places[k])


@njit(**UNCOUNTED)
def lift_last(b: Board) -> None:
    """Lift the piece in the last slot."""
    b.scalars[PLACED] -= 1
    slot = b.scalars[PLACED]
    way, at = b.way_of[slot], b.at[slot]
    first, end = b.way_starts[way], b.way_starts[way + 1]
    for k in range(first, end):
        b.owner[at + b.way_cells[k]] = 0
    b.used[b.kinds[way]] -= 1
    b.scalars[COVERED] -= end - first


@njit(**UNCOUNTED)
def lift(b: Board, slot: int) -> None:
    """Lift a piece; the piece in the last slot moves into its slot."""
    last = b.scalars[PLACED] - 1
    way, at = b.way_of[slot], b.at[slot]
    first, end = b.way_starts[way], b.way_starts[way + 1]
    for k in range(first, end):
        b.owner[at + b.way_cells[k]] = 0
    b.used[b.kinds[way]] -= 1
    b.scalars[COVERED] -= end - first
    b.scalars[PLACED] = last
    if slot != last:
        moved, place = b.way_of[last], b.at[last]
        b.way_of[slot], b.at[slot] = moved, place
        for k in range(b.way_starts[moved], b.way_starts[moved + 1]):
            b.owner[place + b.way_cells[k]] = slot + 1


@njit(**UNCOUNTED)
def list_candidates(b: Board, level: int, cell: int) -> None:
    """List the candidates that cover an empty cell, with random keys: the higher the bias of a piece, the higher its keys tend
    to be."""
    words = b.masks.shape[1]
    for word in range(words):
        b.free[word] = np.uint64(0)
    for k in range(len(b.window)):
        if b.owner[cell + b.window[k]] == 0:
            b.free[k >> 6] |= np.uint64(1) << np.uint64(k & 63)
    count = 0
    for candidate in range(len(b.ways)):
        fits = True
        for word in range(words):
            if b.masks[candidate, word] & ~b.free[word]:
                fits = False
                break
        if fits:
            chance = b.gumbel[np.int64(random_word(b.rng) & np.uint64(GUMBEL - 1))]
            key = chance + b.bias[b.kinds[b.ways[candidate]]]
            if b.steer[CONTACT]:
                key += b.steer[CONTACT] * contacts(b, candidate, cell)
            b.tried[level, count] = candidate
            b.keys[level, count] = key
            count += 1
    b.lengths[level] = count


@njit(**UNCOUNTED)
def contacts(b: Board, candidate: int, cell: int) -> Number:
    """Return how many neighbours of a candidate's cells are walls or covered."""
    way = b.ways[candidate]
    at = cell - b.shifts[candidate]
    count = 0
    for k in range(b.way_starts[way], b.way_starts[way + 1]):
        for step in range(len(b.steps)):
            count += b.owner[at + b.way_cells[k] + b.steps[step]] != 0
    return count


@njit(**UNCOUNTED)
def strands(b: Board, way: int, at: int) -> Number:
    """Return whether an empty cell next to a piece on the board has no candidate left."""
    words = b.masks.shape[1]
    for k in range(b.way_starts[way], b.way_starts[way + 1]):
        for step in range(len(b.steps)):
            cell = at + b.way_cells[k] + b.steps[step]
            if b.owner[cell] != 0:
                continue
            for word in range(words):
                b.free[word] = np.uint64(0)
            for place in range(len(b.window)):
                if b.owner[cell + b.window[place]] == 0:
                    b.free[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
            fits = False
            for candidate in range(len(b.ways)):
                fits = True
                for word in range(words):
                    if b.masks[candidate, word] & ~b.free[word]:
                        fits = False
                        break
                if fits:
                    break
            if not fits:
                return True
    return False


@njit(**UNCOUNTED)
def closes_off(b: Board, way: int, at: int) -> Number:
    """Return whether a piece on the board cuts off a pocket whose size is no sum of pieces."""
    scalars, steps = b.scalars, b.steps
    if scalars[SERIAL] > LAST_SERIAL:
        b.stamps[:] = 0
        scalars[SERIAL] = 0
    before = scalars[SERIAL]
    for k in range(b.way_starts[way], b.way_starts[way + 1]):
        for step in range(len(steps)):
            start = at + b.way_cells[k] + steps[step]
            if b.owner[start] != 0 or b.stamps[start] > before:
                continue
            scalars[SERIAL] += 1
            serial = scalars[SERIAL]
            b.stamps[start] = serial
            b.queue[0] = start
            size, done, open_ = 1, 0, False
            while done < size and not open_:
                place = b.queue[done]
                done += 1
                for other in range(len(steps)):
                    near = place + steps[other]
                    if b.owner[near] != 0 or b.stamps[near] == serial:
                        continue
                    if b.stamps[near] > before or size == POCKET:  # it meets a flood that went far, or goes far itself
                        open_ = True
                        break
                    b.stamps[near] = serial
                    b.queue[size] = near
                    size += 1
            if not open_ and not b.makes[size]:
                return True
    return False


@njit(**UNCOUNTED)
def lay_next(b: Board, level: int, cell: int) -> Number:
    """Lay the untried candidate with the highest key that cuts off no pocket; return whether there was one."""
    while b.lengths[level] > 0:
        last = b.lengths[level] - 1
        best = last
        for k in range(last):
            if b.keys[level, k] > b.keys[level, best]:
                best = k
        candidate = b.tried[level, best]
        b.tried[level, best], b.keys[level, best] = b.tried[level, last], b.keys[level, last]
        b.lengths[level] = last
        way = b.ways[candidate]
        at = cell - b.shifts[candidate]
        b.scalars[NODES] += 1
        lay(b, way, at)
        if not closes_off(b, way, at) and not (b.steer[LOOK] and strands(b, way, at)):
            return True
        lift_last(b)
    return False


@njit(cache=True, nogil=True)
def order_cells(owner: Array, at: int, lengths: Array, strides: Array, bands: Array, order: Array, rank: Array) -> int:
    """Number the empty cells of a box of three axes band by band; return how many there are.

    at: the index of the first cell; lengths, strides: of each axis; bands: the number of bands along each of the last two
    axes. Within a band the first axis comes first.
    """
    count = 0
    for one in range(bands[1]):
        for two in range(bands[2]):
            for x in range(lengths[0]):
                for y in range(one * lengths[1] // bands[1], (one + 1) * lengths[1] // bands[1]):
                    for z in range(two * lengths[2] // bands[2], (two + 1) * lengths[2] // bands[2]):
                        cell = at + x * strides[0] + y * strides[1] + z * strides[2]
                        if owner[cell] == 0:
                            order[count] = cell
                            rank[cell] = count
                            count += 1
    return count
