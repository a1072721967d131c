"""A star battle as a value, a board with regions and how many stars each has, and how it is read from keys.

Not here: how it is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown, whole_number
from encoders.symbols import SYMBOLS
from exactcover.model.errors import InvalidInput

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
    regions = keys.get("regions")
    if not isinstance(regions, str):
        raise InvalidInput(
            f"regions is {shown(regions)}; expected a picture with a character per cell, such as AAB/ACB/CCB"
        )
    rows = regions.replace("/", "\n").split()
    n = len(rows)
    if not 1 <= n <= MOST_SIDE:
        raise InvalidInput(f"regions has {n} rows; expected 1 to {MOST_SIDE}")
    wrong = next((row for row in rows if len(row) != n), None)
    if wrong is not None:
        raise InvalidInput(f"regions has the row {shown(wrong)}; expected {n} cells, as many as rows")
    cells = "".join(rows)
    names = dict.fromkeys(cells)
    if len(names) != n:
        raise InvalidInput(f"regions has {len(names)} regions; expected {n}, as many as rows")
    symbols = dict(zip(names, SYMBOLS, strict=False))
    return StarBattle(n, stars, "".join(symbols[name] for name in cells))
