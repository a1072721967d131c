"""Lattices: their cells, neighbours and linear isometries, and finite sets of cells up to translation.

A cell is a tuple of integers, (row, column) or (layer, row, column). Any two cells of these lattices are one
translation apart, so that an isometry is an integer matrix followed by a translation; the matrices are kept as
generators. The hexagon lattice is one more value of `Lattice` (axial coordinates, six steps, one turn of order six; no
function here expects a matrix to be a signed permutation); triangles also need steps that depend on the cell.
Not here: boards, pieces and where they go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import Literal, get_args

from exactcover.errors import InvalidInput, nearest

Cell = tuple[int, ...]
Shape = tuple[Cell, ...]
Matrix = tuple[tuple[int, ...], ...]
Motions = Literal["isometries", "rotations", "translations"]
MOTIONS: tuple[Motions, ...] = get_args(Motions)


@dataclass(frozen=True)
class Lattice:
    """Equal cells numbered by `dimension` integers each, with their neighbours and the isometries that fix cell 0.

    steps: from a cell to its neighbours; turns: matrices that generate the rotations; mirror: that of one reflection.
    """

    name: str
    dimension: int
    steps: tuple[Cell, ...]
    turns: tuple[Matrix, ...]
    mirror: Matrix

    def matrices(self, motions: Motions) -> tuple[Matrix, ...]:
        """Return the linear parts of the motions: the identity, the other rotations, then the reflections.

        Rotations and reflections are each in increasing order. Raises InvalidInput for unknown motions.
        """
        return _matrices(self, motions)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share an edge (in space: a face) with `cell`, in increasing order."""
        return tuple(tuple(map(add, cell, step)) for step in self.steps)


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
    found, fresh = {identity}, [identity]
    while fresh:
        reached = fresh.pop()
        for turn in lattice.turns:
            further = _product(turn, reached)
            if further not in found:
                found.add(further)
                fresh.append(further)
    rotations = (identity, *sorted(found - {identity}))
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
)


def lattice_of(dimension: int) -> Lattice:
    """Return the lattice whose cells have that many coordinates, SQUARE or CUBIC; raises InvalidInput for others."""
    for lattice in (SQUARE, CUBIC):
        if lattice.dimension == dimension:
            return lattice
    raise InvalidInput(f"cells of {dimension} coordinates; expected 2 (row,column) or 3 (layer,row,column)")


def _shape(axes: Iterable[Collection[int]]) -> Shape:
    """Return the cells with these coordinates, one collection an axis, moved to the origin."""
    moved = []
    for values in axes:
        least = min(values)
        moved.append([value - least for value in values] if least else values)
    return tuple(sorted(zip(*moved, strict=True)))


def normalised(cells: Iterable[Cell]) -> Shape:
    """Return the cells translated so that the least coordinate on every axis is 0, sorted; no cells stay no cells."""
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


def connected(cells: Collection[Cell], lattice: Lattice | None = None) -> bool:
    """Say whether every cell is reached from every other by steps within the cells; one cell is connected, none is too.

    lattice: where the steps are taken; by default the square or the cubic one, as the cells have coordinates.
    """
    waiting = set(cells)
    if not waiting:
        return True
    fresh = [waiting.pop()]
    lattice = lattice or lattice_of(len(fresh[0]))
    while fresh:
        for neighbour in lattice.neighbours(fresh.pop()):
            if neighbour in waiting:
                waiting.remove(neighbour)
                fresh.append(neighbour)
    return not waiting
