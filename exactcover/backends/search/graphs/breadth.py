"""Breadth-first search from the start, or from the start and the goals at once until the two meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator

import numpy as np

from exactcover.backends.search.graphs import invariants, state_graphs, watching
from exactcover.backends.search.graphs.state_graphs import FINISHED, Pace, Question, Stop
from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs import breadth_first
from exactcover.kernel.graphs.breadth_first import AT_ONCE, GOAL, LAYER_DONE, Search
from exactcover.model.answer import Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Bound, End, Event
from exactcover.model.space import Sliding


def from_start(model: Model, question: Question, limits: Limits, pace: Pace) -> Iterator[Event]:
    """Search from the start until a goal is expanded, or nothing is left."""
    search = Search(question.graph, question.root, state_graphs.memory(limits))
    watching.begin(limits, search, question)

    def advance(nodes: int) -> bool:
        spent = search.expanded
        while not search.exhausted:
            code = search.run(nodes - (search.expanded - spent), stop_at_goal=True, layers=AT_ONCE)
            if code != LAYER_DONE:
                return code == GOAL
        return True

    searching = pace.run(advance, lambda: search.expanded)
    stop = yield from _bounded(searching, lambda: search.depth) if question.reversible else searching
    if stop != FINISHED:
        bound = search.depth if question.reversible else None
        yield End(False, stop, bound=bound, statistics=_statistics(search))
    elif search.exhausted:
        yield _no_plan(model, question, search)
    else:
        goal = search.expanded
        path = search.path_to(goal) if question.reversible else search.table.states[goal : goal + 1]
        yield from state_graphs.solved(question.lift(path), _statistics(search), optimal=question.reversible)


def _no_plan(model: Model, question: Question, *searches: Search) -> End:
    """Return the end of searches of which the first, from the start, is exhausted."""
    refutation = None
    if isinstance(model, Sliding):
        refutation = invariants.closed(model, question.lift, searches[0], in_order=question.in_order)
    return End(True, refutation=refutation, statistics=_statistics(*searches))


def _statistics(*searches: Search) -> Statistics:
    expanded = sum(search.expanded for search in searches)
    generated = sum(int(search.registers[breadth_first.GENERATED]) for search in searches)
    stored = sum(search.count for search in searches)
    return Statistics(nodes=expanded, generated=generated, expanded=expanded, stored=stored)


def explicit_goals(model: Model, question: Question, *, required: bool) -> Words | None:
    """Return the goals as packed states, or None if one leaves a block's position open; raises Unsuitable if they are
    required."""
    rows: list[Integers] = []
    if isinstance(model, Sliding):
        wanted = Counter(shape for shape, _ in model.start_blocks)
        for goal in model.goals:
            labels = np.zeros(model.cells, dtype=np.int64)
            for shape, cell in goal:
                labels[model.covered(shape, cell)] = shape + 1
            if Counter(shape for shape, _ in goal) != wanted:
                rows = []
                break
            if (labels > 0).sum() == (model.start > 0).sum():  # otherwise two blocks overlap: no state has them both
                rows.append(labels)
    if rows:
        assert isinstance(model, Sliding)
        return question.pack(np.stack(rows))
    if required:
        raise Unsuitable(
            "bfs cannot search from both ends, because a goal leaves a block's place open; expected bfs:one"
        )
    return None


def from_both(model: Model, question: Question, goals: Words, limits: Limits, pace: Pace) -> Iterator[Event]:
    """Search from both ends, expanding a whole layer of the smaller side at a time; the first meeting is on a shortest plan."""
    allowed = state_graphs.memory(limits)
    forward, backward = Search(question.graph, question.root, allowed), Search(question.graph, goals, allowed)
    meeting = backward.number_of(question.root)[0]
    while meeting < 0:
        if forward.exhausted:
            yield _no_plan(model, question, forward, backward)
            return
        smaller = forward if backward.exhausted or len(forward.newest()) <= len(backward.newest()) else backward
        other = backward if smaller is forward else forward
        stop = yield from _bounded(_layer(smaller, other, pace), lambda: forward.depth + backward.depth + 1)
        if stop != FINISHED:
            if backward.exhausted:  # a proof; the states from the start would only have given a certificate
                yield End(True, statistics=_statistics(forward, backward))
            else:
                yield End(
                    False, stop, bound=forward.depth + backward.depth + 1, statistics=_statistics(forward, backward)
                )
            return
        numbers = other.number_of(smaller.newest())
        met = np.flatnonzero(numbers >= 0)
        if len(met):
            meeting = (
                int(numbers[met[0]]) if other is backward else int(backward.number_of(smaller.newest()[met[:1]])[0])
            )
    row = backward.table.states[meeting : meeting + 1]
    path = np.concatenate([forward.path_to(int(forward.number_of(row)[0])), backward.path_to(int(meeting))[-2::-1]])
    yield from state_graphs.solved(question.lift(path), _statistics(forward, backward), optimal=True)


def _bounded(searching: Generator[Event, None, Stop], bound: Callable[[], int]) -> Generator[Event, None, Stop]:
    """Yield the events of a search and each improved lower bound from its depth; return why it ended."""
    reported = 0
    while True:
        try:
            yield next(searching)
        except StopIteration as end:
            stop: Stop = end.value
            return stop
        if bound() > reported:
            reported = bound()
            yield Bound(reported)


def _layer(side: Search, other: Search, pace: Pace) -> Generator[Event, None, Stop]:
    """Expand the newest layer of one of two searches with shared limits."""
    besides = other.table.bytes_for(other.table.capacity)
    return pace.run(
        lambda nodes: side.run(nodes, stop_at_goal=False, besides=besides) == LAYER_DONE,
        lambda: side.expanded + other.expanded,
    )
