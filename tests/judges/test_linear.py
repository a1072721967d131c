"""The judge of linear models: every clause and every row, each with its own fault."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.linear import Linear, Row

# x or y; not z or y; 1 <= 2x - y + 3z <= 4
MODEL = Linear(("x", "y", "z"), ((1, 2), (-3, 2)), (Row((0, 1, 2), (2, -1, 3), 1, 4),), objective=((2, 0), (-5, 2)))


def test_judge_agrees_with_arithmetic() -> None:
    """Of the eight assignments the judge accepts exactly those that satisfy the formula as Python evaluates it."""
    for bits in itertools.product((0, 1), repeat=3):
        x, y, z = bits
        right = bool((x or y) and (not z or y) and 1 <= 2 * x - y + 3 * z <= 4)
        assert (not judges.faults(MODEL, np.flatnonzero(bits))) == right
        assert judges.cost(MODEL, np.flatnonzero(bits)) == 2 * x - 5 * z


@pytest.mark.parametrize(
    ("selection", "fault"),
    [
        ([2], ["clause 0 is false", "clause 1 is false"]),
        ([1], ["row 0 sums to -1; expected 1 to 4"]),
        ([0, 2], ["clause 1 is false", "row 0 sums to 5; expected 1 to 4"]),
        ([3], ["variable 3 does not exist; expected 0 to 2"]),
        ([-1], ["variable -1 does not exist; expected 0 to 2"]),
        ([0, 0], ["a variable is listed twice"]),
    ],
)
def test_spoiled_assignments_are_refused(selection: list[int], fault: list[str]) -> None:
    """False clauses, rows out of range, unknown and repeated variables are each named."""
    assert not judges.faults(MODEL, np.array([0, 1]))
    assert judges.faults(MODEL, np.array(selection)) == fault


@pytest.mark.parametrize("selection", [np.array([0.0]), np.array([[0]]), np.array([])])
def test_assignments_that_are_no_row_of_integers_are_refused(selection: Integers) -> None:
    """An assignment of another type or shape is a fault, not a crash."""
    (found,) = judges.faults(MODEL, selection)
    assert found.startswith("the selection is an array of ")


def test_an_empty_clause_is_never_satisfied() -> None:
    """A model with an empty clause has no solution."""
    assert judges.faults(Linear(("x",), ((),), ()), np.array([0])) == ["clause 0 is false"]
