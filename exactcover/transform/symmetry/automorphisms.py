"""Symmetries of items and options that map one option to another, by colour refinement in two copies of a model in parallel.

Items and options are coloured, two of them alike only if their neighbours' colours are, until no colour splits. Items still
alike are then individualised one by one, in both copies, until every item has a different colour: that is a candidate,
returned only if it maps options to options. This searches for one symmetry with limited backtracking, and may miss it.

Source: B. McKay, Practical graph isomorphism, Congressus Numerantium 30 (1981), for refinement and individualisation.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers

MOST_TURNS = 400

Hashes = NDArray[np.uint64]


class Automorphisms:
    """A model's items with their least and most, and its options, option o having items `members[starts[o]:starts[o+1]]`."""

    def __init__(self, least: Integers, most: Integers, starts: Integers, members: Integers) -> None:
        self.items, self.options = len(least), len(starts) - 1
        self.members = members
        self.owners = np.repeat(np.arange(self.options), np.diff(starts))
        kinds = np.unique(np.stack((least, most)), axis=1, return_inverse=True)[1].ravel()
        self.first = np.concatenate((kinds, np.full(self.options, kinds.max(initial=0) + 1)))
        self.rows = [tuple(sorted(row.tolist())) for row in np.split(members, starts[1:-1])]
        self.numbers = {row: option for option, row in enumerate(self.rows)}
        self.turns = 0

    @property
    def repeated(self) -> bool:
        """Return whether two options have the same items: then the image of either is ambiguous."""
        return len(self.numbers) < self.options

    def orbit(self, option: int, symmetries: Sequence[Sequence[int]]) -> list[int]:
        """Return the images of an option under products of symmetries, increasing."""
        orbit, waiting = {option}, [option]
        while waiting:
            row = self.rows[waiting.pop()]
            for images in symmetries:
                other = self.numbers[tuple(sorted(images[item] for item in row))]
                if other not in orbit:
                    orbit.add(other)
                    waiting.append(other)
        return sorted(orbit)

    def carrying(self, kept: Sequence[int], option: int, to: int) -> list[int] | None:
        """Return the images of all items under a symmetry that maps an option to another and fixes each of `kept`, or None."""
        pair = np.stack((self.first, self.first))
        for number, (left, right) in enumerate([*((each, each) for each in kept), (option, to)], 1):
            pair[0, self.items + left] = pair[1, self.items + right] = self.first.max() + number
        self.turns = 0
        return self._searched(pair)

    def _searched(self, pair: Integers) -> list[int] | None:
        """Return a symmetry that maps colours of the first copy to the same ones of the second, or None."""
        self.turns += 1
        refined = self._refined(pair)
        if refined is None or self.turns > MOST_TURNS:
            return None
        left, right = refined[:, : self.items]
        sizes = np.bincount(left)
        if sizes.max(initial=0) <= 1:
            images = np.empty(self.items, dtype=np.int64)
            images[np.argsort(left)] = np.argsort(right)
            return images.tolist() if self._is_symmetry(images) else None
        colour = int(np.flatnonzero(sizes > 1)[0])
        fresh = int(refined.max()) + 1
        first = int(np.flatnonzero(left == colour)[0])
        # An item is most often its own image: that leaves most of them in place.
        for other in sorted(np.flatnonzero(right == colour).tolist(), key=lambda item: item != first):
            apart = refined.copy()
            apart[0, first] = apart[1, other] = fresh
            images_or_none = self._searched(apart)
            if images_or_none is not None or self.turns > MOST_TURNS:
                return images_or_none
        return None

    def _refined(self, pair: Integers) -> Integers | None:
        """Return the coarsest colours that refine these, the same in both copies, or None if the copies differ."""
        colours, count = pair, 0
        while True:
            numbers = np.unique(self._looks(colours), return_inverse=True)[1].reshape(colours.shape)
            if not np.array_equal(np.sort(numbers[0]), np.sort(numbers[1])):
                return None
            if int(numbers.max()) == count:
                return numbers
            colours, count = numbers, int(numbers.max())

    def _looks(self, colours: Integers) -> Hashes:
        """Return a hash of each vertex's colour and those of its neighbours; the final test detects collisions."""
        hashes = _mixed(colours.astype(np.uint64))
        looks = hashes * np.uint64(0x9E3779B97F4A7C15)
        for copy in range(2):
            np.add.at(looks[copy], self.items + self.owners, hashes[copy, self.members])
            np.add.at(looks[copy], self.members, hashes[copy, self.items + self.owners])
        return _mixed(looks)

    def _is_symmetry(self, images: Integers) -> bool:
        moved = images[self.members]
        if not np.array_equal(self.first[: self.items][images], self.first[: self.items]):
            return False
        ends = np.cumsum(np.bincount(self.owners, minlength=self.options))[:-1]
        return all(tuple(sorted(row.tolist())) in self.numbers for row in np.split(moved, ends))


def _mixed(numbers: Hashes) -> Hashes:
    """Return numbers whose bits depend on all bits of these (the finaliser of splitmix64)."""
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
