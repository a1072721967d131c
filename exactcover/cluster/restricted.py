"""A cover below literals, for the judge of completeness: which options are open, and whether plainly nothing is left.

Plain code of the judge's own: nothing of it is shared with the search whose cubes are judged.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover

MOST_STEPS = 20_000
"""Options that may be tried to show that nothing is left below literals; more are needed for no cut that a kernel makes."""


class Unsettled(Exception):
    """Whether anything is left was not settled in MOST_STEPS."""


class Below:
    """What literals leave of a cover: chosen options, open ones, and how often each item is covered."""

    def __init__(self, cover: Cover, chosen: frozenset[int], left_out: frozenset[int]) -> None:
        self.cover, self.chosen, self.left_out = cover, chosen, left_out
        self.used = np.zeros(len(cover.items), dtype=np.int64)
        self.shade = np.zeros(len(cover.items), dtype=np.int64)
        self.contradiction = bool(chosen & left_out)
        for option in sorted(chosen):
            self._cover_by(option)
        self.contradiction |= bool((self.used > cover.most).any())

    def _cover_by(self, option: int) -> None:
        begin, end = int(self.cover.starts[option]), int(self.cover.starts[option + 1])
        for place in range(begin, end):
            item = int(self.cover.members[place])
            shade = 0 if self.cover.colours is None else int(self.cover.colours[place])
            if shade and self.shade[item] == shade:
                continue  # options that give an item one colour cover it once together
            self.used[item] += 1
            self.shade[item] = shade

    def open(self) -> Mask:
        """Return which options may still be chosen beside those that are."""
        open_ = ~self.excluded()
        open_[list(self.chosen | self.left_out)] = False
        return open_

    def excluded(self) -> Mask:
        """Return which options cannot go with those that are chosen."""
        cover = self.cover
        full = (self.used >= cover.most)[cover.members]
        if cover.colours is not None:
            full &= ~((cover.colours > 0) & (cover.colours == self.shade[cover.members]))
        excluded: Mask = np.bincount(cover.owners[full], minlength=cover.options) > 0
        return excluded

    def holders(self, open_: Mask) -> Integers:
        """Return how many open options each item has."""
        return np.bincount(self.cover.members[open_[self.cover.owners]], minlength=len(self.cover.items))

    def options_of(self, item: int, open_: Mask) -> list[int]:
        """Return the open options of an item."""
        owners = self.cover.owners[self.cover.members == item]
        return [int(option) for option in owners if open_[option]]

    def items(self) -> Mask:
        """Return the items that are covered already."""
        return self.used > 0

    def and_also(self, *literals: int) -> Below:
        """Return what is left below more literals."""
        chosen, left_out = parted(literals)
        return Below(self.cover, self.chosen | chosen, self.left_out | left_out)

    def is_empty(self) -> bool:
        """Tell whether no solution is left; raises Unsettled where that takes too long to tell."""
        return _empty(self, [MOST_STEPS])


def parted(literals: Iterable[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the options that literals choose, and those that they leave out."""
    every = list(literals)
    return frozenset(each for each in every if each >= 0), frozenset(~each for each in every if each < 0)


def _empty(below: Below, steps: list[int]) -> bool:
    """Tell whether nothing is left: an item has too few open options, or each way to cover one of its items leaves nothing."""
    if below.contradiction:
        return True
    cover, open_ = below.cover, below.open()
    need = cover.least - below.used
    room = below.holders(open_) - need
    wanting = np.flatnonzero(need > 0)
    if not len(wanting):
        return False
    if (room[wanting] < 0).any():
        return True
    item = int(wanting[np.argmin(room[wanting])])
    tried: list[int] = []
    for option in below.options_of(item, open_):
        steps[0] -= 1
        if steps[0] < 0:
            raise Unsettled
        if not _empty(below.and_also(option, *(~other for other in tried)), steps):
            return False
        tried.append(option)
    return True


def images_of_options(cover: Cover, group: NDArray[np.int64]) -> list[list[int]]:
    """Return the option that each symmetry makes of each option; of equal options the first of the one is that of the other.

    Raises KeyError where a symmetry makes no option of one.
    """
    shades = [0] * len(cover.members) if cover.colours is None else cover.colours.tolist()
    members, starts = cover.members.tolist(), cover.starts.tolist()
    entries = [list(zip(members[a:b], shades[a:b], strict=True)) for a, b in itertools.pairwise(starts)]
    numbers = _numbered([tuple(sorted(each)) for each in entries])
    images: list[list[int]] = []
    for permutation in group.tolist():
        moved = [tuple(sorted((permutation[item], shade) for item, shade in each)) for each in entries]
        images.append([numbers[key] for key in _with_copies(moved)])
    return images


def _numbered(keys: Sequence[tuple[tuple[int, int], ...]]) -> dict[tuple[tuple[tuple[int, int], ...], int], int]:
    return {key: number for number, key in enumerate(_with_copies(keys))}


def _with_copies(
    keys: Sequence[tuple[tuple[int, int], ...]],
) -> list[tuple[tuple[tuple[int, int], ...], int]]:
    """Return the keys, each with how many equal ones are before it."""
    seen: dict[tuple[tuple[int, int], ...], int] = {}
    with_copies = []
    for key in keys:
        with_copies.append((key, seen.get(key, 0)))
        seen[key] = seen.get(key, 0) + 1
    return with_copies
