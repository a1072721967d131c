"""Weighted A*: moves so far + W x estimate, ties by state; nodes are entries taken off the queue.

W is a decimal number of 1 or more (5/4 is written 1.25). If the estimate is proved admissible, the plan is at most W times too
long, and the implied bound is reported.

Source: I. Pohl, Heuristic search viewed as path finding in a graph, AIJ 1 (1970).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Event
from exactcover.model.growth import Growth

accepts = ("sliding", "naive placement", "growth")
can = ("solve",)
options = ("heuristic", "weight", "pdb", "cache", "cells")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an entry taken off the queue"

USUAL_WEIGHT = "2"
MOST_WEIGHT = 1000
FINEST = 1000


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking

    _weight(options)
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an unknown heuristic or an invalid weight."""
    from exactcover.backends.search.graphs import best, state_graphs
    from exactcover.kernel.graphs.best_first import Rules

    weight = _weight(options)
    if isinstance(model, Growth):
        from exactcover.backends.search.graphs import growths
        from exactcover.kernel.graphs import growth_search

        of_growths = growth_search.Rules((weight.denominator, weight.numerator))
        yield from growths.run(model, state_graphs.heuristic_asked(options), of_growths, options, limits)
        return
    rules = Rules((weight.denominator, weight.numerator))
    yield from best.run(model, state_graphs.heuristic_asked(options), rules, options, limits, "weighted")


def _weight(options: EngineOptions) -> Fraction:
    """Return the weight of the estimate; raises InvalidInput."""
    text = options.own.get("weight", USUAL_WEIGHT)
    try:
        weight = Fraction(text)
    except (ValueError, ZeroDivisionError):
        weight = Fraction(0)
    if not 1 <= weight <= MOST_WEIGHT or weight.denominator > FINEST:
        raise InvalidInput(f"the option weight is {text!r}; expected a number from 1 to {MOST_WEIGHT}, like 1.5")
    return weight
