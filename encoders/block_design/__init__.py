"""Block designs as values, t-(v, k, lambda), and how they are read from keys. Not here: the blocks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown, whole_number, yes_or_no
from exactcover.model.errors import InvalidInput

KEYS = ("v", "k", "lambda", "t", "repeated", "resolvable")
MOST_POINTS, MOST_LAMBDA, MOST_ENTRIES = 99, 99, 5_000_000


@dataclass(frozen=True)
class BlockDesign:
    """Blocks of k of the points 1 to v such that each t points are together in exactly `index` (lambda) blocks.

    repeated: a block may occur more than once; resolvable: each block has a day, and each day has every point in one block.
    Points and days are numbered, blocks are not.
    """

    v: int
    k: int
    index: int = 1
    t: int = 2
    repeated: bool = False
    resolvable: bool = False

    def blocks_with(self, points: int) -> Fraction:
        """Return how many blocks have some points, at most t, in common: a whole number if there is a design."""
        free = self.t - points
        return Fraction(self.index * comb(self.v - points, free), comb(self.k - points, free))

    @property
    def days(self) -> int:
        """The number of days of a resolvable design: the blocks of a point, without a fraction; otherwise 0."""
        return int(self.blocks_with(1)) if self.resolvable else 0

    @property
    def copies(self) -> int:
        """How many options with its points a block has in the cover: one for each day, or for each copy."""
        return self.days or (self.index if self.repeated else 1)

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {
            "kind": "block-design",
            "v": self.v,
            "k": self.k,
            "lambda": self.index,
            "t": self.t,
            "repeated": self.repeated,
            "resolvable": self.resolvable,
        }


def read(keys: Keys) -> BlockDesign:
    """Return the design of the keys; raises InvalidInput."""
    refuse_unknown(keys, "block design", KEYS)
    v = whole_number(keys.get("v"), "v", 1, MOST_POINTS)
    k = whole_number(keys.get("k"), "k", 1, MOST_POINTS)
    if k > v:
        raise InvalidInput(f"k is {k}; expected at most v, which is {v}")
    t = whole_number(keys.get("t", min(2, k)), "t", 1, MOST_POINTS)
    if t > k:
        raise InvalidInput(f"t is {t}; expected at most k, which is {k}")
    index = whole_number(keys.get("lambda", 1), "lambda", 1, MOST_LAMBDA)
    # Blocks of which each t points are in one block are different anyway.
    repeated = yes_or_no(keys.get("repeated", False), "repeated") and index > 1
    design = BlockDesign(v, k, index, t, repeated, yes_or_no(keys.get("resolvable", False), "resolvable"))
    entries = design.copies * comb(v, k) * (comb(k, t) + (k if design.resolvable else 0))
    if entries > MOST_ENTRIES:
        raise InvalidInput(
            f"{t}-({v}, {k}, {index}) makes options with {shown(entries)} items in all; expected at most {MOST_ENTRIES:,}"
        )
    return design
