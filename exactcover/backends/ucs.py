"""Uniform-cost search: the state with the fewest moves so far first, ties by state; nodes are entries taken off the queue."""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Event
from exactcover.model.growth import Growth

accepts = ("sliding", "naive placement", "growth")
can = ("solve",)
options = ("cells", "symmetric")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an entry taken off the queue"


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking

    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; the plan found is a shortest one."""
    if isinstance(model, Growth):
        from exactcover.backends.search.graphs import growths
        from exactcover.kernel.graphs import growth_search

        yield from growths.run(model, "", growth_search.Rules((1, 0)), options, limits)
        return
    from exactcover.backends.search.graphs import best
    from exactcover.kernel.graphs.best_first import Rules

    yield from best.run(model, "", Rules((1, 0)), options, limits, "optimal")
