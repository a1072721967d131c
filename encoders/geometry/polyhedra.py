"""The cells of lattices in space as convex polyhedra that fill it, sharing whole faces, and the places of their corners.

A corner is a point with whole coordinates, those of the lattice times GRAIN, so that two cells that share a corner have the same
one. Every face of a cell is perpendicular to the step to the cell beyond (a test compares them). So a ray of sight passes cells
in the order of their points along it, and drawing cells in the order of their depth hides what is hidden.
Not here: the lattices (lattices.py), and pictures and meshes (encoders/draw).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import atan2, sqrt, tau
from operator import add, sub

from encoders.geometry.lattice import Cell, Lattice, mapped
from encoders.geometry.lattices import CUBIC, FCC, HEXAGONAL_PRISM, PRISM, RHOMBIC, TETRA_OCTA

Point = tuple[float, float, float]
"""(up, down, right), down being towards the reader of a layer; a right-handed frame."""
GRAIN = 6
"""How many units of corners are one unit of cells."""


@dataclass(frozen=True)
class Face:
    """A face of a cell: the step to the cell beyond it, and its corners from the cell, anticlockwise as seen from outside."""

    beyond: Cell
    corners: tuple[Cell, ...]


@dataclass(frozen=True)
class Frame:
    """Where the points of a lattice are: the (up, down, right) of one step along each axis; balls: its cells are drawn so."""

    axes: tuple[Point, Point, Point]
    balls: bool = False

    def at(self, point: Iterable[float]) -> Point:
        """Return the place of a point with coordinates of the lattice."""
        steps = tuple(point)
        up, down, right = (
            sum(step * axis[place] for step, axis in zip(steps, self.axes, strict=True)) for place in range(3)
        )
        return up, down, right

    def corner(self, cell: Cell, corner: Cell) -> Point:
        """Return the place of a corner of a cell."""
        return self.at(x + step / GRAIN for x, step in zip(cell, corner, strict=True))


def _even(side: float) -> tuple[Point, Point, Point]:
    return (side, 0.0, 0.0), (0.0, side, 0.0), (0.0, 0.0, side)


_HIGH = sqrt(3)
FRAMES = {
    CUBIC: Frame(_even(1.0)),
    PRISM: Frame(((1.0, 0.0, 0.0), (0.0, _HIGH / 3, 0.0), (0.0, _HIGH / 6, 0.5))),
    HEXAGONAL_PRISM: Frame(((1.0, 0.0, 0.0), (0.0, _HIGH / 2, 0.5), (0.0, 0.0, 1.0))),
    FCC: Frame(_even(1 / sqrt(2)), balls=True),
    RHOMBIC: Frame(_even(1 / 5)),
    TETRA_OCTA: Frame(_even(1 / 3)),
}
"""The lattices whose cells are seen in space. Of unit length are the sides of cubes and of triangles, the heights of prisms, the
width of hexagons, the diameter of balls, and the side of a cube that is cut into tetrahedra or has one in it.
"""
_HALVES = (-GRAIN // 2, GRAIN // 2)
_THIRD = GRAIN // 3
_SIXTHS = ((-1, -1), (1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1))
"""The corners of a hexagon in thirds of axial coordinates."""
_CORNERS: dict[Lattice, tuple[tuple[Cell, ...], ...]] = {
    CUBIC: (tuple((z, y, x) for z in _HALVES for y in _HALVES for x in _HALVES),),
    PRISM: (tuple((z, GRAIN * y, GRAIN * x) for z in _HALVES for y, x in ((0, -1), (1, 0), (-1, 1))),),
    HEXAGONAL_PRISM: (tuple((z, _THIRD * y, _THIRD * x) for z in _HALVES for y, x in _SIXTHS),),
    FCC: (
        (
            *((sign * GRAIN * (axis == 0), sign * GRAIN * (axis == 1), sign * GRAIN * (axis == 2))
              for axis in range(3) for sign in (-1, 1)),
            *((z, y, x) for z in _HALVES for y in _HALVES for x in _HALVES),
        ),
    ),
    RHOMBIC: (((12, 6, 0), (-3, 6, 0), (-3, -9, -15), (-3, -9, 15)),),
    TETRA_OCTA: (
        ((-9, -9, -9), (-9, 9, 9), (9, -9, 9), (9, 9, -9)),
        ((3, -3, -3), (-15, -3, -3), (3, 15, -3), (3, -3, 15)),
    ),
}  # fmt: skip
"""The corners of each seed of a lattice, from it."""


def polyhedra(lattice: Lattice) -> dict[Cell, tuple[Face, ...]]:
    """Return the faces of a cell for each cell modulo the period, in the order of their steps; only for lattices of FRAMES."""
    return _polyhedra(lattice)


@cache
def _polyhedra(lattice: Lattice) -> dict[Cell, tuple[Face, ...]]:
    corners: dict[Cell, frozenset[Cell]] = {}
    for (seed, _), own in zip(lattice.seeds, _CORNERS[lattice], strict=True):
        for matrix, shift in lattice.motions("isometries"):
            at = lattice.residue(map(add, mapped(matrix, [seed])[0], shift))
            corners.setdefault(at, frozenset(mapped(matrix, own)))
    frame = FRAMES[lattice]
    return {
        cell: tuple(_face(frame, step, corners, cell, lattice) for step in lattice.around[cell]) for cell in corners
    }


def _face(frame: Frame, step: Cell, corners: dict[Cell, frozenset[Cell]], cell: Cell, lattice: Lattice) -> Face:
    """Return the face between a cell and the one beyond: the corners that they share."""
    beyond = corners[lattice.residue(map(add, cell, step))]
    moved = {tuple(x + GRAIN * way for x, way in zip(corner, step, strict=True)) for corner in beyond}
    return Face(step, _around(frame, sorted(corners[cell] & moved), step))


def _around(frame: Frame, corners: list[Cell], outwards: Cell) -> tuple[Cell, ...]:
    """Return the corners of a face in order, anticlockwise as seen from where `outwards` leads."""
    places = {corner: frame.at(corner) for corner in corners}
    middle = tuple(sum(axis) / len(corners) for axis in zip(*places.values(), strict=True))
    first = between(middle, places[corners[0]])
    left = cross(frame.at(outwards), first)

    def angle(corner: Cell) -> float:
        way = between(middle, places[corner])
        return atan2(dot(way, left), dot(way, first)) % tau

    return tuple(sorted(corners, key=lambda corner: (corner != corners[0], angle(corner))))


def between(start: Iterable[float], end: Iterable[float]) -> Point:
    """Return the vector from one point to another."""
    up, down, right = map(sub, end, start)
    return up, down, right


def dot(one: Point, other: Point) -> float:
    """Return the scalar product."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Point, other: Point) -> Point:
    """Return the vector product."""
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )
