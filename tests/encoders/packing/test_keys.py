"""Packings read from keys: what they come to, and every bad key refused with one sentence."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from encoders.keys import copies, yes_or_no
from encoders.packing.keys import packing
from encoders.packing.naming import with_names
from encoders.packing.packing import Packing
from exactcover.model.errors import InvalidInput

RIGHT: dict[str, Any] = {"board": "5x5", "pieces": "I5,X5,L5"}


def pieces(**keys: Any) -> dict[str, tuple[str, int, int | None]]:
    """The pieces of a packing by name: motions, least, most."""
    found = packing({"board": "9x9", **keys})
    return {piece.name: (piece.motions, piece.least, piece.most) for piece in found.pieces}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"boards": "5x5"}, "a packing has no key 'boards'; expected board, lattice, holes"),
        ({"boards": "5x5"}, "did you mean 'board'?"),
        ({"K" * 10**5: 1}, "a packing has no key 'KKKK"),
        ({"holes": "5,5"}, "hole 5,5 is off the board; expected coordinates within 5x5"),
        ({"holes": "0,0,0"}, "holes has '0,0,0'; expected row,column with numbers from 0"),
        ({"holes": "0"}, "holes has '0'; expected row,column"),
        ({"holes": "-1,0"}, "holes has '-1,0'; expected row,column with numbers from 0"),
        ({"holes": "1.5,0"}, "holes has '1.5,0'"),
        ({"holes": "1,2/"}, "holes has ''"),
        ({"holes": "1,9999999999999"}, "holes has '1,9999999999999'"),
        ({"holes": 0}, "holes is 0; expected coordinates such as 3,3/3,4"),
        ({"holes": False}, "holes is False"),
        ({"holes": {"a": "x" * 10**5}}, "holes is {'a': 'xxxx"),
        ({"holes": [[0, True]]}, "holes has [0, True]"),
        ({"holes": [[0, 1.0]]}, "holes has [0, 1.0]"),
        ({"holes": [["0", None]]}, "holes has ['0', None]"),
        ({"holes": [[0, -1]]}, "holes has [0, -1]"),
        ({"holes": [[]]}, "holes has []"),
        ({"board": "1x2", "holes": "0,0/0,1"}, "the holes leave no cell of the board"),
        ({"pieces": "I9"}, "unknown piece 'I9'; expected a set such as pentominoes or a piece such as X5"),
        ({"pieces": "pentomino,"}, "unknown piece ''"),
        ({"pieces": "petnominoes"}, "did you mean 'pentominoes'?"),
        ({"pieces": "p" * 10**5}, "unknown piece 'pppp"),
        ({"pieces": ""}, "unknown piece ''"),
        ({"pieces": []}, "pieces is []; expected names such as pentominoes,O4, or drawn pieces"),
        ({"pieces": {}}, "pieces is []"),
        ({"pieces": 5}, "pieces is 5"),
        ({"pieces": [5]}, "pieces has 5; expected a name or a drawn piece"),
        ({"pieces": [["I5"]]}, "pieces has ['I5']"),
        ({"pieces": "soma"}, "is solid and the board is planar"),
        ({"pieces": [{"name": "a", "shape": "#"}]}, "piece 0 has no key 'shape'; expected name, picture"),
        ({"pieces": [{"name": "a"}]}, "piece 'a' has neither picture and cells"),
        ({"pieces": [{"name": "a", "picture": "#", "cells": [[0, 0]]}]}, "piece 'a' has both picture and cells"),
        ({"pieces": [{"name": "a b", "picture": "#"}]}, "a piece is named 'a b'; expected letters, digits and dashes"),
        ({"pieces": [{"name": "", "picture": "#"}]}, "a piece is named ''"),
        ({"pieces": [{"name": 7, "picture": "#"}]}, "a piece is named 7"),
        ({"pieces": [{"name": "\x1b[2J", "picture": "#"}]}, "a piece is named '\\x1b[2J'"),
        ({"pieces": [{"name": "n" * 10**5, "picture": "#"}]}, "a piece is named 'nnnn"),
        ({"pieces": [{"cells": []}]}, "piece 'piece-0' has no cells"),
        ({"pieces": [{"cells": [[0, 0], [0, 0]]}]}, "piece 'piece-0' has the cell 0,0 twice"),
        ({"pieces": [{"cells": [[0, 0, 0]]}]}, "piece 'piece-0' has [0, 0, 0]; expected row,column"),
        ({"pieces": [{"cells": "0,0", "motions": "turns"}]}, "motions 'turns'; expected isometries, rotations"),
        ({"pieces": [{"cells": "0,0", "motions": ["turns"]}]}, "has motions ['turns']"),
        ({"pieces": [{"cells": "0,0", "copies": "x"}]}, "copies of piece 'piece-0' is 'x'"),
        ({"pieces": {"a": "#", "X5": "##"}, "copies": {"a": -1}}, "copies of a is -1; expected a number, a..b or any"),
        ({"pieces": [{"name": "a", "picture": "#"}, {"name": "a", "picture": "##"}]}, "two different pieces are named"),
        ({"copies": "minus"}, "copies is 'minus'; expected a number, a..b or any"),
        ({"copies": "-1"}, "copies is '-1'"),
        ({"copies": "3..1"}, "copies is 3..1; expected a..b with a at most b"),
        ({"copies": "1..."}, "copies is '1...'"),
        ({"copies": "1..2..3"}, "copies is '1..2..3'"),
        ({"copies": ""}, "copies is ''"),
        ({"copies": 1.5}, "copies is 1.5"),
        ({"copies": True}, "copies is True"),
        ({"copies": [1, 2, 3]}, "copies is [1, 2, 3]"),
        ({"copies": 10**12}, "copies is 1000000000000"),
        ({"copies": "9999999999999"}, "copies is '9999999999999'"),
        ({"copies": "Y5:1"}, "copies names 'Y5', which is not among the pieces"),
        ({"copies": "X5:1,X5:2"}, "copies has 'X5:2'; expected one NAME:COPIES a piece"),
        ({"copies": "X5:1,2"}, "copies has '2'; expected one NAME:COPIES a piece"),
        ({"copies": "X5:"}, "copies of X5 is ''"),
        ({"copies": {"X5": [2]}}, "copies of X5 is [2]"),
        ({"reflections": "maybe"}, "reflections is 'maybe'; expected yes or no"),
        ({"reflections": 1}, "reflections is 1"),
        ({"reflections": ["yes"]}, "reflections is ['yes']"),
        ({"fixed": "X5"}, "fixed has 'X5'; expected PIECE:CELLS"),
        ({"fixed": ""}, "fixed has ''"),
        ({"fixed": "X5:0,0"}, "fixed X5 covers cells of another shape; expected the 5 cells of X5"),
        ({"fixed": "Z5:0,0/0,1/1,1/2,1/2,2"}, "fixed names 'Z5', which is not among the pieces"),
        ({"fixed": "I5:0,0/0,1/0,2/0,3/0,5"}, "fixed I5 covers 0,5, which is not a cell of the board"),
        ({"fixed": "I5:0,0/0,1/0,2/0,3/0,4", "holes": "0,2"}, "fixed I5 covers 0,2, which is not a cell of the board"),
        ({"fixed": "I5:0,0/0,1/0,2/0,3/0,3"}, "fixed I5 covers 0,3, which is covered already"),
        ({"fixed": "I5:0,0/0,1/0,2/0,3/0,4+I5:1,0/1,1/1,2/1,3/1,4"}, "2 I5 are pre-placed; expected at most 1"),
        ({"fixed": "X5:"}, "fixed 'X5' has ''"),
        ({"fixed": [{"piece": "X5", "cells": []}]}, "fixed X5 has no cell"),
        ({"fixed": [{"piece": ["X5"], "cells": [[0, 0]]}]}, "fixed names ['X5']"),
        ({"fixed": [{"piece": True, "cells": [[0, 0]]}]}, "fixed names True"),
        ({"fixed": [{"piece": 3, "cells": [[0, 0]]}]}, "fixed names 3, which is not among the pieces"),
        ({"fixed": [{"piece": -1, "cells": [[0, 0]]}]}, "fixed names -1"),
        ({"fixed": [{"piece": "X5"}]}, "fixed has {'piece': 'X5'}"),
        ({"fixed": [{"piece": "X5", "cells": "junk"}]}, "fixed 'X5' has 'junk'"),
        ({"fixed": {"X5": "0,0"}}, "fixed is {'X5': '0,0'}"),
        ({"board": "A..../AAAA./...../...../....."}, "the board has unknown letter 'A' at 0,0"),
        (
            {"board": "A/A/A/A/A", "legend": "B:I5"},
            "unknown letter 'A' at 0,0; expected ., # or a letter of the legend",
        ),
        ({"board": "A/A/A/A/A", "legend": "A:I5,B:X5"}, "the legend has 'B', which is not on the board"),
        ({"board": "A/A/A/A/A", "legend": "A:I5,A:X5"}, "the legend names a letter twice"),
        ({"board": "A/A/A/A/A", "legend": "A"}, "fixed names '', which is not among the pieces"),
        ({"board": "A/A/A/A/A", "legend": {"A": 5}}, "the legend of 'A' is 5; expected the name of a piece"),
        ({"board": "A/A/A/A/A", "legend": ["A"]}, "legend is ['A']; expected one piece per letter"),
        ({"board": "A/A/A/./A", "legend": "A:I5"}, "fixed I5 covers cells of another shape"),
    ],
)
def test_bad_keys_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each bad value has its own sentence, one line long, and without the change the packing is read."""
    assert len(packing(RIGHT).pieces) == 3
    with pytest.raises(InvalidInput) as refused:
        packing(RIGHT | changed)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("key", ["board", "pieces"])
def test_missing_keys_are_refused(key: str) -> None:
    """A packing without board or pieces says which is missing."""
    with pytest.raises(InvalidInput, match=f"the packing has no {key}; expected {key}="):
        packing({other: value for other, value in RIGHT.items() if other != key})


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["X5", "0,0", "any"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["piece", "cells", "name", "rest"]), inner),
    max_leaves=8,
)  # fmt: skip


@given(st.sampled_from(["board", "holes", "legend", "pieces", "copies", "reflections", "fixed"]), JUNK)
def test_any_junk_is_a_packing_or_one_sentence(key: str, value: Any) -> None:
    """Whatever a file has for a key, reading it gives a packing or a refusal of one line."""
    sentence = ""
    try:
        assert isinstance(packing(RIGHT | {key: value}), Packing)
    except InvalidInput as fault:
        sentence = str(fault)
    assert "\n" not in sentence


def test_impossible_packings_are_no_fault() -> None:
    """Areas that do not match, pieces that fit nowhere, no copies at all: answers, not faults."""
    assert packing({"board": "1x1", "pieces": "pentominoes"}).pieces
    assert packing({"board": "2x2", "pieces": "I5", "copies": 0}).pieces[0].most == 0


def test_copies_are_those_asked_for() -> None:
    """One for all, by name with a rest, ranges, any, and otherwise the set's own numbers."""
    assert pieces(pieces="X5,I5") == {"X5": ("isometries", 1, 1), "I5": ("isometries", 1, 1)}
    assert pieces(pieces="X5,I5", copies="3")["I5"][1:] == (3, 3)
    assert pieces(pieces="X5,I5", copies="any")["X5"][1:] == (0, None)
    assert pieces(pieces="X5,I5", copies="2..5")["X5"][1:] == (2, 5)
    by_name = pieces(pieces="X5,I5,L5", copies="X5:480,rest:any")
    assert [by_name[name][1:] for name in ("X5", "I5", "L5")] == [(480, 480), (0, None), (0, None)]
    assert pieces(pieces="X5,I5", copies="X5:4")["I5"][1:] == (1, 1)
    own = packing({"board": "3x3x3", "pieces": "slothouber-graatsma"})
    assert {len(piece.cells): piece.least for piece in own.pieces} == {4: 6, 1: 3}


def test_congruent_pieces_are_merged() -> None:
    """The same piece by two names, or by name and in a set, is one piece with the copies added."""
    assert pieces(pieces="X5,X5")["X5"][1:] == (2, 2)
    assert pieces(pieces="pentominoes,X5,O4")["X5"][1:] == (2, 2)
    assert pieces(pieces="S4,Z4") == {"S4": ("isometries", 2, 2)}
    assert set(pieces(pieces="S4,Z4", reflections=False)) == {"S4", "Z4"}
    assert pieces(pieces="dominoes-fixed", copies="any").keys() == {"I2-1", "I2-2"}
    assert pieces(pieces=["X5", {"name": "cross", "picture": ".#/###/.#"}])["X5"][1:] == (2, 2)
    assert pieces(pieces="I5,I5", copies="any") == {"I5": ("isometries", 0, None)}


def test_pieces_are_a_picture_a_table_or_their_cells_by_name() -> None:
    """A table of pieces has a picture, the list of its cells (lists or tuples), or a table of its own under each name."""
    ways = ["##\n#", [[0, 0], [0, 1], [1, 0]], [(0, 0), (0, 1), (1, 0)], {"cells": [[0, 0], [0, 1], [1, 0]]}]
    assert [pieces(pieces={"A": way})["A"] for way in ways] == [pieces(pieces="V3")["V3"]] * 4
    assert pieces(pieces={"A": {"picture": "#", "copies": 2}})["A"][1:] == (2, 2)


def test_reflections_are_allowed_in_the_plane_only() -> None:
    """By default planar pieces may be turned over on a planar board, and no piece may be mirrored in space."""
    assert pieces(pieces="L4")["L4"][0] == "isometries"
    assert pieces(pieces="L4", reflections="no")["L4"][0] == "rotations"
    assert pieces(pieces="tetrominoes-one-sided", reflections="yes")["L4"][0] == "rotations"
    assert {piece.motions for piece in packing({"board": "3x3x3", "pieces": "A4,B4"}).pieces} == {"rotations"}


def test_pre_placed_pieces_by_letter_and_by_coordinates_are_the_same() -> None:
    """A legend, `fixed` in one line, in tables, and with the canonical number of the piece, place the same pieces."""
    drawn = packing({"board": "AAAAA/.B.../BBB../.B.../.....", "pieces": "I5,X5,L5", "legend": "A:I5,B:X5"})
    lines = "I5:0,0/0,1/0,2/0,3/0,4+X5:1,1/2,0/2,1/2,2/3,1"
    assert [place.piece for place in drawn.fixed] == ["I5", "X5"]
    assert packing(RIGHT | {"fixed": lines}).fixed == drawn.fixed
    assert packing(RIGHT | {"fixed": lines.split("+")}).fixed == drawn.fixed
    again = drawn.canonical()
    again.pop("kind")
    assert packing(again).canonical() == drawn.canonical()


def test_names_come_back_from_a_solution() -> None:
    """The canonical puzzle has no names; those of a solution's pieces are given to the pieces of their shape."""
    what = puzzle("packing board=2x4 pieces=L4 copies=2")
    keys = what.canonical()
    solution = {"placements": [{"piece": "L4", "cells": [[0, 0], [1, 0], [1, 1], [1, 2]]}]}
    before = copy.deepcopy(keys)
    assert [piece["name"] for piece in with_names(keys, solution)["pieces"]] == ["L4"]
    assert keys == before
    junk: list[Any] = [{"placements": [None, {"piece": 3}, {"cells": [[0.5, "x"]]}, {"cells": []}]}]
    for solution_of_junk in [None, [], {"placements": 3}, *junk]:
        assert with_names(keys, solution_of_junk)["pieces"] == keys["pieces"]


def test_values_that_say_yes_no_and_how_many() -> None:
    """The words, the booleans of a file, and the numbers and pairs of a file."""
    assert (yes_or_no("yes", "k"), yes_or_no("no", "k"), yes_or_no(True, "k")) == (True, False, True)
    assert (copies(3, "k"), copies("3", "k"), copies("0..4", "k"), copies([0, 4], "k")) == (
        (3, 3),
        (3, 3),
        (0, 4),
        (0, 4),
    )
    assert copies("any", "k") == (0, None)


@pytest.mark.parametrize(
    ("keys", "refusal"),
    [
        (
            {"board": "/".join(["A" * 700] * 700), "legend": {"A": "I2"}, "pieces": "I2"},
            "covers cells of another shape",
        ),
        ({"board": "3x3", "pieces": [{"cells": [*([0, n] for n in range(20_000)), [0, 5]]}]}, "has the cell 0,5 twice"),
        ({"board": "3x3", "pieces": "I3", "copies": 16**5000}, "copies is a number of thousands of digits"),
        ({"board": "3x3", "pieces": "I3", "copies": [0, 16**5000]}, r"copies is a number of thousands of digits"),
    ],
)
def test_vast_values_are_one_sentence(keys: dict[str, Any], refusal: str) -> None:
    """Pieces and numbers too large for any board are refused without being turned, counted again and again, or written."""
    with pytest.raises(InvalidInput, match=refusal):
        packing(keys)


def test_cells_of_pieces_may_be_negative() -> None:
    """Cells of a piece say only where they are from each other; on the board there is nothing before 0."""
    moved = packing({"board": "3x3", "pieces": [{"name": "A", "cells": [[-1, -2], [0, -2], [0, -1]]}], "copies": 3})
    assert moved.pieces[0].cells == packing({"board": "3x3", "pieces": "V3", "copies": 3}).pieces[0].cells
    with pytest.raises(InvalidInput, match="expected row,column with numbers from 0"):
        packing({"board": "3x3", "pieces": "V3", "fixed": [{"piece": "V3", "cells": [[-1, 0], [0, 0], [0, 1]]}]})
    with pytest.raises(InvalidInput, match="expected row,column with whole numbers"):
        packing({"board": "3x3", "pieces": [{"name": "A", "cells": [[-(10**9), 0]]}]})


def test_a_canonical_form_keeps_reflections_in_space() -> None:
    """A solid piece that may be reflected is one in the canonical form too: an answer is judged against the same puzzle."""
    form = puzzle("packing board=2x2x2 pieces=A4 copies=2 reflections=yes").canonical()
    again = packing({key: value for key, value in form.items() if key != "kind"})
    assert again.canonical() == form
    assert [piece.motions for piece in again.pieces] == ["isometries"]
