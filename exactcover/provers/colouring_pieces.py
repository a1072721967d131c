"""What a colouring has to know of the pieces: how many of each there must be, and what follows for the weights.

A kind whose number is known may weigh anything; the weight of one whose number is not known is kept at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from exactcover.check.copies import Supply, fill
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling
from exactcover.provers.colouring_lattice import Weights


@dataclass(frozen=True)
class Pieces:
    """Sizes and bounds of copies of a tiling's kinds, the bounds narrowed by the area, and which numbers are known.

    given: the kinds as the judge sees them, with the bounds that the puzzle and their placements give.
    """

    area: int
    sizes: tuple[int, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]
    known: tuple[bool, ...]
    given: tuple[Supply, ...]

    def relations(self, kinds: Sequence[Integers], board: Integers, free: bool = True) -> tuple[Integers, Integers]:
        """Return vectors that must weigh 0, and the one that then must not.

        kinds: for each kind its placements' classes, a row each. Two placements of a kind weigh the same, one of unknown
        number weighs 0 (where `free`), and the board less the pieces of known number must not weigh 0.
        """
        target = board.copy()
        rows = [np.zeros((0, len(board)), dtype=np.int64)]
        for table, number, known in zip(kinds, self.least, self.known, strict=True):
            if len(table):
                rows.append(table if free and not known else table[1:] - table[0])
                target = target - number * table[0] if known else target
        return np.concatenate(rows), target

    def weights(self, kinds: Sequence[Integers], found: Weights) -> tuple[int, ...]:
        """Return what each kind weighs under weights of the classes; 0 where it has no placement."""
        line = np.array(found.values, dtype=np.int64)
        totals = [int(table[0] @ line) if len(table) else 0 for table in kinds]
        return tuple(total % found.modulus if found.modulus else total for total in totals)

    def supplies(self, weights: Sequence[int]) -> list[Supply]:
        """Return the kinds with their weights."""
        return [supply._replace(weight=weight) for supply, weight in zip(self.given, weights, strict=True)]


def pieces(tiling: Tiling, placements: Sequence[int]) -> Pieces | None:
    """Return what is known of a tiling's pieces, or None where no numbers of them have its area.

    placements: the number of them a kind.
    """
    area = int(tiling.region.sum())
    bounds = [(kind, min(kind.most, places)) for kind, places in zip(tiling.kinds, placements, strict=True)]
    seen = tuple(Supply(kind.size, 0, kind.least, most) for kind, most in bounds)
    sizes = [kind.size for kind in tiling.kinds]
    least = [kind.least for kind in tiling.kinds]
    most = [min(kind.most, area // kind.size, places) for kind, places in zip(tiling.kinds, placements, strict=True)]
    if not fill((Supply(size, 0, a, b) for size, a, b in zip(sizes, least, most, strict=True)), area):
        return None
    changed = True
    while changed:
        changed = False
        fewest = sum(n * size for n, size in zip(least, sizes, strict=True))
        largest = sum(n * size for n, size in zip(most, sizes, strict=True))
        if not fewest <= area <= largest or any(a > b for a, b in zip(least, most, strict=True)):
            return None
        for kind, size in enumerate(sizes):
            low = -((largest - most[kind] * size - area) // size)
            high = (area - fewest + least[kind] * size) // size
            if low > least[kind] or high < most[kind]:
                least[kind], most[kind] = max(low, least[kind]), min(high, most[kind])
                changed = True
                break
    # The number of the only kind follows from the area, but colourings read better that do without it.
    exact = [kind.least == kind.most for kind in tiling.kinds]
    known = [a == b and (was or len(sizes) > 1) for a, b, was in zip(least, most, exact, strict=True)]
    return Pieces(area, tuple(sizes), tuple(least), tuple(most), tuple(known), seen)
