"""One target after the other: a published procedure that expands few states, but may not be optimal.

Every state aims at a target: at first the one nearest to the start, and once that is covered, the uncovered one nearest to it.
A state's priority is the cost since the last target was covered plus the distance in edge-steps to its target. The state with
the least priority is expanded first, ties last in first out, and the search ends as soon as a state that covers all targets is
generated. Placements are generated smaller pieces first, later orientations first. Nothing is proved.

*Historical note.* The published program breaks ties in the order of a hash set. Both published boards cost 9 there; in this
order they do too, in most others one of them costs 6, 10 or 11.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from exactcover.backends.search.graphs import growths, state_graphs
from exactcover.backends.search.graphs.state_graphs import FINISHED
from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs import growth as graphs
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.errors import InvalidInput, StopReason
from exactcover.model.events import End, Event, Found
from exactcover.model.growth import Growth

BYTES_A_STATE = 400


@dataclass(frozen=True, order=True)
class Open:
    """A state to be expanded: its priority and its number (later ones are less), its row, the target that it aims at, the cost
    since the last one was covered, and the moves that lead to it.
    """

    priority: int
    number: int
    row: bytes = field(compare=False)
    aim: int = field(compare=False)
    paid: int = field(compare=False)
    moves: tuple[int, ...] = field(compare=False)


class Search:
    """The search, run in slices; `moves` lead to the solution once there is one."""

    def __init__(self, growth: Growth, allowed: int) -> None:
        self.graph = graphs.prepare(growth, graphs.SUMMED)
        self.most = allowed // BYTES_A_STATE
        self.where = np.argwhere(growth.region)
        targets: list[int] = self.graph.targets.tolist()
        roots: list[int] = np.flatnonzero(self.graph.roots).tolist()
        self.targets = [target for target in targets if len(roots) > 1 or target not in roots]
        self.moves: tuple[int, ...] | None = None
        self.expanded = self.generated = self.popped = 0
        first = self._nearest(set(), roots[0]) if roots else -1
        row = graphs.start(self.graph)
        self.words = row.shape[1]
        self.open = [Open(0, 0, row.tobytes(), first, 0, ())] if roots and self.targets else []
        self.closed: set[bytes] = set()

    def run(self, nodes: int) -> bool:
        """Take that many states off the queue; return whether the search has ended. Raises OutOfMemory."""
        for _ in range(nodes):
            if not self.open or self.moves is not None:
                return True
            if len(self.open) > self.most:
                raise OutOfMemory(f"{len(self.open)} states fill the memory that the search may take")
            node = heapq.heappop(self.open)
            self.popped += 1
            if node.row not in self.closed:
                self.closed.add(node.row)
                self._expand(node)
        return self.moves is not None or not self.open

    def _expand(self, node: Open) -> None:
        row: Words = np.frombuffer(node.row, dtype=np.uint64).reshape(1, self.words)
        graphs.lay(self.graph, row.copy(), 0)
        moves = self.graph.moves[: graphs.list_moves(self.graph)].copy()
        before = self.graph.covered[: self.graph.counts[graphs.COVERED]].tolist()
        turns, offsets = np.divmod(moves, self.graph.sizes[graphs.BOX])
        pieces = self.graph.owners[turns]
        self.expanded += 1
        for each in np.lexsort((offsets, -turns, pieces, self.graph.piece_sizes[pieces])).tolist():
            self.generated += 1
            turn, piece = int(turns[each]), int(pieces[each])
            deltas = self.graph.deltas[self.graph.starts[turn] : self.graph.starts[turn + 1]]
            cells = self.graph.number_of[deltas + offsets[each]]
            aim, paid = node.aim, node.paid + len(cells)
            if aim in cells:
                aim, paid = self._nearest({*before, *cells.tolist()}, aim), len(cells)
                if aim < 0:
                    self.moves = (*node.moves, int(moves[each]))
                    return
            far = int(self.graph.distances[self.graph.targets == aim][0][[*before, *cells]].min())
            child = row[0].copy()
            for cell in cells.tolist():
                child[cell // 64] |= np.uint64(1 << cell % 64)
            child[int(self.graph.sizes[graphs.WORDS]) + piece // 64] |= np.uint64(1 << piece % 64)
            entry = Open(paid + far, -self.generated, child.tobytes(), aim, paid, (*node.moves, int(moves[each])))
            heapq.heappush(self.open, entry)

    def _nearest(self, covered: set[int], cell: int) -> int:
        """Return the uncovered target nearest to a cell by edge-steps, ties in order; -1 if none is left."""
        left = [target for target in self.targets if target not in covered]
        return min(left, key=lambda target: int(np.abs(self.where[target] - self.where[cell]).sum()), default=-1)


NAME = "closest-target"
"""The name of this estimate."""


def check(growth: Growth, options: EngineOptions) -> None:
    """Raise InvalidInput if nothing is to be covered at least cost, or if there is another option."""
    if growth.price != "cells":
        raise InvalidInput(
            "closest-target does not apply to a puzzle without targets; expected cells to cover at least cost"
        )
    if set(options.own) - {"heuristic"}:
        raise InvalidInput("closest-target was given another option; expected none")


def run(growth: Growth, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput, see `check`."""
    check(growth, options)
    pace = state_graphs.Pace(limits, 1)
    search = Search(growth, state_graphs.memory(limits))
    hopeless = bool((growth.wanted & ~growth.region).any())
    stop = yield from pace.run(lambda nodes: hopeless or search.run(nodes), lambda: search.popped)
    statistics = Statistics(
        nodes=search.popped,
        popped=search.popped,
        generated=search.generated,
        expanded=search.expanded,
        stored=len(search.open) + len(search.closed),
    )
    if search.moves is not None:
        yield Found(growths.placements(search.graph, growth, np.array(search.moves, dtype=np.int64)))
    reason: StopReason | None = "solutions" if search.moves is not None else None
    yield End(False, reason if stop == FINISHED else stop, statistics=statistics)
