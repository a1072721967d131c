"""Coefficients of cuts by odd sets of items, and how much fractions of options violate them.

A cut is a set of items; the coefficient of an option is half the number of its items in the set, rounded up. Cuts and the
options of each item are lists in one array each, list n from `starts[n]` to `starts[n + 1]`. Not here: how cuts are derived
(search/prices/odd_sets.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.jit import njit


@njit(cache=True, nogil=True)
def activities(starts: Array, items: Array, firsts: Array, options: Array, fractions: Array) -> Array:
    """Return for each cut the sum of its coefficients times the fractions of the options."""
    times = np.zeros(len(fractions), dtype=np.int64)
    sums = np.zeros(len(starts) - 1)
    for cut in range(len(sums)):
        total = 0.0
        for place in range(starts[cut], starts[cut + 1]):
            for entry in range(firsts[items[place]], firsts[items[place] + 1]):
                option = options[entry]
                if fractions[option]:
                    total += fractions[option] * (1 - (times[option] & 1))
                    times[option] += 1
        for place in range(starts[cut], starts[cut + 1]):
            for entry in range(firsts[items[place]], firsts[items[place] + 1]):
                times[options[entry]] = 0
        sums[cut] = total
    return sums


@njit(cache=True, nogil=True)
def coefficients(starts: Array, items: Array, firsts: Array, options: Array, number: int) -> tuple[Array, Array, Array]:
    """Return the coefficients of each cut, in one array with the starts of the cuts, and whose they are.

    number: of options. Those of a cut are in no particular order.
    """
    times = np.zeros(number, dtype=np.int64)
    most = 0
    for item in items:
        most += firsts[item + 1] - firsts[item]
    bounds = np.zeros(len(starts), dtype=np.int64)
    owners, values = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    written = 0
    for cut in range(len(starts) - 1):
        for place in range(starts[cut], starts[cut + 1]):
            for entry in range(firsts[items[place]], firsts[items[place] + 1]):
                option = options[entry]
                if not times[option]:
                    owners[written] = option
                    written += 1
                times[option] += 1
        for place in range(bounds[cut], written):
            option = owners[place]
            values[place] = (times[option] + 1) // 2
            times[option] = 0
        bounds[cut + 1] = written
    return bounds, owners[:written], values[:written]
