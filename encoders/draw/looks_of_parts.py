"""The shapes of cells that are parts of squares and of hexagons, edges drawn as bars, and points of space drawn layer by layer.

A bar has no neighbours on the sheet: bars of one piece meet at their tips, and their colour shows that they are one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot

from encoders.draw.look import Corner, Look, Side, Square
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import HEXAGON, KISRHOMBILLE, TETRAKIS

NOWHERE: Square = (-9, -9)
"""What is beyond a side that no other cell has."""
FINE = 12  # units for a step of an edge's coordinates
THICK = 0.16  # half a bar's thickness, in sides of a square


def _clockwise(corners: list[Corner]) -> list[Corner]:
    """Return three or more corners in clockwise order on a sheet whose first coordinate goes down."""
    area = sum(a[1] * b[0] - b[1] * a[0] for a, b in pairwise([*corners, corners[0]]))
    return corners if area > 0 else corners[::-1]


def _sides_by(lattice: Lattice, corners_of: Callable[[Cell], list[Corner]]) -> Callable[[int, int], tuple[Side, ...]]:
    """Return the sides of cells that share whole sides; corners_of: the corners of a cell."""

    def sides(row: int, column: int) -> tuple[Side, ...]:
        own = _clockwise(corners_of((row, column)))
        near = [(cell, set(corners_of(cell))) for cell in lattice.neighbours((row, column))]
        return tuple(
            (next(((cell[0], cell[1]) for cell, corners in near if {begin, end} <= corners), NOWHERE), begin, end)
            for begin, end in pairwise([*own, own[0]])
        )

    return sides


def _quarter(cell: Cell) -> list[Corner]:
    """Return the corners of a quarter of a square, which is two units wide."""
    middle = [x - x % 3 + 1 for x in cell]
    down, right = cell[0] - middle[0], cell[1] - middle[1]
    top, left = (2 * (x // 3) + 1 for x in middle)
    return [(top, left), (top + down + right, left + right - down), (top + down - right, left + right + down)]


QUARTERS = Look(
    sides=_sides_by(TETRAKIS, _quarter),
    middle=lambda row, column: _twice_the_middle(_quarter((row, column))),
    size=lambda rows, columns: (2 * -(-rows // 3), 2 * -(-columns // 3)),
    unit=(0.75, 0.75),
    letters=lambda row, column: (row, 2 * column),
    breadth=0.6,
)


def _twice_the_middle(corners: list[Corner]) -> Corner:
    """Return twice the centre of gravity of a triangle's corners, rounded."""
    down, right = (round(2 * sum(axis) / len(corners)) for axis in zip(*corners, strict=True))
    return down, right


def _on_sheet(point: Cell) -> Corner:
    """Return the (down, right) of a point in axial coordinates of hexagons."""
    return 3 * point[0], 2 * point[1] + point[0]


def _drafter(cell: Cell) -> list[Corner]:
    """Return the corners of a twelfth of a hexagon around a point whose coordinates are multiples of six."""
    near = [
        (row, column)
        for row in (cell[0] // 6 * 6, cell[0] // 6 * 6 + 6)
        for column in (cell[1] // 6 * 6, cell[1] // 6 * 6 + 6)
    ]
    middle = next(point for point in near if _norm((cell[0] - point[0], cell[1] - point[1])) == 7)
    away = cell[0] - middle[0], cell[1] - middle[1]
    first, second = sorted(HEXAGON.steps, key=lambda step: _norm((away[0] - step[0], away[1] - step[1])))[:2]
    corner = middle[0] + 2 * (first[0] + second[0]), middle[1] + 2 * (first[1] + second[1])
    side = middle[0] + 3 * first[0], middle[1] + 3 * first[1]
    return [_on_sheet(point) for point in (middle, corner, side)]


def _norm(step: Cell) -> int:
    return step[0] ** 2 + step[0] * step[1] + step[1] ** 2


_HEXAGONAL = (8 / 90, 14 / 90)  # the proportions of HEXAGONS in looks.py
DRAFTERS = Look(
    sides=_sides_by(KISRHOMBILLE, _drafter),
    middle=lambda row, column: _twice_the_middle(_drafter((row, column))),
    size=lambda rows, columns: (3 * rows, 2 * columns + rows),
    unit=_HEXAGONAL,
    letters=lambda row, column: (row, 2 * column + row),
    breadth=0.4,
)


def _bar(ends: tuple[Corner, Corner], unit: tuple[float, float]) -> list[Corner]:
    """Return the corners of a bar between two points, short of them at its tips."""
    (top, left), (bottom, right) = ends
    way = bottom - top, right - left
    length = hypot(way[0] * unit[0], way[1] * unit[1])
    across = (round(-way[1] * unit[1] / length * THICK / unit[0]), round(way[0] * unit[0] / length * THICK / unit[1]))

    def along(part: float, sign: int) -> Corner:
        return round(top + way[0] * part) + sign * across[0], round(left + way[1] * part) + sign * across[1]

    return [along(0.08, 0), along(0.2, 1), along(0.8, 1), along(0.92, 0), along(0.8, -1), along(0.2, -1)]


def _bars(
    ends_of: Callable[[Square], list[Corner]],
    unit: tuple[float, float],
    size: Callable[[int, int], Corner],
    letters: Callable[[int, int], tuple[int, int]],
) -> Look:
    """Return a look of bars; ends_of: the ends of an edge, or the one point of a vertex, which is drawn as a diamond."""

    def around(row: int, column: int) -> list[Corner]:
        ends = ends_of((row, column))
        if len(ends) == 2:
            return _clockwise(_bar((ends[0], ends[1]), unit))
        (y, x), down, right = ends[0], round(THICK / unit[0]), round(THICK / unit[1])
        return [(y - down, x), (y, x + right), (y + down, x), (y, x - right)]

    def sides(row: int, column: int) -> tuple[Side, ...]:
        corners = around(row, column)
        return tuple((NOWHERE, begin, end) for begin, end in pairwise([*corners, corners[0]]))

    def middle(row: int, column: int) -> Corner:
        ends = ends_of((row, column))
        return 2 * sum(y for y, _ in ends) // len(ends), 2 * sum(x for _, x in ends) // len(ends)

    return Look(sides, middle, size, unit, letters, lambda row, column: (row, 2 * column), breadth=0.5, ends=ends_of)


def _square_edge(cell: Cell) -> list[Corner]:
    row, column = cell
    middle = FINE * row, FINE * column
    if row % 2 == column % 2:
        return [middle]
    down, right = (0, FINE) if column % 2 else (FINE, 0)
    return [(middle[0] - down, middle[1] - right), (middle[0] + down, middle[1] + right)]


STICKS = _bars(
    _square_edge,
    (0.7 / FINE, 0.7 / FINE),
    size=lambda rows, columns: (FINE * rows, FINE * columns),
    letters=lambda row, column: (row, 2 * column),
)


def _fine(point: Cell) -> Corner:
    """Return the (down, right) of a point in axial coordinates, in the units of bars."""
    down, right = _on_sheet(point)
    return 24 * down, 24 * right


def _triangle_edge(cell: Cell) -> list[Corner]:
    row, column = cell
    if row % 2 == column % 2 == 0:
        return [_fine(cell)]
    down, right = row % 2, column % 2 if row % 2 == 0 else -(column % 2)
    return [_fine((row - down, column - right)), _fine((row + down, column + right))]


def _triangle_edge_at_twice(cell: Cell) -> list[Corner]:
    """Return the ends of an edge at twice its coordinates, or the point that is a vertex or the end of an edge."""
    row, column = cell
    if row % 2 or column % 2:
        down, right = _on_sheet(cell)
        return [(12 * down, 12 * right)]
    return _triangle_edge((row // 2, column // 2))


def _hexagon_edge(cell: Cell) -> list[Corner]:
    """Return the ends of the edge between two hexagons: each is a third of the sum of three middles."""
    row, column = cell
    down, right = row % 2, column % 2 if row % 2 == 0 else -(column % 2)
    ends = []
    for turned in ((-right, down + right), (down + right, -down)):  # by a sixth to either side
        three = [3 * (row - down) + 2 * down + 2 * turned[0], 3 * (column - right) + 2 * right + 2 * turned[1]]
        y, x = _on_sheet((three[0], three[1]))
        ends.append((8 * y, 8 * x))
    return ends


_FINE_HEXAGONAL = (0.8 * 8 / 720, 0.8 * 14 / 720)
TRIGS = _bars(
    _triangle_edge,
    _FINE_HEXAGONAL,
    size=lambda rows, columns: (72 * rows, 24 * (2 * columns + rows)),
    letters=lambda row, column: (row, 2 * column + row),
)
TRIGS_AT_TWICE = _bars(
    _triangle_edge_at_twice,
    _FINE_HEXAGONAL,
    size=lambda rows, columns: (36 * rows, 12 * (2 * columns + rows)),
    letters=lambda row, column: (row // 2, (2 * column + row) // 2),
)
TWIGS = _bars(
    _hexagon_edge,
    (1.2 * 8 / 720, 1.2 * 14 / 720),
    size=lambda rows, columns: (72 * rows, 24 * (2 * columns + rows)),
    letters=lambda row, column: (row, 2 * column + row),
)


def _sides_of_ball(row: int, column: int) -> tuple[Side, ...]:
    """Return the sides of an octagon within a square of three units."""
    y, x = 3 * row, 3 * column
    corners = [
        (y, x + 1),
        (y, x + 2),
        (y + 1, x + 3),
        (y + 2, x + 3),
        (y + 3, x + 2),
        (y + 3, x + 1),
        (y + 2, x),
        (y + 1, x),
    ]
    beyond = [
        (row - 1, column),
        NOWHERE,
        (row, column + 1),
        NOWHERE,
        (row + 1, column),
        NOWHERE,
        (row, column - 1),
        NOWHERE,
    ]
    return tuple(zip(beyond, corners, corners[1:] + corners[:1], strict=True))


SLICES = Look(
    sides=_sides_of_ball,
    middle=lambda row, column: (6 * row + 3, 6 * column + 3),
    size=lambda rows, columns: (3 * rows, 3 * columns),
    unit=(1 / 3, 1 / 3),
    letters=lambda row, column: (row, 2 * column),
    breadth=0.9,
)
