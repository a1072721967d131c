"""Pieces that must not touch: the sets of cells that meet at a side or a corner, of which one piece alone may cover cells.

Two cells that share a side (a face, of bodies) meet there; at a corner of squares, cubes, hexagons and triangles meet all cells
around it. In every such set, any two cells touch, so that the sets state what must not touch, and more strongly than pairs do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from operator import add

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput

_AROUND: tuple[Cell, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""The steps to the points around one, of hexagons and triangles, in order."""


def has_corners(lattice: Lattice) -> bool:
    """Return whether it is known which cells of the lattice meet at a corner; edges meet at their ends, as neighbours."""
    return lattice.name in ("hexagon", "triangle") or _is_cubic(lattice) or of_edges(lattice)


def of_edges(lattice: Lattice) -> bool:
    """Return whether the cells of the lattice are edges, which have no sides."""
    return lattice.name.endswith("-edges")


def _is_cubic(lattice: Lattice) -> bool:
    return lattice.modulus == 1 and len(lattice.steps) == 2 * lattice.dimension and not lattice.round


def meeting(board: BoardCells, lattice: Lattice, touching: str) -> list[tuple[int, ...]]:
    """Return the sets of two or more cells of a board that meet, by their numbers; none within another; in increasing order."""
    sets: set[frozenset[int]] = set()
    for points in _meeting_points(lattice, touching):
        numbers = board.folding.numbers(_points_near(board, lattice, points))
        for row in numbers.tolist():
            own = frozenset(number for number in row if number >= 0)
            if len(own) > 1:
                sets.add(own)
    within: dict[int, list[frozenset[int]]] = {}
    for each in sets:
        for number in each:
            within.setdefault(number, []).append(each)
    return sorted(tuple(sorted(each)) for each in sets if not any(each < other for other in within[min(each)]))


def _points_near(board: BoardCells, lattice: Lattice, near: tuple[Cell, tuple[Cell, ...]]) -> Integers:
    """Return for each cell of the board in a class of cells the points at steps from it."""
    at, steps = near
    own = board.folding.points
    right = (own % lattice.modulus == np.array(at)).all(axis=1)
    points: Integers = own[right][:, None] + np.array(steps)
    return points


def _meeting_points(lattice: Lattice, touching: str) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """Yield sets of points that meet, each as steps from a cell of a class, which are the coordinates modulo the period."""
    origin = (0,) * lattice.dimension
    for at, steps in lattice.around.items():
        if touching == "corners" or of_edges(lattice):
            yield from ((at, (origin, step)) for step in steps)
        elif _is_cubic(lattice):
            for low in product((-1, 0), repeat=lattice.dimension):
                block = product((0, 1), repeat=lattice.dimension)
                yield at, tuple(tuple(map(add, low, step)) for step in block)
        elif lattice.name == "hexagon":
            for one, other in zip(_AROUND, (*_AROUND[1:], _AROUND[0]), strict=True):
                yield at, (origin, one, other)
        else:
            for corner in _AROUND:  # a point that is no cell is a corner of the triangles around it
                if not lattice.has(tuple(map(add, at, corner))):
                    yield at, tuple(tuple(map(add, corner, step)) for step in _AROUND)


def refuse_touching(packing: Packing) -> None:
    """Raise InvalidInput if two pre-placed pieces touch and must not."""
    board = BoardCells(packing.board, packing.wrap, packing.lattice)
    numbers = {cell: number for number, cell in enumerate(board.cells)}
    owner = {numbers[cell]: place for place in packing.fixed for cell in place.cells}
    for cells in meeting(board, packing.lattice, packing.touching) if packing.fixed else ():
        own = {id(owner[cell]): owner[cell] for cell in cells if cell in owner}
        if len(own) > 1:
            one, other = list(own.values())[:2]
            raise InvalidInput(
                f"the pre-placed {one.piece} at {','.join(map(str, one.cells[0]))} and {other.piece} at"
                f" {','.join(map(str, other.cells[0]))} touch, and touching is {packing.touching}; expected pieces apart"
            )
