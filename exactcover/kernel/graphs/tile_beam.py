"""Beam search on sliding tiles with additive databases: the loop for one blank and tiles of one cell.

A layer is expanded into candidates, which are ordered by their estimate, compared with the states of all layers by a 64-bit
hash, and cut to the width of the beam. Candidates that cannot lead to a plan within the limit are dropped: the estimate never
overestimates. Two states with one hash count as one, so the search proves nothing. Only moves are stored: the boards are
those of one layer.

Not here: the databases (pattern_database.py), IDA* (tile_deepening.py), and other graphs (beam.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.kernel.graphs.tile_deepening import Lookups
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

LONGEST = (1 << 15) - 1
"""The most moves of a plan."""
ESTIMATES = 1 << 11
"""Twice the largest estimate of a state that is kept: 31 tiles are at most 16 x 31 cells away on two rows, on others less."""
FIRST_SLOTS = 1 << 12
GROWTH = 4
STEP_BYTES = 5
"""Bytes of a move in the history: the parent's number, the blank's cell."""
ONE = np.uint64(1)
NO_GOAL = -1
NO_CELL = 255


class Layer(NamedTuple):
    """Boards or candidates: the tiles' numbers by cell (none for candidates), hashes, sums of databases, parents and the
    blank's cells, all by number.
    """

    boards: Array
    hashes: Array
    totals: Array
    parents: Array
    blanks: Array


@njit(cache=True, nogil=True)
def expand(
    lookups: Lookups, neighbours: Array, marks: Array, layer: Layer, came: Array, begin: int, end: int, most: int,
    candidates: Layer, counts: Array,
) -> Number:  # fmt: skip
    """Write the successors of boards begin..end whose estimate is at most `most`, counts[0] of them before; return the goal
    among them, or NO_GOAL.

    marks (tiles, cells): of the hash; came: the blank's cell before each board's last move; counts: candidates, successors.
    """
    costs, offsets, group, shift, digits = lookups
    sums, databases = offsets.shape
    cells = len(neighbours)
    indices = np.zeros((sums, databases), np.int64)
    for number in range(begin, end):
        indices[:] = 0
        board, blank = layer.boards[number], np.int64(layer.blanks[number])
        for cell in range(cells):
            tile = board[cell]
            if tile:
                for each in range(sums):
                    indices[each, group[each, tile]] |= digits[each, cell] << shift[each, tile]
        for direction in range(4):
            cell = neighbours[blank, direction]
            if cell < 0 or cell == came[number]:
                continue
            counts[1] += 1
            tile = board[cell]
            at = counts[0]
            largest: Number = 0
            for each in range(sums):
                offset, index = offsets[each, group[each, tile]], indices[each, group[each, tile]]
                moved = index ^ ((digits[each, blank] ^ digits[each, cell]) << shift[each, tile])
                total = (
                    np.int64(layer.totals[number, each])
                    - np.int64(costs[offset + index])
                    + np.int64(costs[offset + moved])
                )
                candidates.totals[at, each] = total
                largest = max(largest, total)
            if largest > most:
                continue
            candidates.hashes[at] = layer.hashes[number] ^ marks[tile, cell] ^ marks[tile, blank]
            candidates.parents[at], candidates.blanks[at] = number, cell
            counts[0] += 1
            if largest == 0:
                return at
    return NO_GOAL


@njit(cache=True, nogil=True)
def select(
    candidates: Layer, count: int, order: Array, starts: Array, slots: Array, width: int, layer: Layer, after: Layer
) -> Number:
    """Fill the next layer with the candidates of least estimate that no layer has had, and return how many; starts: zeros."""
    sums = candidates.totals.shape[1]
    for number in range(count):
        key = 0
        for each in range(sums):
            key += candidates.totals[number, each]
        starts[key + 1] += 1
    for key in range(1, len(starts)):
        starts[key] += starts[key - 1]
    for number in range(count):
        key = 0
        for each in range(sums):
            key += candidates.totals[number, each]
        order[starts[key]] = number
        starts[key] += 1
    mask = np.uint64(len(slots) - 1)
    taken = 0
    for number in order[:count]:
        hashed = candidates.hashes[number]
        place = hashed & mask
        while slots[place] and slots[place] != hashed:
            place = (place + ONE) & mask
        if slots[place]:
            continue
        slots[place] = hashed
        parent = candidates.parents[number]
        after.boards[taken] = layer.boards[parent]
        old, new = layer.blanks[parent], candidates.blanks[number]
        after.boards[taken, old], after.boards[taken, new] = after.boards[taken, new], 0
        after.hashes[taken], after.totals[taken] = hashed, candidates.totals[number]
        after.parents[taken], after.blanks[taken] = parent, new
        taken += 1
        if taken == width:
            break
    return taken


@njit(cache=True, nogil=True)
def refill(slots: Array, old: Array) -> None:
    """Insert the hashes of a table into a larger one."""
    mask = np.uint64(len(slots) - 1)
    for hashed in old:
        if hashed:
            place = hashed & mask
            while slots[place]:
                place = (place + ONE) & mask
            slots[place] = hashed


def layer_of(most: int, cells: int, sums: int) -> Layer:
    """Return arrays for that many boards; cells: 0 for candidates."""
    return Layer(
        np.zeros((most, cells), np.uint8),
        np.zeros(most, np.uint64),
        np.zeros((most, sums), np.int16),
        np.zeros(most, np.int32),
        np.zeros(most, np.uint8),
    )


class Search:
    """A search from one board, a tile's number by cell, 0 for the blank and walls, run in slices.

    most: the length of the longest plan that is of interest; allowed: the limit in bytes. goal: the number of the candidate
    that is the goal, None before it is reached; cut: whether a layer has been cut. Raises OutOfMemory.
    """

    def __init__(
        self, lookups: Lookups, neighbours: Array, board: Integers, blank: int, width: int, most: int, allowed: int
    ) -> None:
        cells, sums = len(board), len(lookups.offsets)
        self.lookups, self.neighbours, self.start, self.blank = lookups, neighbours, board, blank
        self.width, self.most = width, most
        most_candidates = 3 * width + 1
        self.allowed = allowed - width * 2 * (cells + 8 + 2 * sums + 5) - most_candidates * (21 + 2 * sums) - width
        self.slots: Array = np.zeros(FIRST_SLOTS, np.uint64)
        self._make_room(width)
        self.marks = np.random.default_rng(1).integers(1, 1 << 63, (cells, cells), np.uint64)
        self.layer, self.next = layer_of(width, cells, sums), layer_of(width, cells, sums)
        self.came = np.full(width, NO_CELL, np.uint8)
        self.candidates, self.order = layer_of(most_candidates, 0, sums), np.zeros(most_candidates, np.int64)
        self.counts: Integers = np.zeros(2, np.int64)
        self.history: list[tuple[Array, Array]] = []
        self.size, self.at, self.stored, self.expanded = 1, 0, 1, 0
        self.cut = False
        self._enter_start()
        self.goal: int | None = None if self.layer.totals[0, 0] else 0

    def _enter_start(self) -> None:
        """Make the start the only board of the first layer."""
        indices = np.zeros_like(self.lookups.offsets)
        for cell, tile in enumerate(self.start.tolist()):
            for each in range(len(indices) if tile > 0 else 0):
                digit = int(self.lookups.digits[each, cell]) << int(self.lookups.shift[each, tile])
                indices[each, self.lookups.group[each, tile]] |= digit
            if tile > 0:
                self.layer.hashes[0] ^= self.marks[tile, cell]
        self.layer.boards[0], self.layer.blanks[0] = np.maximum(self.start, 0), self.blank
        self.layer.totals[0] = self.lookups.costs[self.lookups.offsets + indices].sum(axis=1, dtype=np.int64)
        self.slots[self.layer.hashes[0] & np.uint64(len(self.slots) - 1)] = self.layer.hashes[0]

    @property
    def generated(self) -> int:
        """The number of successors so far."""
        return int(self.counts[1])

    def run(self, nodes: int) -> bool:
        """Expand at most that many states; return whether the search has ended. Raises OutOfMemory."""
        while nodes > 0 and self.goal is None and self.size:
            end = min(self.size, self.at + nodes)
            most = min(self.most - len(self.history) - 1, ESTIMATES // 2 - 1)
            goal = int(
                expand(
                    self.lookups, self.neighbours, self.marks, self.layer, self.came, self.at, end, most, self.candidates,
                    self.counts,
                )
            )  # fmt: skip
            if goal != NO_GOAL:
                end = int(self.candidates.parents[goal]) + 1
            self.expanded += end - self.at
            nodes -= end - self.at
            self.at = end
            if goal != NO_GOAL:
                self.goal = goal
            elif self.at == self.size:
                self._next_layer()
        return self.goal is not None or not self.size

    def _next_layer(self) -> None:
        self._make_room(self.stored + self.width)
        self.history.append((self.layer.parents[: self.size].copy(), self.layer.blanks[: self.size].copy()))
        starts: Integers = np.zeros(ESTIMATES, np.int64)
        self.size = int(
            select(
                self.candidates, int(self.counts[0]), self.order, starts, self.slots, self.width, self.layer, self.next
            )
        )  # fmt: skip
        self.came[: self.size] = self.layer.blanks[self.next.parents[: self.size]]
        self.cut |= self.size == self.width
        self.layer, self.next = self.next, self.layer
        self.at, self.stored = 0, self.stored + self.size
        self.counts[0] = 0

    def _make_room(self, states: int) -> None:
        """Enlarge the table of hashes if it would be more than half full; raises OutOfMemory."""
        slots = len(self.slots)
        while slots < 2 * states:
            slots *= GROWTH
        if 8 * (slots + len(self.slots)) + STEP_BYTES * states > self.allowed:
            raise OutOfMemory(f"a beam of {self.width} states exceeds its part of the memory")
        if slots > len(self.slots):
            old, self.slots = self.slots, np.zeros(slots, np.uint64)
            refill(self.slots, old)

    def path(self) -> Integers:
        """Return the boards from the start to the goal, one per row."""
        assert self.goal is not None
        blanks = []
        if self.layer.totals[0, 0] or self.history:
            blanks.append(int(self.candidates.blanks[self.goal]))
            number = int(self.candidates.parents[self.goal])
            for parents, cells in [*self.history, (self.layer.parents, self.layer.blanks)][::-1]:
                blanks.append(int(cells[number]))
                number = int(parents[number])
        boards = [self.start.copy()]
        for old, new in zip(blanks[:0:-1], blanks[-2::-1], strict=True):
            board = boards[-1].copy()
            board[old], board[new] = board[new], 0
            boards.append(board)
        return np.stack(boards)
