"""Dominosa as a value, a grid of numbers that a set of dominoes covers, and how it is read from keys.

Not here: how it is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown
from exactcover.model.errors import InvalidInput

KEYS = ("grid",)
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Dominosa:
    """A grid of digits, row by row, to be cut into dominoes, each pair of the numbers 0 to `highest` once."""

    rows: tuple[str, ...]

    @property
    def highest(self) -> int:
        """The greatest number n: a grid of (n + 1)(n + 2) cells has as many cells as the set has halves."""
        cells = len(self.rows) * len(self.rows[0])
        return next(n for n in range(len(DIGITS)) if (n + 1) * (n + 2) == cells)

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {"kind": "dominosa", "grid": "/".join(self.rows)}


def read(keys: Keys) -> Dominosa:
    """Return the dominosa of the key `grid`; raises InvalidInput."""
    refuse_unknown(keys, "dominosa", KEYS)
    grid = keys.get("grid")
    if not isinstance(grid, str):
        raise InvalidInput(f"grid is {shown(grid)}; expected rows of digits such as 001/110")
    rows = grid.replace("/", "\n").split()
    cells = len(rows) * len(rows[0]) if rows else 0
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise InvalidInput(f"grid is {shown(grid)}; expected rows of equally many digits")
    highest = next((n for n in range(len(DIGITS)) if (n + 1) * (n + 2) == cells), None)
    if highest is None:
        raise InvalidInput(
            f"grid has {cells} cells; expected those of a set of dominoes: 2, 6, 12, 20, 30, 42, 56, ..."
        )
    known = DIGITS[: highest + 1]
    wrong = next((digit for row in rows for digit in row if digit not in known), None)
    if wrong is not None:
        raise InvalidInput(
            f"grid has {shown(wrong)}; expected the digits 0 to {known[-1]} of a set of {cells // 2} dominoes"
        )
    return Dominosa(tuple(rows))
