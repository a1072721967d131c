"""The engine highs: optima against brute force, bounds that rise, limits, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from exactcover import judges
from exactcover.backends import highs
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Bound, End, Event, Found
from tests.backends.search.test_prices import by_force, end_of, with_costs
from tests.random_models import random_cover


def run(model: Cover, limits: Limits = Limits()) -> list[Event]:
    """The events of the engine."""
    return list(highs.run("solve", model, EngineOptions(), limits))


def test_optima_agree_with_brute_force() -> None:
    """On random covers the optimum, or that there is none, is what brute force finds; bounds rise and stay below."""
    for seed in range(80):
        model = with_costs(seed)
        events, best = run(model), by_force(model)
        selections = [event.selection for event in events if isinstance(event, Found)]
        bounds = [event.value for event in events if isinstance(event, Bound)]
        assert end_of(events).exhausted, seed
        assert (judges.cost(model, selections[-1]) if selections else None) == best, seed
        assert not any(judges.faults(model, each) for each in selections)
        assert bounds == sorted(set(bounds))
        assert best is None or all(bound <= best for bound in bounds)


def test_without_costs_one_cover_is_enough() -> None:
    """A cover without costs is solved once, or exhausted."""
    for seed in range(1, 60, 2):
        model = replace(random_cover(seed), costs=None)
        events = run(model)
        feasible = by_force(replace(model, costs=np.zeros(model.options, dtype=np.int64))) is not None
        assert any(isinstance(event, Found) for event in events) == feasible, seed
        assert feasible or end_of(events).exhausted


def test_a_run_without_time_says_so() -> None:
    """With no time there is no answer, and the End names the limit."""
    last = end_of(run(with_costs(12), Limits(time=0.0)))
    assert isinstance(last, End)
    assert last.stop_reason == "time" or last.exhausted


def test_costs_beyond_floating_point_are_refused() -> None:
    """Sums of costs that floating point cannot tell apart do not suit the engine."""
    with pytest.raises(Unsuitable, match="add up to more than"):
        run(cover(["a"], [["a"]], costs=[2**50]))
