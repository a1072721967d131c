"""A sudoku as a value: boxes of n by n cells, n by n boxes, and the givens. Not here: reading and solving it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ORDERS = (2, 3, 4, 5)
"""The cells along the side of a box."""


@dataclass(frozen=True)
class Sudoku:
    """A sudoku: `grid` has a character per cell, row by row; `order` is the number of cells along the side of a box."""

    order: int
    grid: str

    @property
    def side(self) -> int:
        """The number of rows, of columns, of boxes, and of values."""
        return self.order**2

    def canonical(self) -> dict[str, Any]:
        """Return the sudoku ready for json.dumps: equal for equivalent sudokus."""
        return {"kind": "sudoku", "grid": self.grid}
