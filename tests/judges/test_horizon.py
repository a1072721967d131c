"""The judge of horizons: a right plan passes, and each kind of spoiled one has its own sentence."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear, count_row

LAYER = Linear(("on", "off", "turned"), (), (count_row((0, 1), 1, 1),))
SWITCH = Horizon(
    LAYER, Linear(LAYER.variables, ((3,),), ()), ((-6, 4), (-6, -1)), (-1, -3), 1, np.zeros(3, int), np.zeros(3, int)
)


def test_a_right_plan_passes() -> None:
    """Off, then turned on: no fault, and its cost is one move."""
    plan = np.array([[0, 1, 0], [1, 0, 1]])
    assert judges.faults(SWITCH, plan) == []
    assert judges.cost(SWITCH, plan) == 1


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        (np.zeros((0, 3), int), "has shape"),
        (np.zeros((1, 2), int), "has shape"),
        (np.array([[0, 2, 0]]), "neither 0 nor 1"),
        (np.array([[1, 0, 0]]), "literal -1 of the start"),
        (np.array([[0, 0, 0]]), "layer 0: row 0 sums to 0"),
        (np.array([[0, 1, 0], [1, 0, 0]]), "layer 1: clause 0 is false"),
        (np.array([[0, 1, 0], [0, 1, 1]]), "clause 0 of the step to layer 1"),
        (np.array([[0, 1, 0], [1, 0, 1], [1, 0, 1]]), "clause 1 of the step to layer 2"),
        (np.array([[0, 1, 0]]), "the last layer is not a goal"),
    ],
)
def test_spoiled_plans_are_refused(plan: Integers, fault: str) -> None:
    """Wrong shapes and values, a wrong start, a broken layer, a broken arrival, a broken step, no goal."""
    assert fault in judges.faults(SWITCH, plan)[0]
