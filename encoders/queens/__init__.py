"""n queens as a value, a board of n by n squares, some with a queen, and how they are read from keys. Not here: their moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.geometry.lattice import Cell
from encoders.keys import Keys, coordinates, refuse_unknown, whole_number
from exactcover.model.errors import InvalidInput

KEYS = ("n", "fixed")
MOST = 500


@dataclass(frozen=True)
class Queens:
    """n queens on a board of n by n squares, none of which attacks another; fixed: squares that have a queen, in order."""

    n: int
    fixed: tuple[Cell, ...] = ()

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        fixed = {"fixed": list(map(list, self.fixed))} if self.fixed else {}
        return {"kind": "queens", "n": self.n, **fixed}


def read(keys: Keys) -> Queens:
    """Return the queens of the keys `n` and `fixed`; raises InvalidInput."""
    refuse_unknown(keys, "puzzle of queens", KEYS)
    n = whole_number(keys.get("n"), "n", 1, MOST)
    fixed = coordinates(keys["fixed"], "fixed", 2) if keys.get("fixed", "") not in ("", []) else ()
    for number, (row, column) in enumerate(fixed):
        if not (row < n and column < n):
            raise InvalidInput(f"fixed has a queen on {row},{column}; expected rows and columns from 0 to {n - 1}")
        if (row, column) in fixed[:number]:
            raise InvalidInput(f"fixed has the queen on {row},{column} twice; expected different squares")
    return Queens(n, tuple(sorted(fixed)))
