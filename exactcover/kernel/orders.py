"""Orders of the items for kernels S and D, from the list of options alone.

*frac* takes next the item with the smallest fraction of its options still avoiding all earlier items; *front* the one
that newly touches the fewest items. Both match or beat a scan of the board by its geometry, without knowing one.

*Historical note.* Reverse Cuthill-McKee gave searches 2 to 40 times longer, a spectral order 10 times in space.
Not here: the choice between orders, which is made by probing (probe.py).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from exactcover.kernel.instance import Array, Instance
from exactcover.model.arrays import Integers

MEETS = 0.70  # an item that shares an option with more than this part of the others goes last,
FEW = 0.35  # if such items are under this part of the primary items


@njit(cache=True, nogil=True)
def holders(items: int, starts: Array, members: Array) -> tuple[Array, Array]:
    """Return the options of each item as offsets and option numbers."""
    begins = np.zeros(items + 1, dtype=np.int64)
    for item in members:
        begins[item + 1] += 1
    for item in range(items):
        begins[item + 1] += begins[item]
    filled = begins[:-1].copy()
    owners = np.empty(len(members), dtype=np.int64)
    for option in range(len(starts) - 1):
        for place in range(starts[option], starts[option + 1]):
            owners[filled[members[place]]] = option
            filled[members[place]] += 1
    return begins, owners


@njit(cache=True, nogil=True)
def meetings(items: int, starts: Array, members: Array, begins: Array, owners: Array) -> Array:
    """Return how many other items each item shares an option with."""
    met = np.zeros(items, dtype=np.int64)
    stamp = np.full(items, -1, dtype=np.int64)
    for item in range(items):
        stamp[item] = item
        for at in range(begins[item], begins[item + 1]):
            option = owners[at]
            for place in range(starts[option], starts[option + 1]):
                if stamp[members[place]] != item:
                    stamp[members[place]] = item
                    met[item] += 1
    return met


@njit(cache=True, nogil=True)
def by_fraction(starts: Array, members: Array, begins: Array, owners: Array, wanted: Array) -> Array:
    """Order the wanted items: next the one with the smallest fraction of its options avoiding all earlier items.

    Ties go to fewer such options, then to the item that lost one last, then to the lower number.
    """
    items = len(wanted)
    order = np.empty(items, dtype=np.int64)
    degree = np.diff(begins)
    left = degree.copy()
    gone = np.zeros(len(starts) - 1, dtype=np.bool_)
    open_ = wanted.copy()
    count = 0
    while True:
        best = -1
        for item in range(items):
            if not open_[item]:
                continue
            if best < 0:
                best = item
                continue
            mine, other = left[item] * max(degree[best], 1), left[best] * max(degree[item], 1)
            if mine < other or (mine == other and left[item] < left[best]):
                best = item
        if best < 0:
            return order[:count]
        order[count] = best
        count += 1
        open_[best] = False
        for at in range(begins[best], begins[best + 1]):
            option = owners[at]
            if gone[option]:
                continue
            gone[option] = True
            for place in range(starts[option], starts[option + 1]):
                left[members[place]] -= 1


@njit(cache=True, nogil=True)
def by_front(starts: Array, members: Array, begins: Array, owners: Array, wanted: Array) -> Array:
    """Order the wanted items: next the one whose remaining options newly touch the fewest items.

    Ties go to the item touched first, then to fewer options, then to the lower number.
    """
    items = len(wanted)
    order = np.empty(items, dtype=np.int64)
    gone = np.zeros(len(starts) - 1, dtype=np.bool_)
    touched = np.full(items, items + 1, dtype=np.int64)
    stamp = np.full(items, -1, dtype=np.int64)
    open_ = wanted.copy()
    fresh = np.zeros(items, dtype=np.int64)
    count, marks = 0, 0
    while True:
        best = -1
        for item in range(items):
            if not open_[item]:
                continue
            marks += 1
            new = 0
            for at in range(begins[item], begins[item + 1]):
                if gone[owners[at]]:
                    continue
                for place in range(starts[owners[at]], starts[owners[at] + 1]):
                    other = members[place]
                    if stamp[other] != marks:
                        stamp[other] = marks
                        new += open_[other] and touched[other] > items and other != item
            fresh[item] = new
            if best < 0 or new < fresh[best] or (new == fresh[best] and touched[item] < touched[best]):
                best = item
        if best < 0:
            return order[:count]
        order[count] = best
        open_[best] = False
        touched[best] = min(touched[best], count)
        for at in range(begins[best], begins[best + 1]):
            option = owners[at]
            if gone[option]:
                continue
            gone[option] = True
            for place in range(starts[option], starts[option + 1]):
                touched[members[place]] = min(touched[members[place]], count)
        count += 1


def meeting_most(given: Instance) -> Integers:
    """Return the items that share an option with over 70 % of the others, where they are under 35 % of the primary items."""
    begins, owners = holders(given.items, given.starts, given.members)
    met = meetings(given.items, given.starts, given.members, begins, owners)
    many = met > MEETS * (given.items - 1)
    primary = given.least > 0
    return np.flatnonzero(many) if many[primary].sum() < FEW * primary.sum() else np.empty(0, dtype=np.int64)


def search_order(given: Instance, rule: str = "frac") -> Integers:
    """Return an order for kernel S: items by `rule` (frac or front), those meeting most others, then those with least = 0."""
    last = np.zeros(given.items, dtype=np.bool_)
    last[meeting_most(given)] = True
    primary = given.least > 0
    return np.concatenate([ordered(given, wanted, rule) for wanted in (primary & ~last, primary & last, ~primary)])


def layer_order(given: Instance, rule: str = "front") -> tuple[Integers, int]:
    """Return an order for kernel D and how many of its last items are global: those meeting most others or with most > 1."""
    last = given.most > 1
    last[meeting_most(given)] = True
    return np.concatenate([ordered(given, wanted, rule) for wanted in (~last, last)]), int(last.sum())


def ordered(given: Instance, wanted: Array, rule: str) -> Integers:
    """Return the wanted items by the rule `frac` or `front`."""
    rules = {"frac": by_fraction, "front": by_front}
    if rule not in rules:
        raise ValueError(f"no order is called {rule!r}; expected frac or front")
    begins, owners = holders(given.items, given.starts, given.members)
    order: Integers = rules[rule](given.starts, given.members, begins, owners, wanted)
    return order
