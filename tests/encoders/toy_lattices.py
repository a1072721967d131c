"""Lattices that the product does not have, to test that nothing assumes squares and cubes.

Hexagons in axial coordinates, and triangles: the points of the same coordinates that are no corners of triangles.
"""

from __future__ import annotations

from encoders.draw.looks import Look, Side
from encoders.geometry.lattice import Lattice

HEXAGONS = Lattice(
    name="hexagon",
    dimension=2,
    steps=((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
    turns=(((0, -1), (1, 1)),),
    mirror=((0, 1), (1, 0)),
)
TRIANGLES = Lattice(
    name="triangle",
    dimension=2,
    steps=HEXAGONS.steps,
    turns=HEXAGONS.turns,
    mirror=HEXAGONS.mirror,
    weights=(2, 1),
    modulus=3,
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


HEXAGONS_DRAWN = Look(
    sides=_sides_of_hexagon,
    middle=lambda row, column: (6 * row + 4, 4 * column + 2 * row + 2),
    size=lambda rows, columns: (3 * rows + 1, 2 * columns + rows - 1),
    unit=(0.2887, 0.5),
    letters=lambda row, column: (row, 2 * column + row),
)
