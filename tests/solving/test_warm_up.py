"""Engines made ready on tiny models: every engine that can have a kind of model solves the tiny one of it."""

from __future__ import annotations

import pytest

from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Found
from exactcover.solving import warm_up
from exactcover.transform.reductions import chain

PAIRS = [
    (name, kind)
    for name in backends.NAMES
    for kind in sorted(warm_up.TINY)
    if name not in warm_up.READY_AT_START
    and (kind == "tiling" or backends.engine(name).accepts != ("tiling",))
    and (kind not in ("cover", "growth") or kind in backends.engine(name).accepts)
    and (kind != "sliding" or backends.engine(name).accepts != ("cover",))
    and (name, kind) != ("prices", "tiling")  # where nothing costs
]


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_tiny_models_are_solved_by_engines_that_take_them(name: str, kind: str) -> None:
    """An engine finds the solution of every tiny model that leads to what it accepts, and warming notes it."""
    model = warm_up.TINY[kind]()
    warm_up.warm_up(name, model)
    assert (name, kind) in warm_up.WARM
    tiny = chain.reduce(model, backends.engine(name).accepts).model
    *events, end = backends.engine(name).run("solve", tiny, EngineOptions(), Limits())
    assert any(isinstance(event, Found) for event in events)
    assert isinstance(end, End)


def test_engines_that_cannot_have_a_model_are_left_alone() -> None:
    """Sliding blocks lead to no cover: an engine of covers is not warmed with them, and says so when it is asked."""
    with pytest.raises(InvalidInput, match="expected one that leads to"):
        chain.reduce(warm_up.TINY["sliding"](), ("cover",))
