"""Cuts from odd sets of items that a selection with fractions breaks: zero-half cuts with right-hand sides of one half.

Of items that are covered exactly as often as they demand, an odd number of demands in all, some option with an odd number of
them is chosen. A set whose odd options come to less than one is a cut (see Cut). Sets are combined by Gaussian elimination over
two elements, options with large fractions first, so that the options left odd in a combination are small ones.
Source: A. M. C. A. Koster, A. Zymolka, M. Kutschka, Algorithms to separate {0, 1/2}-Chvatal-Gomory cuts, Algorithmica 55 (2009).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.search.prices.table import Cut, Numbers, Table

NEARLY = 1e-6
LEAST_BROKEN = 0.02
"""A cut is added where the odd options come to less than one by this much."""
ORDERS = 4
LOOKS = 40
"""How often the combinations are weighed during an elimination."""
MOST_CUTS = 60


Sets: TypeAlias = dict[bytes, tuple[float, Integers]]
"""Odd sets that are broken, by their packed items: what their odd options come to, and the items."""


def odd_cuts(table: Table, fractions: Numbers, generator: np.random.Generator) -> list[Cut]:
    """Return cuts that the fractions of a table's options break, the most broken first."""
    support = np.flatnonzero((fractions > NEARLY) & (fractions < 1 - NEARLY))
    if not len(support):
        return []
    some = np.zeros(table.options, dtype=np.bool_)
    some[support] = True
    part = table.kept(some)
    owners = np.repeat(np.arange(len(support)), part.lengths)
    values = fractions[support]
    activity = np.bincount(part.members, weights=values[owners], minlength=table.items)
    # Items of options that are chosen whole would make these odd, so they are left out.
    whole = table.times(np.flatnonzero(fractions >= 1 - NEARLY))
    exact = table.distinct & (np.abs(activity - table.least) < NEARLY)
    tight = np.flatnonzero(exact & (whole == 0) & (activity > NEARLY))
    if len(tight) < 3:
        return []
    rank = np.full(table.items, -1)
    rank[tight] = np.arange(len(tight))
    known = rank[part.members] >= 0
    parity = np.zeros((len(tight), len(support)), dtype=np.bool_)
    parity[rank[part.members[known]], owners[known]] = True
    sets: Sets = {}
    for attempt in range(ORDERS):
        noise = generator.uniform(0, 0.2, len(support)) if attempt else np.zeros(len(support))
        order = np.argsort(-(values + noise), kind="stable")
        _eliminate(_Combinations(parity[:, order], values[order], table.least[tight] % 2 == 1, tight), sets)
    best = sorted(sets.values(), key=lambda each: (each[0], len(each[1])))
    return [Cut(items) for _, items in best[:MOST_CUTS]]


class _Combinations:
    """Rows of bits: the parities of a combination of items, whether its demand is odd, and the items that it combines."""

    def __init__(self, parity: Mask, fractions: Numbers, odd: Mask, tight: Integers) -> None:
        self.rows, self.columns = parity.shape
        self.fractions, self.tight = fractions, tight
        self.width = (self.columns + 7) // 8
        alone = np.packbits(np.eye(self.rows, dtype=np.bool_), axis=1)
        self.bits = np.concatenate((np.packbits(parity, axis=1), odd[:, None].astype(np.uint8), alone), axis=1)
        self.free = np.ones(self.rows, dtype=np.bool_)

    def keep_broken(self, sets: Sets) -> None:
        """Keep the free combinations of odd demand whose odd options come to less than one."""
        rows = np.flatnonzero(self.free & (self.bits[:, self.width] == 1))
        if not len(rows):
            return
        sums = np.unpackbits(self.bits[rows, : self.width], axis=1, count=self.columns) @ self.fractions
        for row, weight in zip(rows.tolist(), sums.tolist(), strict=True):
            combined = self.bits[row, self.width + 1 :]
            if weight < 1 - LEAST_BROKEN and combined.tobytes() not in sets:
                items = self.tight[np.flatnonzero(np.unpackbits(combined, count=self.rows))]
                sets[combined.tobytes()] = weight, items


def _eliminate(combinations: _Combinations, sets: Sets) -> None:
    """Combine items until the options with large fractions are even, and keep the odd sets that are broken on the way."""
    bits, free = combinations.bits, combinations.free
    look = max(1, min(combinations.rows, combinations.columns) // LOOKS)
    pivots = 0
    for column in range(combinations.columns):
        odd = (bits[:, column >> 3] >> (7 - (column & 7))) & 1 == 1
        candidates = np.flatnonzero(odd & free)
        if not len(candidates):
            continue
        sizes = np.bitwise_count(bits[candidates, combinations.width + 1 :]).sum(axis=1)
        pivot = candidates[np.argmin(sizes)]
        free[pivot] = False
        bits[candidates[candidates != pivot]] ^= bits[pivot]
        pivots += 1
        if pivots % look == 0:
            combinations.keep_broken(sets)
    combinations.keep_broken(sets)
