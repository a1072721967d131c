"""Greedy search: the state with the least estimate first, ties by state; nodes are entries taken off the queue.

Nothing is proved about the plan's length; a state reached by a long path is expanded again if a shorter one is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Event
from exactcover.model.growth import Growth

accepts = ("sliding", "naive placement", "growth")
can = ("solve",)
options = ("heuristic", "pdb", "cache", "cells", "symmetric")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an entry taken off the queue"


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking

    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an unknown heuristic."""
    if isinstance(model, Growth):
        from exactcover.backends.search.graphs import growths, state_graphs
        from exactcover.kernel.graphs import growth_search

        yield from growths.run(
            model, state_graphs.heuristic_asked(options), growth_search.Rules((0, 1)), options, limits
        )
        return
    from exactcover.backends.search.graphs import best, state_graphs
    from exactcover.kernel.graphs.best_first import Rules

    yield from best.run(model, state_graphs.heuristic_asked(options), Rules((0, 1)), options, limits, "none")
