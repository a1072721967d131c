"""What the referee knows of the steps of pieces that are taken apart: which there are, and what a cell passes through in one.

Two bodies overlap at a time if they do along every direction that is across a face of one, or an edge of each; along a direction
they overlap for an interval of times, and they meet if all intervals of the time from 0 to 1 have one in common. Of each lattice
the corners of one cell of each class are given; isometries, found from the neighbours of cells alone, take it to the others.
Independent of the encoder's tables (encoders/geometry/sweeps.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import gcd
from operator import add, mul, sub
from typing import NamedTuple

from encoders.geometry.lattice import Cell, Lattice
from encoders.packing.referee_of_lattices import affine_maps, mapped

Corners = tuple[Cell, ...]
"""In sixths of the unit of cells."""
_STEPS: dict[str, tuple[Cell, ...]] = {
    "hexagon": ((0, 1), (1, 1)),
    "triangle": ((1, 1),),
    "tetrakis": ((0, 3), (3, 3)),
    "kisrhombille": ((0, 6), (6, 6)),
    "prism": ((1, 0, 0), (0, 1, 1)),
    "hex-prism": ((1, 0, 0), (0, 0, 1), (0, 1, 1)),
    "fcc": ((0, 1, 1), (0, 0, 2), (2, 2, 2)),
    "rhombic": ((0, 0, 5), (0, 5, 5), (5, 5, 5)),
    "tetra-octa": ((0, 3, 3), (0, 0, 6), (6, 6, 6)),
}
"""One step of each kind; isometries take it to the others. On other lattices a step goes along an axis to the next cell."""
_THIRDS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
"""Where the corners of a hexagon are, in thirds of the unit."""
_CORNERS: dict[str, dict[Cell, tuple[tuple[float, ...], ...]]] = {
    "triangle": {(0, 1): ((0, 0), (-1, 2), (1, 1))},
    "tetrakis": {(1, 2): ((1, 1), (-0.5, 2.5), (2.5, 2.5))},
    "kisrhombille": {(1, 2): ((0, 0), (0, 3), (2, 2))},
    "rhombic": {(0, 1, 2): ((2, 2, 2), (-0.5, 2, 2), (-0.5, -0.5, -0.5), (-0.5, -0.5, 4.5))},
    "tetra-octa": {
        (1, 1, 1): ((-0.5, -0.5, -0.5), (-0.5, 2.5, 2.5), (2.5, -0.5, 2.5), (2.5, 2.5, -0.5)),
        (2, 0, 0): ((2.5, -0.5, -0.5), (-0.5, -0.5, -0.5), (2.5, 2.5, -0.5), (2.5, -0.5, 2.5)),
    },
}


class Passing(NamedTuple):
    """Along a direction two bodies overlap while `low` < time * speed < `high`."""

    low: int
    high: int
    speed: int


class StepRule:
    """The rule of a lattice: the cells that a cell passes through in a step, None if a direction is none."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice

    def __call__(self, cell: Cell, direction: Cell) -> Collection[Cell] | None:
        """Return the cells that a cell passes through in a step, its last place among them; None if there is no such step."""
        if direction not in _steps(self._lattice):
            return None
        residue = tuple(x % self._lattice.modulus for x in cell)
        shift = tuple(map(sub, cell, residue))
        return [tuple(map(add, passed, shift)) for passed in _passed(self._lattice, residue, direction)]


@cache
def _passed(lattice: Lattice, cell: Cell, direction: Cell) -> Collection[Cell]:
    """Return the cells that a cell passes through: those it meets are neighbours of each other, one after the other."""
    passed, fresh = {cell}, [cell]
    while fresh:
        for other in lattice.neighbours(fresh.pop()):
            if other not in passed and _meet(lattice, cell, direction, other):
                passed.add(other)
                fresh.append(other)
    return passed - {cell}


_maps = cache(affine_maps)


@cache
def _steps(lattice: Lattice) -> frozenset[Cell]:
    """Return all steps of a lattice, both ways."""
    dimension = lattice.dimension
    seeds = _STEPS.get(lattice.name, (tuple(int(not axis) for axis in range(dimension)),))
    return frozenset(mapped(matrix, seed) for matrix, _ in _maps(lattice) for seed in seeds)


def _meet(lattice: Lattice, cell: Cell, direction: Cell, other: Cell) -> bool:
    """Return whether the insides of two cells meet while the first goes a step."""
    offset = tuple(map(sub, other, cell))
    if lattice.round:
        return _spheres_meet(offset, direction)
    begin, end = Fraction(-1), Fraction(2)
    for passing in _passings(lattice, cell, direction, other):
        if passing.speed == 0:
            if not passing.low < 0 < passing.high:
                return False
            continue
        times = sorted((Fraction(passing.low, passing.speed), Fraction(passing.high, passing.speed)))
        begin, end = max(begin, times[0]), min(end, times[1])
    return begin < end and begin < 1 and end > 0


def _spheres_meet(offset: Cell, direction: Cell) -> bool:
    """Return whether the square of a distance, a parabola over the time, is ever less than 2, that of the diameter."""

    def square(vector: Cell) -> int:
        return sum(x * x for x in vector)

    along, length = sum(x * y for x, y in zip(offset, direction, strict=True)), square(direction)
    if square(offset) < 2 or square(tuple(map(sub, offset, direction))) < 2:
        return True
    return 0 < along < length and along * along > length * (square(offset) - 2)


def _passings(lattice: Lattice, cell: Cell, direction: Cell, other: Cell) -> Iterator[Passing]:
    """Yield when two bodies overlap along each direction that matters."""
    if lattice.layer is not None:
        gap = other[0] - cell[0]
        yield Passing(gap - 1, gap + 1, direction[0])
        yield from _passings(lattice.layer, cell[1:], direction[1:], other[1:])
        return
    body, its = _corners(lattice, cell), _corners(lattice, other)
    edges = {_primitive(tuple(map(sub, *pair))) for corners in (body, its) for pair in combinations(corners, 2)}
    for across in _across(frozenset(edges)):
        own, others = ([sum(map(mul, across, corner)) for corner in corners] for corners in (body, its))
        yield Passing(min(others) - max(own), max(others) - min(own), 6 * sum(map(mul, across, direction)))


def _primitive(vector: Cell) -> Cell:
    """Return one vector for all that are parallel to it."""
    divisor = gcd(*vector) * (1 if vector > (0,) * len(vector) else -1)
    return tuple(x // divisor for x in vector)


@cache
def _across(edges: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the directions across edges: in the plane across one, in space across two of them."""
    if all(len(edge) == 2 for edge in edges):
        return tuple((-edge[1], edge[0]) for edge in edges)
    crosses = ((b * z - c * y, c * x - a * z, a * y - b * x) for (a, b, c), (x, y, z) in combinations(sorted(edges), 2))
    return tuple({_primitive(across) for across in crosses if any(across)})


@cache
def _corners(lattice: Lattice, cell: Cell) -> Corners:
    """Return the corners of a cell."""
    if lattice.name == "hexagon":
        return tuple(tuple(6 * at + 2 * x for at, x in zip(cell, corner, strict=True)) for corner in _THIRDS)
    if lattice.name not in _CORNERS:
        return tuple(
            tuple(6 * at + side for at, side in zip(cell, sides, strict=True))
            for sides in product((-3, 3), repeat=lattice.dimension)
        )
    for seed, corners in _CORNERS[lattice.name].items():
        for matrix, shifts in _maps(lattice):
            image = mapped(matrix, seed)
            for shift in shifts:
                moved = tuple(map(sub, cell, map(add, image, shift)))
                if not any(x % lattice.modulus for x in moved):
                    by = tuple(6 * (x + y) for x, y in zip(shift, moved, strict=True))
                    turned = (mapped(matrix, tuple(int(6 * x) for x in corner)) for corner in corners)
                    return tuple(tuple(map(add, corner, by)) for corner in turned)
    raise AssertionError(f"{cell} is no cell of {lattice.name}")
