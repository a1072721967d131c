"""Placements on the lattices of the plane, against a second program that knows only the corners of cells in the plane."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.geometry.board import board as read_board
from encoders.geometry.lattices import LATTICES
from tests.naive_lattices import CORNERS, Flat, differences_on_flat, drawn, named


@st.composite
def boards(draw: st.DrawFn) -> Flat:
    """A board, a piece and its motions, which hypothesis makes smaller if the two programs do not agree."""

    def integer(least: int, most: int) -> int:
        return draw(st.integers(least, most))

    return drawn(integer)


@pytest.mark.parametrize("name", sorted(CORNERS))
def test_the_corners_of_cells_are_shared_by_neighbours(name: str) -> None:
    """The second program's geometry is sound: cells that share two corners (of edges, one) are the lattice's neighbours."""
    lattice = LATTICES[name]
    cells = list(map(tuple, np.argwhere(read_board("12x12", name).cells).tolist()))
    shared = 1 if name.endswith("edges") else 2
    corners = {cell: named(np.array(CORNERS[name](cell))) for cell in cells}
    for cell in cells:
        near = {other for other in cells if other != cell and len(corners[cell] & corners[other]) == shared}
        assert near == {other for other in lattice.neighbours(cell) if other in corners}


@settings(max_examples=60, deadline=None)
@given(boards())
def test_placements_are_those_of_the_plane(flat: Flat) -> None:
    """On random boards a piece has exactly the placements that isometries of the plane give it."""
    assert list(differences_on_flat(flat)) == []
