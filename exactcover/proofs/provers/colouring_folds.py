"""Folds a large board: reduces positions of cells and placements modulo a number, so that later work does not depend on its
size.

Every orientation is laid on the board once. The offsets where it fits are kept modulo a few numbers, whose divisors include
the periods of templates, and folded further for a given period.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.windows import lies
from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Tiling

MOST_CLASSES = 6000  # of cells, modulo the stored numbers: 72 in the plane


@dataclass(frozen=True, eq=False)
class Folds:
    """A tiling modulo some numbers.

    placements: how many each piece has; board: by number, the cells of each class; offsets: by number, for each orientation
    of a piece that may be placed, in which classes of offsets it fits.
    """

    placements: tuple[int, ...]
    board: dict[int, Integers]
    offsets: dict[int, tuple[tuple[Mask, ...], ...]]

    def cells(self, period: int) -> Integers:
        """Return the number of cells of each class modulo a period."""
        return folded(self.board[self._multiple(period)], period, np.add)

    def fitting(self, period: int, piece: int) -> list[Mask]:
        """Return for each orientation of a piece the classes modulo a period of the offsets where it fits."""
        return [folded(mask, period, np.logical_or) for mask in self.offsets[self._multiple(period)][piece]]

    def _multiple(self, period: int) -> int:
        return next(number for number in self.board if number % period == 0)


def folds(tiling: Tiling, periods: Sequence[int]) -> Iterator[Folds | None]:
    """Yield None while running, finally the tiling modulo multiples of these periods."""
    numbers = multiples(periods, tiling.dimension)
    board = {number: folded(tiling.region, number, np.add) for number in numbers}
    placements = []
    offsets: dict[int, list[tuple[Mask, ...]]] = {number: [] for number in numbers}
    for piece in tiling.pieces:
        masks: dict[int, list[Mask]] = {number: [] for number in numbers}
        places = 0
        for way in range(len(piece.orientations) if piece.most else 0):
            where = lies(tiling, piece, way)
            places += int(np.count_nonzero(where))
            for number in numbers:
                masks[number].append(folded(where, number, np.logical_or))
            yield None
        placements.append(places)
        for number in numbers:
            offsets[number].append(tuple(masks[number]))
    yield Folds(tuple(placements), board, {number: tuple(each) for number, each in offsets.items()})


def multiples(periods: Sequence[int], axes: int) -> list[int]:
    """Return a few numbers, with not too many classes of cells, such that every period divides one."""
    numbers: list[int] = []
    for period in sorted(periods, reverse=True):
        for place, number in enumerate(numbers):
            if lcm(number, period) ** axes <= MOST_CLASSES:
                numbers[place] = lcm(number, period)
                break
        else:
            numbers.append(period)
    return numbers


def folded(values: NDArray[Any], period: int, how: np.ufunc) -> NDArray[Any]:
    """Return an array's values summed modulo a period along every axis."""
    type_ = np.int64 if how is np.add else np.bool_
    for axis, length in enumerate(values.shape):
        if length <= period:
            continue  # added at the end, when the other axes are short
        before, after = values.shape[:axis], values.shape[axis + 1 :]
        whole = length // period
        head, tail = np.split(values, [whole * period], axis=axis)
        together = how.reduce(head.reshape(*before, whole, period, *after), axis=axis, dtype=type_)
        rest = together[(slice(None),) * axis + (slice(tail.shape[axis]),)]
        how(rest, tail, out=rest)
        values = together
    padded: NDArray[Any] = np.zeros((period,) * values.ndim, dtype=type_)
    padded[tuple(map(slice, values.shape))] = values
    return padded
