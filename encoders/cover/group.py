"""Groups of permutations of a cover's items, whole, in order, and of limited size; and generators of them.

Not here: where the generators come from (symmetries.py), and whether they are symmetries (referee_of_symmetries.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover

MOST_SYMMETRIES = 10_000
MOST_NUMBERS = 1 << 25
"""Maximum number of images of items and options under a group: 256 MB."""


class TooLarge(ValueError):
    """The group has more elements than `room`."""


def room(cover: Cover) -> int:
    """Return the maximum number of symmetries of a cover that classes are counted for."""
    return max(1, min(MOST_SYMMETRIES, MOST_NUMBERS // (len(cover.items) + cover.options)))


def group_of(generators: Iterable[Integers], items: int, most: int) -> tuple[Integers, list[Integers]]:
    """Return the whole group (g, items) in increasing order, hence the identity first, and the generators that it needs.

    A generator that is a product of those before it is not needed. Raises TooLarge for more than `most` elements.
    """
    identity = np.arange(items)
    group, needed = {identity.tobytes(): identity}, list[Integers]()
    for generator in generators:
        if generator.tobytes() not in group:
            needed.append(generator)
            _extend(group, needed, most)
    # Bytes of numbers whose first byte is the greatest are in the order of the numbers.
    rows = {element.astype(">i8").tobytes(): element for element in group.values()}
    return np.array([rows[key] for key in sorted(rows)], dtype=np.int64), needed


def _extend(group: dict[bytes, Integers], generators: list[Integers], most: int) -> None:
    """Extend the group of all generators but the last to that of all of them, coset by coset (Dimino's algorithm)."""
    subgroup, leaders = np.array(list(group.values())), [generators[-1]]
    while leaders:
        leader = leaders.pop()
        if leader.tobytes() not in group:
            if len(group) + len(subgroup) > most:
                raise TooLarge(f"more than {most} elements")
            group.update((product.tobytes(), product) for product in leader[subgroup])
            leaders.extend(generator[leader] for generator in generators)


def twins(cover: Cover) -> Integers:
    """Return the least twin of each item: items with equal bounds that the same options have, in the same colours.

    Permutations of twins move no option, so that they make no difference to solutions.
    """
    order = np.argsort(cover.members, kind="stable")
    shades = np.zeros_like(cover.members) if cover.colours is None else cover.colours
    uses = np.stack((cover.owners[order], shades[order]), axis=1)
    bounds = np.searchsorted(cover.members[order], np.arange(len(cover.items) + 1)).tolist()
    least, first = np.arange(len(cover.items)), dict[tuple[int, int, bytes], int]()
    for item, (begin, end) in enumerate(pairwise(bounds)):
        key = int(cover.least[item]), int(cover.most[item]), uses[begin:end].tobytes()
        least[item] = first.setdefault(key, item)
    return least


def keeping_twins_in_order(to: Integers, leasts: Integers) -> Integers:
    """Return the permutation that maps the twins of each item `i = leasts[i]`, in order, to those of `to[i]`; see `twins`."""
    images = np.empty_like(leasts)
    images[np.argsort(leasts[to[leasts]], kind="stable")] = np.argsort(leasts, kind="stable")
    return images
