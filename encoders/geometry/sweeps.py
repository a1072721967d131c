"""The unit steps of pieces that are taken apart, on each lattice, and the cells that a cell passes through in a step.

A step is a straight move by a translation of the lattice. A cell passes through another one if their interiors meet on the way.
Cells are convex, and so is the space that a moving cell passes: it misses another cell exactly if a plane separates them, which
is parallel to two of all edges and steps. Spheres meet if their centres come nearer than a diameter. All numbers are integers.
Cells and corners are in the coordinates of the lattice, which are an affine image of the space (of spheres: a similar one).
Not here: the search (exactcover/backends/search/graphs), and the referee's rule (encoders/packing/referee_of_steps.py).
Source: for squares, cubes and prisms on triangles the steps are those of BurrTools (A. Röver, burrtools.sourceforge.net).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encoders.geometry import lattices
from encoders.geometry.lattice import Cell, Lattice
from exactcover.model.disassembly import Steps, straight_steps

SCALE = 6
"""Corners are in sixths of the unit of cells."""
_AXES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
_ACROSS = ((0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 1, -1), (1, 0, -1), (1, -1, 0))
_DIAGONALS = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1))
_SHORT, _LONG = ((0, 1), (1, 0), (1, -1)), ((1, 1), (1, -2), (2, -1))


def _times(number: int, vectors: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(tuple(number * x for x in vector) for vector in vectors)


def _level(vectors: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the steps of prisms whose bases have these: up, and those within a layer."""
    return ((1, 0, 0), *((0, *vector) for vector in vectors))


_VECTORS: dict[Lattice, tuple[Cell, ...]] = {
    lattices.HEXAGON: (*_SHORT, *_LONG),
    lattices.TRIANGLE: _LONG,
    lattices.TETRAKIS: _times(3, ((0, 1), (1, 0), (1, 1), (1, -1))),
    lattices.KISRHOMBILLE: _times(6, (*_SHORT, *_LONG)),
    lattices.PRISM: _level(_LONG),
    lattices.HEXAGONAL_PRISM: _level((*_SHORT, *_LONG)),
    lattices.FCC: (*_ACROSS, *_times(2, (*_AXES, *_DIAGONALS))),
    lattices.RHOMBIC: _times(5, (*_ACROSS, *_AXES, *_DIAGONALS)),
    lattices.TETRA_OCTA: (*_times(3, _ACROSS), *_times(6, (*_AXES, *_DIAGONALS))),
}
_STRAIGHT = {lattices.SQUARE, lattices.CUBIC, lattices.TESSERACTIC, lattices.PENTERACTIC}


@cache
def steps_of(lattice: Lattice) -> Steps | None:
    """Return the steps of pieces on a lattice; None if its pieces have no inside, as on edges."""
    if lattice in _STRAIGHT:
        return straight_steps(lattice.dimension)
    vectors = _VECTORS.get(lattice)
    if vectors is None:
        return None
    swept = _swept_by_spheres if lattice.round else _swept_by_bodies
    return Steps(vectors, lattice.modulus, tuple(swept(lattice, vector) for vector in vectors))


def _swept_by_spheres(lattice: Lattice, step: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Return, by the residue of a cell, the offsets of the spheres that it passes through; their diameter is the root of 2."""
    length = sum(x * x for x in step)
    offsets = []
    for offset in product(*(range(min(x, 0) - 1, max(x, 0) + 2) for x in step)):
        along = min(max(sum(x * y for x, y in zip(offset, step, strict=True)), 0), length)
        nearest = [length * x - along * y for x, y in zip(offset, step, strict=True)]
        if any(offset) and lattice.class_of(offset) == 0 and sum(x * x for x in nearest) < 2 * length * length:
            offsets.append(offset)
    return dict.fromkeys(lattice.around, tuple(offsets))


def _swept_by_bodies(lattice: Lattice, step: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Return, by the residue of a cell, the offsets of the polygons or polyhedra that it passes through."""
    residues = sorted(lattice.around)
    numbers = np.full((lattice.modulus,) * lattice.dimension, -1)
    numbers[tuple(np.array(residues).T)] = np.arange(len(residues))
    bodies = np.array([corners(lattice, cell) for cell in residues]) - SCALE * np.array(residues)[:, None]
    reach = -(-2 * int(abs(bodies).max()) // SCALE) - 1
    planes = _planes(lattice, step)
    low, high = (bodies @ planes.T).min(axis=1), (bodies @ planes.T).max(axis=1)
    along = planes @ np.array(step) * SCALE
    offsets = np.array(list(product(*(range(min(x, 0) - reach, max(x, 0) + reach + 1) for x in step))))
    offsets = offsets[offsets.any(axis=1)]
    moved = offsets @ planes.T * SCALE
    swept = {}
    for number, cell in enumerate(residues):
        others = numbers[tuple(((offsets + np.array(cell)) % lattice.modulus).T)]
        is_apart = (low[others] + moved >= high[number] + np.maximum(along, 0)).any(axis=1)
        is_apart |= (high[others] + moved <= low[number] + np.minimum(along, 0)).any(axis=1)
        swept[cell] = tuple(map(tuple, offsets[(others >= 0) & ~is_apart].tolist()))
    return swept


def _planes(lattice: Lattice, step: Cell) -> NDArray[Any]:
    """Return vectors across all lines or planes that may separate a body on its way from another one."""
    directions = {
        _shortest(tuple(x - y for x, y in zip(one, other, strict=True)))
        for cell in lattice.around
        for one, other in combinations(sorted(set(corners(lattice, cell))), 2)
    } | {_shortest(step)}
    if lattice.dimension == 2:
        return np.array(sorted({(-column, row) for row, column in directions}))
    crosses = (np.cross(one, other).tolist() for one, other in combinations(sorted(directions), 2))
    return np.array(sorted({_shortest(tuple(across)) for across in crosses if any(across)}))


def _shortest(vector: Cell) -> Cell:
    """Return the shortest vector of whole numbers along a line, the greater one of two opposite ones."""
    divisor = gcd(*vector)
    way = tuple(x // divisor for x in vector)
    return max(way, tuple(-x for x in way))


def corners(lattice: Lattice, cell: Cell) -> list[Cell]:
    """Return the corners of a cell, in sixths; all cells of a lattice have as many, some of them twice."""
    if lattice.layer is not None:
        layer, *place = cell
        return [(SCALE * layer + side, *corner) for side in (-3, 3) for corner in corners(lattice.layer, tuple(place))]
    return [tuple(SCALE * x for x in cell)] if lattice.round else _CORNERS[lattice](cell)


def _of_hexagon(cell: Cell) -> list[Cell]:
    around = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    return [
        tuple(SCALE * at + 2 * (x + y) for at, x, y in zip(cell, one, other, strict=True))
        for one, other in zip(around, around[1:] + around[:1], strict=True)
    ]


def _of_triangle(cell: Cell) -> list[Cell]:
    row, column = cell
    around = ((row + y, column + x) for y, x in ((1, 0), (0, -1), (-1, 1), (-1, 0), (0, 1), (1, -1)))
    return [(SCALE * y, SCALE * x) for y, x in around if (y - x) % 3 == 0]


def _of_tetrakis(cell: Cell) -> list[Cell]:
    """Return the middle of a square, and the two ends of the side of it that is next to the cell."""
    middle = [3 * (x // 3) + 1 for x in cell]
    out = [x - y for x, y in zip(cell, middle, strict=True)]
    ends = [
        tuple(SCALE * at + 9 * (x + sign * y) for at, x, y in zip(middle, out, out[::-1], strict=True))
        for sign in (-1, 1)
    ]
    return [tuple(SCALE * at for at in middle), *ends]


def _of_kisrhombille(cell: Cell) -> list[Cell]:
    """Return the nearest middle of a hexagon, of a side of it, and end of that side."""

    def nearest(points: Iterable[Cell]) -> Cell:
        def distance(point: Cell) -> int:
            y, x = point[0] - SCALE * cell[0], point[1] - SCALE * cell[1]
            return y * y + y * x + x * x

        return min(points, key=distance)

    row, column = (6 * round(x / 6) for x in cell)
    middles = [(SCALE * (row + y), SCALE * (column + x)) for y, x in product((-6, 0, 6), repeat=2)]
    middle = nearest(middles)
    sides = [(middle[0] + 18 * y, middle[1] + 18 * x) for y, x in (*_SHORT, *_times(-1, _SHORT))]
    ends = [(middle[0] + 12 * y, middle[1] + 12 * x) for y, x in (*_LONG, *_times(-1, _LONG))]
    return [middle, nearest(sides), nearest(ends)]


def _of_rhombic(cell: Cell) -> list[Cell]:
    """Return the middle of a cube, the middle of a face, and the ends of an edge of that face."""
    middle = [5 * (x // 5) + 2 for x in cell]
    offset = [x - y for x, y in zip(cell, middle, strict=True)]
    towards = [x // 2 if abs(x) == 2 else 0 for x in offset]
    beside = [x if abs(x) == 1 else 0 for x in offset]
    edge = [int(not x) for x in offset]
    centre = [SCALE * x for x in middle]
    ends = [
        tuple(at + 15 * (x + y + sign * z) for at, x, y, z in zip(centre, towards, beside, edge, strict=True))
        for sign in (-1, 1)
    ]
    return [tuple(centre), tuple(at + 15 * x for at, x in zip(centre, towards, strict=True)), *ends]


def _of_tetra_octa(cell: Cell) -> list[Cell]:
    """Return the corners of a tetrahedron in a cube, or one corner of the cube and the three next to it."""
    middle = [3 * (x // 3) + 1 for x in cell]
    towards = [x - y for x, y in zip(cell, middle, strict=True)]
    signs: list[Cell] = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    if any(towards):
        signs = [tuple(towards), *(tuple(-x if i == axis else x for i, x in enumerate(towards)) for axis in range(3))]
    elif lattices.TETRA_OCTA.has(tuple(x + 1 for x in middle)):
        signs = [tuple(-x for x in sign) for sign in signs]
    return [tuple(SCALE * at + 9 * x for at, x in zip(middle, sign, strict=True)) for sign in signs]


_CORNERS = {
    lattices.HEXAGON: _of_hexagon,
    lattices.TRIANGLE: _of_triangle,
    lattices.TETRAKIS: _of_tetrakis,
    lattices.KISRHOMBILLE: _of_kisrhombille,
    lattices.RHOMBIC: _of_rhombic,
    lattices.TETRA_OCTA: _of_tetra_octa,
}
