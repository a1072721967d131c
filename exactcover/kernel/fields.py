"""Items as bit fields of one wide mask, in a given order, so that choosing an option is one addition.

An item with most = 1 is one bit: covered. An item with a larger most is a counter of k bits that starts at 2**k - most, with
its *closing* bit just above: the carry of the last copy sets it. So `mask + adds[o]` covers every item of option o, and o may
be chosen when `mask & closes[o]` is 0. A field never crosses a 64-bit word.
Not here: the search, and the choice of the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers


class Fields(NamedTuple):
    """Where the items of an instance lie in a mask of `words` 64-bit words.

    low, high: first bit and closing bit of each item, -1 for items that bind nothing; item_at: the item that closes at a
    bit, or -1; start: the mask with nothing chosen; adds, closes, sure: (options, words) masks to add, the closing bits
    of its items, those of its items with most = 1; first: the lowest closing bit of each option; capped: most of each
    item, at most its number of options.
    """

    words: int
    low: Integers
    high: Integers
    item_at: Integers
    start: Words
    adds: Words
    closes: Words
    sure: Words
    first: Integers
    capped: Integers


@njit(cache=True, nogil=True)
def binding(least: Array, most: Array, starts: Array, members: Array, capped: Array) -> Array:
    """Return which items constrain anything, filling `capped`; every option keeps at least one such item."""
    degree = np.zeros(len(least), dtype=np.int64)
    for item in members:
        degree[item] += 1
    binds = np.zeros(len(least), dtype=np.bool_)
    for item in range(len(least)):
        capped[item] = max(least[item], min(most[item], degree[item]))
        binds[item] = least[item] > 0 or most[item] < degree[item]
    for option in range(len(starts) - 1):
        bound = False
        for place in range(starts[option], starts[option + 1]):
            bound = bound or binds[members[place]]
        if not bound:
            binds[members[starts[option]]] = True
    return binds


@njit(cache=True, nogil=True)
def placed(order: Array, tail: int, binds: Array, capped: Array, low: Array, high: Array) -> int:
    """Give each binding item its field, in order, starting the last `tail` in a new word; return the number of bits used."""
    bit = 0
    for place, item in enumerate(order):
        if place == len(order) - tail:
            bit = (bit + 63) & ~63
        low[item] = -1
        high[item] = -1
        if not binds[item]:
            continue
        width = 0
        while (1 << width) < capped[item]:
            width += 1
        if (bit & 63) + width > 63:
            bit = (bit | 63) + 1
        low[item] = bit
        high[item] = bit + width
        bit += width + 1
    return bit


@njit(cache=True, nogil=True)
def masks(
    starts: Array,
    members: Array,
    capped: Array,
    low: Array,
    high: Array,
    adds: Array,
    closes: Array,
    sure: Array,
    first: Array,
) -> None:
    """Fill the masks of every option and its lowest closing bit."""
    one = np.uint64(1)
    for option in range(len(starts) - 1):
        lowest = 1 << 62
        for place in range(starts[option], starts[option + 1]):
            item = members[place]
            if high[item] < 0:
                continue
            lowest = min(lowest, high[item])
            adds[option, low[item] >> 6] += one << np.uint64(low[item] & 63)
            closes[option, high[item] >> 6] |= one << np.uint64(high[item] & 63)
            if capped[item] == 1:
                sure[option, high[item] >> 6] |= one << np.uint64(high[item] & 63)
        first[option] = lowest


def fields(instance: Instance, order: Integers, widths: Sequence[int], tail: int = 0) -> Fields:
    """Lay out the items of an instance in the given order, in the smallest sufficient one of `widths` words.

    order: every item once; the last `tail` of them start a new word. Raises OutOfReach if even the widest is not enough.
    """
    capped = np.zeros(instance.items, dtype=np.int64)
    low, high = np.full(instance.items, -1), np.full(instance.items, -1)
    binds = binding(*instance.plain, capped)
    bits = int(placed(order, tail, binds, capped, low, high))
    words = next((width for width in widths if bits <= 64 * width), 0)
    if not words:
        raise OutOfReach(f"the items need {bits} bits; the widest mask has {64 * widths[-1]}")
    item_at = np.full(64 * words, -1)
    held = np.flatnonzero(high >= 0)
    item_at[high[held]] = held
    start = np.zeros(words, dtype=np.uint64)
    for item in held[capped[held] > 1]:
        spare = (1 << int(high[item] - low[item])) - int(capped[item])
        start[low[item] >> 6] |= np.uint64(spare << int(low[item] & 63))
    shape = (instance.options, words)
    adds, closes, sure = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    first = np.zeros(instance.options, dtype=np.int64)
    masks(instance.starts, instance.members, capped, low, high, adds, closes, sure, first)
    return Fields(words, low, high, item_at, start, adds, closes, sure, first, capped)
