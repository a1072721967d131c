"""n queens as a value: a board of n by n squares. Not here: placing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Queens:
    """n queens on a board of n by n squares, none of which attacks another."""

    n: int

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {"kind": "queens", "n": self.n}
