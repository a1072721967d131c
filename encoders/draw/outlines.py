"""The cells of a flat lattice as numbers, for a page that draws, paints and moves them itself (static/tilings.js).

Coordinates are those of the lattice's look, so that the corners which cells share are equal integers; the units are exact,
whereas those of the look are rounded.
Not here: the shapes themselves (looks.py).
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sqrt, tan
from operator import sub
from typing import Any

from encoders.draw.look import Corner, Look, Square
from encoders.draw.looks import look_of
from encoders.draw.looks_of_parts import THICK
from encoders.geometry.lattice import Cell, Lattice, Matrix, mapped

OUTLINED = ("tetrakis", "kisrhombille", "square-edges", "triangle-edges", "hexagon-edges")
"""The flat lattices whose cells pages learn from here; those of squares, hexagons and triangles they know."""
AREA = 0.7
"""The mean room of a cell, in squares: a mouse and a finger hit it, and a board of as many cells is about as large."""


def outlines(lattice: Lattice) -> dict[str, Any]:
    """Return how cells lie and move; raises InvalidInput for a lattice that is not drawn.

    period: of the lattice along both axes; rows, columns: the (right, down) of a shift by one period along them; unit: the length
    of one right and of one down, in sides of a square; turns: how many of the least `turn`, clockwise, are a whole one; mirror
    exchanges left and right; both are rows of an affine map of cells; cells: one of each residue class, with its corners,
    clockwise, and the steps to the cells beyond its sides in that order, or, if it is an edge, with its ends and the steps to its
    neighbours; bar: half the thickness of edges, and how far short of their ends they are drawn, so that no two overlap.
    """
    look, period = look_of(lattice), lattice.modulus
    turns = len(lattice.matrices("rotations"))
    ratio = 1 if turns == 4 else 1 / sqrt(3)
    rows, columns = _shifted(look, lattice, (period, 0)), _shifted(look, lattice, (0, period))
    right = sqrt(AREA * len(lattice.around) / abs(rows[0] * columns[1] - rows[1] * columns[0]) / ratio)
    described: dict[str, Any] = {
        "period": period,
        "rows": rows,
        "columns": columns,
        "unit": (right, right * ratio),
        "turns": turns,
        "turn": _affine(_inverse(lattice.turns[0]), lattice),
        "mirror": _affine(_upright(rows, columns, lattice), lattice),
        "cells": [_cell(cell, look, lattice) for cell in sorted(lattice.around)],
    }
    if look.ends is None:
        return described
    return described | {"bar": (THICK, THICK / tan(_least_angle(look.ends, lattice) / 2))}


def _shifted(look: Look, lattice: Lattice, shift: Cell) -> Corner:
    """Return the (right, down) of a shift of cells."""
    row, column = min(lattice.around)
    (a, b), (c, d) = look.around(row, column)[0], look.around(row + shift[0], column + shift[1])[0]
    return d - b, c - a


def _inverse(turn: Matrix) -> Matrix:
    """Return the opposite rotation: the generator of a lattice turns counterclockwise on a sheet whose rows go down."""
    (a, b), (c, d) = turn
    return (d, -b), (-c, a)


def _upright(rows: Corner, columns: Corner, lattice: Lattice) -> Matrix:
    """Return the linear part of the reflection that exchanges left and right on the sheet."""

    def right_and_down(row: int, column: int) -> Corner:
        return row * rows[0] + column * columns[0], row * rows[1] + column * columns[1]

    def is_upright(matrix: Matrix) -> bool:
        images = (right_and_down(a, b) for a, b in zip(*matrix, strict=True))
        return all((-right, down) == image for (right, down), image in zip((rows, columns), images, strict=True))

    return next(filter(is_upright, lattice.matrices("isometries")))


def _affine(matrix: Matrix, lattice: Lattice) -> list[list[int]]:
    """Return the rows of the map with a linear part that fixes the lattice's centre."""
    centre = lattice.centre or (0,) * lattice.dimension
    (image,) = mapped(matrix, [centre])
    return [[*row, (x - y) // 2] for row, x, y in zip(matrix, centre, image, strict=True)]


def _cell(cell: Cell, look: Look, lattice: Lattice) -> dict[str, Any]:
    row, column = cell
    if look.ends is not None:
        ends = [(right, down) for down, right in look.ends((row, column))]
        return {"at": cell, "ends": ends, "steps": lattice.around[cell]}
    sides = look.sides(row, column)
    return {
        "at": cell,
        "corners": [(right, down) for _, (down, right), _ in sides],
        "steps": [tuple(map(sub, beyond, cell)) for beyond, _, _ in sides],
    }


def _least_angle(ends_of: Callable[[Square], list[Corner]], lattice: Lattice) -> float:
    """Return the least angle between two edges at a vertex, in radians: all angles there are equal."""
    row, column = min(lattice.around)
    near = [(row, column), *((row + down, column + right) for down, right in lattice.around[row, column])]
    vertex = ends_of((row, column))[0]
    return 2 * pi / sum(vertex in ends_of(edge) for edge in near)
