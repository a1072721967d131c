"""Exact covers as puzzles: read from keys, one digest for covers that ask the same, judged by names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.cover.order import in_order
from exactcover import api
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from tests.classic_covers import langford, queens

ITEMS = ["a", "b", ["c", 0, 2]]
OPTIONS = [["a", "c"], ["b"], ["b", "c"], ["a", "b"]]


def small() -> Any:
    """A cover with three solutions."""
    return puzzle("cover", items=ITEMS, options=OPTIONS)


def test_keys_make_the_cover_they_say() -> None:
    """Items with and without multiplicities and options by names give the count by hand."""
    assert api.count(small()).count == 3


def test_order_of_items_and_options_changes_no_digest() -> None:
    """A cover with its items and options in another order is the same puzzle."""
    shuffled = puzzle("cover", items=ITEMS[::-1], options=[option[::-1] for option in OPTIONS[::-1]])
    assert api.digest_of(shuffled.canonical()) == api.digest_of(small().canonical())


def test_costs_follow_their_options_into_order() -> None:
    """The cheapest solution stays the cheapest when options are put in order."""
    priced = puzzle("cover", items=ITEMS, options=OPTIONS, costs=[5, 1, 1, 9])
    answer = api.solve(priced)
    assert (answer.status, answer.cost) == ("OPTIMAL", 6)


def test_symmetries_follow_their_items_into_order() -> None:
    """Queens and Langford pairs keep their classes when the cover is put in order."""
    assert (api.count(queens(6)).count, api.count(queens(6)).classes) == (4, 1)
    assert (api.count(langford(7)).count, api.count(langford(7)).classes) == (52, 26)


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        ([], "no list of options"),
        ({"options": [["a", 1]]}, "no list of options"),
        ({"options": [["a", "c"], ["b"], ["b"]]}, "is chosen twice"),
        ({"options": [["a"], ["b"]]}, "does not exist"),
        ({"options": [["a", "zebra"]]}, 'option ["a", "zebra"] does not exist'),
        ({"options": [["a", "c", "c"], ["b"]]}, "does not exist"),
        ({"options": [["a", "c"]]}, "item 'b' is covered 0 times; expected 1"),
        ({"options": [["a", "b"], ["b", "c"]]}, "item 'b' is covered 2 times; expected 1"),
    ],
)
def test_referee_refuses_wrong_solutions(solution: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    assert any(fault in each for each in small().faults(solution))


def test_referee_accepts_right_solutions() -> None:
    """What the engine lists is right by names alone."""
    assert all(not small().faults(solution) for solution in api.iterate(small()))


def test_referee_refuses_a_model_that_lost_an_option() -> None:
    """A cover with an option less is not what the puzzle asks."""
    less = puzzle("cover", items=ITEMS, options=OPTIONS[1:])
    assert small().encoding_faults(less.value)
    assert not small().encoding_faults(small().value)
    assert small().encoding_faults(puzzle("pentominoes-6x10").encode().model)


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"items": [], "options": []}, "items is"),
        ({"items": ["a"], "options": "a"}, "options is"),
        ({"items": ["a"], "options": [[1]]}, "options is"),
        ({"items": [["a", 1]], "options": []}, "items has"),
        ({"items": ["a", "a"], "options": []}, "is named twice"),
        ({"items": [["a", 2, 1]], "options": []}, "least 2 > most 1"),
        ({"items": ["a"], "options": [["b"]]}, "unknown item 'b'"),
        ({"items": ["a"], "options": [["a"]], "costs": ["x"]}, "the cost 'x' is not a number"),
        ({"items": ["a"], "options": [["a"]], "costs": 3}, "costs is 3"),
        ({"items": ["a"], "options": [["a"]], "costs": [1, 2]}, "have 2 costs"),
        ({"items": ["a"], "options": [["a"]], "maximise": True}, "the options have no costs"),
        ({"items": ["a"], "options": [["a"]], "costs": [1], "maximise": 1}, "maximise is 1; expected yes or no"),
        ({"items": ["a"], "options": [["a"]], "costs": [2**63]}, "the costs add up to 9223372036854775808 or more"),
        ({"items": ["a"], "optoins": []}, "did you mean 'options'"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """Each fault of a specification is one sentence."""
    with pytest.raises(InvalidInput, match=sentence):
        puzzle("cover", **keys)


def test_connected_covers_are_refused() -> None:
    """Connectivity cannot be written into a puzzle of this kind."""
    given = cover(["a"], [["a"]])
    object.__setattr__(
        given, "connectivity", Connectivity(np.array([0]), np.empty((0, 2), dtype=np.int64), np.array([0]))
    )
    with pytest.raises(InvalidInput, match="must be connected"):
        in_order(given)


def test_covers_are_drawn_a_line_an_option() -> None:
    """The drawing of a solution has a row for every option chosen."""
    assert api.draw(small(), {"options": [["a", "c"], ["b"]]}).count("1") == 2


@pytest.mark.parametrize("ask", [api.solve, api.prove, api.count])
def test_an_item_in_no_option_is_named_with_costs_and_without(ask: Any) -> None:
    """The argument is that the item is in no option; nothing is said of what a solution would cost."""
    for costs in (None, [1]):
        answer = ask(api.cover(["a", "b"], [["a"]], costs=costs))
        assert answer.argument == ("The item b must be covered once, but it is in no option.",)


def test_a_model_with_other_items_or_without_the_costs_is_not_the_covers() -> None:
    """The referee compares the names of the items, and whether options have costs, each by itself."""
    of_costs = puzzle("cover", items=["a", "b"], options=[["a"], ["b"], ["a", "b"]], costs=[1, 2, 4])
    model = of_costs.encode().model
    assert isinstance(model, Cover)
    assert of_costs.encoding_faults(model) == []
    for other in (replace(model, items=("a", "c"), labels=()), replace(model, costs=None)):
        assert of_costs.encoding_faults(other) == ["the model's items or options are not the cover's"]
