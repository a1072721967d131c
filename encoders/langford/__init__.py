"""Langford pairs as a value, two of each number from 1 to n, and how they are read from keys. Not here: how they are placed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, whole_number

KEYS = ("n",)
MOST = 200


@dataclass(frozen=True)
class Langford:
    """Two of each number from 1 to n in a row, with k places between the two of k."""

    n: int

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {"kind": "langford", "n": self.n}


def read(keys: Keys) -> Langford:
    """Return the Langford pairs of the key `n`; raises InvalidInput."""
    refuse_unknown(keys, "langford", KEYS)
    return Langford(whole_number(keys.get("n"), "n", 1, MOST))
