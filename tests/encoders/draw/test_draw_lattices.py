"""Drawings of boards of hexagons and triangles, in every format."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest

from encoders.draw import Area, Picture, png, svg, text
from encoders.draw.ansi import TRUE_COLOUR
from encoders.draw.looks import HEXAGONS, LOOKS
from encoders.draw.picture import HOLE, OUTSIDE, grids, outline
from encoders.geometry.lattices import HEXAGON, LATTICES, TRIANGLE
from encoders.packing.to_picture import lattice_of_layers
from exactcover.model.errors import InvalidInput

SVG = "{http://www.w3.org/2000/svg}"
ROSETTE = frozenset((row, column) for row in range(3) for column in range(3) if 2 <= row + column + 1 <= 4)
RING = Picture(
    (3, 3),
    (Area("A", ((0, 1), (0, 2))), Area("B", ((1, 2), (2, 1)), fixed=True), Area("C", ((1, 0),))),
    ROSETTE - {(1, 1)},
    lattice=HEXAGON,
)


def test_every_lattice_has_a_look() -> None:
    """What a puzzle may name can be drawn, by itself or as the lattice of its layers."""
    assert {lattice_of_layers(lattice).name for lattice in LATTICES.values()} <= set(LOOKS)


def test_a_lattice_without_a_look_is_refused() -> None:
    """A board of cells that nobody has said how to draw is refused in every format, and not drawn as squares."""
    picture = Picture((3, 3), (), frozenset({(0, 1), (0, 2)}), lattice=replace(TRIANGLE, name="trapezoids"))
    for draw in (svg, text, lambda each: png(each, BytesIO())):
        with pytest.raises(
            InvalidInput, match="boards of the trapezoids lattice are not drawn; expected one of square"
        ):
            draw(picture)


def test_positions_that_are_no_cells_of_the_lattice_are_outside() -> None:
    """The corner that six triangles share is no hole of their board; a triangle that is missing is one."""
    cells = frozenset((r, c) for r in range(7) for c in range(7) if TRIANGLE.has((r, c)))
    (grid,) = grids(Picture((7, 7), (), cells - {(3, 4)}, lattice=TRIANGLE))
    assert grid[4][4] == OUTSIDE
    assert grid[4][5] == HOLE


def test_hexagons_as_letters() -> None:
    """In text each hexagon is a letter, rows shifted by half a hexagon; empty cells are dots."""
    assert text(RING).splitlines() == [" A A", "C   B", " · B"]
    assert "\x1b[38;2;" in text(RING, TRUE_COLOUR)
    twins = Picture(
        (1, 4),
        tuple(Area("I", ((0, n), (0, n + 1))) for n in (0, 2)),
        frozenset((0, n) for n in range(4)),
        lattice=HEXAGON,
    )
    assert text(twins).splitlines() == ["A A B B", "A B = I"]


def test_hexagons_as_outlines() -> None:
    """Two hexagons that share a side have one loop of ten corners, twelve less the two they share; the ring has two loops."""
    pair = outline({(0, 1), (0, 2)}, HEXAGONS)
    assert [len(loop) for loop in pair] == [10]
    assert len(outline({(r, c) for r, c in RING.cells}, HEXAGONS)) == 2
    root = ElementTree.fromstring(svg(RING))
    paths = root.findall(f"./{SVG}g[@class='pieces']/{SVG}path")
    assert [path.findtext(f"{SVG}title") for path in paths] == ["A", "B", "C"]
    assert len(root.findall(f".//{SVG}path[@class='holes']")) == 1
    written = BytesIO()
    png(RING, written)
    assert written.getvalue().startswith(b"\x89PNG")
