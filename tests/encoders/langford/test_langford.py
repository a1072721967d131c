"""Langford pairs as puzzles: counted as published, judged by the places between, one symmetry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.solutions import NumberRow
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate

RIGHT = [2, 3, 1, 2, 1, 3]


@pytest.mark.parametrize(
    ("n", "count", "classes"), [(1, 0, 0), (2, 0, 0), (3, 2, 1), (4, 2, 1), (5, 0, 0), (7, 52, 26), (8, 300, 150)]
)
def test_counts_are_those_published(n: int, count: int, classes: int) -> None:
    """All rows, and those up to reading backwards."""
    answer = api.count(f"langford n={n}")
    assert (answer.count, answer.classes or 0) == (count, classes)


def test_classes_are_orbits_of_the_listed() -> None:
    """The rows for 7 that are listed are 52 different ones, and 26 pairs of a row and its reverse."""
    rows = [tuple(each.sequence) for each in api.iterate("langford n=7") if isinstance(each, NumberRow)]
    assert len(set(rows)) == 52
    assert len({min(row, row[::-1]) for row in rows}) == 26
    assert len(list(api.iterate("langford n=7", up_to_symmetry=True))) == 26


def test_a_row_is_found_and_drawn() -> None:
    """The answer fits its schema, and the drawing has each number twice."""
    answer = api.solve("langford n=3")
    validate("answer", answer.to_json())
    drawing = api.draw("langford n=3", answer.solution)
    assert [drawing.count(k) for k in "123"] == [2, 2, 2]
    assert api.draw("langford n=3").count("·") == 6


@pytest.mark.parametrize("n", [None, "0", "201", "-1"])
def test_bad_numbers_are_refused(n: Any) -> None:
    """The key n is a whole number from 1 to 200."""
    with pytest.raises(InvalidInput, match="expected a whole number from 1 to 200"):
        puzzle("langford", n=n)


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        ([], "no row of numbers"),
        ({"sequence": [*RIGHT[:5], "3"]}, "no row of numbers"),
        ({"sequence": RIGHT[:5]}, "the row has 5 numbers; expected 6"),
        ({"sequence": [*RIGHT[:5], 4]}, "place 5 has 4; expected 1 to 3"),
        ({"sequence": [*RIGHT[:5], 2]}, "2 occurs 3 times; expected twice"),
        ({"sequence": [3, 2, 1, 2, 1, 3]}, "1 places are between the two of 2; expected 2"),
    ],
)
def test_referee_refuses_wrong_solutions(solution: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    assert any(fault in each for each in puzzle("langford n=3").faults(solution))
    assert puzzle("langford n=3").faults({"sequence": RIGHT}) == []


def test_losses_of_the_encoding_are_caught() -> None:
    """Any option lost, another multiplicity, other symmetries: each is found."""
    four = puzzle("langford n=4")
    model = four.encode().model
    assert isinstance(model, Cover)
    assert model.symmetries is not None
    assert four.encoding_faults(model) == []
    for option in range(model.options):
        assert four.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert four.encoding_faults(replace(model, symmetries=None))
    assert four.encoding_faults(replace(model, symmetries=model.symmetries[:1]))
    assert four.encoding_faults(replace(model, least=model.least * 0, symmetries=None))
    assert four.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert four.encoding_faults(puzzle("langford n=5").encode().model)
    assert four.encoding_faults(puzzle("soma").encode().model)
