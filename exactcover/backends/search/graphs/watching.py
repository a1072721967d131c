"""The order in which a search of states visits them, recorded for people who want to see it: the first few hundred.

A watched search runs node by node, which is slow; it is run once more for this, on a small budget. Best-first, breadth-first,
beam and depth-first searches can be watched. Not here: drawing boards, and searches of covers (cover/watching.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs.state_graph import ESTIMATE, IS_GOAL
from exactcover.model.answer import Limits
from exactcover.model.arrays import Integers

if TYPE_CHECKING:  # a search that nobody watches imports its own kernel only
    from exactcover.kernel.graphs import beam, best_first, breadth_first, depth_first, tile_deepening


class Visit(NamedTuple):
    """A state that was expanded: its row, the moves so far, and the estimate and the priority, if the search has them.

    A row is a packed state, or a board if the search has no graph.
    """

    row: Words | Integers
    moves: int
    estimate: int | None = None
    priority: int | None = None
    goal: bool = False


class Watcher:
    """Takes note of what a search visits; `labels` reads rows as states, once a search has begun."""

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self.question: Any = None
        self._note: Callable[[], None] = lambda: None

    def begin(self, search: Any, question: Any) -> None:
        """Begin to watch a search, or its next iteration; question: None if its states are boards."""
        from exactcover.kernel.graphs import beam, best_first, breadth_first, depth_first, tile_deepening

        self.question = question
        if isinstance(search, tile_deepening.Search):
            self._note = _tile_deepening(search, self.visits)
            return
        estimated = bool(question.heuristic)
        if isinstance(search, best_first.Search):
            self._note = _best_first(search, self.visits, estimated)
        elif isinstance(search, beam.Search):
            self._note = _beam(search, self.visits, estimated)
        elif isinstance(search, breadth_first.Search):
            self._note = _breadth_first(search, self.visits)
        elif isinstance(search, depth_first.Search):
            self._note = _depth_first(search, self.visits, estimated)

    def note(self) -> None:
        """Take note of the node that was visited just now."""
        self._note()


@dataclass(frozen=True)
class Watched(Limits):
    """Limits of a search that is watched: it runs node by node."""

    watcher: Watcher = field(default_factory=Watcher)


def begin(limits: Limits, search: Any, question: Any) -> None:
    """Begin to watch a search if its limits say so."""
    if isinstance(limits, Watched):
        limits.watcher.begin(search, question)


def _best_first(search: best_first.Search, visits: list[Visit], estimated: bool) -> Callable[[], None]:
    """Return what takes note of the entry that was taken off the queue; stale entries are no visits."""
    from exactcover.kernel.graphs import best_first

    registers, seen = search.registers, {"expanded": 0, "entry": _next_entry(search)}

    def note() -> None:
        entry, number = seen["entry"], seen["entry"] & int(best_first.NUMBER)
        expanded = int(registers[best_first.EXPANDED])
        goal = int(registers[best_first.FOUND]) >= 0
        if entry >= 0 and (expanded > seen["expanded"] or goal):
            estimate = int(search.graph.about[ESTIMATE]) if estimated else None
            moves = int(search.table.beside["costs"][number])
            row = search.table.states[number].copy()
            visits.append(Visit(row, moves, estimate, entry >> 32, goal and not search.rules.batch))
            if goal and search.rules.batch:  # recognised among the successors, and not expanded
                number = int(registers[best_first.FOUND])
                costs = search.table.beside["costs"]
                visits.append(Visit(search.table.states[number].copy(), int(costs[number]), goal=True))
        seen.update(expanded=expanded, entry=_next_entry(search))

    return note


def _next_entry(search: best_first.Search) -> int:
    """Return the entry that the search takes off its queue next; -1 if there is none."""
    from exactcover.kernel.graphs import best_first

    registers = search.registers
    if search.rules.batch and registers[best_first.TAKEN]:
        return int(search.taken[int(registers[best_first.TAKEN]) - 1])
    if search.rules.free:
        full = np.flatnonzero(search.heads[int(registers[best_first.LEAST]) :] >= 0)
        return int(search.queue[search.heads[int(registers[best_first.LEAST]) + full[0]]]) if len(full) else -1
    return int(search.queue[0]) if registers[best_first.QUEUED] else -1


def _breadth_first(search: breadth_first.Search, visits: list[Visit]) -> Callable[[], None]:
    """Return what takes note of the state that was expanded, or of the goal, which is the next one if none was expanded."""

    def note() -> None:
        goal = len(visits) == search.expanded and not search.exhausted
        while len(visits) < search.expanded + goal:
            row = search.table.states[len(visits)].copy()
            layer = int(np.searchsorted(search.starts, len(visits), side="right")) - 1
            visits.append(Visit(row, layer, goal=goal))

    return note


def _beam(search: beam.Search, visits: list[Visit], estimated: bool) -> Callable[[], None]:
    """Return what takes note of the state that was expanded; a layer is expanded in the order of its numbers."""

    def note() -> None:
        number = len(visits)
        if number < search.expanded + (search.goal is not None):
            moves = _length(search, number)
            estimate = int(search.graph.about[ESTIMATE]) if estimated else None
            visits.append(Visit(search.table.states[number].copy(), moves, estimate, goal=search.goal == number))

    return note


def _length(search: beam.Search, number: int) -> int:
    """Return the length of the path to a state."""
    moves = 0
    while number > 0:
        number = int(search.table.beside["parents"][number])
        moves += 1
    return moves


def _depth_first(search: depth_first.Search, visits: list[Visit], estimated: bool) -> Callable[[], None]:
    """Return what takes note of the state that was put on the path: the one after the last of the path before."""
    from exactcover.kernel.graphs import depth_first

    registers, seen = search.registers, {"expanded": search.expanded, "depth": -1}

    def note() -> None:
        goal = search.graph.about[IS_GOAL] and not search.exhausted and search.expanded == seen["expanded"]
        if search.expanded > seen["expanded"] or goal:
            moves = seen["depth"] + 1
            estimate = int(search.graph.about[ESTIMATE]) if estimated else None
            priority = None if estimate is None else moves + estimate
            visits.append(Visit(search.table.states[moves].copy(), moves, estimate, priority, bool(goal)))
        seen.update(expanded=search.expanded, depth=int(registers[depth_first.DEPTH]))

    return note


def _tile_deepening(search: tile_deepening.Search, visits: list[Visit]) -> Callable[[], None]:
    """Return what takes note of the board after a move; the start is counted once, before the first iteration."""
    from exactcover.kernel.graphs.depth_first import DEPTH

    if not visits:
        goal = not search.hopeless and bool(search.totals[0, 0] == 0)
        visits.append(Visit(search.start.copy(), 0, search.estimate, search.estimate, goal))
    seen = {"expanded": search.expanded}

    def note() -> None:
        if search.expanded > seen["expanded"]:
            moves = int(search.registers[DEPTH])
            estimate = int(search.totals[moves].max())
            goal = bool(search.totals[moves, 0] == 0)
            visits.append(Visit(search.board.copy(), moves, estimate, moves + estimate, goal))
        seen["expanded"] = search.expanded

    return note
