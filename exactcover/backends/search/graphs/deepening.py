"""Iterative deepening: on any state graph, and on tiles with pattern databases, which have a dedicated compiled loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from exactcover.backends.search.graphs import patterns, state_graphs, watching
from exactcover.kernel.arrays import Array
from exactcover.kernel.graphs import depth_first, pattern_database, tile_deepening
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model
from exactcover.model.events import Bound, End, Event
from exactcover.model.space import Sliding


def graph(
    model: Model, heuristic: str | None, options: EngineOptions, limits: Limits, pace: state_graphs.Pace
) -> Iterator[Event]:
    """Search any state graph."""
    question = yield from state_graphs.question(model, heuristic, options)
    search = depth_first.Search(question.graph, question.root, state_graphs.memory(limits), 0)
    search.deepen(search.root_estimate)
    yield from _deepened(
        search, question.lift, question.admissible, pace, lambda: watching.begin(limits, search, question)
    )


def tiles(model: Sliding, options: EngineOptions, pace: state_graphs.Pace) -> Iterator[Event]:
    """Search a tile puzzle with additive pattern databases; tell a bound before they are made, which may take seconds."""
    yield Bound(max(state_graphs.start_estimates(model).values(), default=0))
    home, cut, made = yield from state_graphs.pattern_tables(model, options)
    neighbours = pattern_database.neighbours_of(model.floor)
    (blank,) = np.flatnonzero(model.floor.ravel() & (model.start == 0)).tolist()
    search = tile_deepening.Search(patterns.lookups(model, home, cut, made), neighbours, model.start, blank)
    yield from _deepened(search, lambda boards: boards, True, pace, lambda: watching.begin(pace.limits, search, None))


def _deepened(
    search: depth_first.Search | tile_deepening.Search,
    lift: Callable[[Array], Integers],
    admissible: bool,
    pace: state_graphs.Pace,
    watch: Callable[[], None],
) -> Iterator[Event]:
    """Search below higher and higher limits; if the estimate is admissible, each limit passed is a bound.

    watch: called before each iteration.
    """
    while True:
        watch()
        bound = search.limit if admissible else None
        if bound is not None:
            yield Bound(bound)
        stop = yield from pace.run(
            lambda nodes: search.run(nodes) != depth_first.OUT_OF_NODES,
            lambda: search.expanded,
            f"no plan below {search.limit} moves",
        )
        statistics = Statistics(nodes=search.expanded, expanded=search.expanded, generated=search.generated)
        if stop != state_graphs.FINISHED:
            yield End(False, stop, bound=bound, statistics=statistics)
            return
        if not search.exhausted:
            yield from state_graphs.solved(lift(search.path()), statistics, admissible)
            return
        if search.beyond is None:
            yield End(True, statistics=statistics)
            return
        search.deepen(search.beyond)
