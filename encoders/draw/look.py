"""How the cells of a layer are drawn, as a value: the corners of a cell on the sheet, and the position of its letters in text.

Coordinates are integers (down, right) in units that the look chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Square = tuple[int, int]  # (row, column) of a cell within a layer, whatever its shape
Corner = tuple[int, int]  # (down, right)
Side = tuple[Square, Corner, Corner]


@dataclass(frozen=True)
class Look:
    """How the cells of a layer are drawn.

    sides: of the cell at (row, column), clockwise from the upper left: the cell beyond, and the corners where the side begins
    and ends, the same corners from both cells; middle: twice the (down, right) of a cell's middle; size: the (down, right)
    extent of a board of that many rows and columns; unit: how long 1 down and 1 right are, in sides of a square; letters: the
    (line, half column) of a cell in text, None if text draws boxes; beside: the (line, place) of a cell on the sheet, consecutive
    places being neighbours that share a label; breadth: the room for letters in one of them, in sides of a square; ends: where
    a cell ends that is an edge, None if cells are no edges.
    """

    sides: Callable[[int, int], tuple[Side, ...]]
    middle: Callable[[int, int], Corner]
    size: Callable[[int, int], Corner]
    unit: tuple[float, float]
    letters: Callable[[int, int], tuple[int, int]] | None
    beside: Callable[[int, int], Square] = lambda row, column: (row, column)
    breadth: float = 1.0
    ends: Callable[[Square], list[Corner]] | None = None

    def around(self, row: int, column: int) -> list[Corner]:
        """Return the corners of a cell, clockwise."""
        return [begin for _, begin, _ in self.sides(row, column)]
