"""The lattices that have names, in the plane and in space.

The numbering of the cells of triangular prisms, spheres, rhombic tetrahedra and of tetrahedra between octahedra in a cube of
points is that of BurrTools (A. Röver, burrtools.sourceforge.net, its grids 1 to 4), but for prisms, which stand on triangles.
Not here: what a lattice is (lattice.py).
"""

from __future__ import annotations

from itertools import product
from operator import add, sub
from typing import Any

from encoders.geometry.lattice import Cell, Lattice, Matrix
from encoders.keys import shown
from exactcover.model.errors import InvalidInput, nearest

_QUARTER: Matrix = ((0, -1), (1, 0))
_SIXTH: Matrix = ((0, -1), (1, 1))
_SWAP: Matrix = ((0, 1), (1, 0))
_UPRIGHT: Matrix = ((1, 0), (0, -1))
_BESIDE = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def _units(dimension: int) -> tuple[Cell, ...]:
    """Return the unit vectors and their opposites, in increasing order."""
    return tuple(
        sorted(tuple(sign * (i == axis) for i in range(dimension)) for axis in range(dimension) for sign in (-1, 1))
    )


def _quarters(dimension: int) -> tuple[Matrix, ...]:
    """Return the quarter turns of two neighbouring axes, which generate the rotations of cubes."""
    turned = []
    for axis in reversed(range(dimension - 1)):
        rows = [[int(i == j) for j in range(dimension)] for i in range(dimension)]
        rows[axis], rows[axis + 1] = [-x for x in rows[axis + 1]], rows[axis]
        turned.append(tuple(map(tuple, rows)))
    return tuple(turned)


def _flip(dimension: int) -> Matrix:
    """Return the reflection that changes the sign of the last coordinate."""
    return tuple(tuple((1 - 2 * (i == dimension - 1)) * (i == j) for j in range(dimension)) for i in range(dimension))


def _upright(plane: Matrix, layers: int) -> Matrix:
    """Return a matrix of space that acts on rows and columns as one of the plane, and multiplies layers by 1 or -1."""
    return ((layers, 0, 0), (0, *plane[0]), (0, *plane[1]))


def _prisms(name: str, base: Lattice) -> Lattice:
    """Return the lattice of prisms on the cells of a plane one."""
    return Lattice(
        name=name,
        dimension=3,
        seeds=tuple(
            ((0, *seed), ((-1, 0, 0), *((0, *step) for step in steps), (1, 0, 0))) for seed, steps in base.seeds
        ),
        turns=(*(_upright(turn, 1) for turn in base.turns), _upright(base.mirror, -1)),
        mirror=_upright(((1, 0), (0, 1)), -1),
        modulus=base.modulus,
        shifts=(*((0, *shift) for shift in base.shifts), *([(1, 0, 0)] if base.modulus > 1 else [])),
        layer=base,
    )


def _ends(edge: Cell, vertices: tuple[Cell, ...], units: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the steps from an edge to all others at its ends; units: half the edges at a vertex."""
    others = {tuple(map(add, vertex, unit)) for vertex in vertices for unit in units} - {edge}
    return tuple(tuple(map(sub, other, edge)) for other in others)


SQUARE = Lattice("square", 2, (((0, 0), _units(2)),), (_QUARTER,), _UPRIGHT)
CUBIC = Lattice("cubic", 3, (((0, 0, 0), _units(3)),), _quarters(3), _flip(3), layer=SQUARE)
HEXAGON = Lattice("hexagon", 2, (((0, 0), _BESIDE),), (_SIXTH,), _SWAP)
"""Hexagons in axial coordinates: a row below begins half a hexagon further right."""
TRIANGLE = Lattice(
    "triangle", 2, (((0, 1), ((-1, 0), (0, 1), (1, -1))),), (_SIXTH,), _SWAP, modulus=3, shifts=((1, 1),)
)
"""Triangles: the centres of two of three hexagons; the others are their corners. Class 1 points down, class 2 up."""
TETRAKIS = Lattice(
    "tetrakis", 2, (((1, 2), ((-1, -1), (0, 1), (1, -1))),), (_QUARTER,), _UPRIGHT, modulus=3, centre=(2, 2)
)
"""Quarters of squares: a square of 3x3 points is cut by its diagonals into four triangles."""
KISRHOMBILLE = Lattice("kisrhombille", 2, (((1, 2), ((1, -1), (0, 1), (-2, 1))),), (_SIXTH,), _SWAP, modulus=6)
"""Triangles with angles of 30, 60 and 90 degrees: a hexagon around every sixth point of every sixth row, cut into twelve."""
SQUARE_EDGES = Lattice(
    "square-edges", 2, (((0, 1), _ends((0, 1), ((0, 0), (0, 2)), _units(2))),), (_QUARTER,), _UPRIGHT, modulus=2
)
"""The edges of squares: their vertices are the points with even coordinates; edges at one vertex are neighbours."""
TRIANGLE_EDGES = Lattice(
    "triangle-edges", 2, (((0, 1), _ends((0, 1), ((0, 0), (0, 2)), _BESIDE)),), (_SIXTH,), _SWAP, modulus=2
)
"""The edges of triangles: their vertices are the points with even coordinates."""
HEXAGON_EDGES = Lattice(
    "hexagon-edges", 2, (((0, 1), ((-1, 0), (-1, 1), (1, -1), (1, 0))),), (_SIXTH,), _SWAP, modulus=2
)
"""The edges of hexagons, whose middles are the points with even coordinates."""


def _with_vertices(edges: Lattice, units: tuple[Cell, ...]) -> Lattice:
    """Return a lattice of edges with their vertices as further cells, which pieces cover that may not cross there."""
    ((edge, steps),) = edges.seeds
    ends = tuple(tuple(sign * x for x in edge) for sign in (-1, 1))
    seeds = ((edge, tuple(sorted((*steps, *ends)))), ((0, 0), units))
    return Lattice(f"{edges.name}+vertices", 2, seeds, edges.turns, edges.mirror, modulus=2)


def _with_ends(edges: Lattice, units: tuple[Cell, ...]) -> Lattice:
    """Return a lattice of edges at twice their coordinates, with their vertices and their ends as further cells.

    An end of an edge is the point of it that is next to a vertex.
    """
    ((edge, steps),) = edges.seeds
    double = tuple(2 * x for x in edge)
    back = tuple(-x for x in edge)
    beside = {tuple(map(sub, unit, edge)) for unit in units} & set(units)
    seeds = (
        (double, (*(tuple(2 * x for x in step) for step in steps), edge, back)),
        (edge, (edge, back, *sorted(beside))),
        ((0, 0), units),
    )
    return Lattice(f"{edges.name}+ends", 2, seeds, edges.turns, edges.mirror, modulus=4)


SQUARE_EDGES_AND_VERTICES = _with_vertices(SQUARE_EDGES, _units(2))
TRIANGLE_EDGES_AND_ENDS = _with_ends(TRIANGLE_EDGES, _BESIDE)
UNCROSSED = {SQUARE_EDGES: SQUARE_EDGES_AND_VERTICES, TRIANGLE_EDGES: TRIANGLE_EDGES_AND_ENDS}
"""The lattices of edges that pieces cross on, with the lattice of pieces that may not (see encoders/packing/crossing.py)."""
PRISM = _prisms("prism", TRIANGLE)
HEXAGONAL_PRISM = _prisms("hex-prism", HEXAGON)
FCC = Lattice(
    "fcc",
    3,
    (((0, 0, 0), tuple(step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 2)),),
    _quarters(3),
    _flip(3),
    modulus=2,
    shifts=((1, 1, 0), (0, 1, 1)),
    round=True,
)
"""Spheres packed most densely: the points whose coordinates have an even sum."""
RHOMBIC = Lattice(
    "rhombic",
    3,
    (((0, 1, 2), ((-1, 0, 0), (0, 1, -1), (0, 1, 1), (1, -1, 0))),),
    _quarters(3),
    _flip(3),
    modulus=5,
    centre=(4, 4, 4),
)
"""Tetrahedra: a cube of 5x5x5 points cut from its middle along its edges and the diagonals of its faces, into 24."""
TETRA_OCTA = Lattice(
    "tetra-octa",
    3,
    (
        ((1, 1, 1), ((1, -1, -1), (-1, 1, -1), (-1, -1, 1), (1, 1, 1))),
        ((2, 0, 0), ((-1, 1, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0))),
    ),
    _quarters(3),
    _flip(3),
    modulus=6,
    shifts=((3, 3, 0), (0, 3, 3)),
    centre=(5, -1, -1),
)
"""Tetrahedra and eighths of octahedra: a cube of 3x3x3 points is a tetrahedron and the corners that it leaves."""
SLICE = Lattice(
    "slice", 2, (((0, 0), tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))),), (_QUARTER,), _UPRIGHT
)
"""A layer of points in space, for pictures of it: no puzzle names it."""
TESSERACTIC = Lattice("4-cubic", 4, (((0,) * 4, _units(4)),), _quarters(4), _flip(4), layer=CUBIC)
PENTERACTIC = Lattice("5-cubic", 5, (((0,) * 5, _units(5)),), _quarters(5), _flip(5), layer=TESSERACTIC)
"""Hypercubes of four and of five dimensions."""
LATTICES = {
    lattice.name: lattice
    for lattice in (
        SQUARE, CUBIC, HEXAGON, TRIANGLE, TETRAKIS, KISRHOMBILLE, SQUARE_EDGES, TRIANGLE_EDGES, HEXAGON_EDGES,
        SQUARE_EDGES_AND_VERTICES, TRIANGLE_EDGES_AND_ENDS, PRISM, HEXAGONAL_PRISM, FCC, RHOMBIC, TETRA_OCTA, TESSERACTIC,
        PENTERACTIC,
    )
}  # fmt: skip
"""The lattices that a puzzle may name."""
_USUAL = {lattice.dimension: lattice for lattice in (SQUARE, CUBIC, TESSERACTIC, PENTERACTIC)}


def lattice_named(name: Any, dimension: int) -> Lattice:
    """Return the lattice of that name for a board of that many dimensions; None is the board's default.

    This is the only place where a lattice follows from a number of dimensions: a board has squares, cubes or hypercubes unless
    its puzzle says otherwise. Raises InvalidInput.
    """
    if dimension not in _USUAL:
        raise InvalidInput(f"cells of {dimension} coordinates; expected 2 (row,column), 3 (layer,row,column), 4 or 5")
    if name is None:
        return _USUAL[dimension]
    lattice = LATTICES.get(name) if isinstance(name, str) else None
    if lattice is None:
        raise InvalidInput(
            f"lattice is {shown(name)}; expected {', '.join(LATTICES)}{nearest(str(name)[:60], LATTICES)}"
        )
    if lattice.dimension != dimension:
        raise InvalidInput(
            f"lattice is {name}, whose cells have {lattice.dimension} coordinates; the board's have {dimension}"
        )
    return lattice
