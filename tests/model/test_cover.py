"""Covers: every invariant broken once, each refused with a sentence of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidModel
from exactcover.model.non_binding_items import non_binding_items

RIGHT: dict[str, Any] = {
    "items": ("a", "b"),
    "least": [1, 0],
    "most": [1, 1],
    "starts": [0, 1, 3],
    "members": [0, 0, 1],
}


def edges(pairs: list[list[int]], roots: list[int]) -> Connectivity:
    """A connectivity from lists, of all items that they name."""
    items = sorted({*roots, *(item for pair in pairs for item in pair)})
    return Connectivity(np.array(items), np.array(pairs), np.array(roots))


COLOURED: dict[str, Any] = RIGHT | {"colours": [0, 0, 1], "palette": ("red",)}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"colours": None}, "the palette has 1 colours and nothing is coloured"),
        ({"colours": [0, 1]}, "3 members have 2 colours"),
        ({"palette": ("red", "blue")}, "the palette is not in order"),
        ({"palette": ("red", "red")}, "the palette is not in order"),
        ({"palette": ("",)}, "the palette is not in order"),
        ({"palette": ()}, "the colours used are not all of 1 to 0"),
        ({"palette": ("blue", "red")}, "the colours used are not all of 1 to 2"),
        ({"colours": [0, 0, -1]}, "the colours used are not all of 1 to 1"),
        ({"colours": [0, 0, 0]}, "the colours used are not all of 1 to 1"),
        ({"items": ("a", "b:c")}, "the name 'b:c' has a colon"),
        ({"palette": ("r:d",)}, "the name 'r:d' has a colon"),
        ({"colours": [0, 1, 0]}, "item 'a' has a colour and is not secondary"),
        ({"most": [1, 2]}, "item 'b' has a colour and is not secondary"),
        ({"connectivity": edges([[0, 1]], [0])}, "a cover has colours and connectivity"),
    ],
)
def test_wrong_colours_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each invariant of colours and their palette has its own sentence."""
    Cover(**COLOURED)
    with pytest.raises(InvalidModel, match=sentence):
        Cover(**COLOURED | changed)


def test_colours_are_read_behind_the_names_of_items() -> None:
    """Options that differ in a colour are different; the palette has each name once, in order."""
    model = cover(["a"], [["s:red", "a"], ["a", "s:blue"], ["a", "s"], ["a", "t:red"]], secondary=["s", "t"])
    assert model.palette == ("blue", "red")
    assert list(model.every_option()) == [("a", "s:red"), ("a", "s:blue"), ("a", "s"), ("a", "t:red")]
    assert [model.option(number) for number in range(4)] == list(model.every_option())
    for options, fault in (
        ([["a", "s:"]], "an empty colour"),
        ([["a", "u:red"]], "unknown item 'u:red'"),
        ([["a", "s:red", "s:blue"]], "item 's' twice"),
        ([["a", "s:red"], ["s:red", "a"]], "option 1 repeats option 0 \\(a s:red\\)"),
    ):
        with pytest.raises(InvalidModel, match=fault):
            cover(["a"], options, secondary=["s"])


def test_items_of_one_colour_are_not_binding() -> None:
    """An item that all its options give the same colour asks for nothing; one with two colours, or none in one, does."""
    options = [["a", "s:x", "t:x", "u:x"], ["b", "s:x", "t:y", "u"]]
    model = cover(["a", "b"], options, secondary=["s", "t", "u"])
    assert non_binding_items(model).tolist() == [False, False, True, False, False]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"items": ("a", "a")}, "item 'a' is named twice"),
        ({"items": ("a", "")}, "item 1 has an empty name"),
        ({"least": [1]}, "2 items have 1 least and 2 most"),
        ({"most": [1, 1, 1]}, "2 items have 2 least and 3 most"),
        ({"least": [1, -1]}, "item 'b' has least -1; expected 0 or more"),
        ({"least": [2, 0]}, "item 'a' has least 2 > most 1"),
        ({"least": [[1, 0]]}, "an array of 2 dimensions was given; expected 1"),
        ({"least": [1.0, 0.0]}, "an array of float64 was given; expected integers"),
        ({"most": [True, True]}, "an array of bool was given; expected integers"),
        ({"most": [2**63, 2**63]}, "the number 9223372036854775808 was given; expected integers of 64 bits"),
        ({"starts": []}, "option starts do not rise from 0"),
        ({"starts": [1, 3]}, "option starts do not rise from 0"),
        ({"starts": [0, 1, 2]}, "option starts do not rise from 0 to the number of members"),
        ({"starts": [0, 2, 1, 3]}, "option starts do not rise from 0"),
        ({"starts": [0, 1, 1, 3]}, "option 1 is empty; expected at least one item"),
        ({"members": [0, 0, 2]}, "option 1 has unknown item number 2; expected 0 to 1"),
        ({"members": [-1, 0, 1]}, "option 0 has unknown item number -1"),
        ({"members": [0, 1, 1]}, "option 1 lists item 'b' twice or out of order"),
        ({"members": [0, 1, 0]}, "option 1 lists item 'a' twice or out of order"),
        ({"starts": [0, 1, 2], "members": [1, 1]}, "option 1 repeats option 0 \\(b\\)"),
        ({"starts": [0, 2, 3, 5], "members": [0, 1, 0, 0, 1]}, "option 2 repeats option 0 \\(a b\\)"),
        ({"costs": [1]}, "2 options have 1 costs; expected one an option"),
        ({"costs": [0.5, 1]}, "an array of float64 was given"),
        ({"connectivity": edges([[0, 2]], [0])}, "the connectivity names an item outside 0 to 1"),
        ({"connectivity": edges([[0, 1]], [-1])}, "the connectivity names an item outside 0 to 1"),
        ({"symmetries": [[1, 0]]}, "the first symmetry is not the identity"),
        ({"symmetries": []}, "the first symmetry is not the identity"),
        ({"symmetries": [[0, 1, 2]]}, "the first symmetry is not the identity"),
        ({"symmetries": [[0, 1], [0, 0]]}, "a symmetry is not a permutation of the items"),
        ({"symmetries": [[0, 1], [1, 0]]}, "symmetry 1 maps an item to one of another multiplicity"),
    ],
)
def test_malformed_covers_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each fault of a cover has its own sentence, and the cover without the fault is accepted."""
    assert Cover(**RIGHT).options == 2
    with pytest.raises(InvalidModel, match=sentence):
        Cover(**(RIGHT | changed))


@pytest.mark.parametrize(
    ("pairs", "roots", "sentence"),
    [
        ([[0, 1, 2]], [0], "a connectivity edge joins 3 items; expected 2"),
        ([[1, 1]], [0], "a connectivity edge joins an item to itself"),
        ([[0, 1]], [[0]], "an array of 2 dimensions was given; expected 1"),
        ([[0, 3]], [0], "a connectivity edge names an item that is not among its items"),
        ([[0, 1]], [3], "a connectivity root names an item that is not among its items"),
    ],
)
def test_malformed_connectivity_is_refused(pairs: Any, roots: Any, sentence: str) -> None:
    """An edge joins two different items, roots are a row of numbers, and both are among the items."""
    with pytest.raises(InvalidModel, match=sentence):
        Connectivity(np.arange(3), np.array(pairs), np.array(roots))


def test_items_of_a_connectivity_come_in_order() -> None:
    """Items named twice or out of order are refused."""
    with pytest.raises(InvalidModel, match="items of a connectivity are out of order"):
        Connectivity(np.array([1, 0]), np.array([[0, 1]]), np.array([0]))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([["a"], ["a", "hat"]], "option 1 has unknown item 'hat'; did you mean 'cat'?"),
        ([["a"], ["a", "zzzzzz"]], "option 1 has unknown item 'zzzzzz'; expected a declared item"),
        ([["a", "cat", "a"]], "option 0 has item 'a' twice"),
        ([["a"], []], "option 1 is empty"),
        ([["a", "cat"], ["cat", "a"]], "option 1 repeats option 0"),
    ],
)
def test_malformed_options_by_name_are_refused(options: list[list[str]], sentence: str) -> None:
    """Options by name are refused with the name in the sentence, and equal ones in any order of their items."""
    with pytest.raises(InvalidModel, match=sentence.replace("?", "\\?")):
        cover(["a", "cat"], options)


@pytest.mark.parametrize("costs", [[1.5], [2**64], ["1"]])
def test_costs_by_name_are_not_bent_to_integers(costs: list[Any]) -> None:
    """A cost that is no 64-bit integer is refused, neither cut to one nor an error of another kind."""
    with pytest.raises(InvalidModel, match="expected integers"):
        cover(["a"], [["a"]], costs=costs)


def test_covers_by_name_say_what_was_asked() -> None:
    """Multiplicities, secondary items, costs and the items of each option arrive as they were given."""
    built = cover({"a": 2, "b": (0, 3)}, [["c", "a"], ["b"]], secondary=["c"], costs=[4, -1])
    assert built.items == ("a", "b", "c")
    assert list(zip(built.least.tolist(), built.most.tolist(), strict=True)) == [(2, 2), (0, 3), (0, 1)]
    assert [built.option(number) for number in range(built.options)] == [("a", "c"), ("b",)]
    assert built.owners.tolist() == [0, 0, 1]
    assert built.costs is not None
    assert built.costs.tolist() == [4, -1]


def test_impossible_covers_are_no_fault() -> None:
    """Items without options, no options, no items: answers, not faults."""
    assert cover(["a", "b"], [["a"]]).options == 1
    assert cover(["a"], []).options == 0
    assert cover([], []).options == 0


def test_covers_stay_frozen() -> None:
    """Neither the cover's arrays nor the arrays it was built from can change it."""
    given = np.array([1, 0])
    built = Cover(**(RIGHT | {"least": given}))
    given[0] = 0
    assert built.least.tolist() == [1, 0]
    with pytest.raises(ValueError, match="read-only"):
        built.members[0] = 1


def test_some_options_in_another_order_are_a_cover_like_any_other() -> None:
    """A cover of some options equals the one that is made, and refused, from the beginning; its arrays cannot be written to."""
    whole = cover(["a", "b", "c"], [["a"], ["a", "b"], ["b", "c"], ["c"]], costs=[4, 3, 2, 1])
    some = whole.with_options(np.array([3, 1]))
    made = cover(["a", "b", "c"], [["c"], ["a", "b"]], costs=[1, 3])
    for name in ("items", "least", "most", "starts", "members", "costs", "owners"):
        assert np.array_equal(getattr(some, name), getattr(made, name))
    assert some.symmetries is None
    for array in (some.starts, some.members, some.costs):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_several_options_are_named_as_each_is() -> None:
    """Names of several options, with colours and without, are those of each by itself, in the order wanted."""
    plain = cover(["a", "b", "c"], [["a"], ["b", "c"], ["a", "c"]])
    coloured = cover(["a"], [["a", "x:red"], ["a", "x:blue"]], secondary=["x"])
    for model, numbers in ((plain, [2, 0, 1]), (plain, []), (coloured, [1, 0])):
        assert model.options_of(np.array(numbers, dtype=np.int64)) == [model.option(number) for number in numbers]
