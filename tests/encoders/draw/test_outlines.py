"""The outlines of cells that pages draw themselves: they fit together, and the motions of cells are motions of the sheet."""

from __future__ import annotations

from cmath import exp, pi
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from encoders.draw.outlines import AREA, OUTLINED, outlines
from encoders.geometry.lattice import Cell
from encoders.geometry.lattices import LATTICES

OF_FACES = ("hexagon", "triangle", "tetrakis", "kisrhombille")
OF_EDGES = ("square-edges", "triangle-edges", "hexagon-edges")


def corners_by(name: str) -> Callable[[Cell], list[complex]]:
    """Return where the corners, or the ends, of a cell lie on the sheet: right + down i."""
    about: dict[str, Any] = outlines(LATTICES[name])
    own = {each["at"]: each.get("corners") or each["ends"] for each in about["cells"]}

    def corners(cell: Cell) -> list[complex]:
        (down, row), (right, column) = (divmod(x, about["period"]) for x in cell)
        x, y = (down * about["rows"][axis] + right * about["columns"][axis] for axis in (0, 1))
        return [complex((a + x) * about["unit"][0], (b + y) * about["unit"][1]) for a, b in own[row, column]]

    return corners


def cells_of(name: str) -> list[Cell]:
    """Return the cells of a few periods of a lattice."""
    lattice = LATTICES[name]
    return [cell for cell in product(range(3 * lattice.modulus), repeat=2) if lattice.has(cell)]


def moved(rows: list[list[int]], cell: Cell) -> Cell:
    """Return the image of a cell under an affine map."""
    return tuple(a * cell[0] + b * cell[1] + shift for a, b, shift in rows)


@pytest.mark.parametrize("name", OF_FACES)
def test_cells_have_their_area_clockwise(name: str) -> None:
    """Each cell has the area that is meant, within the errors of floats, and clockwise corners on a sheet that goes down."""
    corners = corners_by(name)
    for cell in cells_of(name):
        own = corners(cell)
        area = sum((a.conjugate() * b).imag for a, b in pairwise([*own, own[0]])) / 2
        assert area == pytest.approx(AREA)


@pytest.mark.parametrize("name", OF_FACES)
def test_each_side_leads_to_the_cell_beyond_it(name: str) -> None:
    """A side is one of the cell beyond it, in the other direction."""
    corners, steps = corners_by(name), {each["at"]: each["steps"] for each in outlines(LATTICES[name])["cells"]}
    for cell in cells_of(name):
        own = corners(cell)
        for (begin, end), step in zip(pairwise([*own, own[0]]), steps[LATTICES[name].residue(cell)], strict=True):
            other = corners((cell[0] + step[0], cell[1] + step[1]))
            sides = list(pairwise([*other, other[0]]))
            assert any(abs(a - end) < 1e-9 and abs(b - begin) < 1e-9 for a, b in sides)


@pytest.mark.parametrize("name", OF_EDGES)
def test_neighbouring_edges_have_an_end_in_common(name: str) -> None:
    """All edges are equally long, and the steps lead to those that share one end."""
    corners, lattice = corners_by(name), LATTICES[name]
    lengths = {round(abs(a - b), 9) for a, b in map(corners, cells_of(name))}
    assert len(lengths) == 1
    for cell in cells_of(name):
        for other in lattice.neighbours(cell):
            assert sum(abs(a - b) < 1e-9 for a, b in product(corners(cell), corners(other))) == 1


@pytest.mark.parametrize("name", [*OF_FACES, *OF_EDGES])
def test_turn_and_mirror_are_motions_of_the_sheet(name: str) -> None:
    """The turn is clockwise by one of the `turns` parts of a whole one, about one point; the mirror exchanges left and right."""
    about, corners = outlines(LATTICES[name]), corners_by(name)
    turned, mirrored = [], []
    for cell in cells_of(name):
        middle, image, reflected = (
            sum(corners(each)) / len(corners(each))
            for each in (cell, moved(about["turn"], cell), moved(about["mirror"], cell))
        )
        turned.append(image - middle * exp(2j * pi / about["turns"]))
        mirrored.append(reflected + middle.conjugate())
    assert max(abs(each - turned[0]) for each in turned) < 1e-9
    assert max(abs(each - mirrored[0]) for each in mirrored) < 1e-9


def test_pages_learn_the_lattices_that_they_do_not_know() -> None:
    """They are the flat ones that a puzzle may name and that are drawn, but for those of vertices."""
    flat = {name for name, each in LATTICES.items() if each.dimension == 2 and "+" not in name}
    assert {*OUTLINED, "square", "hexagon", "triangle"} == flat
