"""Costs in the user's numbers: fractions are exact, the greatest sum is found if wanted, answers pass `check`."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import api
from exactcover.model.amounts import amount, exact, from_json, in_json, in_whole_numbers, of_fraction
from exactcover.model.errors import InvalidInput, InvalidModel, Unsuitable
from tests.brute_covers import solutions
from tests.schemas import validate

ITEMS, OPTIONS = ["a", "b"], [["a", "b"], ["a"], ["b"]]
THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (3, Fraction(3)),
        (0.1, Fraction(1, 10)),
        (np.int32(4), Fraction(4)),
        (np.float32(0.5), Fraction(1, 2)),
        (Decimal("2.50"), Fraction(5, 2)),
        (THIRD, THIRD),
        ("-1/3", -THIRD),
        ("2.5", Fraction(5, 2)),
        *((wrong, None) for wrong in (True, None, "x", "1/0", "", float("nan"), float("inf"), Decimal("1e99"), [1])),
    ],
)
def test_numbers_are_exact(value: Any, right: Fraction | None) -> None:
    """A float is its shortest digits; what is no number, or none of a size to be reckoned with, is None."""
    assert exact(value) == right


@given(st.fractions(-(10**9), 10**9, max_denominator=1000), st.booleans())
def test_amounts_come_back(value: Fraction, maximise: bool) -> None:
    """A number as a whole cost, in the user's numbers, in JSON and read again is the same one."""
    (cost, other), unit = in_whole_numbers([value, 1], maximise=maximise)
    assert (Fraction(cost) * unit, other * unit) == (value, Fraction(1))
    told = amount(cost, unit)
    assert from_json(json.loads(json.dumps(in_json(told)))) == told == of_fraction(value)


@pytest.mark.parametrize("value", [1.0, "2", "0.5", True, "1/2", "2/6", float("nan"), [1]])
def test_other_spellings_are_no_amounts_of_an_answer(value: Any) -> None:
    """A number is written in one way only: whole ones as integers, decimals as numbers, the rest as texts."""
    assert from_json(value) is None


def test_sums_beyond_64_bits_are_refused() -> None:
    """Neither whole costs nor scaled ones may pass what sums of the search hold."""
    for costs in ([2**62, 2**62], [2**62 + 0.5, Fraction(1, 7**20)]):
        with pytest.raises(InvalidModel, match="the costs add up to 9223372036854775808 or more"):
            in_whole_numbers(costs, maximise=False)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from([0, 1, 2.5, -0.75, "1/3", Decimal("0.2")]), min_size=4, max_size=4),
    st.booleans(),
)
def test_the_best_is_that_of_brute_force(costs: list[Any], maximise: bool) -> None:
    """Of fractions, below 0 or not, the least or the greatest sum is found, and the answer is judged and described as such."""
    options = [*OPTIONS, ["a", "b"]]
    subject = api.cover(ITEMS, options, costs=costs, maximise=maximise)
    prices = [exact(cost) or Fraction(0) for cost in costs]
    right = solutions({"a": (1, 1), "b": (1, 1)}, options)
    sums = [sum((prices[option] for option in each), Fraction(0)) for each in right]
    best = of_fraction((max if maximise else min)(sums))
    answer = api.solve(subject)
    assert (answer.status, answer.cost, answer.bound) == ("OPTIMAL", best, best)
    written = json.loads(json.dumps(answer.to_json()))
    validate("answer", written)
    assert api.check_text(subject, json.dumps(written), api.answered)["accepted"]
    listed = api.iterate(subject, optimal=True)
    assert len(list(listed)) == sums.count(Fraction(exact(best) or 0))


def test_forged_costs_and_bounds_are_refused() -> None:
    """An answer in the user's numbers is judged in them: another cost, or a bound on the wrong side, is a fault."""
    subject = api.cover(ITEMS, OPTIONS, costs=[2.5, 1, 1.25], maximise=True)
    told = api.solve(subject).to_json()
    assert told["cost"] == 2.5
    for changes in ({"cost": 5, "bound": 5}, {"bound": 2.25}, {"cost": "5/2"}, {"bound": 3}):
        assert not api.check_text(subject, json.dumps(told | changes))["accepted"]


def test_a_bound_is_proved_in_whole_numbers_and_says_so() -> None:
    """The argument of a certificate begins with how it counts costs."""
    first = {
        maximise: api.prove(
            api.cover(ITEMS, OPTIONS, costs=[2.5, 1, 1.25], maximise=maximise), argument="prices"
        ).argument[0]
        for maximise in (False, True)
    }
    assert first[False] == "Costs are counted here as those of the puzzle times 4."
    assert first[True].endswith("times 4, negated, because the greatest sum is wanted.")


def test_keys_and_json_keep_fractions() -> None:
    """The canonical puzzle has costs as given, and its export as JSON is the same puzzle; other formats refuse."""
    subject = api.puzzle("cover", items=ITEMS, options=OPTIONS, costs=[2.5, "1/3", 2], maximise=True)
    assert (subject.canonical()["costs"], subject.canonical()["maximise"]) == (["1/3", 2.5, 2], True)
    again = api.puzzle_sent({"format": "json", "text": api.export(subject, "json")[""].decode()})[0]
    assert again == subject
    for to in ("dlx", "opb", "lp", "mps", "txt"):
        with pytest.raises(Unsuitable, match=r"expected (lp or )?json"):
            api.export(subject, to)


def test_large_scaled_costs_are_solved() -> None:
    """Costs whose common unit makes them larger than prices take go to an engine that takes them."""
    answer = api.solve(api.cover(ITEMS, OPTIONS, costs=[1.0000000001, 0.5, 0.5]))
    assert (answer.status, answer.cost) == ("OPTIMAL", 1)
    assert answer.engine.name == "cpsat"


@pytest.mark.parametrize("cost", ["x", None, True, float("nan"), [1]])
def test_what_is_no_cost_is_refused(cost: Any) -> None:
    """A sentence shows the value."""
    with pytest.raises(InvalidInput, match="is not a number; expected one like"):
        api.cover(["a"], [["a"]], costs=[cost])
