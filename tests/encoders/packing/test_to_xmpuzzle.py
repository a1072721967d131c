"""Packings written as BurrTools reads them: what is read again is the same puzzle, or has as many solutions."""

from __future__ import annotations

from typing import Any

import pytest

from encoders import catalogue
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.model.errors import InvalidInput
from tests.encoders.imports.test_xmpuzzle import read
from tests.random_models import counted

ROUND_TRIPS = (
    "soma",
    "packing board=4x5 pieces=dominoes copies=any",
    "packing board=5x4 pieces=pentominoes copies=0..1",
    "packing board=3x4 pieces=I3,V3 copies=any holes=0,0/0,1/0,2",
    "packing board=2x2x3 pieces=V3,I3 copies=0..4",
    "packing board=+.+/.../+.+ pieces=I2,V3 copies=0..4 holes_free=3",
    "packing board=2x4 pieces=I2 copies=4 fixed=I2:0,0/1,0",
)
COLOURED = {
    "board": "2x4",
    "pieces": {"A": "##", "B": "###", "C": "##\n#."},
    "copies": "any",
    "colours": {"cells": "rb../b.r.", "pieces": {"A": "rb", "B": "b"}},
}


def written(puzzle: Puzzle) -> str:
    """The text of a puzzle as BurrTools reads it."""
    return "".join(puzzle.in_format("xmpuzzle"))


def solutions(puzzle: Puzzle) -> int:
    """How many packings there are, symmetric ones apart."""
    number = counted("exact", puzzle.encode().model)
    assert number is not None
    return number


@pytest.mark.parametrize("words", ROUND_TRIPS)
def test_a_packing_goes_out_and_comes_back(words: str) -> None:
    """What is written and read again has as many solutions; in space, with nothing in its place, it is the same puzzle."""
    puzzle = catalogue.puzzle(words)
    again = read(written(puzzle))
    assert solutions(again) == solutions(puzzle) > 0
    if words == "soma":
        assert again.canonical() == puzzle.canonical()
        assert again.title == puzzle.title


IN_SPACE = (
    (1, "prism", "2x4x4", {"A": [[0, 0, 1], [0, 0, 2]], "B": [[0, 0, 1], [1, 0, 1]]}),
    (2, "fcc", "3x3x2", {"A": [[0, 0, 0], [0, 1, 1]], "B": [[0, 0, 0], [0, 1, 1], [1, 0, 1]]}),
    (3, "rhombic", "5x5x5", {"A": [[0, 1, 2], [0, 2, 1]], "B": [[0, 1, 2], [1, 0, 2]]}),
    (4, "tetra-octa", "4x4x4", {"A": [[2, 2, 2], [2, 2, 3]], "B": [[1, 1, 1]], "C": [[1, 1, 1], [2, 2, 2]]}),
)


@pytest.mark.parametrize(("grid", "lattice", "board", "pieces"), IN_SPACE)
def test_other_grids_go_out_and_come_back(grid: int, lattice: str, board: str, pieces: dict[str, Any]) -> None:
    """A packing of prisms, spheres or tetrahedra is of that grid, and what is read again is the same puzzle."""
    tables = [{"name": name, "cells": cells, "copies": [0, 40]} for name, cells in pieces.items()]
    puzzle = puzzle_of("packing", {"board": board, "lattice": lattice, "pieces": tables})
    text = written(puzzle)
    assert f'<gridType type="{grid}"/>' in text
    again = read(text)
    assert solutions(again) == solutions(puzzle) > 0
    assert again.canonical() == puzzle.canonical()


def test_triangles_become_a_layer_of_prisms() -> None:
    """Triamonds on a parallelogram go out as prisms, and may be turned over as they may in the plane."""
    puzzle = catalogue.puzzle("packing lattice=triangle board=parallelogram:3x3 pieces=triamonds copies=any")
    again = read(written(puzzle))
    assert solutions(again) == solutions(puzzle) > 0
    assert again.value.lattice.name == "prism"


def test_flat_spheres_may_be_turned_over_and_other_pieces_of_space_may_not() -> None:
    """A flat piece of spheres with reflections is one without; a piece in no plane that may be reflected is refused."""
    flat, bent = [[0, 2, 2], [1, 1, 2], [2, 0, 2], [2, 1, 1]], [[0, 0, 0], [0, 1, 1], [1, 0, 1], [2, 1, 1]]
    keys = {"board": "3x3x3", "lattice": "fcc", "optional": "all", "reflections": True}
    assert 'type="2"' in written(puzzle_of("packing", {**keys, "pieces": [{"name": "A", "cells": flat}]}))
    with pytest.raises(InvalidInput, match="A may be reflected, which xmpuzzle cannot state"):
        written(puzzle_of("packing", {**keys, "pieces": [{"name": "A", "cells": bent}]}))


def test_colours_go_out_and_come_back() -> None:
    """Colours of cells and pieces, and which may meet, are those that come back: the same grounds, the same solutions."""
    puzzle = puzzle_of("packing", COLOURED)
    again = read(written(puzzle))
    plain = puzzle_of("packing", {key: value for key, value in COLOURED.items() if key != "colours"})
    assert solutions(again) == solutions(puzzle)
    assert 0 < solutions(puzzle) < solutions(plain)
    assert len(again.canonical()["grounds"]) == len(puzzle.canonical()["grounds"]) > 0
    assert read(written(again)).canonical() == again.canonical()


@pytest.mark.parametrize(("board", "length", "more"), [("1x2", 3, 1), ("1x3", 2, 2)])
def test_more_copies_than_there_is_room_for_come_back(board: str, length: int, more: int) -> None:
    """A piece of any number of copies, at least more than there is room for, is not left out: no packing before and after."""
    cells = [[0, place] for place in range(length)]
    pieces = [
        {"name": "p0", "cells": cells, "copies": "any"},
        {"name": "p1", "cells": cells, "copies": more},
        {"name": "p2", "picture": "#", "copies": "0..4"},
    ]
    puzzle = puzzle_of("packing", {"board": board, "pieces": pieces})
    assert solutions(read(written(puzzle))) == solutions(puzzle) == 0


def test_characters_that_xml_forbids_are_left_out() -> None:
    """A title with control characters does not make a file that no reader of XML takes."""
    again = read(
        written(puzzle_of("packing", {"board": "1x2", "pieces": {"A": "##"}, "title": "a\x1b[31m\x00b\uffff"}))
    )
    assert again.title == "a [31m b "


def test_names_and_titles_are_escaped() -> None:
    """What a stranger calls a piece or a puzzle does not end an attribute."""
    keys = {"board": "1x2", "pieces": {'<&">': "##"}, "title": 'a "b" <c> & d'}
    again = read(written(puzzle_of("packing", keys)))
    assert again.title == keys["title"]
    assert [piece.name for piece in again.value.pieces] == ['<&">']


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("packing board=3x30 pieces=pentominoes-one-sided", "may not be turned over, which xmpuzzle cannot state"),
        ("packing board=2x4 pieces=tetrominoes-fixed copies=any", "may not be turned, which"),
        ("packing board=2x2x2 pieces=tetracubes copies=any reflections=yes", "may be reflected, which"),
        ("packing board=+.+ pieces=I1 copies=any holes_free=1..2", "at least 1 cells stay empty"),
        (
            "packing board=1x4 pieces=dominoes copies=2 fixed=I2:0,0/0,1+I2:0,2/0,3",
            "all cells are covered by pieces in",
        ),
        ("packing board=1x4 pieces=dominoes copies=1 fixed=I2:0,0/0,1", "no piece is left to be placed"),
        (
            "packing lattice=hexagon board=2x2 pieces=tetrahexes copies=any",
            "the cells are hexagon, which xmpuzzle cannot state; expected squares, triangles, or in space one of cubic, prism",
        ),
        ("sudoku 1...............", "the format is 'xmpuzzle'; expected lrat"),
    ],
)
def test_what_the_format_cannot_state_is_refused(words: str, sentence: str) -> None:
    """Pieces that are turned otherwise than bodies, and limits that the format does not have, are refused in a sentence."""
    with pytest.raises(InvalidInput, match=sentence):
        api.export(words, "xmpuzzle")
