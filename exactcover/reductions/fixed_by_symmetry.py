"""From a cover and one of its symmetries to covers whose solutions are those that the symmetry keeps.

A solution kept by g is a union of orbits of options under <g>. In the quotient an option is such an orbit, an item is an orbit
of items. An orbit of options may take an item several times; where items allow that, the item is split by how often it is
taken at once, and there is a cover for each way to share the copies out.

Burnside's lemma makes counts up to symmetry of these: the number of classes is the mean, over the group, of the number of
solutions that each symmetry keeps (W. Burnside, Theory of Groups of Finite Order, 2nd edition 1911, section 118).
"""

from __future__ import annotations

import itertools

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.reductions.loose_items import loose_items

MOST_SHARES = 4096
_Shares = list[tuple[int, ...]]


class TooManyShares(ValueError):
    """The copies could be shared out in more ways than MOST_SHARES."""


def covers_fixed_by(cover: Cover, permutation: Integers, images: Integers) -> list[Cover]:
    """Return covers whose numbers of solutions add up to that of the solutions which a symmetry keeps.

    permutation: of the items; images: the option that each option becomes. Raises TooManyShares.
    """
    orbit_of_item = _orbits(permutation)
    orbit_of_option = _orbits(images)
    uses = _uses(cover, orbit_of_item, orbit_of_option)
    binding = ~loose_items(cover)
    for orbit in [orbit for orbit, taken in uses.items() if any(cover.most[item] < n for item, n in taken.items())]:
        del uses[orbit]
    items = [item for item in np.flatnonzero(binding).tolist() if orbit_of_item[item] == item]
    splits = {item: sorted({taken[item] for taken in uses.values() if item in taken}) for item in items}
    shares = {item: _shares(int(cover.least[item]), int(cover.most[item]), splits[item]) for item in items}
    total = int(np.prod([len(share) for share in shares.values()], dtype=object)) if shares else 1
    if total > MOST_SHARES:
        raise TooManyShares(f"the copies can be shared out in {total} ways under a symmetry")
    return [
        _quotient(cover, uses, splits, dict(zip(items, choice, strict=True)))
        for choice in itertools.product(*shares.values())
    ]


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


def _shares(least: int, most: int, at_once: list[int]) -> _Shares:
    """Return the numbers of orbits of each multiplicity that take an item least..most times in all; (-1,) for a plain item.

    An item that is always taken once stays as it is.
    """
    if at_once in ([], [1]):
        return [(-1,)]
    found: _Shares = []

    def extend(chosen: tuple[int, ...], taken: int) -> None:
        if len(chosen) == len(at_once):
            if taken >= least:
                found.append(chosen)
            return
        step = at_once[len(chosen)]
        for number in range((most - taken) // step + 1):
            extend((*chosen, number), taken + number * step)
            if len(found) > MOST_SHARES:
                raise TooManyShares("the copies of one item can be shared out in too many ways under a symmetry")

    extend((), 0)
    return found


def _quotient(
    cover: Cover, uses: dict[int, dict[int, int]], splits: dict[int, list[int]], share: dict[int, tuple[int, ...]]
) -> Cover:
    names: list[str] = []
    least: list[int] = []
    most: list[int] = []
    number: dict[tuple[int, int], int] = {}
    for item, numbers in share.items():
        for place, at_once in enumerate(splits[item] or [1]):
            number[item, at_once] = len(names)
            names.append(f"{cover.items[item]} x{at_once}")
            plain = numbers == (-1,)
            least.append(int(cover.least[item]) if plain else numbers[place])
            most.append(int(cover.most[item]) if plain else numbers[place])
    options: list[list[int]] = []
    seen: set[tuple[int, ...]] = set()
    for taken in uses.values():
        members = sorted(number[item, at_once] for item, at_once in taken.items() if item in share)
        if tuple(members) in seen or not members:
            # Two orbits may cover the same cells: an item of its own tells the second from the first.
            members.append(len(names))
            names.append(f"orbit {len(options)}")
            least.append(0)
            most.append(1)
        seen.add(tuple(members))
        options.append(members)
    starts = np.concatenate([[0], np.cumsum([len(members) for members in options], dtype=np.int64)])
    return Cover(
        tuple(names),
        np.array(least, dtype=np.int64),
        np.array(most, dtype=np.int64),
        starts,
        np.array([item for members in options for item in members], dtype=np.int64),
    )
