"""IDA* on sliding tiles with additive pattern databases: the loop for one blank and tiles of one cell.

The estimate is the larger of one or two sums of databases: for the board, and for its mirror image. A move changes one
database's index in each sum by an exclusive or, which also undoes it. Not here: the databases (pattern_database.py) and other
graphs (depth_first.py).

Source: R. E. Korf, Depth-first iterative-deepening, AIJ 27 (1985); A. Felner, R. E. Korf, S. Hanan, JAIR 22 (2004).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.graphs.depth_first import (
    BEYOND,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    GENERATED,
    GOAL,
    LIMIT,
    NO_LIMIT,
    OUT_OF_NODES,
    Deepening,
)
from exactcover.kernel.graphs.pattern_database import UNKNOWN
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

FIRST_DEPTHS = 256
ONE = np.uint64(1)


class Lookups(NamedTuple):
    """How a tile is looked up. costs: all databases, concatenated; offsets (sums, databases); for each sum and tile: group
    (its database), shift (its position in the index); digits (sums, cells): the database's number of a cell.
    """

    costs: Array
    offsets: Integers
    group: Integers
    shift: Integers
    digits: Integers


@njit(cache=True, nogil=True)
def flips_of(group: Array, shift: Array, digits: Array, neighbours: Array) -> Array:
    """Return (sums, tiles, cells, directions): what changes a tile's index when the blank moves; arbitrary where it cannot."""
    flips = np.empty((len(group), group.shape[1], len(neighbours), 4), np.uint32)
    for each in range(len(group)):
        for tile in range(group.shape[1]):
            for blank in range(len(neighbours)):
                for way in range(4):
                    cell = neighbours[blank, way]
                    flips[each, tile, blank, way] = (digits[each, blank] ^ digits[each, cell]) << shift[each, tile]
    return flips


@njit(cache=True, nogil=True)
def advance(
    costs: Array, offsets: Array, group: Array, shift: Array, digits: Array, neighbours: Array, board: Array,
    indices: Array, totals: Array, blanks: Array, turns: Array, registers: Array, nodes: int,
) -> Number:  # fmt: skip
    """Make at most `nodes` moves; return EXHAUSTED (BEYOND is the next limit), OUT_OF_NODES or GOAL.

    blanks[d + 1] is the blank's cell after d moves, blanks[0] no cell; turns: the direction to try next; totals (depths,
    sums). The board is a goal if a total is 0: the databases together have all tiles. Unsigned subscripts save time.
    """
    depth, limit, beyond = registers[DEPTH], registers[LIMIT], registers[BEYOND]
    sums = np.uint64(len(offsets))
    flips, new = flips_of(group, shift, digits, neighbours), np.empty(len(offsets), np.int64)
    owner, index, begins = group.astype(np.uint64), indices.astype(np.uint64), offsets.astype(np.uint64)
    expanded, generated, code = 0, 0, EXHAUSTED
    while depth >= 0:
        level = np.uint64(depth)
        blank, came, direction = np.uint64(blanks[level + ONE]), blanks[level], turns[level]
        if direction == 4:
            depth -= 1
            if depth >= 0:  # undo the move
                back, way = np.uint64(came), np.uint64(turns[level - ONE] - 1)
                tile = np.uint64(board[back])
                board[blank], board[back] = board[back], 0
                for each in range(sums):
                    index[each, owner[each, tile]] ^= np.uint64(flips[each, tile, back, way])
            continue
        if expanded >= nodes:
            code = OUT_OF_NODES
            break
        turns[level], way = direction + 1, np.uint64(direction)
        cell = neighbours[blank, way]
        if cell < 0 or cell == came:
            continue
        generated += 1
        tile = np.uint64(board[np.uint64(cell)])
        passed = False
        for each in range(sums):
            at = index[each, owner[each, tile]]
            begin, moved = begins[each, owner[each, tile]], at ^ np.uint64(flips[each, tile, blank, way])
            new[each] = totals[level, each] - np.int64(costs[begin + at]) + np.int64(costs[begin + moved])
            passed = depth + 1 + new[each] > limit
            if passed:
                beyond = min(beyond, depth + 1 + new[each])
                break
        if passed:
            continue
        expanded, depth = expanded + 1, depth + 1
        for each in range(sums):
            index[each, owner[each, tile]] ^= np.uint64(flips[each, tile, blank, way])
            totals[level + ONE, each] = new[each]
        board[blank], board[np.uint64(cell)] = board[np.uint64(cell)], 0
        blanks[depth + 1], turns[level + ONE] = cell, 0
        if new[0] == 0:
            code = GOAL
            break
    indices[:] = index
    registers[DEPTH], registers[BEYOND] = depth, beyond
    registers[EXPANDED], registers[GENERATED] = registers[EXPANDED] + expanded, registers[GENERATED] + generated
    return code


class Search(Deepening):
    """A search from one board, a tile's number by cell, 0 for the blank and walls, run in slices.

    blank: the cell of the blank. If a database says that the goal cannot be reached, the search is exhausted at once.
    """

    def __init__(self, lookups: Lookups, neighbours: Array, board: Integers, blank: int) -> None:
        self.lookups, self.neighbours, self.start, self.blank = lookups, neighbours, board, blank
        sums, databases = lookups.offsets.shape
        self.indices: Integers = np.zeros((sums, databases), dtype=np.int64)
        for cell, tile in enumerate(board.tolist()):
            for each in range(sums if tile > 0 else 0):
                digit = int(lookups.digits[each, cell]) << int(lookups.shift[each, tile])
                self.indices[each, lookups.group[each, tile]] |= digit
        looked_up = lookups.costs[lookups.offsets + self.indices].astype(np.int64)
        self.estimate = int(looked_up.sum(axis=1).max())
        self.hopeless = bool((looked_up == UNKNOWN).any())
        self.totals: Integers = np.zeros((FIRST_DEPTHS, sums), dtype=np.int64)
        self.totals[0] = looked_up.sum(axis=1)
        self.blanks: Integers = np.zeros(FIRST_DEPTHS + 1, dtype=np.int64)
        self.turns: Integers = np.zeros(FIRST_DEPTHS, dtype=np.int64)
        self.registers: Integers = np.zeros(5, dtype=np.int64)
        self.registers[EXPANDED] = 1
        self.deepen(self.estimate)

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left below the limit; a search that ended otherwise has found the goal."""
        return bool(self.registers[DEPTH] < 0)

    def deepen(self, limit: int) -> None:
        """Restart with a new limit; the node counts continue."""
        depths = max(len(self.turns), limit + 2)
        self.totals = np.resize(self.totals, (depths, self.totals.shape[1]))
        self.blanks, self.turns = np.resize(self.blanks, depths + 1), np.resize(self.turns, depths)
        self.board = self.start.copy()
        self.registers[[DEPTH, LIMIT, BEYOND]] = -1 if self.hopeless else 0, limit, NO_LIMIT
        self.blanks[:2] = -1, self.blank
        self.turns[0] = 0

    def continue_from(self, other: Search) -> None:
        """Start with the limit of another search of the same board, and continue its node counts."""
        self.registers[[EXPANDED, GENERATED]] = other.registers[[EXPANDED, GENERATED]]
        if other.limit > self.limit:
            self.deepen(other.limit)

    def run(self, nodes: int) -> int:
        """Make at most that many moves; return EXHAUSTED, OUT_OF_NODES or GOAL."""
        if self.hopeless:
            return EXHAUSTED
        if self.totals[0, 0] == 0:
            return GOAL
        return int(
            advance(
                *self.lookups, self.neighbours, self.board, self.indices, self.totals, self.blanks, self.turns, self.registers,
                nodes,
            )
        )  # fmt: skip

    def path(self) -> Integers:
        """Return the boards from the start to the search's current node, one per row."""
        boards = [self.start.copy()]
        for depth in range(int(self.registers[DEPTH])):
            board = boards[-1].copy()
            board[self.blanks[depth + 1]] = board[self.blanks[depth + 2]]
            board[self.blanks[depth + 2]] = 0
            boards.append(board)
        return np.stack(boards)
