"""n queens as a value, a board of n by n squares, and how they are read from keys. Not here: how they are placed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, whole_number

KEYS = ("n",)
MOST = 500


@dataclass(frozen=True)
class Queens:
    """n queens on a board of n by n squares, none of which attacks another."""

    n: int

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {"kind": "queens", "n": self.n}


def read(keys: Keys) -> Queens:
    """Return the queens of the key `n`; raises InvalidInput."""
    refuse_unknown(keys, "queens", KEYS)
    return Queens(whole_number(keys.get("n"), "n", 1, MOST))
