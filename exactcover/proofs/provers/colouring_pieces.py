"""The facts about pieces that a colouring needs: how many of each there must be, and what follows for the weights.

A piece whose number is known may weigh anything; the weight of one whose number is not known is kept at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from exactcover.judges.copies import Supply, fill
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers.colouring_lattice import Weights


@dataclass(frozen=True)
class Pieces:
    """Sizes and bounds of copies of a tiling's pieces, the bounds tightened by the area, and which numbers are known.

    judged: the pieces as the judge sees them, with the bounds from the puzzle and their placements.
    """

    area: int
    sizes: tuple[int, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]
    known: tuple[bool, ...]
    judged: tuple[Supply, ...]

    def relations(self, tables: Sequence[Integers], board: Integers, free: bool = True) -> tuple[Integers, Integers]:
        """Return vectors that must weigh 0, and the one that then must not.

        tables: for each piece its placements' classes, one row each. Two placements of a piece weigh the same, one of unknown
        number weighs 0 (if `free`), and the board minus the pieces of known number must not weigh 0.
        """
        target = board.copy()
        rows = [np.zeros((0, len(board)), dtype=np.int64)]
        for table, number, known in zip(tables, self.least, self.known, strict=True):
            if len(table):
                rows.append(table if free and not known else table[1:] - table[0])
                target = target - number * table[0] if known else target
        return np.concatenate(rows), target

    def weights(self, tables: Sequence[Integers], weights: Weights) -> tuple[int, ...]:
        """Return the weight of each piece under weights of the classes; 0 if it has no placement."""
        line = np.array(weights.values, dtype=np.int64)
        totals = [int(table[0] @ line) if len(table) else 0 for table in tables]
        return tuple(total % weights.modulus if weights.modulus else total for total in totals)

    def supplies(self, weights: Sequence[int]) -> list[Supply]:
        """Return the pieces with their weights."""
        return [supply._replace(weight=weight) for supply, weight in zip(self.judged, weights, strict=True)]


def pieces(tiling: Tiling, placements: Sequence[int]) -> Pieces | None:
    """Return the known facts about a tiling's pieces, or None if no numbers of them have its area.

    placements: how many each piece has.
    """
    area = int(tiling.region.sum())
    bounds = [(piece, min(piece.most, places)) for piece, places in zip(tiling.pieces, placements, strict=True)]
    seen = tuple(Supply(piece.size, 0, piece.least, most) for piece, most in bounds)
    sizes = [piece.size for piece in tiling.pieces]
    least = [piece.least for piece in tiling.pieces]
    most = [
        min(piece.most, area // piece.size, places) for piece, places in zip(tiling.pieces, placements, strict=True)
    ]
    if not fill((Supply(size, 0, a, b) for size, a, b in zip(sizes, least, most, strict=True)), area):
        return None
    changed = True
    while changed:
        changed = False
        fewest = sum(n * size for n, size in zip(least, sizes, strict=True))
        largest = sum(n * size for n, size in zip(most, sizes, strict=True))
        if not fewest <= area <= largest or any(a > b for a, b in zip(least, most, strict=True)):
            return None
        for piece, size in enumerate(sizes):
            low = -((largest - most[piece] * size - area) // size)
            high = (area - fewest + least[piece] * size) // size
            if low > least[piece] or high < most[piece]:
                least[piece], most[piece] = max(low, least[piece]), min(high, most[piece])
                changed = True
                break
    # The number of a single piece follows from the area, but colourings are easier to read without it.
    exact = [piece.least == piece.most for piece in tiling.pieces]
    known = [a == b and (was or len(sizes) > 1) for a, b, was in zip(least, most, exact, strict=True)]
    return Pieces(area, tuple(sizes), tuple(least), tuple(most), tuple(known), seen)
