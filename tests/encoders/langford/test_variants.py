"""Langford sequences with more copies of each number, and hooked ones: published counts, an oracle, the judges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate


def by_hand(n: int, of: int, hooked: bool) -> set[tuple[int, ...]]:
    """All rows, by placing the numbers from n down wherever their copies are free."""
    length = of * n + hooked

    def placed(k: int, row: list[int]) -> Iterator[tuple[int, ...]]:
        if k == 0:
            yield tuple(row)
            return
        for first in range(length):
            places = [first + copy * (k + 1) for copy in range(of)]
            if places[-1] < length and not any(row[place] or (hooked and place == length - 2) for place in places):
                yield from placed(k - 1, [k if place in places else own for place, own in enumerate(row)])

    return set(placed(n, [0] * length))


@pytest.mark.parametrize(("n", "classes"), [(7, 0), (8, 0), (9, 3), (10, 5), (11, 0)])
def test_triples_are_counted_as_published(n: int, classes: int) -> None:
    """Langford triples up to reading backwards (OEIS A059107)."""
    answer = api.count(f"langford n={n} of=3")
    assert (answer.count, answer.classes or 0) == (2 * classes, classes)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.integers(2, 4), st.booleans())
def test_rows_are_those_by_hand(n: int, of: int, hooked: bool) -> None:
    """The rows that are listed are those that placing number after number finds, and the referee accepts them."""
    subject = puzzle("langford", n=n, of=of, hooked=hooked)
    answers: list[Any] = list(api.iterate(subject))
    assert {tuple(each["sequence"]) for each in answers} == by_hand(n, of, hooked)
    assert not any(subject.faults(dict(each)) for each in answers)


def test_hooked_rows_are_drawn_with_their_hole() -> None:
    """The one hooked row for 2 is 121.2; its answer fits its schema, and its hole is no cell of the picture."""
    answer = api.solve("langford n=2 hooked=yes")
    validate("answer", answer.to_json())
    assert answer.solution == {"sequence": [1, 2, 1, 0, 2]}
    assert puzzle("langford n=2 hooked=yes").picture(None).cells == {(0, 0), (0, 1), (0, 2), (0, 4)}


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"of": 1}, "of is 1; expected a whole number from 2 to 10"),
        ({"hooked": 2}, "hooked is 2; expected yes or no"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """Each fault of a key has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("langford", n=3, **keys)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("words", "row", "fault"),
    [
        ("n=2 hooked=yes", [1, 2, 1, 2, 2], "place 3 has 2; expected 0, for the last place but one is empty"),
        ("n=2 hooked=yes", [0, 2, 1, 0, 2], "place 0 has 0; expected 1 to 2"),
        ("n=2 hooked=yes", [1, 2, 1, 2], "the row has 4 numbers; expected 5"),
        ("n=1 of=3", [1, 1, 1], "0 places are between the two of 1; expected 1"),
        ("n=2 of=3", [1, 2, 1, 2, 2, 2], "1 occurs 2 times; expected 3 times"),
    ],
)
def test_referee_refuses_wrong_rows(words: str, row: list[int], fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    assert fault in puzzle(f"langford {words}").faults({"sequence": row})


@pytest.mark.parametrize("words", ["n=4 of=3", "n=4 hooked=yes"])
def test_losses_of_the_encoding_are_caught(words: str) -> None:
    """Any option lost, another multiplicity, other symmetries: each is found."""
    subject = puzzle(f"langford {words}")
    model = subject.encode().model
    assert isinstance(model, Cover)
    assert subject.encoding_faults(model) == []
    for option in range(model.options):
        assert subject.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    identity = np.arange(len(model.items))[None, :]
    assert subject.encoding_faults(replace(model, symmetries=identity))
    assert subject.encoding_faults(replace(model, least=model.least * 0, symmetries=None))
    assert subject.encoding_faults(puzzle("langford n=4").encode().model)
