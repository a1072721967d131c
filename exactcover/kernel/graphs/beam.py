"""Beam search of a state graph: layer by layer, each cut to its best states. Not here: the estimates (estimates.py)."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.state_graph import IS_GOAL, expand
from exactcover.kernel.graphs.state_table import Table, enter_all, find, hashed
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers


@njit(cache=True, nogil=True)
def widen(
    graph: Any,
    states: Array,
    slots: Array,
    begin: int,
    end: int,
    rows: Array,
    sums: Array,
    parents: Array,
    counts: Array,
) -> Number:
    """Expand states begin..end into rows that are in no earlier layer; return the first goal among them, or -1.

    counts: rows written, states expanded, successors generated.
    """
    for number in range(begin, end):
        successors = expand(graph, states, number, False)
        if graph.about[IS_GOAL]:
            return number
        counts[1] += 1
        counts[2] += successors
        for row in range(successors):
            if find(slots, states, graph.successors, row, hashed(graph.successors, row)) < 0:
                at = counts[0]
                for word in range(rows.shape[1]):
                    rows[at, word] = graph.successors[row, word]
                sums[at], parents[at] = graph.estimates[row], number
                counts[0] += 1
    return -1


class Search:
    """A search from one state, run in slices; `goal` is the number of the goal found, `cut` whether any layer was cut."""

    def __init__(self, graph: Any, root: Words, width: int, allowed: int) -> None:
        self.graph, self.width = graph, width
        self.table = Table(graph.successors.shape[1], allowed, {"parents": np.int64})
        self.begin, self.end = 0, int(enter_all(self.table.slots, self.table.states, 0, root))
        self.at = 0
        self.expanded = self.generated = 0
        self.goal: int | None = None
        self.cut = False
        self.waiting: list[tuple[Words, Integers, Integers]] = []

    def run(self, nodes: int) -> bool:
        """Expand at most that many states; return whether the search has ended. Raises OutOfMemory."""
        while nodes > 0 and self.goal is None and self.begin < self.end:
            chunk = min(nodes, self.end - self.at)
            rows = np.zeros((chunk * len(self.graph.successors), self.table.states.shape[1]), dtype=np.uint64)
            sums, parents = np.zeros(len(rows), dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
            counts = np.zeros(3, dtype=np.int64)
            goal = int(
                widen(
                    self.graph, self.table.states, self.table.slots, self.at, self.at + chunk, rows, sums, parents, counts
                )
            )  # fmt: skip
            self.expanded += int(counts[1])
            self.generated += int(counts[2])
            if goal >= 0:
                self.goal = goal
                break
            self.waiting.append((rows[: counts[0]], sums[: counts[0]], parents[: counts[0]]))
            self.at += chunk
            nodes -= chunk
            if self.at == self.end:
                self._next_layer()
        return self.goal is not None or self.begin == self.end

    def path(self) -> Words:
        """Return the states from the start to the goal, as rows."""
        assert self.goal is not None
        numbers = [self.goal]
        while numbers[-1] > 0:
            numbers.append(int(self.table.beside["parents"][numbers[-1]]))
        return self.table.states[numbers[::-1]]

    def _next_layer(self) -> None:
        rows, sums, parents = (np.concatenate(parts) for parts in zip(*self.waiting, strict=True))
        self.waiting = []
        order = np.lexsort((*rows.T[::-1], sums))
        rows, parents = rows[order], parents[order]
        new = np.ones(len(rows), dtype=np.bool_)
        new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        rows, parents = rows[new], parents[new]
        self.cut |= len(rows) > self.width
        rows, parents = rows[: self.width], parents[: self.width]
        if self.end + len(rows) > self.table.capacity:
            self.table.grow(self.end, self.end + len(rows))
        self.begin, self.at = self.end, self.end
        self.end = int(enter_all(self.table.slots, self.table.states, self.end, rows))
        self.table.beside["parents"][self.begin : self.end] = parents
