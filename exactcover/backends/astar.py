"""A*: the state with the least moves so far + estimate first; nodes are entries taken off the queue, stale ones included.

The plan is proved optimal if the estimate is proved admissible; otherwise it is FEASIBLE. `closed=reopen` pushes a state again
whenever a cheaper path to it is found, `closed=final` never reopens a closed state and replaces the entry of an open one.
`ties=state` breaks ties by the row of labels, `ties=free` in the fastest way.

Source: P. E. Hart, N. J. Nilsson, B. Raphael, IEEE Trans. SSC 4 (1968).
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Event
from exactcover.model.growth import Growth

accepts = ("sliding", "naive placement", "growth")
can = ("solve",)
options = ("heuristic", "closed", "ties", "pdb", "cache", "cells", "symmetric", "anytime")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an entry taken off the queue"


CLOSED, TIES = ("reopen", "final"), ("state", "free")
"""The values of the options closed and ties, the default first."""


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking, state_graphs

    if not isinstance(model, Growth):
        state_graphs.choice(options, "closed", CLOSED)
        state_graphs.choice(options, "ties", TIES)
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an unknown heuristic or rule."""
    if isinstance(model, Growth):
        from exactcover.backends.search.graphs import closest_target, growths, state_graphs
        from exactcover.kernel.graphs import growth_search

        if state_graphs.heuristic_asked(options) == closest_target.NAME:
            yield from closest_target.run(model, options, limits)
            return
        yield from growths.run(
            model, state_graphs.heuristic_asked(options), growth_search.Rules((1, 1)), options, limits
        )
        return
    from exactcover.backends.search.graphs import best, state_graphs
    from exactcover.kernel.graphs.best_first import Rules

    closed = state_graphs.choice(options, "closed", CLOSED)
    ties = state_graphs.choice(options, "ties", TIES)
    rules = Rules((1, 1), reopen=closed == "reopen", free=ties == "free")
    yield from best.run(model, state_graphs.heuristic_asked(options), rules, options, limits, "optimal")
