"""Determines from the options alone which items are adjacent, and which sizes of a closed-off region can be covered.

The *links* are a graph in which the items of every option are connected. If items are the cells of a board, it is the
adjacency graph of the board, plus a few edges. An option that covers items of a region lies inside it when the region's
neighbours are closed, so the region's size is a sum of option sizes.
Not here: when a search examines regions (degree_buckets.py, live_lists.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.instance import Instance
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers

MOST_PAIRS = (
    1 << 22
)  # items that share an option: beyond that, items have no location, and no region is ever closed off


class Links(NamedTuple):
    """The neighbours of item i are `near[starts[i]:starts[i+1]]`."""

    starts: Integers
    near: Integers


def links(instance: Instance, cells: Array, begins: Array, owners: Array) -> Links | None:
    """Return links between the items that `cells` marks; None if too many of them share options. Options by item: `holders`.

    Two items of an option are linked if they share more options than its other pairs do: a maximum spanning tree of each
    option that is not connected yet.
    """
    lengths = np.diff(instance.starts)
    room = min(int((lengths * (lengths - 1) // 2).sum()), MOST_PAIRS)
    first, other, shared = pairs(instance.starts, instance.members, begins, owners, cells, room)
    if first[-1] < 0:
        return None
    edges = joined(instance.starts, instance.members, cells, first, other, shared, int(lengths.max(initial=0)))
    ends = np.concatenate([edges, edges[:, ::-1]])
    ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
    return Links(np.searchsorted(ends[:, 0], np.arange(instance.items + 1)), ends[:, 1].copy())


@njit(cache=True, nogil=True)
def pairs(
    starts: Array, members: Array, begins: Array, owners: Array, cells: Array, room: int
) -> tuple[Array, Array, Array]:
    """Return the higher-numbered items that each item shares options with, as offsets and items, and how many options they
    share.

    The last offset is -1 if there are more pairs than `room`.
    """
    items = len(begins) - 1
    first = np.zeros(items + 1, dtype=np.int64)
    other, shared = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    seen, place = np.full(items, -1, dtype=np.int64), np.empty(items, dtype=np.int64)
    size = 0
    for item in range(items):
        if cells[item]:
            for at in range(begins[item], begins[item + 1]):
                option = owners[at]
                for entry in range(starts[option + 1] - 1, starts[option] - 1, -1):
                    member = members[entry]
                    if member == item:
                        break
                    if not cells[member]:
                        continue
                    if seen[member] != item:
                        if size == room:
                            first[items] = -1
                            return first, other, shared
                        seen[member], place[member] = item, size
                        other[size], shared[size] = member, 0
                        size += 1
                    shared[place[member]] += 1
        first[item + 1] = size
    return first, other[:size], shared[:size]


@njit(cache=True, nogil=True)
def weight(one: int, two: int, first: Array, other: Array, shared: Array) -> Number:
    """Return how many options two items share."""
    lower, upper = min(one, two), max(one, two)
    for at in range(first[lower], first[lower + 1]):
        if other[at] == upper:
            return shared[at]
    return 0


@njit(cache=True, nogil=True)
def joined(
    starts: Array, members: Array, cells: Array, first: Array, other: Array, shared: Array, longest: int
) -> Array:
    """Return edges, lower item first, that connect the cells of each option."""
    items = len(first) - 1
    edges = np.empty((len(other), 2), dtype=np.int64)
    heads, further = np.full(items, -1, dtype=np.int64), np.empty(2 * len(other), dtype=np.int64)
    count = 0
    inside, reached = np.full(items, -1, dtype=np.int64), np.full(items, -1, dtype=np.int64)
    row, stack = np.empty(longest, dtype=np.int64), np.empty(longest, dtype=np.int64)
    best, link = np.empty(longest, dtype=np.int64), np.empty(longest, dtype=np.int64)
    for option in range(len(starts) - 1):
        size = 0
        for entry in range(starts[option], starts[option + 1]):
            if cells[members[entry]]:
                row[size] = members[entry]
                inside[row[size]] = option
                size += 1
        if size < 2:
            continue
        stack[0], waiting, met = row[0], 1, 1
        reached[row[0]] = option
        while waiting > 0:
            waiting -= 1
            half = heads[stack[waiting]]
            while half >= 0:
                item = edges[half >> 1, half & 1]
                if inside[item] == option and reached[item] != option:
                    reached[item] = option
                    stack[waiting] = item
                    waiting += 1
                    met += 1
                half = further[half]
        if met == size:
            continue
        for place in range(1, size):
            best[place], link[place] = weight(row[0], row[place], first, other, shared), 0
        best[0] = -1
        for _ in range(size - 1):
            at = int(np.argmax(best[:size]))
            one, two = min(row[at], row[link[at]]), max(row[at], row[link[at]])
            half = heads[one]
            while half >= 0 and edges[half >> 1, half & 1] != two:
                half = further[half]
            if half < 0:  # half-edge 2k + 1 leads from the lower end of edge k to the higher, 2k back
                edges[count, 0], edges[count, 1] = one, two
                further[2 * count + 1], heads[one] = heads[one], 2 * count + 1
                further[2 * count], heads[two] = heads[two], 2 * count
                count += 1
            best[at] = -1
            for place in range(1, size):
                if best[place] >= 0:
                    heavier = weight(row[at], row[place], first, other, shared)
                    if heavier > best[place]:
                        best[place], link[place] = heavier, at
    return edges[:count]


@njit(**UNCOUNTED)
def region(
    start: int, most: int, cells: Array, starts: Array, near: Array, marks: Array, since: int, mark: int, queue: Array
) -> Number:
    """Return the size of the region of cells around one, or `most` + 1 where it is larger; marks its cells with `mark`.

    cells: which are open, 0 or 1; since: marks from this one up to `mark` - 1 belong to regions that were larger.
    """
    queue[0] = start
    marks[start] = mark
    head, tail = 0, 1
    while head < tail:
        item = queue[head]
        head += 1
        for at in range(starts[item], starts[item + 1]):
            other = near[at]
            if cells[other] and marks[other] != mark:
                if tail == most or marks[other] >= since:
                    return most + 1
                marks[other] = mark
                queue[tail] = other
                tail += 1
    return tail


def sums(sizes: Integers, most: int) -> Array:
    """Return which numbers from 0 to `most` are sums of sizes, each taken any number of times."""
    reached, every = 1, (1 << most + 1) - 1
    for size in sizes.tolist():
        step = size
        while 0 < step <= most:
            reached |= reached << step & every
            step *= 2
    return np.array([reached >> number & 1 for number in range(most + 1)], dtype=np.bool_)
