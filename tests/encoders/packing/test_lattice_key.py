"""The lattice of a packing: read from its key, written into the canonical form, known to encoder, referee and digest."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import LATTICES
from encoders.listing import names
from encoders.packing import referee, referee_of_crossings, referee_of_lattices
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import judges
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.space import NaivePlacement
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain, tiling_to_naive_placement
from exactcover.transform.symmetry.isometries import symmetries
from tests.random_models import listed

DIGESTS = json.loads((Path(__file__).parent.parent / "catalogue_digests.json").read_text())


def digest(line: str) -> str:
    """The digest of a packing's canonical form."""
    return digest_of(puzzle(f"packing {line}").canonical())


def test_catalogue_digests_are_what_they_always_were() -> None:
    """A puzzle of squares or cubes says nothing of its lattice in its canonical form, so that its digest stays."""
    assert {name: digest_of(puzzle(name).canonical()) for name in names()} == DIGESTS


def test_the_default_lattice_may_be_named() -> None:
    """Naming the lattice that a board has anyway changes nothing."""
    assert digest("board=2x2 pieces=I2 copies=2 lattice=square") == digest("board=2x2 pieces=I2 copies=2")
    assert digest("board=1x2x2 pieces=I2 copies=2 lattice=cubic") == digest("board=1x2x2 pieces=I2 copies=2")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "board=2x2 lattice=squares pieces=I2",
            "lattice is 'squares'; expected square, cubic, hexagon, triangle.*did you mean 'square'",
        ),
        ("board=2x2 lattice=cubic pieces=I2", "lattice is cubic, whose cells have 3 coordinates; the board's have 2"),
        (
            "board=2x2 lattice=hexagon pieces=I2",
            "piece 'I2' is of the square lattice, the board of the hexagon lattice",
        ),
        ("board=../.. lattice=triangle pieces=I2", "the board has a cell at 0,0, where the triangle lattice has none"),
        ("board=1x1 lattice=triangle pieces=I2", "board is 1x1; expected one that has a cell of the triangle lattice"),
    ],
)
def test_lattices_that_do_not_go_with_board_or_pieces_are_refused(line: str, sentence: str) -> None:
    """An unknown lattice, one of other dimensions, pieces of another lattice and cells that it has not are refused."""
    with pytest.raises(InvalidInput, match=sentence):
        puzzle(f"packing {line}")


def packing(lattice: str | None, board: str, cells: str, copies: int = 2) -> Puzzle:
    """A packing of copies of one piece, given by its cells."""
    keys = {"board": board, "pieces": [{"name": "A", "cells": cells, "copies": copies}]}
    return puzzle_of("packing", keys | ({"lattice": lattice} if lattice else {}))


def test_puzzles_on_different_lattices_never_share_a_digest() -> None:
    """The same board and the same cells are three puzzles on three lattices; each is read back from its canonical form."""
    puzzles = [packing(lattice, "3x3", "0,1/0,2", 3) for lattice in (None, "hexagon", "triangle")]
    forms = [each.canonical() for each in puzzles]
    assert len({digest_of(form) for form in forms}) == 3
    assert [form.get("lattice") for form in forms] == [None, "hexagon", "triangle"]
    for form in forms:
        keys = {key: value for key, value in form.items() if key != "kind"}
        assert puzzle_of("packing", keys).canonical() == form


RING = "#../.#./..#"


@pytest.mark.parametrize(
    ("lattice", "board", "cells", "copies", "orientations", "order", "count"),
    [
        ("hexagon", "2x2", "0,0/0,1", 2, 3, 4, 2),
        ("hexagon", "2x2", "0,0/1,1", 2, 3, 4, 0),
        ("hexagon", RING, "0,0/0,1", 3, 3, 12, 2),
        ("hexagon", RING, "0,0/0,1/1,0", 2, 2, 12, 0),
        ("hexagon", RING, "0,0/0,1/1,1", 2, 6, 12, 3),
        ("triangle", RING, "0,1", 6, 1, 12, 1),
        ("triangle", RING, "0,1/0,2", 3, 3, 12, 2),
        ("triangle", RING, "0,1/0,2/1,2", 2, 6, 12, 3),
        ("triangle", "2x3", "0,1/0,2", 2, 3, 2, 1),
    ],
)
def test_other_lattices_are_solved_judged_and_counted(
    lattice: str, board: str, cells: str, copies: int, orientations: int, order: int, count: int
) -> None:
    """On boards small enough to count by hand: orientations, symmetries and solutions, each accepted by both judges."""
    what = packing(lattice, board, cells, copies)
    encoding = what.encode()
    assert isinstance(encoding.model, Tiling)
    assert not what.encoding_faults(encoding.model)
    assert len(encoding.model.pieces[0].orientations) == orientations
    assert len(symmetries(encoding.model, lambda kind, place: True)) == order
    reduced = chain.reduce(encoding.model, ("cover",))
    selections = [reduced.lift(np.array(each, dtype=np.int64)) for each in listed("brute", reduced.model)]
    assert len(selections) == count
    for selection in selections:
        assert not judges.faults(encoding.model, selection)
        assert not what.faults(encoding.decode(selection))


@pytest.mark.parametrize("lattice", list(LATTICES.values()), ids=lambda each: each.name)
def test_the_referee_comes_to_the_declared_isometries_by_itself(lattice: Lattice) -> None:
    """The maps and shifts that keep neighbours neighbours are those that turns and mirror generate, which the encoder uses."""
    own = [(matrix, shift) for matrix, shifts in referee_of_lattices.affine_maps(lattice) for shift in shifts]
    assert sorted(own) == sorted(lattice.motions("isometries"))


def test_the_referee_is_plain() -> None:
    """The referee imports nothing to remember with, and not the code that makes the encoder's orientations."""
    text = "\n".join(
        Path(str(each.__file__)).read_text() for each in (referee, referee_of_crossings, referee_of_lattices)
    )
    tree = ast.parse(text.replace("from __future__ import annotations", ""))
    modules = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not {"functools", "marshal", "weakref", "encoders.geometry.piece", "encoders.packing.accepted"} & modules
    used = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names}
    assert not {"image", "normalised", "orientations", "canonical"} & used
    assert not {"matrices"} & {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "lattice.motions(" not in text


def test_the_referee_knows_congruence_on_other_lattices() -> None:
    """Two hexagons that share no edge are not the piece of two that do, though a square lattice would have it so."""
    what = packing("hexagon", "2x2", "0,0/0,1")
    placements = [{"piece": "A", "cells": [[0, 0], [1, 1]]}, {"piece": "A", "cells": [[0, 1], [1, 0]]}]
    assert what.faults({"placements": placements}) == [
        "placement 0 is not the shape of A, by the motions it is allowed"
    ]


def test_a_naive_search_sees_the_neighbours_of_the_lattice() -> None:
    """The cells next to a hexagon are six, as the tiling says."""
    model = packing("hexagon", "3x3", "0,0/0,1/1,0", 3).encode().model
    assert isinstance(model, Tiling)
    naive = tiling_to_naive_placement.reduce(model).model
    assert isinstance(naive, NaivePlacement)
    assert sorted(naive.neighbours[4].tolist()) == [1, 2, 3, 5, 6, 7]
