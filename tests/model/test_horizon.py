"""Horizons: every way to be malformed is refused, and what is known of horizons ahead is read off the tables."""

from __future__ import annotations

from typing import Any

import pytest

from exactcover.model.errors import InvalidModel
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear


def horizon(**changed: Any) -> Horizon:
    """A switch that is off, is turned on by a move, and should be on."""
    layer = Linear(("on", "turned"), (), ())
    given: dict[str, Any] = {
        "layer": layer,
        "arrival": Linear(layer.variables, ((2,),), ()),
        "step": ((-4, 3),),
        "start": (-1, -2),
        "goal": 1,
        "earliest": [1, 1],
        "remaining": [0, 2],
    }
    return Horizon(**(given | changed))


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"arrival": Linear(("x",), (), ())}, "the arrival has its own variables"),
        ({"step": ((5,),)}, "a step has literal 5; expected 1 to 4"),
        ({"step": ((0,),)}, "a step has literal 0"),
        ({"start": (3,)}, "the start has literal 3; expected 1 to 2"),
        ({"goal": 0}, "the goal has literal 0"),
        ({"detours": (3,)}, "the detours has literal 3"),
        ({"earliest": [1]}, "the table earliest has 1 numbers; expected 2"),
        ({"remaining": [0, -1]}, "the table remaining has 2 numbers; expected 2, none below 0"),
        ({"stride": 0}, "least is 0 and stride 0"),
        ({"least": -1}, "least is -1"),
    ],
)
def test_malformed_horizons_are_refused(changed: dict[str, Any], match: str) -> None:
    """Each fault has a sentence of its own."""
    with pytest.raises(InvalidModel, match=match):
        horizon(**changed)


def test_lengths_come_in_strides() -> None:
    """From any number on, the next length that a plan may have is least plus a multiple of stride."""
    assert [horizon(least=3, stride=2).next_length(after) for after in (0, 3, 4, 5, 6)] == [3, 3, 5, 5, 7]


def test_late_variables_are_forbidden_before_a_goal() -> None:
    """What needs two layers to a goal is in neither of the last two, and not where it could not be anyway."""
    assert horizon().late(5) == [(4, 1), (5, 1)]
    assert horizon().late(1) == [(1, 1)]


def test_detours_are_limited_by_what_is_to_spare() -> None:
    """The j-th length allows j detours, and beyond those that are counted nothing is known."""
    counted = horizon(least=3, stride=2, detours=(1, 2))
    assert [counted.detours_at_most(moves) for moves in (3, 5, 7)] == [1, 2, None]
