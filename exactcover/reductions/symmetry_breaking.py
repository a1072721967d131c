"""From a cover to a smaller one that has a solution whenever the first has: one option per orbit for one item.

Some option of an item with least >= 1 is in every solution; a symmetry that keeps the item turns the solution so that
this option becomes the representative of its orbit. The item taken is the one the most symmetries keep, then the one
with the fewest orbits: on most packings the scarcest piece modulo the board's group. Where an item is covered more than
once, one of its copies is set apart (an item of its own) and only that copy is restricted; that is done only where some
other item keeps an option from being taken both as that copy and as another.

Only for existence: solutions are lost on purpose, so counts, lists and certificates never pass here.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction

MOST_OPTIONS = 50_000  # of so large a cover the part that symmetry takes off is lost in the time that it takes to find


def reduce(cover: Cover) -> Reduction | None:
    """Restrict one item to one option per orbit; None where there is no symmetry to break.

    Raises ValueError where a symmetry that is used does not map the options onto themselves. Covers with costs or
    connectivity are left alone: their symmetries are not known to keep either. So are large ones.
    """
    if (
        cover.symmetries is None
        or len(cover.symmetries) < 2
        or cover.costs is not None
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
        return Reduction(_with_options(cover, order), lambda selection: order[selection])
    return _with_copy_apart(cover, item, keep)


def _best_item(cover: Cover) -> tuple[int, Integers, Integers] | None:
    """Return the item to restrict, its options, and the representatives of their orbits."""
    assert cover.symmetries is not None
    kept = (cover.symmetries == np.arange(len(cover.items))).sum(axis=0)
    kept[cover.least < 1] = 0
    if not len(kept) or kept.max() < 2:
        return None
    keys = _Keys(cover)
    once = np.zeros(cover.options, dtype=np.bool_)  # options that no selection can have twice
    once[cover.owners[cover.most[cover.members] == 1]] = True
    best: tuple[int, Integers, Integers] | None = None
    for item in np.flatnonzero(kept == kept.max()):
        options = cover.owners[cover.members == item]
        stabiliser = cover.symmetries[cover.symmetries[:, item] == item]
        images = np.stack([keys.images(options, permutation) for permutation in stabiliser])
        keep = np.unique(images.min(axis=0))
        if cover.most[item] > 1 and not once[keep].all():
            continue
        if best is None or len(keep) < len(best[2]):
            best = int(item), options, keep
    used = cover.symmetries[cover.symmetries[:, best[0]] == best[0]] if best is not None else ()
    if not all(map(keys.kept_by, used)):
        raise ValueError(_NO_SYMMETRY)
    return best


_NO_SYMMETRY = "a symmetry of the cover does not map its options onto themselves"


class _Keys:
    """Finds options by their members: sums of random 64-bit weights, every match compared member by member."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        self.weights = np.random.default_rng(0).integers(0, 2**63, len(cover.items), dtype=np.uint64)
        keys = (
            np.add.reduceat(self.weights[cover.members], cover.starts[:-1]) if cover.options else np.zeros(0, np.uint64)
        )
        self.order = np.argsort(keys, kind="stable")
        self.sorted = keys[self.order]

    def images(self, options: Integers, permutation: Integers) -> Integers:
        """Return the option that each of `options` becomes when its items are permuted."""
        if not len(options):
            return options
        starts, members = _members_of(self.cover, options)
        moved = permutation[members]
        keys = np.add.reduceat(self.weights[moved], starts[:-1])
        nearest = self.order[np.minimum(np.searchsorted(self.sorted, keys), len(self.sorted) - 1)]
        owners = np.repeat(np.arange(len(options)), np.diff(starts))
        moved = moved[np.lexsort((moved, owners))]
        found_starts, found_members = _members_of(self.cover, nearest)
        if not (np.array_equal(found_starts, starts) and np.array_equal(found_members, moved)):
            raise ValueError(_NO_SYMMETRY)
        return nearest

    def kept_by(self, permutation: Integers) -> bool:
        """Return whether the options as a whole stay the same when their items are permuted, by their keys alone."""
        if not self.cover.options:
            return True
        keys = np.add.reduceat(self.weights[permutation[self.cover.members]], self.cover.starts[:-1])
        return np.array_equal(np.sort(keys), self.sorted)


def _members_of(cover: Cover, options: Integers) -> tuple[Integers, Integers]:
    lengths = np.diff(cover.starts)[options]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    places = np.repeat(cover.starts[options] - starts[:-1], lengths) + np.arange(starts[-1])
    return starts, cover.members[places]


def _with_options(cover: Cover, order: Integers) -> Cover:
    starts, members = _members_of(cover, order)
    return replace(cover, starts=starts, members=members, symmetries=None)


def _with_copy_apart(cover: Cover, item: int, keep: Integers) -> Reduction:
    """Return the cover in which one copy of `item` is an item of its own whose options are `keep`."""
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
