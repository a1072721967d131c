"""A Latin square as a value, its side and the cells that are given, and how it is read from keys. Not here: how it is filled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown, whole_number
from encoders.symbols import SYMBOLS, begun_grid
from exactcover.model.errors import InvalidInput

KEYS = ("n", "grid", "begun")


@dataclass(frozen=True)
class Latin:
    """n by n cells, each of n values once in every row and column; `grid` has a character per cell, row by row."""

    n: int
    grid: str

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps: equal for equivalent squares."""
        return {"kind": "latin", "n": self.n, "grid": self.grid}


def read(keys: Keys) -> Latin:
    """Return the Latin square of the keys `n` and `grid`; without a grid no cell is given. Raises InvalidInput."""
    refuse_unknown(keys, "latin", KEYS)
    n = whole_number(keys.get("n"), "n", 1, len(SYMBOLS))
    grid = keys.get("grid", "." * (n * n))
    if not isinstance(grid, str):
        raise InvalidInput(f"grid is {shown(grid)}; expected a character per cell")
    cells = "".join(character for character in grid if character != "/" and not character.isspace()).replace("0", ".")
    if len(cells) != n * n:
        raise InvalidInput(f"grid has {len(cells)} cells; expected {n * n}: {shown(grid)}")
    known = SYMBOLS[:n]
    wrong = next((character for character in cells if character not in known and character != "."), None)
    if wrong is not None:
        row, column = divmod(cells.index(wrong), n)
        last = f"1 to {known[-1]}" if n < 10 else f"1 to 9, A to {known[-1]}"
        raise InvalidInput(
            f"grid has {shown(wrong)} in row {row}, column {column}; expected {last}, or . or 0 for empty"
        )
    return Latin(n, begun_grid(cells, keys["begun"], n) if "begun" in keys else cells)
