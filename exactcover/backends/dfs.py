"""Depth-first search: the first successor first, no state twice on one path; nodes are expansions.

The main option is the depth limit. An exhausted search has proved that there is no plan within the limit; one that was never
cut off, that there is none at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event
from exactcover.model.growth import Growth

accepts = ("sliding", "naive placement", "growth")
can = ("solve",)
options = ("depth", "cells")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a state expanded"


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking, state_graphs

    if "depth" in options.own and not isinstance(model, Growth):
        state_graphs.number_option(options, "depth", 0, least=0)
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an invalid depth."""
    if isinstance(model, Growth):
        from exactcover.backends.search.graphs import growths
        from exactcover.kernel.graphs import growth_search

        yield from growths.run(model, "", growth_search.Rules((1, 0), growth_search.BY_DEPTH), options, limits)
        return
    from exactcover.backends.search.graphs import state_graphs, watching
    from exactcover.kernel.graphs import depth_first

    pace = yield from state_graphs.begin(model, limits)
    if pace is None:
        return
    depth = state_graphs.number_option(options, "depth", 0, least=0) if "depth" in options.own else None
    question = yield from state_graphs.question(model, "", options)
    search = depth_first.Search(question.graph, question.root, state_graphs.memory(limits), depth)
    watching.begin(limits, search, question)
    stop = yield from pace.run(lambda nodes: search.run(nodes) != depth_first.OUT_OF_NODES, lambda: search.expanded)
    statistics = Statistics(nodes=search.expanded, expanded=search.expanded, generated=search.generated)
    if stop != state_graphs.FINISHED:
        yield End(False, stop, statistics=statistics)
    elif not search.exhausted:
        yield from state_graphs.solved(question.lift(search.path()), statistics, optimal=False)
    elif search.beyond is None:
        yield End(True, statistics=statistics)
    else:
        assert depth is not None
        yield End(
            False,
            bound=depth + 1 if question.reversible else None,
            remark=f"there is no plan of {depth} moves or fewer",
            statistics=statistics,
        )
