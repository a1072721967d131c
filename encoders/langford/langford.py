"""Langford pairs as a value: the numbers from 1 to n, two of each. Not here: placing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Langford:
    """Two of each number from 1 to n in a row, with k places between the two of k."""

    n: int

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {"kind": "langford", "n": self.n}
