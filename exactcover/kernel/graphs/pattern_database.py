"""Additive pattern databases of tiles: for a few of them in any places, the fewest of their own moves that bring them home.

The others are one kind of grey tile, and moving those costs nothing, so databases of tiles that no two share add up to an
admissible estimate. The index is the tiles' cells, some bits each: sparse, but a move changes it by one exclusive or. The
search goes by layers of moves of the tiles, backwards from the goal; with the tiles stands the set of cells that the blank
can reach between them, found at once by flooding.

Source: A. Felner, R. E. Korf, S. Hanan, Additive pattern database heuristics, JAIR 22 (2004). Not here: which tiles make a
pattern, and where the tables are kept (search/patterns.py).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import njit

from exactcover.kernel.arrays import Array, Number, Word
from exactcover.model.arrays import Mask

MOST_CELLS = 32
UNKNOWN = 255
ENTRIES_A_CHUNK = 1 << 16
LOWER = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)


def bits_of(cells: int) -> int:
    """Return how many bits an index has for each tile."""
    return max(1, (cells - 1).bit_length())


@njit(cache=True, nogil=True)
def flooded(seed: Word, free: Word, columns: int, inner: Word, right: Word) -> Word:
    """Return the cells joined to the seed by free cells, as a mask; inner: all but the first column, right: but the last."""
    mask = seed
    down = np.uint64(columns)
    while True:
        more = (
            mask | (mask << down) | (mask >> down) | ((mask & right) << np.uint64(1)) | ((mask & inner) >> np.uint64(1))
        )
        more &= free
        if more == mask:
            return mask
        mask = more


@njit(cache=True, nogil=True)
def layer(
    entries: Array, cost: int, tiles: int, bits: int, floor: Word, columns: int, inner: Word, right: Word,
    neighbours: Array, reached: Array, costs: Array, fresh: Array,
) -> Number:  # fmt: skip
    """Make every move of a tile into a cell the blank reaches; return how many entries (index, blank's cells << 32) are new."""
    count = 0
    digit = np.uint64((1 << bits) - 1)
    at = np.empty(tiles, np.int64)
    one = np.uint64(1)
    for entry in entries:
        index, blank = entry & LOWER, entry >> SHIFT
        taken = np.uint64(0)
        for tile in range(tiles):
            at[tile] = np.int64((index >> np.uint64(bits * tile)) & digit)
            taken |= one << np.uint64(at[tile])
        for tile in range(tiles):
            cell = at[tile]
            for direction in range(4):
                to = neighbours[cell, direction]
                if to < 0 or (blank >> np.uint64(to)) & one == np.uint64(0):
                    continue
                new = index ^ (np.uint64(cell ^ to) << np.uint64(bits * tile))
                if (np.uint64(reached[new]) >> np.uint64(cell)) & one:
                    continue
                left = one << np.uint64(cell)
                free = floor & ~((taken ^ left) | (one << np.uint64(to)))
                blanks = flooded(left, free, columns, inner, right)
                reached[new] |= np.uint32(blanks)
                if costs[new] == UNKNOWN:
                    costs[new] = cost
                fresh[count] = new | (blanks << SHIFT)
                count += 1
    return count


def neighbours_of(floor: Mask) -> Array:
    """Return the neighbours (cells, 4) of each cell of the rectangle: up, down, left, right; -1 where there is no floor."""
    rows, columns = floor.shape
    number = np.full((rows + 2, columns + 2), -1, dtype=np.int64)
    number[1:-1, 1:-1] = np.where(floor, np.arange(rows * columns).reshape(rows, columns), -1)
    shifted = number[:-2, 1:-1], number[2:, 1:-1], number[1:-1, :-2], number[1:-1, 2:]
    return np.stack([each.ravel() for each in shifted], axis=1)


def built(floor: Mask, homes: tuple[int, ...], blank: int) -> Iterator[Array]:
    """Build the database of the tiles whose goal cells are given; yield the costs (unfinished) after each layer.

    costs: uint8, 2 ** (bits x tiles), UNKNOWN where two tiles would share a cell, or where no moves lead home.
    """
    columns = floor.shape[1]
    bits, cells = bits_of(floor.size), np.arange(floor.size)
    first, last = cells % columns == 0, cells % columns == columns - 1
    masks = [np.uint64((1 << cells[chosen].astype(object)).sum()) for chosen in (floor.ravel(), ~first, ~last)]
    neighbours = neighbours_of(floor)
    costs = np.full(1 << (bits * len(homes)), UNKNOWN, dtype=np.uint8)
    reached = np.zeros(len(costs), dtype=np.uint32)
    goal = sum(home << (bits * place) for place, home in enumerate(homes))
    taken = np.uint64(sum(1 << home for home in homes))
    blanks = np.uint64(flooded(np.uint64(1 << blank), masks[0] & ~taken, columns, masks[1], masks[2]))
    costs[goal], reached[goal] = 0, blanks
    entries = np.array([np.uint64(goal) | (blanks << SHIFT)], dtype=np.uint64)
    fresh = np.empty(ENTRIES_A_CHUNK * 4 * len(homes), dtype=np.uint64)
    cost = 0
    while len(entries):
        cost = min(cost + 1, UNKNOWN - 1)  # what a byte holds: less than the truth is still a bound
        parts = []
        for begin in range(0, len(entries), ENTRIES_A_CHUNK):
            chunk = entries[begin : begin + ENTRIES_A_CHUNK]
            count = layer(
                chunk, cost, len(homes), bits, masks[0], columns, masks[1], masks[2], neighbours, reached, costs, fresh
            )
            parts.append(fresh[:count].copy())
        entries = np.concatenate(parts)
        yield costs
