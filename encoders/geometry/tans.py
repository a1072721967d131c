"""Polyaboloes: shapes of right isosceles triangles, each half of a square, joined along whole edges.

A half of a square is two of the four triangles of the tetrakis lattice, so that either diagonal may divide it.
Not here: shapes of those quarters, which are connected shapes of the lattice (piece.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from encoders.geometry.lattice import Cell, Shape
from encoders.geometry.lattices import TETRAKIS
from encoders.geometry.piece import canonical, seated

_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From the middle of a square to its quarters, clockwise."""


@cache
def polyaboloes(n: int) -> tuple[Shape, ...]:
    """Return the shapes of n half-squares up to isometries, in order of canonical form, 2n cells each (OEIS A006074)."""
    if n == 1:
        shapes = {frozenset(half) for half in _halves((1, 1))}
    else:
        shapes = {
            frozenset((*cells, *half))
            for smaller in polyaboloes(n - 1)
            for cells in [frozenset(seated(smaller, TETRAKIS, "isometries"))]
            for half in _beside(cells)
        }
    return tuple(sorted({canonical(tuple(sorted(shape)), TETRAKIS, "isometries") for shape in shapes}))


def _halves(middle: Cell) -> Iterator[tuple[Cell, Cell]]:
    """Yield the four halves of the square around a point, each as two quarters."""
    for number, (down, right) in enumerate(_SIDES):
        onward = _SIDES[(number + 1) % 4]
        yield (middle[0] + down, middle[1] + right), (middle[0] + onward[0], middle[1] + onward[1])


def _beside(cells: frozenset[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the halves that share a whole edge with the cells, and none of them."""
    middles = {(row - row % 3 + 1, column - column % 3 + 1) for row, column in cells}
    near = {(row + 3 * down, column + 3 * right) for row, column in middles for down, right in (*_SIDES, (0, 0))}
    for square in sorted(near):
        yield from _joined(square, cells)


def _joined(square: Cell, cells: frozenset[Cell]) -> Iterator[tuple[Cell, Cell]]:
    quarters = {(square[0] + down, square[1] + right) for down, right in _SIDES}
    for half in _halves(square):
        beside = any(_across(square, quarter) in cells for quarter in half) or cells.issuperset(
            quarters.difference(half)
        )
        if beside and cells.isdisjoint(half):
            yield half


def _across(middle: Cell, quarter: Cell) -> Cell:
    """Return the quarter of the next square that shares a side of the square with a quarter of it."""
    return tuple(2 * x - y for x, y in zip(quarter, middle, strict=True))
