"""Which engine for which model, and why, in one line."""

from __future__ import annotations

from exactcover import backends
from exactcover.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, kind_of
from exactcover.model.linear import Linear
from exactcover.model.malformed import Malformed


def choose(name: str, task: Task, model: Model) -> tuple[str, str]:
    """Return the engine to run and the reason; raises Malformed for an unknown engine or one that cannot do the task."""
    if name != "auto":
        engine = backends.engine(name)
        if task not in engine.can:
            raise Malformed(f"the engine {name} cannot {task}; expected one of {', '.join(engine.can)}")
        return name, "asked for"
    if isinstance(model, Linear):
        if model.objective is not None:
            return "cpsat", "a linear model with an objective: CP-SAT brings bounds"
        return "sat", "a linear model without costs: CaDiCaL"
    if isinstance(model, Cover) and model.connectivity is not None:
        return "cpsat", "a cover whose options must be connected: exact does not know connectivity"
    return "exact", f"a {kind_of(model)}: compiled exact-cover search is the fastest engine for those"
