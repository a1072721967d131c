"""Best-first search of a state graph: uniform cost, greedy, A*, weighted A*, and batches of the best.

Priority = `weights[0]` x moves so far + `weights[1]` x estimate. Two policies for a state reached more cheaply: *reopen*
pushes it again, closed or not, and counts the stale entry when that is popped; *final* never reopens a closed state and
replaces the entry of an open one. Two rules for ties: by *state* (the row of labels, first cell first), with a binary heap of
(priority, state); or *free*, with buckets by priority, last in first out. A batch takes its `width` best entries off the queue
before it expands the first of them, stale ones included, and searches for a goal among the successors.
Not here: the settings behind an engine's name (search/graphs/best.py), and whether an estimate is admissible.

Source: the heap is from J. W. J. Williams, Algorithm 232, CACM 7 (1964).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.state_graph import ESTIMATE, IS_GOAL, expand
from exactcover.kernel.graphs.state_table import OutOfMemory, Table, enter, enter_all, fetch, find, hashed, supersede
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

EXHAUSTED, OUT_OF_NODES, NO_ROOM, GOAL, NO_QUEUE, NO_BUCKETS = range(6)
COUNT, QUEUED, POPPED, EXPANDED, GENERATED, LEAST, UNUSED, FOUND, TAKEN, PRIORITY, WANTED = range(11)
OWN, OTHER, REOPEN, FREE, BATCH = range(5)
NUMBER = np.int64((1 << 32) - 1)
FIRST_ENTRIES = 1 << 12


@dataclass(frozen=True)
class Rules:
    """The settings of a search.

    weights: of moves so far and of the estimate; reopen or final; ties free or by state; batch: the batch width, 0 for none.
    """

    weights: tuple[int, int] = (1, 1)
    reopen: bool = True
    free: bool = False
    batch: int = 0


@njit(cache=True, nogil=True)
def before(states: Array, one: Number, other: Number) -> Any:
    """Return whether an entry (priority << 32 | state's number) comes before another: by priority, then by state."""
    if one >> 32 != other >> 32:
        return one < other
    left, right = one & NUMBER, other & NUMBER
    for word in range(states.shape[1]):
        if states[left, word] != states[right, word]:
            return states[left, word] < states[right, word]
    return False


@njit(cache=True, nogil=True)
def push(queue: Array, size: int, entry: int, states: Array) -> None:
    """Add an entry to a heap of that size."""
    at = size
    while at > 0:
        above = (at - 1) >> 1
        if not before(states, entry, queue[above]):
            break
        queue[at] = queue[above]
        at = above
    queue[at] = entry


@njit(cache=True, nogil=True)
def pop(queue: Array, size: int, states: Array) -> Number:
    """Pop the first entry off a heap of that size."""
    top, last = queue[0], queue[size - 1]
    size -= 1
    at = 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and before(states, queue[child + 1], queue[child]):
            child += 1
        if not before(states, queue[child], last):
            break
        queue[at] = queue[child]
        at = child
    queue[at] = last
    return top


@njit(cache=True, nogil=True)
def file(queue: Array, links: Array, heads: Array, registers: Array, entry: int) -> None:
    """Add an entry to the buckets."""
    at = registers[UNUSED]
    if at >= 0:
        registers[UNUSED] = links[at]
    else:
        at = registers[QUEUED]
        registers[QUEUED] += 1
    priority = entry >> 32
    queue[at], links[at] = entry, heads[priority]
    heads[priority] = at
    registers[LEAST] = min(registers[LEAST], priority)


@njit(cache=True, nogil=True)
def unfile(queue: Array, links: Array, heads: Array, registers: Array) -> Number:
    """Remove the entry filed last from the first nonempty bucket, or return -1."""
    least = registers[LEAST]
    while least < len(heads) and heads[least] < 0:
        least += 1
    registers[LEAST] = least
    if least == len(heads):
        return -1
    at = heads[least]
    heads[least] = links[at]
    links[at] = registers[UNUSED]
    registers[UNUSED] = at
    return queue[at]


@njit(cache=True, nogil=True)
def advance(  # noqa: PLR0911 (a way out a reason to stop)
    graph: Any, states: Array, slots: Array, costs: Array, parents: Array, closed: Array, queue: Array, links: Array,
    heads: Array, taken: Array, registers: Array, rules: Array, pops: int,
) -> Number:  # fmt: skip
    """Process at most `pops` entries; return EXHAUSTED, OUT_OF_NODES, GOAL (state FOUND), or which array has to grow."""
    own, other, reopen, free, batch = rules[OWN], rules[OTHER], rules[REOPEN], rules[FREE], rules[BATCH]
    most = len(graph.successors)
    hashes = np.empty(most, np.uint64)
    while True:
        if registers[COUNT] + most > len(states):
            return NO_ROOM
        if registers[QUEUED] + most > len(queue):
            return NO_QUEUE
        if batch and registers[TAKEN] == 0:
            while registers[TAKEN] < batch and registers[QUEUED]:
                taken[batch - 1 - registers[TAKEN]] = pop(queue, registers[QUEUED], states)
                registers[QUEUED] -= 1
                registers[TAKEN] += 1
            # The best of the batch comes first; for a short batch, the rows are compacted.
            for at in range(registers[TAKEN]):
                taken[at] = taken[batch - registers[TAKEN] + at]
        if pops == 0:
            return OUT_OF_NODES
        if batch:
            entry = taken[registers[TAKEN] - 1] if registers[TAKEN] else -1
            registers[TAKEN] -= registers[TAKEN] > 0
        elif free:
            entry = unfile(queue, links, heads, registers)
        elif registers[QUEUED]:
            entry = pop(queue, registers[QUEUED], states)
            registers[QUEUED] -= 1
        else:
            entry = -1
        if entry < 0:
            return EXHAUSTED
        number: Any = entry & NUMBER
        if batch:  # a stale entry is expanded at its state's current cost
            number = find(slots, states, states, number, hashed(states, number))
        if closed[number] and not batch:
            if reopen:
                registers[POPPED] += 1
                pops -= 1
            continue
        registers[POPPED] += 1
        pops -= 1
        registers[PRIORITY] = max(registers[PRIORITY], entry >> 32)
        successors = expand(graph, states, number, batch > 0)
        if graph.about[IS_GOAL] and (not batch or number == 0):
            registers[FOUND] = number
            return GOAL
        if free and successors:
            highest = own * (costs[number] + 1) + other * graph.estimates[:successors].max()
            if highest >= len(heads):
                file(queue, links, heads, registers, entry)
                registers[POPPED] -= 1
                registers[WANTED] = highest
                return NO_BUCKETS
        closed[number] = True
        registers[EXPANDED] += 1
        registers[GENERATED] += successors
        cost = costs[number] + 1
        for row in range(successors):
            hashes[row] = hashed(graph.successors, row)
            fetch(slots, hashes[row])
        for row in range(successors):
            priority = own * cost + other * graph.estimates[row]
            child = find(slots, states, graph.successors, row, hashes[row])
            new = registers[COUNT]
            if child < 0:
                enter(slots, states, new, graph.successors, row, hashes[row], ~child)
            elif cost >= costs[child] or (closed[child] and not reopen):
                continue
            else:
                # The stale entry keeps its number, cost and parent, so that plans have the cost that the entry had.
                for word in range(states.shape[1]):
                    states[new, word] = states[child, word]
                supersede(slots, hashes[row], child, new)
                closed[child] = True
            child = new
            registers[COUNT] += 1
            costs[child], parents[child], closed[child] = cost, number, False
            if batch and graph.reached[row]:
                registers[FOUND] = child
                return GOAL
            if free:
                file(queue, links, heads, registers, priority << 32 | child)
            else:
                push(queue, registers[QUEUED], priority << 32 | child, states)
                registers[QUEUED] += 1


class Search:
    """A search from one state, run in slices."""

    def __init__(self, graph: Any, root: Words, rules: Rules, allowed: int) -> None:
        self.graph, self.rules = graph, rules
        self.table = Table(
            graph.successors.shape[1], allowed, {"costs": np.int32, "parents": np.int32, "closed": np.bool_}
        )
        self.queue: Integers = np.zeros(FIRST_ENTRIES, dtype=np.int64)
        self.links: Integers = np.zeros(FIRST_ENTRIES if rules.free else 0, dtype=np.int64)
        self.heads: Integers = np.full(FIRST_ENTRIES if rules.free else 0, -1, dtype=np.int64)
        self.taken: Integers = np.zeros(max(rules.batch, 1), dtype=np.int64)
        self.registers: Integers = np.zeros(11, dtype=np.int64)
        self.registers[UNUSED] = self.registers[FOUND] = -1
        self.registers[COUNT] = enter_all(self.table.slots, self.table.states, 0, root)
        self.table.beside["parents"][0] = -1
        expand(graph, root, 0, False)
        priority = rules.weights[1] * int(graph.about[ESTIMATE])
        self.queue[0] = priority << 32
        self.registers[QUEUED] = 1
        if rules.free:
            self._more_buckets(priority)
            self.heads[priority], self.links[0] = 0, -1

    def run(self, pops: int) -> int:
        """Take at most that many entries off the queue; return EXHAUSTED, OUT_OF_NODES or GOAL. Raises OutOfMemory."""
        rules = np.array([*self.rules.weights, self.rules.reopen, self.rules.free, self.rules.batch], dtype=np.int64)
        before_ = int(self.registers[POPPED])
        while True:
            table, beside = self.table, self.table.beside
            code = int(
                advance(
                    self.graph, table.states, table.slots, beside["costs"], beside["parents"], beside["closed"], self.queue,
                    self.links, self.heads, self.taken, self.registers, rules,
                    pops - (int(self.registers[POPPED]) - before_),
                )
            )  # fmt: skip
            if code == NO_ROOM:
                table.grow(
                    int(self.registers[COUNT]), int(self.registers[COUNT]) + len(self.graph.successors), self._bytes
                )
            elif code == NO_QUEUE:
                self._longer_queue()
            elif code == NO_BUCKETS:
                self._more_buckets(int(self.registers[WANTED]))
            else:
                return code

    def path(self) -> Words:
        """Return the states from the start to the goal, as rows."""
        numbers = [int(self.registers[FOUND])]
        while numbers[-1] > 0:
            numbers.append(int(self.table.beside["parents"][numbers[-1]]))
        return self.table.states[numbers[::-1]]

    @property
    def _bytes(self) -> int:
        return self.queue.nbytes + self.links.nbytes + self.heads.nbytes

    def _longer_queue(self) -> None:
        more = 2 * (len(self.queue) + len(self.graph.successors))
        each = 16 if self.rules.free else 8
        if self.table.bytes_for(self.table.capacity) + self._bytes + each * more > self.table.allowed:
            raise OutOfMemory(f"{self.registers[QUEUED]} entries fill the {self.table.allowed} bytes of the search")
        self.queue = np.concatenate([self.queue, np.zeros(more - len(self.queue), dtype=np.int64)])
        if self.rules.free:
            self.links = np.concatenate([self.links, np.zeros(more - len(self.links), dtype=np.int64)])

    def _more_buckets(self, priority: int) -> None:
        more = max(0, 2 * (priority + 1) - len(self.heads))
        if 8 * more + self._bytes + self.table.bytes_for(self.table.capacity) > self.table.allowed:
            raise OutOfMemory(f"a bucket for priority {priority} does not fit {self.table.allowed} bytes")
        self.heads = np.concatenate([self.heads, np.full(more, -1, dtype=np.int64)])
