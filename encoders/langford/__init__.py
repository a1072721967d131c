"""Langford sequences as values, copies of each number from 1 to n, and how they are read from keys. Not here: their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, whole_number, yes_or_no

KEYS = ("n", "of", "hooked")
MOST, MOST_COPIES = 200, 10


@dataclass(frozen=True)
class Langford:
    """`of` copies of each number from 1 to n in a row, k places between one of k and the next.

    hooked: the last place but one is empty.
    """

    n: int
    of: int = 2
    hooked: bool = False

    @property
    def length(self) -> int:
        """The number of places."""
        return self.of * self.n + self.hooked

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        of = {"of": self.of} if self.of != 2 else {}
        return {"kind": "langford", "n": self.n, **of} | ({"hooked": True} if self.hooked else {})


def read(keys: Keys) -> Langford:
    """Return the Langford sequences of the keys; raises InvalidInput."""
    refuse_unknown(keys, "langford", KEYS)
    n = whole_number(keys.get("n"), "n", 1, MOST)
    return Langford(
        n, whole_number(keys.get("of", 2), "of", 2, MOST_COPIES), yes_or_no(keys.get("hooked", False), "hooked")
    )
