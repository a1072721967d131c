"""The shape of each lattice's cells: the corners of a cell on the sheet, and the position of its letters in text.

Those of cells that are parts of squares and hexagons, edges or points are in looks_of_parts.py.

Every lattice that can be drawn has an entry in LOOKS; no drawing assumes squares except the box drawing of text and the films
of plans, which are always of squares. Coordinates are integers (down, right) in units that the look chooses.
"""

from __future__ import annotations

from encoders.draw.look import Look, Side
from encoders.draw.looks_of_parts import DRAFTERS, QUARTERS, SLICES, STICKS, TRIGS, TRIGS_AT_TWICE, TWIGS
from encoders.geometry.lattice import Lattice


def _sides_of_square(row: int, column: int) -> tuple[Side, ...]:
    below, right = row + 1, column + 1
    return (
        ((row - 1, column), (row, column), (row, right)),
        ((row, right), (row, right), (below, right)),
        ((below, column), (below, right), (below, column)),
        ((row, column - 1), (below, column), (row, column)),
    )


SQUARES = Look(
    sides=_sides_of_square,
    middle=lambda row, column: (2 * row + 1, 2 * column + 1),
    size=lambda rows, columns: (rows, columns),
    unit=(1, 1),
    letters=None,
)


def _sides_of_hexagon(row: int, column: int) -> tuple[Side, ...]:
    top, left = 3 * row, 2 * column + row
    beyond = (
        (row - 1, column), (row - 1, column + 1), (row, column + 1), (row + 1, column), (row + 1, column - 1),
        (row, column - 1),
    )  # fmt: skip
    corners = [
        (top + 1, left), (top, left + 1), (top + 1, left + 2), (top + 3, left + 2), (top + 4, left + 1), (top + 3, left),
    ]  # fmt: skip
    return tuple(zip(beyond, corners, corners[1:] + corners[:1], strict=True))


HEXAGONS = Look(
    sides=_sides_of_hexagon,
    middle=lambda row, column: (6 * row + 4, 4 * column + 2 * row + 2),
    size=lambda rows, columns: (3 * rows + 1, 2 * columns + rows - 1),
    unit=(8 / 30, 14 / 30),  # 7/4 is nearly the square root of 3, and both are whole numbers of an SVG's units
    letters=lambda row, column: (row, 2 * column + row),
    breadth=28 / 30,
)


def _sides_of_triangle(row: int, column: int) -> tuple[Side, ...]:
    """Return the sides of a triangle on a horizontal base; a line of triangles is 3 down, half a base is 1 right."""
    middle = 2 * row + column
    if middle % 3 == 1:  # points down
        beyond = ((row - 1, column), (row, column + 1), (row + 1, column - 1))
        corners = [(middle - 1, column - 1), (middle - 1, column + 1), (middle + 2, column)]
    else:
        beyond = ((row - 1, column + 1), (row + 1, column), (row, column - 1))
        corners = [(middle - 2, column), (middle + 1, column + 1), (middle + 1, column - 1)]
    return tuple(zip(beyond, corners, corners[1:] + corners[:1], strict=True))


TRIANGLES = Look(
    sides=_sides_of_triangle,
    middle=lambda row, column: (4 * row + 2 * column, 2 * column),
    size=lambda rows, columns: (2 * rows + columns + 1, columns + 1),
    unit=(11 / 30, 19 / 30),  # 19/11 is nearly the square root of 3
    letters=lambda row, column: ((2 * row + column) // 3, 2 * column),
    beside=lambda row, column: ((2 * row + column) // 3, column),
    breadth=19 / 30,
)
LOOKS = {
    "square": SQUARES,
    "hexagon": HEXAGONS,
    "triangle": TRIANGLES,
    "tetrakis": QUARTERS,
    "kisrhombille": DRAFTERS,
    "square-edges": STICKS,
    "triangle-edges": TRIGS,
    "hexagon-edges": TWIGS,
    "square-edges+vertices": STICKS,
    "triangle-edges+ends": TRIGS_AT_TWICE,
    "slice": SLICES,
}


def look_of(lattice: Lattice) -> Look:
    """Return how a lattice is drawn; raises InvalidInput for one that cannot be."""
    look = LOOKS.get(lattice.name)
    if look is None:
        from exactcover.model.errors import InvalidInput

        raise InvalidInput(f"boards of the {lattice.name} lattice are not drawn; expected one of {', '.join(LOOKS)}")
    return look
