"""A sudoku as a value: its cells, given values, grids, boxes or regions, and further rules. Not here: its keys (keys.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.geometry.lattice import Cell

NO_CELL = "#"
"""Marks a position without a cell in a picture of several grids."""
MOVES = ("king", "knight")
Cage = tuple[int | None, tuple[Cell, ...]]
"""The sum of a cage, None if it is not known, and its cells."""


def usual_boxes(side: int) -> tuple[int, int] | None:
    """Return the rows and columns of a box if none are named: as square as possible, no more rows than columns."""
    rows = max(each for each in range(1, side + 1) if side % each == 0 and each * each <= side)
    return (rows, side // rows) if rows > 1 else None


@dataclass(frozen=True)
class Sudoku:
    """Grids of n by n cells, each value once in each row, column and box of a grid, with further rules.

    grid: a character per position, row by row; width: the positions of a row; boxes: the rows and columns of a box; corners: the
    upper left cells of the grids; regions: of each cell the symbol of its region, instead of boxes; diagonal: values differ on
    both diagonals of each grid; anti: the moves of chess pieces between cells whose values differ; cages: cells with different
    values, and their sums.
    """

    grid: str
    width: int
    boxes: tuple[int, int]
    corners: tuple[Cell, ...] = ((0, 0),)
    regions: str = ""
    diagonal: bool = False
    anti: tuple[str, ...] = ()
    cages: tuple[Cage, ...] = ()

    @property
    def side(self) -> int:
        """The rows, columns, boxes and values of a grid."""
        return self.boxes[0] * self.boxes[1]

    @property
    def is_plain(self) -> bool:
        """Whether rows, columns and boxes of one grid are the only rules."""
        return len(self.corners) == 1 and not (self.regions or self.diagonal or self.anti or self.cages)

    def canonical(self) -> dict[str, Any]:
        """Return the sudoku ready for json.dumps: equal for equivalent sudokus."""
        one = len(self.corners) == 1
        keys: dict[str, Any] = {"kind": "sudoku", "grid": self.grid if one else "/".join(self._rows(self.grid))}
        if self.regions:
            keys["regions"] = "/".join(self._rows(self.regions))
        elif self.boxes != (usual_boxes(self.side) if one else (3, 3)):
            keys["boxes"] = "{}x{}".format(*self.boxes)
        if self.diagonal:
            keys["diagonal"] = True
        if self.anti:
            keys["anti"] = ",".join(self.anti)
        if self.cages:
            keys["cages"] = [[total or 0, [list(cell) for cell in cells]] for total, cells in self.cages]
        return keys

    def _rows(self, text: str) -> list[str]:
        return [text[first : first + self.width] for first in range(0, len(text), self.width)]
