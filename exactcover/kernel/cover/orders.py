"""Item orders for kernels static-order and layers, derived from the options alone.

*frac* takes next the item with the smallest fraction of its options still avoiding all earlier items; *front* the one that
newly touches the fewest items. Both match or beat a geometric scan of the board, without knowing its geometry. For layers
there is a third, *straight*: by distance from a short side of the board, so that the frontier stays parallel to that side
instead of diagonal.

*Historical note.* Reverse Cuthill-McKee made searches 2 to 40 times longer, a spectral order 10 times on three-dimensional
boards. Straight instead of front made layers 3.2 times faster for tetrominoes in four sets on 8x10, 1.2 to 3.6 times for
others whose options have three cells or more; on dominoes, diagonals of one colour have 3.5 times fewer states than straight.
Not here: the choice between orders, made by probing (probe.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

MEETS = 0.70  # an item that shares an option with more than this part of the others goes last,
FEW = 0.35  # provided that such items are fewer than this part of the primary items
NEAR = 0.32  # items that share more than this part of the options of one of them are neighbours
WIDER = 1 / 8  # how much wider than front's frontier straight's may be
LONGEST_WINDOW = 512  # items, from the current one on, that a key of layers can hold


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
    degree = begins[1:] - begins[:-1]
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
def touch(
    item: int, starts: Array, members: Array, begins: Array, owners: Array, stamp: Array, fresh: Array, by: int
) -> None:
    """Add `by` to the `fresh` count of each other item that shares an option with an item."""
    stamp[item] = item
    for at in range(begins[item], begins[item + 1]):
        for place in range(starts[owners[at]], starts[owners[at] + 1]):
            other = members[place]
            if stamp[other] != item:
                stamp[other] = item
                fresh[other] += by


@njit(cache=True, nogil=True)
def by_front(starts: Array, members: Array, begins: Array, owners: Array, wanted: Array) -> Array:
    """Order the wanted items: next the one whose remaining options newly touch the fewest items.

    Ties go to the item touched first, then to fewer options, then to the lower number. All items of an excluded option are
    touched, so an item would newly touch the untouched wanted items with which it shares any option: each of them is counted
    once, and subtracted once.
    """
    items = len(wanted)
    order = np.empty(items, dtype=np.int64)
    gone = np.zeros(len(starts) - 1, dtype=np.bool_)
    touched = np.full(items, items + 1, dtype=np.int64)
    stamp = np.full(items, -1, dtype=np.int64)
    fresh = np.zeros(items, dtype=np.int64)
    for item in range(items):
        if wanted[item]:
            touch(item, starts, members, begins, owners, stamp, fresh, 1)
    stamp[:] = -1
    open_ = wanted.copy()
    count = 0
    while True:
        best = -1
        for item in range(items):
            if open_[item] and (
                best < 0 or fresh[item] < fresh[best] or (fresh[item] == fresh[best] and touched[item] < touched[best])
            ):
                best = item
        if best < 0:
            return order[:count]
        order[count] = best
        open_[best] = False
        if touched[best] > items:
            touched[best] = count
            touch(best, starts, members, begins, owners, stamp, fresh, -1)
        for at in range(begins[best], begins[best + 1]):
            option = owners[at]
            if gone[option]:
                continue
            gone[option] = True
            for place in range(starts[option], starts[option + 1]):
                other = members[place]
                if touched[other] > items:
                    touched[other] = count
                    if wanted[other]:
                        touch(other, starts, members, begins, owners, stamp, fresh, -1)
        count += 1


@njit(cache=True, nogil=True)
def neighbours(item: int, starts: Array, members: Array, begins: Array, owners: Array, shared: Array) -> None:
    """Fill `shared` with the fraction of options that an item shares with each other item, relative to the one with fewer."""
    shared[:] = 0.0
    for at in range(begins[item], begins[item + 1]):
        for place in range(starts[owners[at]], starts[owners[at] + 1]):
            shared[members[place]] += 1.0
    for other in range(len(shared)):
        shared[other] /= max(min(begins[item + 1] - begins[item], begins[other + 1] - begins[other]), 1)


@njit(cache=True, nogil=True)
def short_side(starts: Array, members: Array, begins: Array, owners: Array, wanted: Array, corner: int) -> Array:
    """Return a path of wanted items from a corner to the nearest item with as few options: the side of a board has few.

    A step costs as much as the item it leads to has options. Returns only the corner if no such item can be reached. Source:
    E. W. Dijkstra, Numerische Mathematik 1 (1959).
    """
    items = len(wanted)
    degree = begins[1:] - begins[:-1]
    cost = np.full(items, np.inf)
    came = np.full(items, -1, dtype=np.int64)
    open_ = wanted.copy()
    shared = np.zeros(items)
    cost[corner] = 0.0
    while True:
        best = -1
        for item in range(items):
            if open_[item] and (best < 0 or cost[item] < cost[best]):
                best = item
        if best < 0 or cost[best] == np.inf:
            best = corner
        if cost[best] == 0.0 and not open_[corner]:
            break
        if best != corner and degree[best] <= degree[corner]:
            break
        open_[best] = False
        neighbours(best, starts, members, begins, owners, shared)
        for item in range(items):
            if open_[item] and shared[item] > NEAR and cost[best] + degree[item] < cost[item]:
                cost[item] = cost[best] + degree[item]
                came[item] = best
    path = np.empty(items, dtype=np.int64)
    count = 0
    while best >= 0:
        path[count] = best
        count += 1
        best = came[best]
    return path[:count][::-1].copy()


@njit(cache=True, nogil=True)
def by_levels(starts: Array, members: Array, begins: Array, owners: Array, wanted: Array, front: Array) -> Array:
    """Order the wanted items by their distance from the short side at the first of them in front order (`front`).

    Items at the same distance come in the order of those that they were reached from; unreachable items come in front order.
    """
    order = np.empty(len(front), dtype=np.int64)
    open_ = wanted.copy()
    shared = np.zeros(len(wanted))
    count = done = 0
    for item in short_side(starts, members, begins, owners, wanted, front[0]):
        order[count] = item
        open_[item] = False
        count += 1
    for first in front:
        if open_[first]:
            order[count] = first
            open_[first] = False
            count += 1
        while done < count:
            neighbours(order[done], starts, members, begins, owners, shared)
            done += 1
            for item in range(len(wanted)):
                if open_[item] and shared[item] > NEAR:
                    order[count] = item
                    open_[item] = False
                    count += 1
    return order


@njit(cache=True, nogil=True)
def widest_frontier(starts: Array, members: Array, begins: Array, owners: Array, order: Array) -> int:
    """Return the maximum number of items, over an order, that options of earlier items touch and that are not yet passed."""
    waiting = np.zeros(len(begins) - 1, dtype=np.bool_)
    waiting[order] = True
    touched = np.zeros(len(begins) - 1, dtype=np.bool_)
    front = widest = 0
    for item in order:
        for at in range(begins[item], begins[item + 1]):
            for place in range(starts[owners[at]], starts[owners[at] + 1]):
                other = members[place]
                front += waiting[other] and not touched[other]
                touched[other] = True
        waiting[item] = False
        front -= touched[item]
        widest = max(widest, front)
    return widest


def met_by(instance: Instance) -> Integers:
    """Return how many other items each item shares an option with."""
    begins, owners = holders(instance.items, instance.starts, instance.members)
    met: Integers = meetings(instance.items, instance.starts, instance.members, begins, owners)
    return met


def work(instance: Instance) -> int:
    """Return about how many pairs of entries an order examines, repeats included: about 2e-8 seconds for each."""
    return int((np.diff(instance.starts).astype(np.int64) ** 2).sum())


def meeting_most(instance: Instance, met: Integers | None = None) -> Integers:
    """Return the items that share an option with over 70 % of the others, if they are under 35 % of the primary items.

    met: for each item the number of others that it meets, if known.
    """
    met = met_by(instance) if met is None else met
    many = met > MEETS * (instance.items - 1)
    primary = instance.least > 0
    return np.flatnonzero(many) if many[primary].sum() < FEW * primary.sum() else np.empty(0, dtype=np.int64)


def search_order(instance: Instance, rule: str = "frac") -> Integers:
    """Return an order for kernel static-order: items by `rule` (frac or front), then those meeting most others, then the
    secondary ones."""
    last = np.zeros(instance.items, dtype=np.bool_)
    last[meeting_most(instance)] = True
    primary = instance.least > 0
    return np.concatenate([ordered(instance, wanted, rule) for wanted in (primary & ~last, primary & last, ~primary)])


def layer_order(instance: Instance, rule: str = "narrow") -> tuple[Integers, int]:
    """Return an order for kernel layers and how many of its last items are global: those meeting most others or with most > 1.

    rule: frac, front, straight, or narrow: straight if that is about as narrow as front. Raises OutOfReach if no order will
    do: among the items that an item meets, one is at least half of their number away from it, and a key's window must hold
    both.
    """
    last = instance.most > 1
    met = met_by(instance)
    last[meeting_most(instance, met)] = True
    most = int((met - int(last.sum()))[~last].max(initial=0))
    if most > 2 * LONGEST_WINDOW:
        raise OutOfReach(
            f"some item shares options with {most} others or more; states of layered counting know {LONGEST_WINDOW}"
        )
    if rule == "narrow":
        rule = "straight" if _is_narrow(instance, ~last) else "front"
    return np.concatenate([ordered(instance, ~last, rule), ordered(instance, last, "front")]), int(last.sum())


def _is_narrow(instance: Instance, wanted: Array) -> bool:
    """Return whether the straight order promises layers as narrow as those of front, for options that a diagonal does not
    sort."""
    if wanted[instance.members].sum() <= 2 * (len(instance.starts) - 1):
        return False
    arrays = instance.starts, instance.members, *holders(instance.items, instance.starts, instance.members)
    straight, front = (widest_frontier(*arrays, ordered(instance, wanted, rule)) for rule in ("straight", "front"))
    return bool(straight <= (1 + WIDER) * front)


def ordered(instance: Instance, wanted: Array, rule: str) -> Integers:
    """Return the wanted items by the rule `frac`, `front` or `straight`."""
    if rule not in ("frac", "front", "straight"):
        raise ValueError(f"no order is called {rule!r}; expected frac, front or straight")
    arrays = instance.starts, instance.members, *holders(instance.items, instance.starts, instance.members), wanted
    order: Integers = by_fraction(*arrays) if rule == "frac" else by_front(*arrays)
    if rule == "straight" and len(order):
        order = by_levels(*arrays, order)
    return order
