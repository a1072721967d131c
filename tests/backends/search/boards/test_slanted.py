"""Parallelograms of triangles as boxes of rhombi: the same placements, there and back; what is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import api, judges
from exactcover.backends import compose
from exactcover.backends.search.boards.slanted import slanted
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Found
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover


def triangles(words: str) -> Tiling:
    """Return the model of a packing of triangles."""
    model = api.puzzle(f"packing lattice=triangle {words}").encode().model
    assert isinstance(model, Tiling)
    return model


@pytest.mark.parametrize("pieces", ["hexiamonds", "diamond,triamond", "pentiamonds-one-sided", "hexiamonds-fixed"])
@pytest.mark.parametrize("board", ["2x3", "5x3", "3x6"])
def test_placements_in_space_are_those_of_the_plane(board: str, pieces: str) -> None:
    """Each placement in the box belongs to one placement on the parallelogram, and the other way round."""
    tiling = triangles(f"board=parallelogram:{board} pieces={pieces} copies=any")
    slant = slanted(tiling)
    assert slant is not None
    flat = slant.flat(tiling_to_cover.placements(slant.tiling))
    there = {tuple(line) for line in flat.tolist()}
    assert len(there) == len(flat)
    assert there == {tuple(line) for line in tiling_to_cover.placements(tiling).tolist()}


@pytest.mark.parametrize(
    "words",
    [
        "board=parallelogram:12x9 pieces=hexiamonds copies=any",
        "board=parallelogram:24x60 pieces=hexiamonds copies=40",
        "board=parallelogram:40x50 pieces=tetriamonds copies=any",
        "board=parallelogram:30x30 pieces=pentiamonds copies=any",
        "board=parallelogram:6x6 pieces=diamond copies=any",
    ],
)
def test_parallelograms_of_triangles_are_composed(words: str) -> None:
    """The judge accepts what `compose` lays on them."""
    tiling = triangles(words)
    (selection,) = [
        event.selection for event in compose.run("solve", tiling, EngineOptions(), Limits()) if isinstance(event, Found)
    ]
    assert judges.faults(tiling, selection) == []


@pytest.mark.parametrize(
    "words",
    [
        "board=hexagon:4 pieces=hexiamonds copies=any",
        "board=triangle:6 pieces=diamond,moniamond copies=any",
        "board=parallelogram:4x6 pieces=moniamond,diamond copies=any",
        "board=parallelogram:4x6 holes=4,2 pieces=diamond copies=any",
    ],
    ids=["a hexagon", "a triangle", "single triangles", "a hole"],
)
def test_other_boards_and_pieces_are_unsuitable(words: str) -> None:
    """Only whole parallelograms, and pieces with triangles of both kinds."""
    tiling = triangles(words)
    assert slanted(tiling) is None
    with pytest.raises(Unsuitable, match="holes or odd borders"):
        list(compose.run("solve", tiling, EngineOptions(), Limits()))


def test_squares_and_bodies_are_not_slanted() -> None:
    """A board in space, and an empty board, are no parallelograms of triangles."""
    for words in ("packing board=2x2x2 pieces=I2 copies=any", "packing board=3x4 holes=0,0 pieces=I2 copies=any"):
        model = api.puzzle(words).encode().model
        assert isinstance(model, Tiling)
        assert slanted(model) is None
    empty = Tiling(np.zeros((2, 2), dtype=np.bool_), ())
    assert slanted(empty) is None
