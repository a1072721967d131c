"""Cuts from odd sets of items that a fractional selection violates: zero-half cuts with right-hand sides of one half.

In a set of items that are covered exactly as often as they demand, with an odd total demand, some option with an odd number of
them is chosen. A set whose odd options sum to less than one gives a cut (see Cut). Sets are combined by Gaussian elimination
over GF(2), options with large fractions first, so that the options left odd in a combination are small ones.
Source: A. M. C. A. Koster, A. Zymolka, M. Kutschka, Algorithms to separate {0, 1/2}-Chvatal-Gomory cuts, Algorithmica 55
(2009).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.backends.search.prices.table import Cut, Numbers, Table
from exactcover.kernel.proofs import odd_sets as kernel
from exactcover.model.arrays import Integers, Mask

NEARLY = 1e-6
LEAST_BROKEN = 0.05
"""A cut is added if the odd options sum to less than one by this much."""
ORDERS = 20
LOOKS = 40
"""How often the combinations are weighed during an elimination."""
MOST_CUTS = 60

Words: TypeAlias = NDArray[np.uint64]


def odd_cuts(table: Table, fractions: Numbers, generator: np.random.Generator) -> list[Cut]:
    """Return cuts that the fractions of a table's options violate, most violated first."""
    support = np.flatnonzero((fractions > NEARLY) & (fractions < 1 - NEARLY))
    if not len(support):
        return []
    some = np.zeros(table.options, dtype=np.bool_)
    some[support] = True
    part = table.kept(some)
    owners = np.repeat(np.arange(len(support)), part.lengths)
    values = fractions[support]
    activity = np.bincount(part.members, weights=values[owners], minlength=table.items)
    # Items of options that are chosen whole would make these odd, so they are excluded.
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
    demand, alone = table.least[tight] % 2 == 1, _words(np.eye(len(tight), dtype=np.bool_))
    every = max(1, min(parity.shape) // LOOKS)
    weights, sets = list[Numbers](), list[Words]()
    for attempt in range(ORDERS):
        noise = generator.uniform(0, 0.2, len(support)) if attempt else np.zeros(len(support))
        order = np.argsort(-(values + noise), kind="stable")
        odd = _words(parity[:, order])
        some_weights, some_sets = kernel.eliminate(
            odd, demand.copy(), alone.copy(), values[order], every, 1 - LEAST_BROKEN
        )
        weights.append(some_weights)
        sets.append(some_sets)
    return _lightest(np.concatenate(weights), np.concatenate(sets), tight)


def _words(bits: Mask) -> Words:
    """Return rows of booleans as words, lowest bit first."""
    words = np.zeros((len(bits), (bits.shape[1] + 63) // 64), dtype="<u8")
    words.view(np.uint8)[:, : (bits.shape[1] + 7) // 8] = np.packbits(bits, axis=1, bitorder="little")
    return words.astype(np.uint64)


def _lightest(weights: Numbers, sets: Words, tight: Integers) -> list[Cut]:
    """Return cuts of different sets, those of the least weight first, and of the fewest items."""
    order = np.lexsort((np.bitwise_count(sets).sum(axis=1), weights))
    cuts: dict[bytes, Cut] = {}
    for place in order.tolist():
        if len(cuts) == MOST_CUTS:
            break
        words = sets[place].astype("<u8")
        bits = np.unpackbits(words.view(np.uint8), count=len(tight), bitorder="little")
        cuts.setdefault(words.tobytes(), Cut(tight[np.flatnonzero(bits)]))
    return list(cuts.values())
