"""Pictures of covers on the positions of their items."""

from __future__ import annotations

from typing import Any

import pytest

from encoders.cover.editor import EDITOR
from encoders.editor import editable
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.transform.reductions.chain import reduce

SQUARE: dict[str, Any] = {
    "items": list("abcd"),
    "options": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]],
    "layout": {"a": [0, 0], "b": [0, 1], "c": [1, 1], "d": [1, 0]},
}


def test_options_are_drawn_on_the_positions_of_their_items() -> None:
    """Two dominoes in a square, numbered as in the solution."""
    square = api.puzzle("cover", **SQUARE)
    drawn = api.draw(square, {"options": [["a", "b"], ["c", "d"]]}, format="text")
    assert drawn.split() == ["┌───────┐", "│", "1", "│", "├───────┤", "│", "2", "│", "└───────┘"]


def test_a_cover_written_by_hand_has_the_picture_of_its_packing() -> None:
    """With the cells of a packing as positions and the pieces as items without one, both are drawn alike."""
    packing = api.puzzle("packing", "board=4x5", "pieces=I3,L4,V3,V5,N5")
    cover = reduce(packing.encode().model, ("cover",)).model
    assert isinstance(cover, Cover)
    layout = {name: [int(number) for number in name.split(",")] for name in cover.items if "," in name}
    bounds = zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True)
    by_hand = api.puzzle(
        "cover", items=list(map(list, bounds)), options=list(map(list, cover.every_option())), layout=layout
    )
    solution = api.solve(by_hand).solution
    assert isinstance(solution, dict)
    placed = [
        {
            "piece": next(name for name in option if name not in layout),
            "cells": [layout[n] for n in option if n in layout],
        }
        for option in solution["options"]
    ]
    ours, theirs = by_hand.picture(solution), packing.picture({"placements": placed})
    assert {(area.name, frozenset(area.cells)) for area in ours.areas} == {
        (area.name, frozenset(area.cells)) for area in theirs.areas
    }
    assert (ours.dims, ours.cells) == (theirs.dims, theirs.cells)


def test_cells_that_several_options_cover_show_their_colour_or_number() -> None:
    """They belong to none of the options."""
    keys: dict[str, Any] = {"layout": {"a": [3, -2], "s": [3, -1], "b": [4, -1]}}
    coloured = api.puzzle("cover", items=["a", "b", ["s", 0, 1]], options=[["a", "s:x"], ["b", "s:x"]], **keys)
    assert coloured.picture(api.solve(coloured).solution).marks == (((0, 1), "x"),)
    twice = api.puzzle("cover", items=["a", "b", ["s", 2, 2]], options=[["a", "s"], ["b", "s"]], **keys)
    assert twice.picture(api.solve(twice).solution).marks == (((0, 1), "2"),)


def test_positions_are_kept_in_the_canonical_puzzle() -> None:
    """So that a puzzle that is sent elsewhere is drawn there too; positions of three numbers are a body."""
    square = api.puzzle("cover", **SQUARE)
    assert square.canonical()["layout"] == SQUARE["layout"]
    body = api.puzzle("cover", items=["a", "b"], options=[["a", "b"]], layout={"a": [0, 0, 0], "b": [1, 0, 0]})
    assert body.picture(api.solve(body).solution).dims == (2, 1, 1)


@pytest.mark.parametrize(
    ("layout", "fault"),
    [
        ([], "layout is []; expected a table from items to [row, column]"),
        ({"e": [0, 0]}, "layout has unknown item 'e'"),
        ({"a": [0]}, "layout has [0] for item 'a'; expected [row, column], whole numbers"),
        ({"a": [0, 0.5]}, "layout has [0, 0.5] for item 'a'; expected [row, column], whole numbers"),
        ({"a": [0, 0, 0], "b": [0, 1]}, "layout has [0, 1] for item 'b'; expected three whole numbers, as before"),
        ({"a": [0, 0], "b": [0, 0]}, "layout has items 'a' and 'b' at [0, 0]; expected different positions"),
        ("a:0,0/b", "layout has 'b'; expected each item once as ITEM:ROW,COLUMN, / between them"),
        ("a:0,0/a:0,1", "layout has 'a:0,1'; expected each item once"),
        ({"a": [0, 0], "b": [9999, 9999]}, "layout spans over 4000000 positions; expected a smaller board"),
    ],
)
def test_wrong_positions_are_refused(layout: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        api.puzzle("cover", **{**SQUARE, "layout": layout})
    assert fault in str(refused.value)


def test_positions_and_symmetries_may_be_texts() -> None:
    """As the editor of the page has them; what has no text stays as it is."""
    cycles = [[["a", "b"], ["c", "d"]], [["a", "c"], ["b", "d"]]]
    keys = {**SQUARE, "symmetries": cycles}
    sent = editable(EDITOR, keys)
    layout = "/".join(f"{name}:{row},{column}" for name, (row, column) in SQUARE["layout"].items())
    assert (sent["layout"], sent["symmetries"]) == (layout, "(a b)(c d)/(a c)(b d)")
    assert api.puzzle("cover", **{**keys, **sent}).canonical() == api.puzzle("cover", **keys).canonical()
    odd = {"items": ["a/b", "c d"], "options": [["a/b"], ["c d"]], "symmetries": [[["a/b", "c d"]]]}
    assert "symmetries" in editable(EDITOR, {**odd, "layout": {"a/b": [0, 0]}})
    with pytest.raises(InvalidInput, match=r"symmetry 2 is 'a c'; expected"):
        api.puzzle("cover", **{**SQUARE, "symmetries": "(a b)/a c"})
