"""Covers with colours written out as items: the same options, the same solutions, and a sentence where they are too large."""

from __future__ import annotations

import pytest

from exactcover.model.cover import cover
from exactcover.model.errors import InvalidModel
from exactcover.model.written_out import written_out
from tests.random_models import listed, random_coloured_cover, random_cover


def test_solutions_are_those_of_the_coloured_cover() -> None:
    """Brute force lists the same selections of 300 random covers and of what they are written out as."""
    coloured = 0
    for seed in range(300):
        model = random_coloured_cover(seed)
        plain = written_out(model)
        assert plain.colours is None
        assert plain.options == model.options
        assert listed("brute", plain) == listed("brute", model)
        coloured += model.colours is not None
    assert coloured > 250


def test_a_cover_without_colours_is_itself() -> None:
    """Nothing is written anew where nothing is coloured."""
    model = random_cover(1)
    assert written_out(model) is model


def test_options_that_differ_in_a_colour_only_stay_different() -> None:
    """Of three options with one item in two colours and none, each is an option of its own, with the names it had."""
    model = cover(["a"], [["a", "x"], ["a", "x:red"], ["a", "x:blue"]], secondary=["x"])
    plain = written_out(model)
    assert [plain.option(number) for number in range(3)] == [model.option(number) for number in range(3)]
    assert plain.items == ("a", "x", "x:blue", "x:red", "0:or:1", "0:or:2", "1:or:2")


def test_options_that_clash_twice_have_one_item() -> None:
    """Two options that disagree about two items exclude each other once."""
    model = cover(["a", "b"], [["a", "x:red", "y:red"], ["b", "x:blue", "y"]], secondary=["x", "y"])
    assert written_out(model).items[-1] == "0:or:1"
    assert sum(":or:" in name for name in written_out(model).items) == 1


def test_too_many_clashes_are_refused() -> None:
    """A cover whose colours keep very many pairs apart is refused in a sentence before they are listed."""
    model = cover(["a"], [["a", f"x:{number}"] for number in range(5)], secondary=["x"])
    with pytest.raises(InvalidModel, match="colours keep more than 9 pairs of options apart"):
        written_out(model, most_clashes=9)
