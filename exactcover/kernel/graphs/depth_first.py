"""Depth-first search of a state graph below a limit on moves so far + estimate; no state occurs twice on a path.

With estimate 0 this is a depth limit; repeated with the least sum that was cut off as the next limit, it is IDA* (R. E. Korf,
Depth-first iterative-deepening, AIJ 27, 1985). Only the path is stored, in a hash table whose entries are removed in the
reverse order of insertion, which leaves no gaps in linear probing. Not here: IDA* on tiles with pattern databases, which has
its own loop (tile_deepening.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.state_graph import ESTIMATE, IS_GOAL, expand
from exactcover.kernel.graphs.state_table import EMPTY, LOWER, ONE, OutOfMemory, Table, enter, find, hashed
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

EXHAUSTED, OUT_OF_NODES, NO_ROOM, GOAL, NO_POOL = range(5)
DEPTH, EXPANDED, GENERATED, LIMIT, BEYOND, NEXT = range(6)
NO_LIMIT = np.iinfo(np.int64).max
FIRST_POOL = 1 << 10


@njit(cache=True, nogil=True)
def advance(
    graph: Any, path: Array, slots: Array, at_slot: Array, begins: Array, ends: Array, pool: Array, sums: Array,
    registers: Array, nodes: int,
) -> Number:  # fmt: skip
    """Expand at most `nodes` nodes; return EXHAUSTED, OUT_OF_NODES, GOAL (the path's end), or which array has to grow.

    path: the states; pool: unexamined successors of the path's states, begins..ends of each depth; sums: theirs. BEYOND
    becomes the least sum above LIMIT that was found.
    """
    most = len(graph.successors)
    while True:
        depth = registers[DEPTH]
        row = registers[NEXT]
        if row < 0:
            while depth >= 0 and begins[depth] == ends[depth]:
                slots[at_slot[depth]] = EMPTY
                depth -= 1
            registers[DEPTH] = depth
            if depth < 0:
                return EXHAUSTED
            row = begins[depth]
            begins[depth] += 1
            if sums[row] > registers[LIMIT]:
                registers[BEYOND] = min(registers[BEYOND], sums[row])
                continue
        mixed = hashed(pool, row)
        slot = find(slots, path, pool, row, mixed)
        if slot >= 0:
            registers[NEXT] = -1
            continue
        registers[NEXT] = row
        if nodes == 0:
            return OUT_OF_NODES
        if depth + 2 > len(path):
            return NO_ROOM
        end = ends[depth] if depth >= 0 else 1
        if end + most > len(pool):
            return NO_POOL
        nodes -= 1
        registers[NEXT] = -1
        depth += 1
        enter(slots, path, depth, pool, row, mixed, ~slot)
        at_slot[depth] = ~slot
        registers[DEPTH] = depth
        successors = expand(graph, path, depth, False)
        begins[depth] = ends[depth] = end
        if graph.about[IS_GOAL]:
            return GOAL
        registers[EXPANDED] += 1
        registers[GENERATED] += successors
        for child in range(successors):
            for word in range(pool.shape[1]):
                pool[end + child, word] = graph.successors[child, word]
            sums[end + child] = depth + 1 + graph.estimates[child]
        ends[depth] = end + successors


@njit(cache=True, nogil=True)
def find_slots(slots: Array, path: Array, count: int, at_slot: Array) -> None:
    """Record the slot of each state of the path after the table was refilled."""
    mask = np.uint64(len(slots) - 1)
    for number in range(count):
        place = hashed(path, number) & mask
        while slots[place] & LOWER != np.uint64(number + 1):
            place = (place + ONE) & mask
        at_slot[number] = place


class Deepening:
    """The counters of a depth-limited search; registers: the numbers named above."""

    registers: Integers

    @property
    def expanded(self) -> int:
        """The number of states whose successors were generated."""
        return int(self.registers[EXPANDED])

    @property
    def generated(self) -> int:
        """The number of those successors."""
        return int(self.registers[GENERATED])

    @property
    def limit(self) -> int:
        """The limit on moves so far + estimate."""
        return int(self.registers[LIMIT])

    @property
    def beyond(self) -> int | None:
        """The least sum above the limit that was found, None if nothing was cut off."""
        return None if self.registers[BEYOND] == NO_LIMIT else int(self.registers[BEYOND])


class Search(Deepening):
    """A search from one state, run in slices; `deepen` restarts it with a higher limit."""

    def __init__(self, graph: Any, root: Words, allowed: int, limit: int | None = None) -> None:
        self.graph = graph
        beside: dict[str, type] = {"at_slot": np.int64, "begins": np.int64, "ends": np.int64}
        self.table = Table(graph.successors.shape[1], allowed, beside)
        self.pool = np.zeros((FIRST_POOL, root.shape[1]), dtype=np.uint64)
        self.sums = np.zeros(FIRST_POOL, dtype=np.int64)
        self.pool[0] = root[0]
        expand(graph, root, 0, False)
        self.registers: Integers = np.zeros(6, dtype=np.int64)
        self.root_estimate = int(graph.about[ESTIMATE])
        self.deepen(NO_LIMIT if limit is None else limit)

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left below the limit; a search that ended otherwise has found a goal."""
        return bool(self.registers[DEPTH] < 0 and self.registers[NEXT] < 0)

    def deepen(self, limit: int) -> None:
        """Restart with a new limit; the node counts continue."""
        self.table.slots[:] = 0
        self.registers[[DEPTH, LIMIT, BEYOND, NEXT]] = -1, limit, NO_LIMIT, 0
        if self.root_estimate > limit:
            self.registers[[BEYOND, NEXT]] = self.root_estimate, -1

    def run(self, nodes: int) -> int:
        """Expand at most that many states; return EXHAUSTED, OUT_OF_NODES or GOAL. Raises OutOfMemory."""
        spent = self.expanded
        while True:
            table, beside = self.table, self.table.beside
            code = int(
                advance(
                    self.graph, table.states, table.slots, beside["at_slot"], beside["begins"], beside["ends"], self.pool,
                    self.sums, self.registers, nodes - (self.expanded - spent),
                )
            )  # fmt: skip
            depth = int(self.registers[DEPTH])
            if code == NO_ROOM:
                table.grow(depth + 1, depth + 2, self.pool.nbytes + self.sums.nbytes)
                find_slots(table.slots, table.states, depth + 1, table.beside["at_slot"])
            elif code == NO_POOL:
                self._larger_pool()
            else:
                return code

    def path(self) -> Words:
        """Return the states of the path, the last one being the goal if one was found."""
        return self.table.states[: int(self.registers[DEPTH]) + 1]

    def _larger_pool(self) -> None:
        more = len(self.pool) + len(self.graph.successors)
        grown = self.pool.itemsize * self.pool.shape[1] + self.sums.itemsize
        if self.table.bytes_for(self.table.capacity) + grown * (len(self.pool) + 2 * more) > self.table.allowed:
            raise OutOfMemory(f"{len(self.pool)} states to look at fill the {self.table.allowed} bytes of the search")
        self.pool = np.concatenate([self.pool, np.zeros((more, self.pool.shape[1]), dtype=np.uint64)])
        self.sums = np.concatenate([self.sums, np.zeros(more, dtype=np.int64)])
