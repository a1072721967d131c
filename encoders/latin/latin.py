"""A Latin square as a value: its side, and its givens. Not here: reading and filling it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Latin:
    """n by n cells, each of n values once in every row and column; `grid` has a character per cell, row by row."""

    n: int
    grid: str

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps: equal for equivalent squares."""
        return {"kind": "latin", "n": self.n, "grid": self.grid}
