"""Guillotine cuts of boxes into boxes of known shapes: which boxes can be cut, and where the parts lie.

A box is cut along one axis into slabs, all slabs of one thickness alike, and every slab is cut in turn. Thicknesses are those
of the shapes themselves, and if these do not suffice, sums of two of them. Which lengths are sums of thicknesses is read from
a table with one entry per residue, so a box of any size costs no more than a small one.

Source: S. Böcker and Zs. Lipták, A fast and simple algorithm for the money changing problem, Algorithmica 48 (2007).
Not here: the packings of the shapes (bases.py), and the counts of pieces (composing.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd, prod
from typing import TypeAlias

import numpy as np

from exactcover.model.arrays import Integers

Shape: TypeAlias = tuple[int, ...]
"""The sides of a box."""

MOST_REMEMBERED = 100_000  # cached boxes of one Cutter
MOST_SUM = 64  # maximum thickness of a slab that is the sum of two sides


class Sums:
    """The sums of some lengths, each as often as wanted; lengths: different, above 0."""

    def __init__(self, lengths: Iterable[int]) -> None:
        self.lengths = sorted(lengths)
        smallest = self.lengths[0] if self.lengths else 1
        self.least: list[int | None] = [None] * smallest
        self.last = [0] * smallest
        self.least[0] = 0
        for length in self.lengths[1:]:
            self._add(length, smallest)

    def _add(self, length: int, smallest: int) -> None:
        """Relax along the cycles of residues that steps of this length connect, from the one with the least sum."""
        around = gcd(length, smallest)
        for first in range(around):
            cycle = range(first, smallest, around)
            reached = [(value, residue) for residue in cycle if (value := self.least[residue]) is not None]
            if not reached:
                continue
            value, residue = min(reached)
            for _ in cycle:
                value, residue = value + length, (residue + length) % smallest
                known = self.least[residue]
                if known is not None and known <= value:
                    value = known
                else:
                    self.least[residue], self.last[residue] = value, length

    def has(self, total: int) -> bool:
        """Return whether the lengths can add up to `total`."""
        least = self.least[total % len(self.least)] if self.lengths else None
        return least is not None and least <= total

    def parts(self, total: int) -> list[tuple[int, int]]:
        """Return lengths and their multiplicities that add up to `total`, a sum."""
        assert self.has(total)
        times = dict.fromkeys(self.lengths, 0)
        smallest, rest = self.lengths[0], total
        while rest:
            least = self.least[rest % smallest]
            assert least is not None
            if rest > least:
                times[smallest] += (rest - least) // smallest
                rest = least
            else:
                length = self.last[rest % smallest]
                times[length] += 1
                rest -= length
        return sorted((length, number) for length, number in times.items() if number)


@dataclass(frozen=True)
class Cut:
    """A cut of a box: along an axis into slabs (thickness, number, how each is cut); without slabs the box is a part itself."""

    sides: Shape
    axis: int = 0
    slabs: tuple[tuple[int, int, Cut], ...] = ()

    def numbers(self) -> dict[Shape, int]:
        """Return the number of parts of each shape."""
        if not self.slabs:
            return {self.sides: 1}
        numbers: dict[Shape, int] = {}
        for _, copies, inner in self.slabs:
            for shape, number in inner.numbers().items():
                numbers[shape] = numbers.get(shape, 0) + copies * number
        return numbers

    def corners(self) -> dict[Shape, Integers]:
        """Return the least corners (n, dimension) of the parts of each shape."""
        if not self.slabs:
            return {self.sides: np.zeros((1, len(self.sides)), dtype=np.int64)}
        parts: dict[Shape, list[Integers]] = {}
        start = 0
        for thickness, copies, inner in self.slabs:
            for shape, corners in inner.corners().items():
                moved = np.repeat(corners[None], copies, axis=0)
                moved[:, :, self.axis] += start + thickness * np.arange(copies)[:, None]
                parts.setdefault(shape, []).append(moved.reshape(-1, len(self.sides)))
            start += thickness * copies
        return {shape: np.concatenate(some) for shape, some in parts.items()}


class Cutter:
    """Cuts boxes into parts of some shapes, caching the result for each box."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self.shapes = frozenset(shapes)
        dimension = len(next(iter(self.shapes), ()))
        self.sides = [sorted({shape[axis] for shape in self.shapes}) for axis in range(dimension)]
        self.sums = [
            sorted(set(sides) | {one + other for one in sides for other in sides if one + other <= MOST_SUM})
            for sides in self.sides
        ]
        self.known: dict[tuple[Shape, int], Cut | None] = {}

    def cut(self, box: Shape, *, deeper: bool = False) -> Cut | None:
        """Return a way to cut a box, or None; along each axis once, and if `deeper`, first into slabs of sums of sides."""
        if not self.shapes:
            return None
        return self._cut(box, len(box) + deeper)

    def _cut(self, box: Shape, levels: int) -> Cut | None:
        if box in self.shapes:
            return Cut(box)
        if levels == 0:
            return None
        key = box, levels
        if key not in self.known:
            if len(self.known) >= MOST_REMEMBERED:
                self.known.clear()
            self.known[key] = self._searched(box, levels)
        return self.known[key]

    def _searched(self, box: Shape, levels: int) -> Cut | None:
        thicker = levels > len(box)
        for axis in range(len(box)):
            slabs = {}
            for thickness in (self.sums if thicker else self.sides)[axis]:
                if thickness >= box[axis]:
                    break
                inner = self._cut((*box[:axis], thickness, *box[axis + 1 :]), levels - 1)
                if inner is not None:
                    slabs[thickness] = inner
            sums = Sums(slabs)
            if sums.has(box[axis]):
                parts = sums.parts(box[axis])
                return Cut(box, axis, tuple((thickness, copies, slabs[thickness]) for thickness, copies in parts))
        return self._cut(box, levels - 1) if thicker else None


def boxes(volume: int, within: Shape) -> list[Shape]:
    """Return the boxes of a volume that are no longer than `within` on any axis, those with the longest shortest side first."""
    if len(within) == 1:
        return [(volume,)] if volume <= within[0] else []
    shapes = [
        (side, *rest)
        for side in range(1, min(volume, within[0]) + 1)
        if volume % side == 0 and volume // side <= prod(within[1:])
        for rest in boxes(volume // side, within[1:])
    ]
    return sorted(shapes, key=lambda shape: (-min(shape), shape))
