"""Combinations of items over GF(2): Gaussian elimination that collects odd combinations of small weight on the way.

A row is a combination: the columns in which it is odd, whether its demand is odd, and the items that it combines, each as bits
of 64-bit words, lowest first. Not here: the cuts made from them (search/prices/odd_sets.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.jit import njit


@njit(cache=True, nogil=True)
def eliminate(odd: Array, demand: Array, items: Array, weights: Array, every: int, most: float) -> tuple[Array, Array]:
    """Eliminate column by column; return the items of combinations of odd demand whose odd columns weigh less than `most`.

    odd, items: words (rows x words); demand: booleans; all three are changed. A column's pivot is the odd row of the fewest
    items, and is added to the other odd ones. After each `every` pivots, the combinations that changed since are examined.
    Returns the weights, and the items as words, in the order found; some may occur more than once.
    """
    rows = len(odd)
    sizes = np.ones(rows, dtype=np.int64)
    free = np.ones(rows, dtype=np.bool_)
    changed = np.ones(rows, dtype=np.bool_)
    kept, weighed = np.empty((rows, items.shape[1]), dtype=np.uint64), np.empty(rows)
    number = pivots = 0
    for column in range(len(weights) + 1):
        last = column == len(weights)
        if not last:
            word, bit = column >> 6, np.uint64(1) << np.uint64(column & 63)
            pivot = -1
            for row in range(rows):
                if free[row] and odd[row, word] & bit and (pivot < 0 or sizes[row] < sizes[pivot]):
                    pivot = row
            if pivot < 0:
                continue
            free[pivot] = False
            pivots += 1
            for row in range(rows):
                if free[row] and odd[row, word] & bit:
                    _add(row, pivot, odd, demand, items, sizes)
                    changed[row] = True
        if not last and pivots % every:
            continue
        for row in range(rows):
            if not (free[row] and changed[row] and demand[row]):
                continue
            changed[row] = False
            weight = _weight(odd[row], weights, most)
            if weight < most:
                if number == len(kept):
                    kept = np.concatenate((kept, np.empty_like(kept)))
                    weighed = np.concatenate((weighed, np.empty_like(weighed)))
                kept[number], weighed[number] = items[row], weight
                number += 1
    return weighed[:number], kept[:number]


@njit(cache=True, nogil=True)
def _add(row: int, pivot: int, odd: Array, demand: Array, items: Array, sizes: Array) -> None:
    """Add a row to another."""
    for word in range(odd.shape[1]):
        odd[row, word] ^= odd[pivot, word]
    demand[row] ^= demand[pivot]
    size = 0
    for word in range(items.shape[1]):
        items[row, word] ^= items[pivot, word]
        size += popcount(items[row, word])
    sizes[row] = size


@njit(cache=True, nogil=True)
def _weight(odd: Array, weights: Array, most: float) -> float:
    """Return the weight of the odd columns, or a part of it that already reaches `most`."""
    weight: float = 0.0
    for word in range(len(odd)):
        left = odd[word]
        while left:
            weight += weights[(word << 6) + trailing_zeros(left)]
            if weight >= most:
                return weight
            left &= left - np.uint64(1)
    return weight
