"""A star battle as a value, a board with regions and how many stars each has, and how it is read from keys.

Not here: how it is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, whole_number
from encoders.symbols import regions_of

KEYS = ("regions", "stars")
MOST_SIDE, MOST_STARS = 30, 6


@dataclass(frozen=True)
class StarBattle:
    """n by n cells; each row, column and region has `stars` stars, and no two touch, not even at corners.

    regions: of each cell, row by row, the symbol of its region; symbols are in the order in which they first occur.
    """

    n: int
    stars: int
    regions: str

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps: equal however the regions are named."""
        n = self.n
        rows = "/".join(self.regions[first : first + n] for first in range(0, n * n, n))
        return {"kind": "star-battle", "regions": rows, "stars": self.stars}


def read(keys: Keys) -> StarBattle:
    """Return the star battle of the keys `regions` and `stars`; raises InvalidInput."""
    refuse_unknown(keys, "star battle", KEYS)
    stars = whole_number(keys.get("stars", 1), "stars", 1, MOST_STARS)
    regions = regions_of(keys.get("regions"), 1, MOST_SIDE, of_size=False)
    return StarBattle(int(len(regions) ** 0.5), stars, regions)
