"""Additive pattern databases of tiles: for any positions of a few tiles, the fewest of their own moves that bring them home.

The other tiles are indistinguishable and cost nothing to move, so databases with disjoint sets of tiles add up to an
admissible estimate. A search reads a table of costs indexed by the tiles' cells, a few bits each: sparse, but a move changes
the index by one exclusive or.

If the tiles cut the free cells into several areas, the cost depends on the blank's area, and the table has the minimum over
them. The table alone cannot be verified. So costs are computed, stored and checked by state: the set of cells that the tiles
occupy, the blank's area, and which tile is on which cell. The states of one set and one area are a block, one per order of the
tiles. A tile's move leads from block to block and from order to order in the same way whichever tile it is: blocks are read
sequentially, and the check (`right`) takes a fraction of a second.

Source: A. Felner, R. E. Korf, S. Hanan, Additive pattern database heuristics, JAIR 22 (2004). Not here: which tiles form a
pattern, and where the costs are stored (search/graphs/patterns.py).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Word
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Mask

MOST_CELLS = 32
UNKNOWN = 255
NO_AREA = 255
HALF = 16  # cells whose rank is looked up at once
ONE = np.uint64(1)
SETS_A_SLICE = 1 << 14
AREA, FROM, TO, BLOCK, SET = range(
    5
)  # fields of a move: the blank's area, the tile's position among the tiles before and after, ...
MOVE = 5  # numbers that describe a move


def bits_of(cells: int) -> int:
    """Return the number of index bits for each tile."""
    return max(1, (cells - 1).bit_length())


class Blocks(NamedTuple):
    """The layout of the states.

    sets: sets of cells, as masks; a set's number is first[its cells from HALF on] + ranks[its cells below]. areas (numbers,
    cells): the area of each cell outside a set, NO_AREA on a tile or off the floor; counts: the number of areas of a set;
    begins: its first block's first state. orders (orders, tiles): the tiles in the order of their cells; moved (from, to,
    orders): the order after the tile at a place has moved to another. neighbours: see neighbours_of.
    """

    sets: Array
    first: Array
    ranks: Array
    areas: Array
    counts: Array
    begins: Array
    orders: Array
    moved: Array
    neighbours: Array


@njit(cache=True, nogil=True)
def number_of(taken: Word, first: Array, ranks: Array) -> Number:
    """Return the number of a set of cells."""
    return first[taken >> np.uint64(HALF)] + ranks[taken & np.uint64((1 << HALF) - 1)]


@njit(cache=True, nogil=True)
def flooded(seed: Word, free: Word, columns: int, inner: Word, right: Word) -> Word:
    """Return the cells reachable from the seed through free cells, as a mask; inner: all but the first column, right: but the
    last."""
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
def fill_areas(
    sets: Array,
    floor: Word,
    columns: int,
    inner: Word,
    right: Word,
    first: Array,
    ranks: Array,
    areas: Array,
    counts: Array,
) -> None:
    """Number the areas outside each set of cells, in the order of their first cells."""
    for taken in sets:
        number = number_of(taken, first, ranks)
        free = floor & ~taken
        while free:
            area = flooded(free & (~free + ONE), free, columns, inner, right)
            for cell in range(areas.shape[1]):
                if (area >> np.uint64(cell)) & ONE:
                    areas[number, cell] = counts[number]
            free &= ~area
            counts[number] += 1


@njit(cache=True, nogil=True)
def fill_moves(taken: Word, blocks: Blocks, moves: Array) -> Number:
    """Fill in the moves (moves, MOVE) that tiles on a set of cells can make; return their number."""
    count, place, orders = 0, 0, len(blocks.orders)
    beside = blocks.areas[number_of(taken, blocks.first, blocks.ranks)]
    for cell in range(len(beside)):
        if (taken >> np.uint64(cell)) & ONE == np.uint64(0):
            continue
        for direction in range(4):
            to = blocks.neighbours[cell, direction]
            if to < 0 or beside[to] == NO_AREA:
                continue
            after = taken ^ (ONE << np.uint64(cell)) ^ (ONE << np.uint64(to))
            number = number_of(after, blocks.first, blocks.ranks)
            place_after: Number = 0
            for each in range(to):
                place_after += np.int64((after >> np.uint64(each)) & ONE)
            moves[count, AREA], moves[count, FROM], moves[count, TO] = beside[to], place, place_after
            moves[count, BLOCK] = blocks.begins[number] + orders * np.int64(blocks.areas[number, cell])
            moves[count, SET] = number
            count += 1
        place += 1
    return count


@njit(cache=True, nogil=True)
def spread(some: Array, blocks: Blocks, pending: Array, costs: Array) -> None:
    """Relax: let the pending costs of some sets' states lower those one move away; a lowered cost becomes pending."""
    orders = len(blocks.orders)
    moves = np.empty((4 * blocks.orders.shape[1], MOVE), np.int64)
    for taken in some:
        number = number_of(taken, blocks.first, blocks.ranks)
        if not pending[number]:
            continue
        pending[number] = False
        for move in range(fill_moves(taken, blocks, moves)):
            begin = blocks.begins[number] + orders * moves[move, AREA]
            before, after = costs[begin : begin + orders], costs[moves[move, BLOCK] : moves[move, BLOCK] + orders]
            moved = blocks.moved[moves[move, FROM], moves[move, TO]]
            lowered = False
            for order in range(orders):
                cost = min(
                    np.int64(before[order]) + 1, UNKNOWN - 1
                )  # limits of a byte: less than the true cost is still a bound
                if before[order] != UNKNOWN and cost < after[moved[order]]:
                    after[moved[order]] = cost
                    lowered = True
            pending[moves[move, SET]] |= lowered


@njit(cache=True, nogil=True)
def right(blocks: Blocks, goal: int, costs: Array) -> bool:
    """Check costs: return whether the goal's is 0, and that of any other state is one more than the minimum one move away.

    Then they are correct. None is too high: moves are reversible, so along a shortest path from the goal costs grow by at most
    one per move. None is too low: from any state there is a move to a cost lower by one, and only the goal's is 0. A state
    from which the goal cannot be reached has UNKNOWN. (From UNKNOWN - 1 on, the limit of a byte, a cost may be less than the
    true cost, which makes no estimate too high.)
    """
    orders = len(blocks.orders)
    moves = np.empty((4 * blocks.orders.shape[1], MOVE), np.int64)
    least = np.empty((blocks.areas.shape[1], orders), np.uint8)
    for taken in blocks.sets:
        number = number_of(taken, blocks.first, blocks.ranks)
        count = np.int64(blocks.counts[number])
        least[:count] = UNKNOWN
        for move in range(fill_moves(taken, blocks, moves)):
            after = costs[moves[move, BLOCK] : moves[move, BLOCK] + orders]
            moved = blocks.moved[moves[move, FROM], moves[move, TO]]
            of_area = least[moves[move, AREA]]
            for order in range(orders):
                of_area[order] = min(of_area[order], after[moved[order]])
        for area in range(count):
            begin = blocks.begins[number] + orders * area
            for order in range(orders):
                low = np.int64(least[area, order])
                expected = low if low == UNKNOWN else min(low + 1, UNKNOWN - 1)
                if begin + order == goal:
                    expected = 0
                if np.int64(costs[begin + order]) != expected:
                    return False
    return True


@njit(cache=True, nogil=True)
def fill_table(blocks: Blocks, bits: int, costs: Array, table: Array) -> None:
    """Lower the table's entry for each order of tiles on each set of cells to the minimum cost over the areas."""
    orders, tiles = blocks.orders.shape
    shifted = np.empty((tiles, tiles), np.int64)  # by position and tile: the cell, at the tile's bits
    for taken in blocks.sets:
        number = number_of(taken, blocks.first, blocks.ranks)
        place = 0
        for cell in range(blocks.areas.shape[1]):
            if (taken >> np.uint64(cell)) & ONE:
                for tile in range(tiles):
                    shifted[place, tile] = cell << (bits * tile)
                place += 1
        for order in range(orders):
            index = 0
            for each in range(tiles):
                index |= shifted[each, blocks.orders[order, each]]
            for area in range(blocks.counts[number]):
                table[index] = min(table[index], costs[blocks.begins[number] + orders * area + order])


def neighbours_of(floor: Mask) -> Array:
    """Return the neighbours (cells, 4) of each cell of the rectangle: up, down, left, right; -1 if there is no floor."""
    rows, columns = floor.shape
    number = np.full((rows + 2, columns + 2), -1, dtype=np.int64)
    number[1:-1, 1:-1] = np.where(floor, np.arange(rows * columns).reshape(rows, columns), -1)
    shifted = number[:-2, 1:-1], number[2:, 1:-1], number[1:-1, :-2], number[1:-1, 2:]
    return np.stack([each.ravel() for each in shifted], axis=1)


class Database:
    """The database of the tiles whose goal cells are `homes`: its costs are to be built, or loaded and checked.

    costs: uint8, by state, UNKNOWN if the goal cannot be reached, and before the cost is known.
    """

    def __init__(self, floor: Mask, homes: tuple[int, ...], blank: int) -> None:
        self.bits, self.tiles = bits_of(floor.size), len(homes)
        self.blocks = _blocks(floor, self.tiles)
        taken = sum(1 << home for home in homes)
        number = self.blocks.first[taken >> HALF] + self.blocks.ranks[taken & ((1 << HALF) - 1)]
        order = self.blocks.orders.tolist().index(np.argsort(homes).tolist())
        orders = len(self.blocks.orders)
        self.goal = int(self.blocks.begins[number]) + orders * int(self.blocks.areas[number, blank]) + order
        self.goal_set = int(number)
        self.costs = np.full(orders * int(self.blocks.counts.sum(dtype=np.int64)), UNKNOWN, dtype=np.uint8)

    @property
    def step_states(self) -> int:
        """The number of states that a step of `build` visits at most, apart from the blank's areas."""
        return min(SETS_A_SLICE, len(self.blocks.sets)) * len(self.blocks.orders)

    def build(self) -> Iterator[None]:
        """Compute the costs from scratch; yield now and then."""
        self.costs[self.goal] = 0
        pending = np.zeros(len(self.blocks.begins), dtype=np.bool_)
        pending[self.goal_set] = True
        sets = self.blocks.sets
        while pending.any():
            for begin in range(0, len(sets), SETS_A_SLICE):
                spread(sets[begin : begin + SETS_A_SLICE], self.blocks, pending, self.costs)
                yield
            sets = np.ascontiguousarray(sets[::-1])

    def judged(self, content: bytes) -> bool:
        """Take costs from storage and return whether they are correct; if not, none is taken."""
        if len(content) != len(self.costs):
            return False
        kept = np.frombuffer(content, dtype=np.uint8).copy()
        if not right(self.blocks, self.goal, kept):
            return False
        self.costs = kept
        return True

    @property
    def table(self) -> Array:
        """The table that searches read, uint8 by index: the minimum cost over the blank's areas; UNKNOWN if two tiles share a
        cell."""
        table = np.full(1 << (self.bits * self.tiles), UNKNOWN, dtype=np.uint8)
        fill_table(self.blocks, self.bits, self.costs, table)
        return table


def _mask(chosen: Mask) -> int:
    """Return cells as bits of a number."""
    return sum(1 << cell for cell in np.flatnonzero(chosen).tolist())


@cache
def _ranks() -> tuple[Array, Array]:
    """Return the size of each set of HALF cells, and its rank among those of the same size."""
    sizes = np.array([value.bit_count() for value in range(1 << HALF)])
    ranks = np.empty(1 << HALF, dtype=np.int64)
    for size in range(HALF + 1):
        of_size = np.flatnonzero(sizes == size)
        ranks[of_size] = np.arange(len(of_size))
    return sizes, ranks


def _blocks(floor: Mask, tiles: int) -> Blocks:
    """Return the blocks of that many tiles on a floor."""
    cells, columns = floor.size, floor.shape[1]
    chosen = np.array(list(itertools.combinations(np.flatnonzero(floor).tolist(), tiles)), dtype=np.uint64)
    sets = (ONE << chosen).sum(axis=1, dtype=np.uint64)
    sizes, ranks = _ranks()
    above = [
        math.comb(HALF, tiles - size) if size <= tiles else 0 for size in sizes[: 1 << max(0, cells - HALF)].tolist()
    ]
    first = np.cumsum([0, *above])
    areas = np.full((int(first[-1]), cells), NO_AREA, dtype=np.uint8)
    counts = np.zeros(len(areas), dtype=np.uint8)
    column = np.arange(cells) % columns
    masks = [np.uint64(_mask(mask)) for mask in (floor.ravel(), column > 0, column < columns - 1)]
    fill_areas(sets, masks[0], columns, masks[1], masks[2], first[:-1], ranks, areas, counts)
    orders = np.array(list(itertools.permutations(range(tiles))), dtype=np.int64)
    begins = len(orders) * np.cumsum(np.append(0, counts[:-1].astype(np.int64)))
    return Blocks(sets, first[:-1], ranks, areas, counts, begins, orders, _moved(orders), neighbours_of(floor))


def _moved(orders: Array) -> Array:
    """Return (from, to, orders): the number of the order after the tile at one position has moved to another."""
    tiles = orders.shape[1]
    powers = tiles ** np.arange(tiles)[::-1]
    codes = orders @ powers  # increasing, as the orders are
    moved = np.empty((tiles, tiles, len(orders)), dtype=np.int64)
    for one, other in itertools.product(range(tiles), repeat=2):
        left = np.delete(orders, one, axis=1)
        moved[one, other] = np.searchsorted(codes, np.insert(left, other, orders[:, one], axis=1) @ powers)
    return moved
