"""Lattices: their cells, neighbours and isometries, and finite sets of cells up to translation.

A cell is a point with whole coordinates, (row, column) or (layer, row, column), chosen such that every isometry of the lattice
is an integer matrix followed by a translation. Such points exist for every lattice of equal cells: the cells' centres, in
coordinates of the lattice that these span. For squares, cubes and hexagons every point is a cell, and any translation keeps
the cells. For triangles two points of three are cells: the others are corners of triangles. The class of a point says which of
the three it is; the translations of the lattice are those that preserve all classes.
Not here: boards, pieces and placements.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import add, mul
from typing import Any, Literal, get_args

from exactcover.model.errors import InvalidInput, nearest

Cell = tuple[int, ...]
Shape = tuple[Cell, ...]
Matrix = tuple[tuple[int, ...], ...]
Motions = Literal["isometries", "rotations", "translations"]
MOTIONS: tuple[Motions, ...] = get_args(Motions)


@dataclass(frozen=True)
class Lattice:
    """Equal cells numbered by `dimension` integers each, with their neighbours and the isometries that fix point 0.

    steps: to the neighbours of a cell, in increasing order, the unit vectors among them (a step that leads to no cell leads to
    no neighbour); turns:
    matrices that generate the rotations; mirror: that of one reflection; weights, modulus: the class of a point is the sum of
    its coordinates times the weights, modulo `modulus`, and if `modulus` is above 1, points of class 0 are not cells; layer:
    the lattice of the cells with first coordinate 0, if planar pieces may be used too.
    """

    name: str
    dimension: int
    steps: tuple[Cell, ...]
    turns: tuple[Matrix, ...]
    mirror: Matrix
    weights: Cell = ()
    modulus: int = 1
    layer: Lattice | None = None

    def class_of(self, point: Cell) -> int:
        """Return the class of a point, 0 to modulus - 1; two points of one class are a translation of the lattice apart."""
        total: int = sum(map(mul, self.weights, point))
        return total % self.modulus

    def has(self, point: Cell) -> bool:
        """Return whether a point is a cell of the lattice."""
        return self.modulus == 1 or self.class_of(point) != 0

    def seats(self, cells: Shape) -> list[Shape]:
        """Return the shape moved to where every point of it is a cell, once for each class that its first point may have."""
        if self.modulus == 1:
            return [cells]
        moved: dict[int, Shape] = {}
        for shift in product(range(self.modulus), repeat=self.dimension):
            at = tuple(tuple(map(add, cell, shift)) for cell in cells)
            if all(map(self.has, at)):
                moved.setdefault(self.class_of(at[0]), at)
        return list(moved.values())

    def matrices(self, motions: Motions) -> tuple[Matrix, ...]:
        """Return the linear parts of the motions: the identity, the other rotations, then the reflections.

        Rotations and reflections are each in increasing order. Raises InvalidInput for unknown motions.
        """
        return _matrices(self, motions)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share an edge (in space: a face) with `cell`, in increasing order."""
        around = (tuple(map(add, cell, step)) for step in self.steps)
        return tuple(around) if self.modulus == 1 else tuple(filter(self.has, around))


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(sum(a * b for a, b in zip(row, column, strict=True)) for column in columns) for row in left)


@cache
def _matrices(lattice: Lattice, motions: Motions) -> tuple[Matrix, ...]:
    if motions not in MOTIONS:
        known = ", ".join(MOTIONS[:-1])
        raise InvalidInput(
            f"unknown motions {motions!r}; expected {known} or {MOTIONS[-1]}{nearest(str(motions), MOTIONS)}"
        )
    identity: Matrix = tuple(tuple(int(i == j) for j in range(lattice.dimension)) for i in range(lattice.dimension))
    if motions == "translations":
        return (identity,)
    group, fresh = {identity}, [identity]
    while fresh:
        reached = fresh.pop()
        for turn in lattice.turns:
            further = _product(turn, reached)
            if further not in group:
                group.add(further)
                fresh.append(further)
    rotations = (identity, *sorted(group - {identity}))
    if motions == "rotations":
        return rotations
    return rotations + tuple(sorted(_product(lattice.mirror, rotation) for rotation in rotations))


SQUARE = Lattice(
    name="square",
    dimension=2,
    steps=((-1, 0), (0, -1), (0, 1), (1, 0)),
    turns=(((0, -1), (1, 0)),),
    mirror=((1, 0), (0, -1)),
)
CUBIC = Lattice(
    name="cubic",
    dimension=3,
    steps=((-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0)),
    turns=(((1, 0, 0), (0, 0, -1), (0, 1, 0)), ((0, -1, 0), (1, 0, 0), (0, 0, 1))),
    mirror=((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    layer=SQUARE,
)
HEXAGON = Lattice(
    name="hexagon",
    dimension=2,
    steps=((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
    turns=(((0, -1), (1, 1)),),
    mirror=((0, 1), (1, 0)),
)
"""Hexagons in axial coordinates: a row below begins half a hexagon further right."""
TRIANGLE = Lattice(
    name="triangle",
    dimension=2,
    steps=HEXAGON.steps,
    turns=HEXAGON.turns,
    mirror=HEXAGON.mirror,
    weights=(2, 1),
    modulus=3,
)
"""Triangles: the centres of two of three hexagons; the others are their corners. Class 1 points down, class 2 up."""
LATTICES = {lattice.name: lattice for lattice in (SQUARE, CUBIC, HEXAGON, TRIANGLE)}
"""The lattices that a puzzle may name."""


def lattice_named(name: Any, dimension: int) -> Lattice:
    """Return the lattice of that name for a board of that many dimensions; None is the board's default.

    This is the only place where a lattice follows from a number of dimensions: a board has squares or cubes unless its puzzle
    says otherwise. Raises InvalidInput.
    """
    if dimension not in (2, 3):
        raise InvalidInput(f"cells of {dimension} coordinates; expected 2 (row,column) or 3 (layer,row,column)")
    if name is None:
        return SQUARE if dimension == 2 else CUBIC
    lattice = LATTICES.get(name) if isinstance(name, str) else None
    if lattice is None:
        shown = repr(name)[:60]
        raise InvalidInput(f"lattice is {shown}; expected {', '.join(LATTICES)}{nearest(str(name)[:60], LATTICES)}")
    if lattice.dimension != dimension:
        raise InvalidInput(
            f"lattice is {name}, whose cells have {lattice.dimension} coordinates; the board's have {dimension}"
        )
    return lattice


def _shape(axes: Iterable[Collection[int]]) -> Shape:
    """Return the cells with these coordinates, one collection per axis, moved to the origin."""
    moved = []
    for values in axes:
        least = min(values)
        moved.append([value - least for value in values] if least else values)
    return tuple(sorted(zip(*moved, strict=True)))


def normalised(cells: Iterable[Cell]) -> Shape:
    """Return the cells translated so that the least coordinate on every axis is 0, sorted; no cells give no cells."""
    return _shape(zip(*cells, strict=True))


def image(matrix: Matrix, cells: Iterable[Cell]) -> Shape:
    """Return the normalised image of the cells under a linear map, a (d, d) matrix for cells of d coordinates."""
    axes = tuple(zip(*cells, strict=True))
    turned = []
    for row in matrix if axes else ():
        values: Collection[int] = ()
        for factor, axis in zip(row, axes, strict=True):
            if factor:
                term = axis if factor == 1 else [factor * value for value in axis]
                values = tuple(map(add, values, term)) if values else term
        turned.append(values)
    return _shape(turned)


def connected(cells: Collection[Cell], lattice: Lattice) -> bool:
    """Return whether every cell is reached from every other by steps within the cells; true for one cell and for none."""
    waiting = set(cells)
    if not waiting:
        return True
    fresh = [waiting.pop()]
    while fresh:
        for neighbour in lattice.neighbours(fresh.pop()):
            if neighbour in waiting:
                waiting.remove(neighbour)
                fresh.append(neighbour)
    return not waiting
