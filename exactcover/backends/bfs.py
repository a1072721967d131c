"""Breadth-first search: every state once, layer by layer; nodes are expansions. The plan is a shortest one.

`bfs:both` searches from the start and the goals at once, if every goal places all blocks; `bfs:one` from the start alone. The
default is `both` if that is possible. A search that is exhausted without finding a goal has proved that there is no plan; if
it searched from the start, the set of all reachable states is the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Event
from exactcover.model.growth import Growth

accepts = ("sliding", "naive placement", "growth")
can = ("solve",)
options = ("ends", "cells", "symmetric")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a state expanded"


ENDS = ("auto", "both", "one")


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking, state_graphs

    state_graphs.choice(options, "ends", ENDS)
    options = replace(options, own={key: value for key, value in options.own.items() if key != "ends"})
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput if both ends are requested and a goal leaves a block's position open."""
    if isinstance(model, Growth):
        from exactcover.backends.search.graphs import growths
        from exactcover.kernel.graphs import growth_search

        if options.own.get("ends") == "both":
            raise Unsuitable("bfs cannot search from both ends, because pieces grow from the start; expected bfs:one")
        options = replace(options, own={key: value for key, value in options.own.items() if key != "ends"})
        yield from growths.run(model, "", growth_search.Rules((1, 0), growth_search.BY_AGE), options, limits)
        return
    from exactcover.backends.search.graphs import breadth, state_graphs

    pace = yield from state_graphs.begin(model, limits)
    if pace is None:
        return
    ends = state_graphs.choice(options, "ends", ENDS)
    question = yield from state_graphs.question(model, "", options)
    goals = None if ends == "one" else breadth.explicit_goals(model, question, required=ends == "both")
    if goals is None:
        yield from breadth.from_start(model, question, limits, pace)
    else:
        yield from breadth.from_both(model, question, goals, limits, pace)
