"""A sudoku as a value, n by n boxes of n by n cells, some given, and how it is read from keys. Not here: how it is solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown
from encoders.symbols import SYMBOLS
from exactcover.model.errors import InvalidInput

KEYS = ("grid",)
LINES = "/|+-"
"""What may stand between the cells of a picture, besides blanks and the ends of lines."""
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


def read(keys: Keys) -> Sudoku:
    """Return the sudoku of the key `grid`; raises InvalidInput."""
    refuse_unknown(keys, "sudoku", KEYS)
    grid = keys.get("grid")
    if not isinstance(grid, str):
        raise InvalidInput(f"grid is {shown(grid)}; expected a character per cell")
    cells = "".join(character for character in grid if character not in LINES and not character.isspace())
    orders = {order**4: order for order in ORDERS}
    if len(cells) not in orders:
        sizes = ", ".join(map(str, orders))
        raise InvalidInput(f"grid has {len(cells)} cells; expected one of {sizes}: {shown(grid)}")
    order = orders[len(cells)]
    cells = cells.replace("0", ".")
    known = SYMBOLS[: order**2]
    wrong = next((character for character in cells if character not in known and character != "."), None)
    if wrong is not None:
        row, column = divmod(cells.index(wrong), order**2)
        last = f"1 to {known[-1]}" if order < 4 else f"1 to 9, A to {known[-1]}"
        raise InvalidInput(
            f"grid has {shown(wrong)} in row {row}, column {column}; expected {last}, or . or 0 for empty"
        )
    return Sudoku(order, cells)
