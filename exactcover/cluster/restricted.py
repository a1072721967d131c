"""A cover restricted by literals, for the judge of completeness: its open options, and whether it plainly has no
solution.

The judge's own simple code: it shares nothing with the search whose cubes are judged.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover

MOST_STEPS = 20_000
"""The most options tried to show that nothing remains below literals; no cut that a kernel makes needs more."""


class Unsettled(Exception):
    """MOST_STEPS were not enough to decide whether anything remains."""


class Below:
    """A cover restricted by literals: chosen options, excluded ones, and how often each item is covered."""

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
                continue  # options that give an item the same colour cover it once together
            self.used[item] += 1
            self.shade[item] = shade

    def open(self) -> Mask:
        """Return the options that may still be chosen."""
        open_ = ~self.excluded()
        open_[list(self.chosen | self.left_out)] = False
        return open_

    def excluded(self) -> Mask:
        """Return the options that conflict with the chosen ones."""
        cover = self.cover
        full = (self.used >= cover.most)[cover.members]
        if cover.colours is not None:
            full &= ~((cover.colours > 0) & (cover.colours == self.shade[cover.members]))
        excluded: Mask = np.bincount(cover.owners[full], minlength=cover.options) > 0
        return excluded

    def holders(self, open_: Mask) -> Integers:
        """Return the number of open options of each item."""
        return np.bincount(self.cover.members[open_[self.cover.owners]], minlength=len(self.cover.items))

    def options_of(self, item: int, open_: Mask) -> list[int]:
        """Return the open options of an item."""
        owners = self.cover.owners[self.cover.members == item]
        return [int(option) for option in owners if open_[option]]

    def items(self) -> Mask:
        """Return the items that are covered."""
        return self.used > 0

    def and_also(self, *literals: int) -> Below:
        """Return the restriction by further literals."""
        chosen, left_out = parted(literals)
        return Below(self.cover, self.chosen | chosen, self.left_out | left_out)

    def is_empty(self) -> bool:
        """Return whether no solution remains; raises Unsettled if that takes too many steps."""
        return _empty(self, [MOST_STEPS])


def parted(literals: Iterable[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the options that literals choose, and those that they exclude."""
    every = list(literals)
    return frozenset(each for each in every if each >= 0), frozenset(~each for each in every if each < 0)


def _empty(below: Below, steps: list[int]) -> bool:
    """Return whether nothing remains: an item has too few open options, or every way to cover one of its items fails."""
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
    """Return the image of each option under each symmetry; equal options are matched in order.

    Raises KeyError if the image of an option is not an option.
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
    """Return the keys, each with the number of equal keys before it."""
    seen: dict[tuple[tuple[int, int], ...], int] = {}
    with_copies = []
    for key in keys:
        with_copies.append((key, seen.get(key, 0)))
        seen[key] = seen.get(key, 0) + 1
    return with_copies
