"""Iterative deepening: on any state graph, and on tiles with pattern databases, which have a dedicated compiled loop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial

from exactcover.backends.search.graphs import patterns, state_graphs, watching
from exactcover.kernel.arrays import Array
from exactcover.kernel.graphs import depth_first, pattern_database, tile_deepening
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model
from exactcover.model.events import Bound, End, Event
from exactcover.model.space import Sliding

LARGE_CELLS, SMALL_TILES, PATIENCE = 16, 4, 20_000_000
"""On boards of more cells, databases of at most so many tiles are used for so many expansions before larger ones are made."""


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
    """Search a tile puzzle with additive pattern databases; tell a bound before they are made, which may take seconds.

    With `grows=yes`, small databases come first on large boards: they are made at once, and may be all that is needed.
    """
    yield Bound(max(state_graphs.start_estimates(model).values(), default=0))
    neighbours = pattern_database.neighbours_of(model.floor)
    search: tile_deepening.Search | None = None
    for sizes, patience in _stages(model, options):
        home, cut, made = yield from state_graphs.pattern_tables(model, options, sizes)
        before, search = (
            search,
            tile_deepening.Search(
                patterns.lookups(model, home, cut, made), neighbours, model.start, home.blank_of(model)
            ),
        )
        told = -1 if before is None else before.limit
        if before is not None:
            search.continue_from(before)
        watch = partial(watching.begin, pace.limits, search, None)
        ended = yield from _deepened(search, lambda boards: boards, True, pace, watch, patience, told)
        if ended:
            return


def _stages(model: Sliding, options: EngineOptions) -> Iterator[tuple[str, int]]:
    """Yield the sizes of databases, and up to how many expansions they are used."""
    home = patterns.home_of(model)
    if options.own.get("grows") == "yes" and model.cells > LARGE_CELLS and home is not None:
        yield patterns.sizes_of_at_most(home, SMALL_TILES), PATIENCE
    yield "", state_graphs.NO_LIMIT


def _deepened(
    search: depth_first.Search | tile_deepening.Search,
    lift: Callable[[Array], Integers],
    admissible: bool,
    pace: state_graphs.Pace,
    watch: Callable[[], None],
    patience: int = state_graphs.NO_LIMIT,
    told: int = -1,
) -> Generator[Event, None, bool]:
    """Search below higher and higher limits; if the estimate is admissible, each limit passed is a bound.

    watch: called before each iteration; told: a bound that is known. Yields an End, unless there have been as many expansions
    as `patience` says: then returns False.
    """
    while True:
        watch()
        bound = search.limit if admissible else None
        if bound is not None and bound > told:
            yield Bound(bound)
        code = depth_first.OUT_OF_NODES

        def advance(nodes: int) -> bool:
            nonlocal code
            code = search.run(nodes)
            return code != depth_first.OUT_OF_NODES or search.expanded >= patience

        stop = yield from pace.run(advance, lambda: search.expanded, f"no plan below {search.limit} moves")
        statistics = Statistics(nodes=search.expanded, expanded=search.expanded, generated=search.generated)
        if stop != state_graphs.FINISHED:
            yield End(False, stop, bound=bound, statistics=statistics)
            return True
        if code == depth_first.OUT_OF_NODES:
            return False
        if not search.exhausted:
            yield from state_graphs.solved(lift(search.path()), statistics, admissible)
            return True
        if search.beyond is None:
            yield End(True, statistics=statistics)
            return True
        search.deepen(search.beyond)
