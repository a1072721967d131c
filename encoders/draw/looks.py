"""The shape of each lattice's cells: the corners of a cell on the sheet, and the position of its letters in text.

Every lattice that can be drawn has an entry in LOOKS; no drawing assumes squares except the box drawing of text and the films
of plans, which are always of squares. Coordinates are integers (down, right) in units that the look chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from encoders.geometry.lattice import Lattice

Square = tuple[int, int]  # (row, column) of a cell within a layer, whatever its shape
Corner = tuple[int, int]  # (down, right)
Side = tuple[Square, Corner, Corner]


@dataclass(frozen=True)
class Look:
    """How the cells of a layer are drawn.

    sides: of the cell at (row, column), clockwise from the upper left: the cell beyond, and the corners where the side begins
    and ends, the same corners from both cells; middle: twice the (down, right) of a cell's middle; size: the (down, right)
    extent of a board of that many rows and columns; unit: how long 1 down and 1 right are, in sides of a square; letters: the
    (line, half column) of a cell in text, None if text draws boxes.
    """

    sides: Callable[[int, int], tuple[Side, ...]]
    middle: Callable[[int, int], Corner]
    size: Callable[[int, int], Corner]
    unit: tuple[float, float]
    letters: Callable[[int, int], tuple[int, int]] | None

    def around(self, row: int, column: int) -> list[Corner]:
        """Return the corners of a cell, clockwise."""
        return [begin for _, begin, _ in self.sides(row, column)]


def _sides_of_square(row: int, column: int) -> tuple[Side, ...]:
    below, right = row + 1, column + 1
    return (
        ((row - 1, column), (row, column), (row, right)),
        ((row, right), (row, right), (below, right)),
        ((below, column), (below, right), (below, column)),
        ((row, column - 1), (below, column), (row, column)),
    )


SQUARES = Look(
    sides=_sides_of_square,
    middle=lambda row, column: (2 * row + 1, 2 * column + 1),
    size=lambda rows, columns: (rows, columns),
    unit=(1, 1),
    letters=None,
)
LOOKS = {"square": SQUARES}


def look_of(lattice: Lattice) -> Look:
    """Return how a lattice is drawn; raises InvalidInput for one that cannot be."""
    look = LOOKS.get(lattice.name)
    if look is None:
        from exactcover.model.errors import InvalidInput

        raise InvalidInput(f"boards of the {lattice.name} lattice are not drawn; expected one of {', '.join(LOOKS)}")
    return look
