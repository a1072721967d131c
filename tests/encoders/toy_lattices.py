"""Lattices that the product does not have, to test that nothing assumes squares and cubes.

Hexagons in axial coordinates, and triangles: the points of the same coordinates that are no corners of triangles.
"""

from __future__ import annotations

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
