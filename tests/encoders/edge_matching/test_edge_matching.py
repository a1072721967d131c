"""Edge-matching tiles as puzzles: counted as published and by hand, judged by their edges, every loss of the encoding caught."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.edge_matching import macmahon
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.random_puzzles import KINDS
from tests.schemas import validate
from tests.second_program import truth

PAIR = "edge-matching board=1x2 tiles=abca,bbcc"
RIGHT = [["abca", "ccbb"]]


@pytest.mark.parametrize(("colours", "number"), [(1, 1), (2, 6), (3, 24), (4, 70), (5, 165)])
def test_the_sets_have_as_many_squares_as_published(colours: int, number: int) -> None:
    """There are (n^4 + n^2 + 2n) / 4 squares with edges of n colours."""
    assert len(macmahon(colours)) == number == (colours**4 + colours**2 + 2 * colours) // 4


@pytest.mark.slow
def test_macmahons_squares_fill_a_rectangle_as_often_as_published() -> None:
    """Of 4x6 with a border of one colour: 13,328 ways up to four symmetries and the exchange of the other two colours."""
    assert api.count("edge-matching board=4x6 tiles=macmahon-3 border=a").count == 13328 * 4 * 2


def test_a_hint_leaves_the_solutions_with_it() -> None:
    """The solutions on 2x3 of six squares of two colours, each counted under the tile that its first cell has."""
    words = "edge-matching board=2x3 tiles=macmahon-2"
    turned = sorted({tile[turn:] + tile[:turn] for tile in macmahon(2) for turn in range(4)})
    counts = [api.count(f"{words} hints=0,0,{tile}").count or 0 for tile in turned]
    assert (len(turned), sum(counts)) == (16, 416)


@pytest.mark.parametrize("seed", range(30))
def test_counts_are_those_of_a_second_program(seed: int) -> None:
    """Random small puzzles, with and without turns, borders and hints, have as many solutions as trying everything finds."""
    keys = KINDS["edge-matching"][1](random.Random(seed))
    answer = api.count(api.puzzle("edge-matching", **keys))
    assert answer.count == truth("edge-matching", keys).count


def test_the_colour_of_the_border_stays_on_it_where_it_is_scarce() -> None:
    """Tiles with just as many edges of the border's colour as the border takes have no option with such an edge inside."""
    framed = puzzle("edge-matching board=2x2 tiles=aabb,aabc,aacb,aacc border=a")
    answer = api.solve(framed)
    validate("answer", answer.to_json())
    model = framed.encode().model
    assert isinstance(model, Cover)
    assert "a" not in model.palette
    assert framed.encoding_faults(model) == []


def test_a_puzzle_of_too_few_tiles_is_noticed() -> None:
    """The number of tiles and of cells is compared."""
    assert puzzle("edge-matching board=4x5 tiles=macmahon-3").notices() == [
        "there are 24 tiles; the board has 20 cells"
    ]
    assert puzzle("edge-matching board=5x5 tiles=macmahon-3").notices() == [
        "there are 24 tiles; the board has 25 cells"
    ]
    assert puzzle("edge-matching board=4x6 tiles=macmahon-3").notices() == []


def test_tiles_are_drawn_in_their_colours() -> None:
    """Each quarter has the letter of its colour in text; in SVG all quarters of a colour are one path; pieces are panels."""
    pair = puzzle(PAIR)
    drawing = api.draw(pair, {"tiles": RIGHT})
    assert drawing.split() == ["a", "c", "a", "b", "b", "c", "c", "b"]
    assert api.draw(pair).count("·") == 8
    assert [area.name for area in pair.picture({"tiles": RIGHT}).areas] == ["a", "b", "c"]
    assert [panel.caption for panel in pair.pieces() or ()] == ["aabc × 1", "bbcc × 1"]
    assert sum(area.fixed for area in puzzle(f"{PAIR} hints=0,0,abca").picture().areas) == 3


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("tiles=abca", "board is None; expected rows and columns such as 4x6"),
        ("board=4 tiles=abca", "expected rows and columns such as 4x6"),
        ("board=0x4 tiles=abca", "a side of board is 0; expected a whole number from 1 to 1024"),
        ("board=40x40 tiles=abca", "expected at most 1024 cells"),
        ("board=1x1", "tiles is None; expected tiles of four colours each"),
        ("board=1x1 tiles=abc", "tiles has 'abc'; expected four colours"),
        ("board=1x1 tiles=macmahon-9", "tiles has 'macmahon-9'; expected four colours"),
        ("board=1x1 tiles=abca rotations=maybe", "rotations is 'maybe'; expected yes or no"),
        ("board=1x1 tiles=abca copies=-1", "copies is '-1'; expected a number"),
        ("board=1x1 tiles=abca border=ab", "border is 'ab'; expected any, same, or a colour"),
        ("board=1x1 tiles=abca hints=0,0", "expected a row, a column and the edges of a tile"),
        ("board=1x1 tiles=abca hints=0,1,abca", "a column of hints is 1; expected a whole number from 0 to 0"),
        ("board=1x1 tiles=abca hints=0,0,abca/0,0,caab", "hints has two tiles on 0,0; expected one"),
        ("board=1x1 tiles=abca hints=0,0,abcb", "hints has the tile abcb on 0,0; expected one of tiles"),
        ("board=1x1 tiles=abca rotations=no hints=0,0,aabc", "hints has the tile aabc on 0,0; expected one of tiles"),
        ("board=1x1 tiles=abca turns=no", "has no key 'turns'"),
    ],
)
def test_bad_keys_are_refused(words: str, fault: str) -> None:
    """Each fault of a key has a sentence with what was expected."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle(f"edge-matching {words}")


def test_copies_are_one_range_or_one_for_each_tile() -> None:
    """Tiles equal up to turns are one tile; a list of ranges has one for each tile as it was written."""
    one = puzzle("edge-matching", board=[1, 3], tiles=["abca", "aabc", "bbbb"], copies=[[1, 1], [0, 1], [0, 2]])
    assert one.canonical()["tiles"] == ["aabc", "bbbb"]
    assert one.canonical()["copies"] == [[1, 2], [0, 2]]
    with pytest.raises(InvalidInput, match="copies has 1 ranges; expected one for each of the 2 tiles"):
        puzzle("edge-matching", board=[1, 3], tiles=["abca", "bbbb"], copies=[[1, 1]])


@pytest.mark.parametrize(
    ("words", "tiles", "fault"),
    [
        (PAIR, None, "the solution has no 1 rows of 2 tiles"),
        (PAIR, [["abca"]], "the solution has no 1 rows of 2 tiles"),
        (PAIR, [["abca", 3]], "row 0, column 1 has 3; expected one of the tiles"),
        (PAIR, [["abca", "bbcb"]], "row 0, column 1 has 'bbcb'; expected one of the tiles"),
        (f"{PAIR} rotations=no", RIGHT, "row 0, column 1 has 'ccbb'; expected one of the tiles"),
        (PAIR, [["abca", "abca"]], "the tile bbcc is placed 0 times; expected 1 to 1"),
        (PAIR, [["abca", "bbcc"]], "abca in row 0, column 0 meets bbcc with b on c"),
        (f"{PAIR} hints=0,0,cbbc", RIGHT, "row 0, column 0 has abca, and cbbc is given there"),
        (f"{PAIR} border=same", RIGHT, "the border has the colours a, b, c; expected one"),
        (f"{PAIR} border=b", RIGHT, "the border has the colours a, b, c; expected b alone"),
    ],
)
def test_referee_refuses_wrong_solutions(words: str, tiles: Any, fault: str) -> None:
    """Each way to be wrong has a sentence."""
    assert any(fault in each for each in puzzle(words).faults({"tiles": tiles}))


def test_referee_accepts_a_right_solution() -> None:
    """Tiles whose edges match are accepted, whatever colours a free border has."""
    assert puzzle(PAIR).faults({"tiles": RIGHT}) == []


@pytest.mark.parametrize("border", ["any", "same", "a"])
def test_losses_of_the_encoding_are_caught(border: str) -> None:
    """Any option lost or coloured otherwise, another multiplicity, another puzzle's model: each is found."""
    small = puzzle(f"edge-matching board=2x2 tiles=aabb,aabc,aacb,abac,aacc border={border} copies=0..1")
    model = small.encode().model
    assert isinstance(model, Cover)
    assert small.encoding_faults(model) == []
    assert model.colours is not None
    for option in range(model.options):
        entries = np.arange(len(model.members))
        kept = (entries < model.starts[option]) | (entries >= model.starts[option + 1])
        starts = np.delete(model.starts, option + 1)
        starts[option + 1 :] -= model.starts[option + 1] - model.starts[option]
        lost = replace(model, members=model.members[kept], colours=model.colours[kept], starts=starts)
        assert small.encoding_faults(lost)
    coloured = np.flatnonzero(model.colours)
    for entry in coloured[:20]:
        colours = model.colours.copy()
        colours[entry] = colours[entry] % len(model.palette) + 1
        assert small.encoding_faults(replace(model, colours=colours, repeated=True))
    assert small.encoding_faults(replace(model, most=model.most + (np.arange(len(model.most)) == 0)))
    assert small.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert small.encoding_faults(puzzle(PAIR).encode().model)
    assert small.encoding_faults(puzzle("soma").encode().model)
