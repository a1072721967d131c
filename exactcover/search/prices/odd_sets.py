"""Cuts from odd sets of items that a selection with fractions breaks: zero-half cuts with right-hand sides of one half.

Of items that are covered exactly as often as they demand, an odd number of demands in all, some option with an odd number of
them is chosen. A set whose odd options come to less than one is a cut (see Cut). Sets are combined by Gaussian elimination over
two elements, options with large fractions first, so that the options left odd in a combination are small ones.
Source: A. M. C. A. Koster, A. Zymolka, M. Kutschka, Algorithms to separate {0, 1/2}-Chvatal-Gomory cuts, Algorithmica 55 (2009).
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.search.prices.table import Cut, Numbers, Table

NEARLY = 1e-6
LEAST_BROKEN = 0.02
"""A cut is added where the odd options come to less than one by this much."""
ROUNDS_OF_ORDERS = 4
LOOKS = 40
"""How often the combinations are weighed during an elimination."""
MOST_CUTS = 60


def odd_cuts(table: Table, fractions: Numbers, generator: np.random.Generator) -> list[Cut]:
    """Return cuts that the fractions of a table's options break, the most broken first."""
    support = np.flatnonzero((fractions > NEARLY) & (fractions < 1 - NEARLY))
    if not len(support):
        return []
    lengths = table.lengths[support]
    inside = table.members[np.repeat(table.starts[support] - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths) + np.arange(lengths.sum())]  # fmt: skip
    owners = np.repeat(np.arange(len(support)), lengths)
    activity = np.bincount(inside, weights=fractions[support][owners], minlength=table.items)
    for option in np.flatnonzero(fractions >= 1 - NEARLY).tolist():
        activity[table.members[table.starts[option] : table.starts[option + 1]]] += 1
    tight = np.flatnonzero(np.abs(activity - table.least) < NEARLY)
    tight = tight[np.isin(tight, inside)]
    # Items of options that are chosen whole would make these odd, so they are left out, unless the demand is more than one.
    chosen_whole = np.zeros(table.items, dtype=np.bool_)
    for option in np.flatnonzero(fractions >= 1 - NEARLY).tolist():
        chosen_whole[table.members[table.starts[option] : table.starts[option + 1]]] = True
    tight = tight[~chosen_whole[tight]]
    if len(tight) < 3:
        return []
    rank = np.full(table.items, -1)
    rank[tight] = np.arange(len(tight))
    parity = np.zeros((len(tight), len(support)), dtype=np.bool_)
    known = rank[inside] >= 0
    parity[rank[inside[known]], owners[known]] = True
    sets: dict[bytes, tuple[float, Integers]] = {}
    for attempt in range(ROUNDS_OF_ORDERS):
        noise = generator.uniform(0, 0.2, len(support)) if attempt else np.zeros(len(support))
        order = np.argsort(-(fractions[support] + noise), kind="stable")
        _eliminate(parity[:, order], fractions[support][order], table.least[tight] % 2 == 1, tight, sets)
    best = sorted(sets.values(), key=lambda each: (each[0], len(each[1])))
    return [Cut(items) for _, items in best[:MOST_CUTS]]


def _eliminate(
    parity: np.ndarray, fractions: Numbers, odd: np.ndarray, tight: Integers, sets: dict[bytes, tuple[float, Integers]]
) -> None:
    """Combine items until the options with large fractions are even, and keep the odd sets that are broken on the way."""
    rows, columns = parity.shape
    # A row is the parities of a combination, whether its demand is odd, and the items that it combines.
    packed = np.concatenate(
        (np.packbits(parity, axis=1), odd[:, None].astype(np.uint8), np.packbits(np.eye(rows, dtype=np.bool_), axis=1)), axis=1
    )  # fmt: skip
    width = (columns + 7) // 8
    free = np.ones(rows, dtype=np.bool_)
    look = max(1, min(rows, columns) // LOOKS)
    pivots = 0
    for column in range(columns):
        bit = (packed[:, column >> 3] >> (7 - (column & 7))) & 1 == 1
        candidates = np.flatnonzero(bit & free)
        if not len(candidates):
            continue
        pivot = candidates[np.argmin(np.bitwise_count(packed[candidates, width + 1 :]).sum(axis=1))]
        free[pivot] = False
        others = candidates[candidates != pivot]
        packed[others] ^= packed[pivot]
        pivots += 1
        if pivots % look == 0:
            _keep(packed, free, fractions, columns, tight, sets)
    _keep(packed, free, fractions, columns, tight, sets)


def _keep(
    packed: np.ndarray, free: np.ndarray, fractions: Numbers, columns: int, tight: Integers, sets: dict[bytes, tuple[float, Integers]]
) -> None:  # fmt: skip
    width = (columns + 7) // 8
    rows = np.flatnonzero(free & (packed[:, width] == 1))
    if not len(rows):
        return
    weights = np.unpackbits(packed[rows, :width], axis=1, count=columns) @ fractions
    for row, weight in zip(rows[weights < 1 - LEAST_BROKEN].tolist(), weights[weights < 1 - LEAST_BROKEN], strict=True):
        key = packed[row, width + 1 :].tobytes()
        if key not in sets:
            items = tight[np.flatnonzero(np.unpackbits(packed[row, width + 1 :], count=len(tight)))]
            sets[key] = float(weight), items
