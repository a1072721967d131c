"""What a referee knows of the plane around a board that wraps round: which points there are which cells.

It knows the generators of the wrap alone, and recomputes by plain code what they make of the plane: it applies them again and
again, and so finds the isometries of the group that take the board to places near it.
"""

from __future__ import annotations

import itertools
from typing import TypeAlias

import numpy as np

from encoders.geometry.lattice import Cell, Matrix
from encoders.packing.packing import Packing
from exactcover.model.arrays import Integers

Element: TypeAlias = tuple[Matrix, Cell]
"""The map x -> matrix x + shift."""
IDENTITY: Element = (((1, 0), (0, 1)), (0, 0))


class Plane:
    """The plane around a board: the isometries of the group that take its box near it, and the number of the cell at each point.

    It reaches `reach` rows and columns beyond what the generators move the box. Products of the generators are formed in every
    order, and none is continued that moves the box farther than that.
    """

    def __init__(self, packing: Packing, reach: int) -> None:
        assert packing.wrap is not None
        steps = [(each.matrix, each.shift) for each in packing.wrap.generators]
        steps += [inverse(step) for step in steps]
        size = packing.board.shape
        far = [size[axis] + reach + sum(abs(shift[axis]) for _, shift in steps) for axis in (0, 1)]
        corners = list(itertools.product((0, size[0] - 1), (0, size[1] - 1)))
        self.elements, fresh = {IDENTITY}, [IDENTITY]
        while fresh:
            element = fresh.pop()
            for step in steps:
                further = product(step, element)
                images = [image(further, corner) for corner in corners]
                near = all(-far[axis] <= point[axis] < size[axis] + far[axis] for axis in (0, 1) for point in images)
                if near and further not in self.elements:
                    self.elements.add(further)
                    fresh.append(further)
        self.cells: Integers = np.argwhere(packing.board)
        """In lexicographic order; their numbers are places in this order."""
        self._corner = np.array(far)
        sides = [n + 2 * f for n, f in zip(size, far, strict=True)]
        self._numbers: Integers = np.full(sides, -1, dtype=np.int64)
        for matrix, shift in self.elements:
            points = self.cells @ np.array(matrix).T + shift + self._corner
            self._numbers[tuple(points.T)] = np.arange(len(self.cells))

    def numbers(self, points: Integers) -> Integers:
        """Return the numbers of the cells at points (..., 2), -1 where no cell is or the plane ends."""
        places = points + self._corner
        inside = ((places >= 0) & (places < self._numbers.shape)).all(axis=-1)
        places = np.where(inside[..., None], places, 0)
        numbers: Integers = np.where(inside, self._numbers[places[..., 0], places[..., 1]], -1)
        return numbers

    def points(self) -> Integers:
        """Return all points (n, 2) at which a cell is."""
        points: Integers = np.argwhere(self._numbers >= 0) - self._corner
        return points


def image(element: Element, point: Cell) -> Cell:
    """Return the image of a point."""
    matrix, shift = element
    row, column = (sum(a * x for a, x in zip(line, point, strict=True)) for line in matrix)
    return row + shift[0], column + shift[1]


def product(second: Element, first: Element) -> Element:
    """Return the map that applies the first element, then the second."""
    axes = [image((second[0], (0, 0)), column) for column in zip(*first[0], strict=True)]
    return tuple(zip(*axes, strict=True)), image(second, first[1])


def inverse(element: Element) -> Element:
    """Return the inverse of an isometry; that of its matrix, which has finite order, is a power of the matrix."""
    matrix, power = (element[0], (0, 0)), IDENTITY
    while product(power, matrix) != IDENTITY:
        power = product(power, matrix)
    row, column = image(power, element[1])
    return power[0], (-row, -column)
