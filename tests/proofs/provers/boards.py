"""Small random packings of every mode of copies, which tests of arguments share."""

from __future__ import annotations

import random

from exactcover.model.tiling import Tiling
from tests.packings import tiling

PIECES = ("I1", "I2", "I3", "V3", "I4", "O4", "L4", "S4", "T4", "P5", "Y5", "X5")
COPIES = ("any", "any", "1", "2", "0..2", "1..3")


def random_board(seed: int) -> Tiling:
    """A packing on up to 16 cells: in the plane or in space, with holes, one to three kinds, copies exact, any or ranges."""
    rng = random.Random(seed)
    size = rng.choice([(2, 5), (3, 4), (4, 4), (3, 5), (2, 8), (2, 2, 3), (1, 3, 4)])
    holes = {tuple(rng.randrange(n) for n in size) for _ in range(rng.choice([0, 0, 1, 2]))}
    pieces = rng.sample(PIECES, rng.randint(1, 3))
    copies = [f"{piece}:{rng.choice(COPIES)}" for piece in pieces]
    line = f"board={'x'.join(map(str, size))} pieces={','.join(pieces)} copies={','.join(copies)}"
    if holes:
        line += " holes=" + "/".join(",".join(map(str, hole)) for hole in sorted(holes))
    return tiling(line)
