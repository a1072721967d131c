"""Boards with names in the plane: hexagon:4, parallelogram:4x9, triangle:6, trapezoid:4x11, hexagram:2, grid:5x5.

A convex board lies between two parallel lines in each of the three directions of the lattice. Three linear forms of a cell
say where it lies: of hexagons they number the rows of cells, of triangles they are three times the number of the line of
corners, and no cell lies on a line. The second form is the sum of the others; the lines of the first are horizontal, those of
the second fall to the left, those of the third to the right. A hexagram is two triangles. A board of the edges of hexagons has
all edges of its hexagons; other boards of edges, and those of the triangles of the kisrhombille tiling, are named by the
triangles that they consist of. A grid is of squares.
Not here: sizes and pictures (board.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import (
    HEXAGON,
    HEXAGON_EDGES,
    KISRHOMBILLE,
    SQUARE_EDGES,
    TETRAKIS,
    TRIANGLE,
    TRIANGLE_EDGES,
)
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput, nearest

Bounds: TypeAlias = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""The least and the largest value of each form, in sides of a triangle or steps from hexagon to hexagon."""

MOST_CELLS = 10**8
_LOOKS_NAMED = re.compile(r"[A-Za-z-]+:[^/\n]*")
_SIDES = re.compile(r"[1-9][0-9]{0,8}(x[1-9][0-9]{0,8})*")


def _hexagon(a: int, b: int, c: int) -> list[Bounds]:
    """Return a hexagon with sides a, b, c, a, b, c clockwise from the upper one."""
    return [((0, b + c), (0, a + b), (-c, a))]


def _semiregular(a: int, b: int) -> list[Bounds]:
    """Return a hexagon with sides a, b, a, b, a, b from the upper one: a triangle without corners of side a."""
    return [((a, b + 2 * a), (0, a + b), (-a - b, 0))]


def _triangle(side: int) -> list[Bounds]:
    return [((0, side), (0, side), (-side, 0))]


def _trapezoid(height: int, base: int) -> list[Bounds]:
    return [((base - height, base), (0, base), (-base, 0))]


def _parallelogram(height: int, base: int) -> list[Bounds]:
    return [((0, height), (0, height + base), (0, base))]


def _hexagram(side: int) -> list[Bounds]:
    up: Bounds = ((-2 * side, side), (-side, 2 * side), (-2 * side, side))
    down: Bounds = ((-side, 2 * side), (-2 * side, side), (-side, 2 * side))
    return [up, down]


_SHAPES: dict[str, tuple[Callable[..., list[Bounds]], int, str]] = {
    "hexagon": (_hexagon, 3, "hexagon:N or hexagon:AxBxC or hexagon:AxB"),
    "parallelogram": (_parallelogram, 2, "parallelogram:ROWSxCOLUMNS"),
    "triangle": (_triangle, 1, "triangle:N"),
    "trapezoid": (_trapezoid, 2, "trapezoid:ROWSxBASE"),
    "hexagram": (_hexagram, 1, "hexagram:N"),
}
EXPECTED = ", ".join(usage for _, _, usage in _SHAPES.values())
_HEXAGONAL = (HEXAGON, TRIANGLE, HEXAGON_EDGES, TRIANGLE_EDGES, KISRHOMBILLE)
_OF_SQUARES = (TETRAKIS, SQUARE_EDGES)


def is_named(text: str) -> bool:
    """Return whether a board is written as a name with a size."""
    return _LOOKS_NAMED.fullmatch(text) is not None


def named_board(text: str, lattice: Lattice) -> Mask:
    """Return the mask of a board such as hexagon:4, of two axes, in the least box; raises InvalidInput."""
    name, _, size = text.partition(":")
    if lattice in _OF_SQUARES:
        return _grid(name, size, lattice)
    if lattice not in _HEXAGONAL:
        known = ", ".join(each.name for each in (*_HEXAGONAL, *_OF_SQUARES))
        raise InvalidInput(f"board is {text[:60]} of the {lattice.name} lattice; expected one of the lattices {known}")
    if name not in _SHAPES:
        raise InvalidInput(f"board is {text[:60]}; expected {EXPECTED}{nearest(name[:60], _SHAPES)}")
    shape, number, usage = _SHAPES[name]
    sides = [int(side) for side in size.split("x")] if _SIDES.fullmatch(size) else []
    if name == "hexagon" and len(sides) == 1:
        sides *= 3
    elif name == "hexagon" and len(sides) == 2:
        shape, number = _semiregular, 2
    if len(sides) != number or (name == "trapezoid" and sides[0] > sides[1]):
        more = ", at most as many rows as the base is long" if name == "trapezoid" else ""
        raise InvalidInput(f"board is {text[:60]}; expected {usage} with sides of at least 1{more}")
    if max(sides) > MOST_CELLS:
        raise InvalidInput(f"board is {text[:60]}; expected at most 10^8 positions in its box")
    if lattice in (HEXAGON, HEXAGON_EDGES):
        sides = [side - 1 for side in sides]
    if lattice == HEXAGON_EDGES:
        return _with_edges(_mask(shape(*sides), HEXAGON, text))
    return _least_box(_mask(shape(*sides), lattice, text), lattice)


def _grid(name: str, size: str, lattice: Lattice) -> Mask:
    """Return the mask of a grid of squares: their quarters, or their edges."""
    sides = [int(side) for side in size.split("x")] if _SIDES.fullmatch(size) else []
    if name != "grid" or len(sides) != 2:
        raise InvalidInput(
            f"board is {name[:30]}:{size[:30]}; expected grid:ROWSxCOLUMNS on the {lattice.name} lattice"
        )
    rows, columns = ((3 * side if lattice == TETRAKIS else 2 * side + 1) for side in sides)
    if rows * columns > MOST_CELLS:
        raise InvalidInput(f"board is {name}:{size[:30]}; expected at most 10^8 positions in its box")
    row, column = np.ogrid[:rows, :columns]
    if lattice == SQUARE_EDGES:
        return np.array((row + column) % 2 == 1)
    return np.array((row % 3 == 1) ^ (column % 3 == 1))


def _with_edges(hexagons: Mask) -> Mask:
    """Return the mask of the edges of some hexagons, whose middles have even coordinates."""
    rows, columns = hexagons.shape
    edges: Mask = np.zeros((2 * rows + 3, 2 * columns + 3), dtype=np.bool_)
    for down, right in HEXAGON.steps:
        edges[2 + down : 2 + down + 2 * rows : 2, 2 + right : 2 + right + 2 * columns : 2] |= hexagons
    return _least_box(edges, HEXAGON_EDGES)


def _mask(parts: list[Bounds], lattice: Lattice, text: str) -> Mask:
    """Return the cells within some of the bounds, in a box that holds them; its corner keeps the class of cells."""
    unit = 3 if lattice == TRIANGLE else lattice.modulus
    least, most = zip(*(_box(bounds, lattice) for bounds in parts), strict=True)
    low, high = [min(axis) for axis in zip(*least, strict=True)], [max(axis) for axis in zip(*most, strict=True)]
    if lattice == TRIANGLE:
        low[1] -= lattice.class_of(tuple(low))
    else:
        low = [x - x % unit for x in low]
    if (high[0] + 1 - low[0]) * (high[1] + 1 - low[1]) > MOST_CELLS:
        raise InvalidInput(f"board is {text[:60]}; expected at most 10^8 positions in its box")
    row, column = np.ogrid[low[0] : high[0] + 1, low[1] : high[1] + 1]
    forms: tuple[Integers, Integers, Integers]
    forms = (2 * row + column, row + 2 * column, column - row) if lattice == TRIANGLE else (row, row + column, column)
    within: Mask = np.zeros((row.size, column.size), dtype=np.bool_)
    for bounds in parts:
        own: Mask = np.ones_like(within)
        for form, (start, end) in zip(forms, bounds, strict=True):
            own &= (form >= unit * start) & (form <= unit * end)
        within |= own
    if lattice == TRIANGLE:
        within &= forms[0] % 3 != 0
    elif unit > 1:
        residues = (row % unit) * unit + column % unit
        within &= np.isin(residues, [r * unit + c for r, c in lattice.around])
    return within


def _box(bounds: Bounds, lattice: Lattice) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the least and the largest row and column of the cells within bounds, or less and more."""
    (top, bottom), (left, right), (low, high) = bounds
    if lattice != TRIANGLE:
        unit = lattice.modulus
        return (unit * top, unit * low), (unit * bottom, unit * high)
    # A row is a third of the first form less the third, a column a third of the second and the third.
    return (top - high, left + low), (bottom - low, right + high)


def _least_box(mask: Mask, lattice: Lattice) -> Mask:
    """Return the mask without empty rows and columns at its ends, as far as that keeps the class of every cell."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    while lattice.class_of((top, left)) != 0:
        left, top = (left - 1, top) if left else (left, top - 1)
    return mask[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
