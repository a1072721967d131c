"""Roots modulo symmetry: an orbit chain.

An item that is covered exactly once and that the whole group fixes is branched on first; every solution has one of its
options, so one representative per orbit stands for all, with the orbit's size as its weight. The representative's stabiliser
acts on the next such item, and so on. The weighted solutions below the roots add up to all solutions.

Source: D. E. Knuth, TAOCP 7.2.2.1 (symmetry by restricting one item); the chain is a base of the group with one representative
per orbit (C. C. Sims, Computation with permutation groups, 1971). A list consists of the images of the solutions below the
roots under one symmetry of each coset of the root's stabiliser.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.cover.orbits import first_of_orbit, option_images
from exactcover.kernel.instance import instance
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover


class WeightedRoot(NamedTuple):
    """Chosen options, the number of partial selections they stand for, and the symmetries that fix every one of them."""

    chosen: tuple[int, ...]
    weight: int
    kept_by: tuple[int, ...]


LINES_AT_ONCE = 1 << 15  # of images of selections


class Orbits:
    """A cover's symmetries as permutations of its options: `images[g, o]` is the image of option o under symmetry g."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        group = np.arange(len(cover.items))[None] if cover.symmetries is None else cover.symmetries
        # On a board one cell thick two isometries may be one permutation; the identity is the first in increasing order.
        if len(group) > 1:
            # Bytes of big-endian numbers sort like the rows.
            rows = {row.tobytes(): number for number, row in enumerate(group.astype(">i8"))}
            group = group[[rows[row] for row in sorted(rows)]]
        self.group = group
        self.images = option_images(instance(cover), group)
        self.once = (cover.least == 1) & (cover.most == 1)

    def roots(self, links: int, *, whole_group: bool) -> list[WeightedRoot]:
        """Return the roots of a chain of at most `links` items.

        whole_group: the first item must be fixed by every symmetry, so that the roots have a solution of every class;
        otherwise the item that the most symmetries fix may be used, which is enough for a total.
        """
        start = tuple(range(len(self.group)))
        if len(start) == 1:
            return [WeightedRoot((), 1, start)]
        if not whole_group:
            kept = (self.group == np.arange(len(self.cover.items))).sum(axis=0) * self.once
            if 1 < kept.max(initial=0) < len(start):  # an item fixed by all keeps the whole group, whichever it is
                items = np.flatnonzero(kept == kept.max())
                allowed = self._going_with(())
                keepers = {int(i): self.images[list(self._keepers(int(i), start))] for i in items}
                item = min(keepers, key=lambda i: len(self._representatives(allowed, i, keepers[i])))
                start = self._keepers(int(item), start)
        return self._extended(WeightedRoot((), 1, start), links)

    def _keepers(self, item: int, among: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(g for g in among if self.group[g, item] == item)

    def _options_of(self, item: int) -> Integers:
        by_item, begins = self._holders
        return self.cover.owners[by_item[begins[item] : begins[item + 1]]]

    @cached_property
    def _holders(self) -> tuple[Integers, Integers]:
        """Return the indices of the cover's members, item by item, and where those of each item begin."""
        by_item = np.argsort(self.cover.members, kind="stable")
        return by_item, np.searchsorted(self.cover.members[by_item], np.arange(len(self.cover.items) + 1))

    def _members(self, option: int) -> Integers:
        return self.cover.members[self.cover.starts[option] : self.cover.starts[option + 1]]

    def _extended(self, root: WeightedRoot, links: int) -> list[WeightedRoot]:
        if links == 0 or len(root.kept_by) == 1:
            return [root]
        covered = np.zeros(len(self.cover.items), dtype=np.bool_)
        for option in root.chosen:
            covered[self._members(option)] = True
        group = self.group[list(root.kept_by)]
        candidates = np.flatnonzero((group == np.arange(group.shape[1])).all(axis=0) & self.once & ~covered)
        if not len(candidates):
            return [root]
        allowed, images = self._going_with(root.chosen), self.images[list(root.kept_by)]
        choices = [self._representatives(allowed, int(item), images) for item in candidates]
        best = min(choices, key=len)
        extended = []
        for option in best.tolist():
            kept_by = tuple(g for g in root.kept_by if self.images[g, option] == option)
            weight = root.weight * len(root.kept_by) // len(kept_by)
            extended += self._extended(WeightedRoot((*root.chosen, option), weight, kept_by), links - 1)
        return extended

    def _going_with(self, chosen: tuple[int, ...]) -> Mask:
        """Return the mask of the options without items that the chosen ones already cover as often as allowed."""
        full = np.zeros(len(self.cover.items), dtype=np.int64)
        for option in chosen:
            full[self._members(option)] += 1
        allowed = np.ones(self.cover.options, dtype=np.bool_)
        allowed[self.cover.owners[(full >= self.cover.most)[self.cover.members]]] = False
        return allowed

    def _representatives(self, allowed: Mask, item: int, images: Integers) -> Integers:
        """Return the least option of each orbit of the item's allowed options; images: of the options under each symmetry."""
        options = self._options_of(item)
        least = images[:, options[allowed[options]]].min(axis=0)
        least.sort()
        new = np.append(True, least[1:] != least[:-1])[: len(least)]  # np.unique takes five times as long
        firsts: Integers = least[new]
        return firsts

    def moving(self, kept_by: tuple[int, ...]) -> tuple[int, ...]:
        """Return symmetries that generate all solutions from those below a whole-group root: one of each coset of `kept_by`.

        Each solution occurs once, whatever symmetries it has itself: it contains only one option of the first link's item, and
        the symmetries that map the representative there are one coset; likewise for the further links.
        """
        numbers = {permutation.tobytes(): number for number, permutation in enumerate(self.group)}
        keeping, moving, seen = self.group[list(kept_by)], list[int](), set[int]()
        for number, permutation in enumerate(self.group):
            if number not in seen:
                moving.append(number)
                seen.update(numbers[after.tobytes()] for after in permutation[keeping])
        return tuple(moving)

    def moved(self, selections: NDArray[np.int32], moving: tuple[int, ...]) -> Iterator[NDArray[np.int32]]:
        """Yield the images of selections (a line each, padded with -1), options increasing, those of a selection
        consecutively."""
        nothing = self.cover.options  # sorted after all options
        images = np.full((len(moving), nothing + 1), nothing, dtype=np.int32)
        images[:, :-1] = self.images[list(moving)]
        at_once = max(1, LINES_AT_ONCE // len(moving))
        for first in range(0, len(selections), at_once):
            some = images[:, selections[first : first + at_once]].swapaxes(0, 1).reshape(-1, selections.shape[1])
            some.sort(axis=1)
            some[some == nothing] = -1
            yield some

    def canonical(self, selections: NDArray[np.int32], kept_by: tuple[int, ...]) -> Integers:
        """Return the numbers of the selections (a line each, padded with -1) that are the first of their orbits."""
        first, _ = first_of_orbit(selections, self.images[list(kept_by)])
        return np.flatnonzero(first)

    def is_first(self, selection: Integers) -> bool:
        """Return whether a selection is the first of its orbit."""
        return len(self.canonical(selection.astype(np.int32)[None], tuple(range(len(self.group))))) == 1

    def first(self, selection: Integers) -> Integers:
        """Return the image of a selection that is the first of its orbit, its options increasing."""
        images = np.ascontiguousarray(np.sort(self.images[:, selection], axis=1), dtype=np.int32)
        number = self.canonical(images, tuple(range(len(self.group))))[0]
        least: Integers = images[number].astype(np.int64)
        return least
