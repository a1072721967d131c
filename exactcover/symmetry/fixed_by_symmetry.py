"""From a cover and one of its symmetries to a cover whose solutions are those that the symmetry keeps.

A solution kept by g is a union of orbits of options under <g>. In the quotient an option is such an orbit, an item is an orbit
of items. An orbit of options may take an item several times; where some orbits take it more often than others, the item is
split by how often it is taken at once, and a weighted sum of its parts says how often it is covered in all.

Burnside's lemma makes counts up to symmetry of these: the number of classes is the mean, over the group, of the number of
solutions that each symmetry keeps (W. Burnside, Theory of Groups of Finite Order, 2nd edition 1911, section 118).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items


class Sum(NamedTuple):
    """Items (neighbours, in order) whose coverings, each times its weight, must add up to least..most."""

    items: tuple[int, ...]
    weights: tuple[int, ...]
    least: int
    most: int


class Quotient(NamedTuple):
    """A cover and the sums that its solutions must keep to; no option is in two items of one sum."""

    cover: Cover
    sums: tuple[Sum, ...]


def cover_fixed_by(cover: Cover, permutation: Integers, images: Integers) -> Quotient | None:
    """Return the quotient whose solutions are those that a symmetry keeps; None where it plainly keeps none.

    permutation: of the items; images: the option that each option becomes.
    """
    orbit_of_item = _orbits(permutation)
    uses = _uses(cover, orbit_of_item, _orbits(images))
    binding = ~non_binding_items(cover)
    for orbit in [orbit for orbit, taken in uses.items() if any(cover.most[item] < n for item, n in taken.items())]:
        del uses[orbit]
    parts = _Parts()
    for item in [item for item in np.flatnonzero(binding).tolist() if orbit_of_item[item] == item]:
        at_once = sorted({taken[item] for taken in uses.values() if item in taken}) or [1]
        if not parts.split(cover, item, at_once):
            return None
    return Quotient(_written(parts, uses), tuple(parts.sums))


def _orbits(permutation: Integers) -> Integers:
    """Return the least member of each element's orbit."""
    least = np.arange(len(permutation))
    image = permutation.copy()
    while (image != np.arange(len(permutation))).any():
        least = np.minimum(least, image)
        image = permutation[image]
    return least


def _uses(cover: Cover, orbit_of_item: Integers, orbit_of_option: Integers) -> dict[int, dict[int, int]]:
    """Return, for each orbit of options, how often it takes the least item of each orbit of items."""
    owners = orbit_of_option[cover.owners]
    leading = orbit_of_item[cover.members] == cover.members
    pairs, counts = np.unique(np.stack([owners[leading], cover.members[leading]], axis=1), axis=0, return_counts=True)
    uses: dict[int, dict[int, int]] = {int(orbit): {} for orbit in np.unique(orbit_of_option)}
    for (orbit, item), count in zip(pairs.tolist(), counts.tolist(), strict=True):
        uses[orbit][item] = count
    return uses


class _Parts:
    """The items of a quotient while it is made: names and multiplicities, and which part an orbit of options takes."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.least: list[int] = []
        self.most: list[int] = []
        self.number: dict[tuple[int, int], int] = {}
        self.sums: list[Sum] = []

    def split(self, cover: Cover, item: int, at_once: list[int]) -> bool:
        """Add a part for each number of times that the item is taken at once; return False where no number of them fits."""
        least, most = int(cover.least[item]), int(cover.most[item])
        first = len(self.names)
        if len(at_once) > 1:
            items = tuple(range(first, first + len(at_once)))
            self.sums.append(Sum(items, tuple(at_once), least, most))
            least = 0  # the sum asks for the rest
        for times in at_once:
            self.number[item, times] = len(self.names)
            self.add(f"{cover.items[item]} x{times}", -(-least // times), most // times)
        return self.least[first] <= self.most[first]

    def add(self, name: str, least: int, most: int) -> None:
        """Add an item."""
        self.names.append(name)
        self.least.append(least)
        self.most.append(most)


def _written(parts: _Parts, uses: dict[int, dict[int, int]]) -> Cover:
    """Write out the cover that has an option for each orbit of options."""
    options: list[list[int]] = []
    seen: set[tuple[int, ...]] = set()
    for taken in uses.values():
        members = sorted(parts.number[part] for part in taken.items() if part in parts.number)
        if tuple(members) in seen or not members:
            # Two orbits may cover the same cells: an item of its own tells the second from the first.
            members.append(len(parts.names))
            parts.add(f"orbit {len(options)}", 0, 1)
        seen.add(tuple(members))
        options.append(members)
    starts = np.concatenate([[0], np.cumsum([len(members) for members in options], dtype=np.int64)])
    return Cover(
        tuple(parts.names),
        np.array(parts.least, dtype=np.int64),
        np.array(parts.most, dtype=np.int64),
        starts,
        np.array([item for members in options for item in members], dtype=np.int64),
    )
