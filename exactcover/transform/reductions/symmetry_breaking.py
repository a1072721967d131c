"""Reduces a cover to a smaller one that has a solution if and only if the first has: one option per orbit for one item.

Every solution has some option of an item with least >= 1; a symmetry that fixes the item maps the solution so that this option
becomes the representative of its orbit. The item chosen is the one that the most symmetries fix, then the one with the fewest
orbits: on most packings the scarcest piece modulo the board's group. If an item is covered more than once, one of its copies
is split off as a separate item and only that copy is restricted; that is done only if some other item prevents an option from
being taken both as that copy and as another.

Only for existence: solutions are lost on purpose, so counts, lists and certificates never use it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction

MOST_OPTIONS = 50_000  # for larger covers, finding the symmetry takes longer than it saves


def reduce(cover: Cover) -> Reduction | None:
    """Restrict one item to one option per orbit; None if there is no symmetry to break.

    Raises ValueError if a symmetry that is used does not map the options onto themselves. Covers with costs, connectivity,
    colours or equal options are left unchanged, and so are large ones.
    """
    if (
        cover.symmetries is None
        or len(cover.symmetries) < 2
        or cover.costs is not None
        or cover.colours is not None
        or cover.repeated
        or cover.connectivity is not None
        or cover.options > MOST_OPTIONS
    ):
        return None
    best = _best_item(cover)
    if best is None:
        return None
    item, options, keep = best
    if cover.most[item] == 1:
        dropped = np.setdiff1d(options, keep)
        order = np.setdiff1d(np.arange(cover.options), dropped)
        return Reduction(cover.with_options(order), lambda selection: order[selection])
    return _with_copy_apart(cover, item, keep)


def _best_item(cover: Cover) -> tuple[int, Integers, Integers] | None:
    """Return the item to restrict, its options, and the representatives of their orbits."""
    assert cover.symmetries is not None
    kept = (cover.symmetries == np.arange(len(cover.items))).sum(axis=0)
    kept[cover.least < 1] = 0
    if not len(kept) or kept.max() < 2:
        return None
    once = np.zeros(cover.options, dtype=np.bool_)  # options that no selection can have twice
    once[cover.owners[cover.most[cover.members] == 1]] = True
    candidates = np.flatnonzero(kept == kept.max())
    orbits_of: dict[bytes, _Orbits] = {}  # by the symmetries that fix an item
    best: tuple[int, Integers, Integers] | None = None
    used: _Orbits | None = None
    for item in candidates.tolist():
        options = cover.owners[cover.members == item]
        keeping = cover.symmetries[:, item] == item
        orbits = orbits_of.get(keeping.tobytes())
        if orbits is None:
            orbits = orbits_of[keeping.tobytes()] = _Orbits(cover, cover.symmetries[keeping])
        keep = orbits.representatives(options)
        if cover.most[item] > 1 and not once[keep].all():
            continue
        if best is None or len(keep) < len(best[2]):
            best, used = (item, options, keep), orbits
    if best is not None and used is not None:
        used.refuse_doubt(best[1])
    return best


_NO_SYMMETRY = "a symmetry of the cover does not map its options onto themselves"
MOST_AT_ONCE = 1 << 20  # items of options under symmetries
Words = NDArray[np.uint64]


class _Orbits:
    """The orbits of options under symmetries, identified by keys: sums of random 64-bit weights of the items.

    The least key of an option's images is that of its orbit. The results used are verified member by member (see
    `refuse_doubt`).
    """

    def __init__(self, cover: Cover, permutations: Integers) -> None:
        self.cover, self.permutations = cover, permutations
        self.weights = np.random.default_rng(0).integers(0, 2**63, len(cover.items), dtype=np.uint64)
        self.least = self._keys(permutations[:1])[:, 0]
        self.by = np.zeros(cover.options, dtype=np.int64)  # the symmetry that gives the least key
        own = _mixed(self.least)
        together = max(1, MOST_AT_ONCE // max(len(cover.members), 1))
        for first in range(0, len(permutations), together):
            every = self._keys(permutations[first : first + together])
            if (_mixed(every) != own).any():
                raise ValueError(_NO_SYMMETRY)
            nearest = every.argmin(axis=1)
            keys = every[np.arange(cover.options), nearest]
            self.by = np.where(keys < self.least, first + nearest, self.by)
            self.least = np.minimum(keys, self.least)

    def _keys(self, permutations: Integers) -> Words:
        """Return the keys of each option, one for each of some symmetries."""
        if not self.cover.options:
            return np.zeros((0, len(permutations)), np.uint64)
        moved = np.ascontiguousarray(self.weights[permutations].T)
        keys: Words = np.add.reduceat(moved.take(self.cover.members, axis=0), self.cover.starts[:-1], axis=0)
        return keys

    def representatives(self, options: Integers) -> Integers:
        """Return the first option of each orbit of some options (a union of orbits, increasing), increasing."""
        return np.sort(options[np.unique(self.least[options], return_index=True)[1]])

    def refuse_doubt(self, options: Integers) -> None:
        """Raise ValueError if two options with the key of one orbit are not in one orbit."""
        _, first, orbit = np.unique(self.least[options], return_index=True, return_inverse=True)
        starts, members = _members_of(self.cover, options)
        owners = np.repeat(np.arange(len(options)), np.diff(starts))
        moved = self.permutations[self.by[options][owners], members]
        moved = moved[np.lexsort((moved, owners))]
        leaders = first[orbit.ravel()]
        lengths = np.diff(starts)
        if (lengths != lengths[leaders]).any():
            raise ValueError(_NO_SYMMETRY)
        if (moved != moved[starts[leaders][owners] + np.arange(len(moved)) - starts[owners]]).any():
            raise ValueError(_NO_SYMMETRY)


def _mixed(keys: Words) -> Words:
    """Return a number for each column of keys that does not depend on their order."""
    mixed = (keys ^ (keys >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15)
    total: Words = (mixed ^ (mixed >> np.uint64(32))).sum(axis=0, dtype=np.uint64)
    return total


def _members_of(cover: Cover, options: Integers) -> tuple[Integers, Integers]:
    lengths = np.diff(cover.starts)[options]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    places = np.repeat(cover.starts[options] - starts[:-1], lengths) + np.arange(starts[-1])
    return starts, cover.members[places]


def _with_copy_apart(cover: Cover, item: int, keep: Integers) -> Reduction:
    """Return the cover in which one copy of `item` is a separate item whose options are `keep`."""
    apart = len(cover.items)
    name = cover.items[item] + " set apart"
    starts, members = _members_of(cover, keep)
    # `apart` is the greatest item number: moving it to the end of each option keeps the members increasing.
    owners = np.repeat(np.arange(len(keep)), np.diff(starts))
    members = np.where(members == item, apart, members)
    members = members[np.lexsort((members, owners))]
    least, most = cover.least.copy(), cover.most.copy()
    least[item] -= 1
    most[item] -= 1
    model = Cover(
        items=(*cover.items, name),
        least=np.append(least, 1),
        most=np.append(most, 1),
        starts=np.concatenate([cover.starts, cover.starts[-1] + starts[1:]]),
        members=np.concatenate([cover.members, members]),
    )
    origin = np.concatenate([np.arange(cover.options), keep])
    return Reduction(model, lambda selection: origin[selection])
