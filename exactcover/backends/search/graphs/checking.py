"""Checks the options of an engine on state graphs for a puzzle's own model, before anything is prepared."""

from __future__ import annotations

from exactcover.backends.search.graphs import closest_target, growths, state_graphs
from exactcover.model.answer import EngineOptions
from exactcover.model.encoding import Model
from exactcover.model.growth import Growth


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput if a model has no such estimate, or if an option does not apply."""
    heuristic = state_graphs.heuristic_asked(options)
    if not isinstance(model, Growth):
        state_graphs.check(model, heuristic, options)
    elif heuristic == closest_target.NAME:
        closest_target.check(model, options)
    else:
        growths.check(model, heuristic, options)
