"""The quotient of a cover by one of its symmetries: a cover whose solutions are those that the symmetry fixes.

A solution fixed by g is a union of orbits of options under <g>. In the quotient an option is such an orbit, an item is an
orbit of items. An orbit of options may cover an item several times; if some orbits cover it more often than others, the item
is split by how often it is covered at once, and a weighted sum of its parts says how often it is covered in all.

Burnside's lemma turns their numbers into counts up to symmetry: the number of classes is the mean, over the group, of the
number of solutions that each symmetry fixes (W. Burnside, Theory of Groups of Finite Order, 2nd edition 1911, section 118).
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items


class Sum(NamedTuple):
    """Items (neighbours, in order) whose coverings, each times its weight, must add up to least..most."""

    items: tuple[int, ...]
    weights: tuple[int, ...]
    least: int
    most: int


class Quotient(NamedTuple):
    """A cover and the sums that its solutions must satisfy; no option is in two items of one sum."""

    cover: Cover
    sums: tuple[Sum, ...]


class _Entries(NamedTuple):
    """How often an orbit of options covers the least item of an orbit of items: the two and the number, by increasing options."""

    options: Integers
    items: Integers
    times: Integers

    def where(self, wanted: Mask) -> _Entries:
        """Return some of the entries."""
        return _Entries(*(column[wanted] for column in self))


def cover_fixed_by(cover: Cover, permutation: Integers, images: Integers) -> Quotient | None:
    """Return the quotient whose solutions are those that a symmetry fixes; None if it trivially fixes none.

    permutation: of the items; images: the option that each option becomes.
    """
    orbit_of_item, orbit_of_option = _orbits(permutation), _orbits(images)
    entries = _entries(cover, orbit_of_item, orbit_of_option)
    too_often = entries.options[cover.most[entries.items] < entries.times]
    orbits = np.setdiff1d(orbit_of_option, too_often)
    binding = ~non_binding_items(cover)
    entries = entries.where(binding[entries.items] & np.isin(entries.options, orbits))
    unused = binding & (orbit_of_item == np.arange(len(cover.items)))
    unused[entries.items] = False
    # A part for each number of times that an item is covered at once: for the first item first, in increasing order.
    base = int(entries.times.max(initial=1)) + 1
    parts = np.unique(np.concatenate([entries.items * base + entries.times, np.flatnonzero(unused) * base + 1]))
    items, times = np.divmod(parts, base)
    split = np.bincount(items, minlength=len(cover.items))[items] > 1
    least, most = (
        np.where(split, 0, -(-cover.least[items] // times)),
        cover.most[items] // times,
    )  # a sum covers the rest
    if (least > most).any():
        return None
    sums = []
    for item in np.unique(items[split]).tolist():
        members = np.flatnonzero(items == item)
        weights = tuple(times[members].tolist())
        sums.append(Sum(tuple(members.tolist()), weights, int(cover.least[item]), int(cover.most[item])))
    names = [f"{cover.items[item]} x{n}" for item, n in zip(items.tolist(), times.tolist(), strict=True)]
    members = np.searchsorted(parts, entries.items * base + entries.times)
    starts = np.append(np.searchsorted(entries.options, orbits), len(members))
    return Quotient(_told_apart(names, least, most, starts, members), tuple(sums))


def _orbits(permutation: Integers) -> Integers:
    """Return the least member of each element's orbit."""
    least = np.arange(len(permutation))
    image = permutation.copy()
    while (image != np.arange(len(permutation))).any():
        least = np.minimum(least, image)
        image = permutation[image]
    return least


def _entries(cover: Cover, orbit_of_item: Integers, orbit_of_option: Integers) -> _Entries:
    """Return how often each orbit of options covers the least item of each orbit of items, if it does."""
    leading = orbit_of_item[cover.members] == cover.members
    pairs = orbit_of_option[cover.owners[leading]] * len(cover.items) + cover.members[leading]
    pairs, times = np.unique(pairs, return_counts=True)
    return _Entries(*np.divmod(pairs, len(cover.items)), times)


def _told_apart(names: list[str], least: Integers, most: Integers, starts: Integers, members: Integers) -> Cover:
    """Return the cover of these items and options; of options with the same items, all but the first get a separate item.

    Those are orbits that cover the same cells, and options without items.
    """
    options, seen = list[tuple[int, ...]](), {tuple[int, ...]()}
    numbers, borders = members.tolist(), starts.tolist()
    for begin, end in pairwise(borders):
        option = tuple(numbers[begin:end])
        if option in seen:
            names.append(f"orbit {len(options)}")
            option = (*option, len(names) - 1)
        seen.add(option)
        options.append(option)
    more = len(names) - len(least)
    return Cover(
        tuple(names),
        np.append(least, np.zeros(more, dtype=np.int64)),
        np.append(most, np.ones(more, dtype=np.int64)),
        np.cumsum([0, *map(len, options)]),
        np.fromiter(chain.from_iterable(options), dtype=np.int64),
    )
