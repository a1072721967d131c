"""Lattices: their cells, neighbours and isometries, and finite sets of cells up to translation.

A cell is a point with whole coordinates, (row, column) or (layer, row, column), chosen such that every isometry of the lattice
is an integer matrix followed by a translation. For squares, cubes and hexagons every point is a cell, and any translation keeps
the cells. Of other lattices some points are cells: of triangles two points of three, the others being corners of triangles.
Which points are cells, and where their neighbours are, repeats along every axis with the period `modulus`.
Not here: the lattices that have names (lattices.py), boards, pieces and placements.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from operator import add, mul, sub
from typing import Literal, TypeAlias, get_args

from exactcover.model.errors import InvalidInput, nearest

Cell = tuple[int, ...]
Shape = tuple[Cell, ...]
Matrix = tuple[tuple[int, ...], ...]
Motions = Literal["isometries", "rotations", "translations"]
MOTIONS: tuple[Motions, ...] = get_args(Motions)


Motion: TypeAlias = tuple[Matrix, Cell]
"""The map x -> matrix @ x + shift; the shift is given modulo the lattice's modulus."""


@dataclass(frozen=True)
class Lattice:
    """Cells numbered by `dimension` integers each, with their neighbours and isometries. Two of one name are equal.

    seeds: a cell of each class under isometries, and the steps from it to its neighbours; turns: matrices that generate the
    rotations that fix `centre`; mirror: that of one reflection that fixes it; modulus: the period, along every axis, of what
    is a cell; shifts: generators of the translations modulo the period; centre: twice its coordinates, by default the
    origin; layer: the lattice of the cells with first coordinate 0, if planar pieces may be used too; round: its cells are
    spheres, so that cells in one plane are their own mirror image.
    """

    name: str
    dimension: int = field(compare=False)
    seeds: tuple[tuple[Cell, tuple[Cell, ...]], ...] = field(compare=False)
    turns: tuple[Matrix, ...] = field(compare=False)
    mirror: Matrix = field(compare=False)
    modulus: int = field(default=1, compare=False)
    shifts: tuple[Cell, ...] = field(default=(), compare=False)
    centre: Cell = field(default=(), compare=False)
    layer: Lattice | None = field(default=None, compare=False)
    round: bool = field(default=False, compare=False)

    @cached_property
    def translations(self) -> tuple[Cell, ...]:
        """The translations of the lattice modulo its period, in increasing order."""
        group, fresh = {(0,) * self.dimension}, [(0,) * self.dimension]
        while fresh:
            last = fresh.pop()
            for shift in self.shifts:
                further = self.residue(map(add, last, shift))
                if further not in group:
                    group.add(further)
                    fresh.append(further)
        return tuple(sorted(group))

    @cached_property
    def around(self) -> dict[Cell, tuple[Cell, ...]]:
        """The steps from a cell to its neighbours, in increasing order, for each cell modulo the period."""
        table: dict[Cell, tuple[Cell, ...]] = {}
        for seed, steps in self.seeds:
            for matrix, shift in self.motions("isometries"):
                at = self.residue(map(add, _applied(matrix, seed), shift))
                table.setdefault(at, tuple(sorted(_applied(matrix, step) for step in steps)))
        return table

    @cached_property
    def steps(self) -> tuple[Cell, ...]:
        """The steps from some cell to its neighbours, in increasing order."""
        return tuple(sorted({step for steps in self.around.values() for step in steps}))

    @cached_property
    def _classes(self) -> dict[Cell, int]:
        classes: dict[Cell, int] = {}
        for point in product(range(self.modulus), repeat=self.dimension):
            if point not in classes:
                number = len(set(classes.values()))
                classes.update((self.residue(map(add, point, shift)), number) for shift in self.translations)
        return classes

    def residue(self, point: Iterable[int]) -> Cell:
        """Return a point modulo the period."""
        return tuple([x % self.modulus for x in point])

    def class_of(self, point: Cell) -> int:
        """Return the number of a point's class, 0 for the origin's; two of one class are a translation of the lattice apart."""
        return self._classes[self.residue(point)]

    def has(self, point: Cell) -> bool:
        """Return whether a point is a cell of the lattice."""
        return self.modulus == 1 or self.residue(point) in self.around

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

    def motions(self, motions: Motions) -> tuple[Motion, ...]:
        """Return the motions modulo the period, by linear part as `matrices` has them."""
        return _motions(self, motions)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share an edge (in space: a face) with `cell`, in increasing order."""
        return tuple(tuple(map(add, cell, step)) for step in self.around[self.residue(cell)])


def mapped(matrix: Matrix, cells: Iterable[Cell]) -> Shape:
    """Return the images of cells under a linear map, in their order."""
    return tuple([_applied(matrix, cell) for cell in cells])


def _applied(matrix: Matrix, point: Cell) -> Cell:
    return tuple([sum(map(mul, row, point)) for row in matrix])


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(sum(a * b for a, b in zip(row, column, strict=True)) for column in columns) for row in left)


@cache
def _motions(lattice: Lattice, motions: Motions) -> tuple[Motion, ...]:
    centre = lattice.centre or (0,) * lattice.dimension
    moves = []
    for matrix in lattice.matrices(motions):
        own = tuple([x // 2 for x in map(sub, centre, _applied(matrix, centre))])
        moves += [(matrix, lattice.residue(map(add, own, shift))) for shift in lattice.translations]
    return tuple(moves)


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


def _shape(axes: Iterable[Collection[int]]) -> Shape:
    """Return the cells with these coordinates, one collection per axis, moved to the origin."""
    moved = []
    for values in axes:
        least = min(values)
        moved.append([value - least for value in values] if least else values)
    return tuple(sorted(zip(*moved, strict=True)))


def by_period(cells: Iterable[Cell], period: int) -> Shape:
    """Return the cells moved by multiples of a period so that the least coordinate on every axis is below it, sorted."""
    moved = []
    for values in zip(*cells, strict=True):
        shift = min(values) // period * period
        moved.append([value - shift for value in values])
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
    return len(set(cells)) == len(next(connected_parts(cells, lattice), ()))


def connected_parts(cells: Iterable[Cell], lattice: Lattice) -> Iterator[tuple[Cell, ...]]:
    """Yield the largest sets of cells that are connected within the cells, in the order of their least cells, each sorted."""
    waiting = set(cells)
    for first in sorted(waiting):
        if first not in waiting:
            continue
        waiting.remove(first)
        part, fresh = [first], [first]
        while fresh:
            for neighbour in lattice.neighbours(fresh.pop()):
                if neighbour in waiting:
                    waiting.remove(neighbour)
                    part.append(neighbour)
                    fresh.append(neighbour)
        yield tuple(sorted(part))
