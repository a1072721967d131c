"""Breadth-first search of a state graph: layer by layer, every state once.

No parents are stored: if moves are reversible, a state of layer d has a neighbour in layer d - 1, and a plan is read backwards
off the layers; otherwise the previous layer is expanded again. Not here: what a state is (state_graph.py), and when to stop
(backends/bfs.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.state_graph import ESTIMATE, IS_GOAL, expand
from exactcover.kernel.graphs.state_table import Table, enter, enter_all, fetch, find, hashed, lookup
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

LAYER_DONE, OUT_OF_NODES, NO_ROOM, GOAL = range(4)
COUNT, HEAD, END, GENERATED, GOALS, LAYERS = range(6)
AT_ONCE = 256
"""Layers that a kernel expands at once, at most."""


@njit(cache=True, nogil=True)
def advance(
    graph: Any, states: Array, slots: Array, registers: Array, ends: Array, nodes: int, stop_at_goal: bool
) -> Number:
    """Expand the states HEAD..END of a layer, then further layers; return LAYER_DONE, OUT_OF_NODES, NO_ROOM or GOAL.

    nodes: the most states; ends: of as many layers as it is long, to be filled with the ends of the next ones, LAYERS of them.
    With GOAL, the state HEAD is a goal and has not been expanded.
    """
    hashes = np.empty(len(graph.successors), np.uint64)
    count, head, end = registers[COUNT], registers[HEAD], registers[END]
    layers = 0
    code = LAYER_DONE
    while True:
        if head == end:
            ends[layers] = end = count
            layers += 1
            if layers == len(ends) or head == end:
                break
        if nodes == 0:
            code = OUT_OF_NODES
            break
        if count + len(hashes) > len(states):
            code = NO_ROOM
            break
        successors = expand(graph, states, head, False)
        if stop_at_goal and graph.about[IS_GOAL]:
            code = GOAL
            break
        for row in range(successors):
            hashes[row] = hashed(graph.successors, row)
            fetch(slots, hashes[row])
        for row in range(successors):
            number = find(slots, states, graph.successors, row, hashes[row])
            if number < 0:
                enter(slots, states, count, graph.successors, row, hashes[row], ~number)
                count += 1
        registers[GENERATED] += successors
        registers[GOALS] += graph.about[IS_GOAL]
        head += 1
        nodes -= 1
    registers[COUNT], registers[HEAD], registers[END], registers[LAYERS] = count, head, end, layers
    return code


@njit(cache=True, nogil=True)
def goals_among(graph: Any, states: Array, count: int, goals: Array) -> None:
    """Fill `goals` with whether each of the first states is a goal."""
    for number in range(count):
        expand(graph, states, number, False)
        goals[number] = graph.about[IS_GOAL]


@njit(cache=True, nogil=True)
def estimates_of(graph: Any, states: Array, count: int, estimates: Array) -> Number:
    """Fill `estimates` with the estimate of each of the first states; return the number of moves over which it falls by more
    than one."""
    falls = 0
    for number in range(count):
        successors = expand(graph, states, number, False)
        estimates[number] = graph.about[ESTIMATE]
        for row in range(successors):
            falls += estimates[number] > graph.estimates[row] + 1
    return falls


@njit(cache=True, nogil=True)
def parent_in(graph: Any, states: Array, slots: Array, begin: int, end: int, number: int) -> Number:
    """Return the first state of begin..end of which a state is a successor."""
    for parent in range(begin, end):
        for row in range(expand(graph, states, parent, False)):
            if find(slots, states, graph.successors, row, hashed(graph.successors, row)) == number:
                return parent
    return -1


@njit(cache=True, nogil=True)
def trace(graph: Any, states: Array, slots: Array, starts: Array, number: int, numbers: Array) -> None:
    """Fill `numbers` (layers) with a path to a state: one of each layer, of which the next is a successor; the state is the last.

    starts: the number of the first state of each layer. A state's own successors are tried first; if moves are irreversible,
    the states of the layer before are expanded.
    """
    layer = len(numbers) - 1
    numbers[layer] = number
    while layer > 0:
        layer -= 1
        before = -1
        for row in range(expand(graph, states, number, False)):
            other = find(slots, states, graph.successors, row, hashed(graph.successors, row))
            if starts[layer] <= other < starts[layer + 1]:
                before = other
                break
        if before < 0:
            before = parent_in(graph, states, slots, starts[layer], starts[layer + 1], number)
        number = before
        numbers[layer] = number


class Search:
    """A search from one or more states, run in slices.

    starts: the number of the first state of each layer, including the one under construction; `registers[COUNT]` states are
    known.
    """

    def __init__(self, graph: Any, roots: Words, allowed: int) -> None:
        self.graph = graph
        self.table = Table(graph.successors.shape[1], allowed)
        self.registers: Integers = np.zeros(6, dtype=np.int64)
        self._ends: Integers = np.zeros(AT_ONCE, dtype=np.int64)
        self._room(len(roots))
        self.registers[COUNT] = enter_all(self.table.slots, self.table.states, 0, roots)
        self.registers[END] = self.registers[COUNT]
        self.starts = [0, self.count]

    @property
    def count(self) -> int:
        """The number of states known."""
        return int(self.registers[COUNT])

    @property
    def expanded(self) -> int:
        """The number of states whose successors were generated."""
        return int(self.registers[HEAD])

    @property
    def depth(self) -> int:
        """The layer being expanded; if goals were tested for, none is nearer."""
        return len(self.starts) - 2

    @property
    def exhausted(self) -> bool:
        """Whether no state is left to expand."""
        return self.starts[-1] == self.starts[-2]

    def run(self, nodes: int, stop_at_goal: bool, besides: int = 0, layers: int = 1) -> int:
        """Expand at most `nodes` states of this layer, and of the next ones if `layers`, up to AT_ONCE, is more than 1.

        Returns LAYER_DONE, OUT_OF_NODES or GOAL; besides: other bytes that count towards the limit. Raises OutOfMemory.
        """
        ends = self._ends[:layers]
        spent = self.expanded
        while True:
            left = nodes - (self.expanded - spent)
            table = self.table
            code = int(advance(self.graph, table.states, table.slots, self.registers, ends, left, stop_at_goal))
            self.starts += ends[: self.registers[LAYERS]].tolist()
            if code != NO_ROOM:
                return code
            self._room(self.count + len(self.graph.successors), besides)

    def path_to(self, number: int) -> Words:
        """Return the states from a root to a state of the table, as rows."""
        layer = int(np.searchsorted(self.starts, number, side="right")) - 1
        numbers = np.empty(layer + 1, dtype=np.int64)
        trace(self.graph, self.table.states, self.table.slots, np.array(self.starts), number, numbers)
        return self.table.states[numbers]

    def newest(self) -> Words:
        """Return the states of the layer to expand next."""
        return self.table.states[self.starts[-2] : self.starts[-1]]

    def number_of(self, rows: Words) -> Integers:
        """Return the numbers of rows in the table, -1 for those it does not have."""
        return lookup(self.table, rows)

    def goals(self) -> Array:
        """Return whether each known state is a goal."""
        goals = np.zeros(self.count, dtype=np.bool_)
        goals_among(self.graph, self.table.states, self.count, goals)
        return goals

    def estimated(self) -> tuple[Integers, int]:
        """Return the estimate of each known state, and the number of moves over which it falls by more than one."""
        estimates = np.zeros(self.count, dtype=np.int64)
        return estimates, int(estimates_of(self.graph, self.table.states, self.count, estimates))

    def depths(self) -> Integers:
        """Return the layer of each known state."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(np.array(self.starts)))

    def _room(self, wanted: int, besides: int = 0) -> None:
        if wanted > self.table.capacity:
            self.table.grow(self.count, wanted, besides)
