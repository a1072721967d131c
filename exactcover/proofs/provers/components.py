"""The components of a region: cells connected by placements, directly or through other cells.

A placement connects its cells by links, each from a cell to another at some displacement, few of which are different: those of
connected pieces are steps along the axes. So one mask per displacement is stored, and union-find works on runs of cells along
the last axis.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers, Mask

Cell = tuple[int, ...]
Labels = NDArray[np.int32]

MOST_BYTES = 3 * 10**8
"""Maximum number of masks for displacements; the labels of a region take about as much memory as eight."""


class TooLarge(Exception):
    """The region, or the number of different displacements, is too large; the text says how large."""


class Joins:
    """The links so far: for each displacement, the cells from which it leads to a connected one."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._masks: dict[Cell, Mask] = {}

    def add(self, orientation: Integers, offsets: Mask) -> None:
        """Connect the cells of every placement of an orientation; raises TooLarge."""
        for cell, displacement in links(orientation) if offsets.any() else ():
            if displacement not in self._masks:
                size = int(np.prod(self._shape))
                if size * (len(self._masks) + 8) > MOST_BYTES:
                    raise TooLarge(f"a region of {size} positions is too large to search for components")
                self._masks[displacement] = np.zeros(self._shape, dtype=np.bool_)
            window = tuple(slice(x, x + n) for x, n in zip(cell, offsets.shape, strict=True))
            self._masks[displacement][window] |= offsets

    def labels(self) -> Iterator[Labels]:
        """Yield labels of all positions, at the end equal for cells of one component, increasing with its first cell."""
        along = (*(0,) * (len(self._shape) - 1), 1)
        begins = np.ones(self._shape, dtype=np.bool_)
        if along in self._masks:
            begins[..., 1:] = ~self._masks[along][..., :-1]
        runs = (np.cumsum(begins.ravel(), dtype=np.int32) - 1).astype(np.int32)
        strides = [int(np.prod(self._shape[axis + 1 :])) for axis in range(len(self._shape))]
        pairs = [np.zeros((2, 0), dtype=np.int32)]
        for displacement, mask in self._masks.items():
            if displacement != along:
                places = np.flatnonzero(mask)
                ahead = sum(step * stride for step, stride in zip(displacement, strides, strict=True))
                pairs.append(_different(np.stack((runs[places], runs[places + ahead]))))
                yield runs.reshape(self._shape)
        for united in _united(np.concatenate(pairs, axis=1), int(runs[-1]) + 1):
            yield united[runs].reshape(self._shape)


def links(orientation: Integers) -> list[tuple[Cell, Cell]]:
    """Return pairs of a cell and a displacement to another, enough to connect all cells.

    Steps along the axes are preferred.
    """
    cells = sorted(map(tuple, orientation.tolist()))
    places = {cell: place for place, cell in enumerate(cells)}
    root = list(range(len(cells)))

    def first(place: int) -> int:
        while root[place] != place:
            root[place] = root[root[place]]
            place = root[place]
        return place

    made: list[tuple[Cell, Cell]] = []
    for place, cell in enumerate(cells):
        for axis in range(len(cell)):
            step = tuple(int(other == axis) for other in range(len(cell)))
            near = places.get(tuple(x + y for x, y in zip(cell, step, strict=True)))
            if near is not None and first(near) != first(place):
                root[max(first(near), first(place))] = min(first(near), first(place))
                made.append((cell, step))
    apart = [cells[place] for place in range(len(cells)) if first(place) == place]
    for one, other in itertools.pairwise(apart):
        made.append((one, tuple(y - x for x, y in zip(one, other, strict=True))))
    return made


def _different(pairs: Labels) -> Labels:
    """Return pairs without those equal to the one before: neighbours link the same runs again and again."""
    new = np.ones(pairs.shape[1], dtype=np.bool_)
    new[1:] = (pairs[:, 1:] != pairs[:, :-1]).any(axis=0)
    return pairs[:, new]


def _united(pairs: Labels, runs: int) -> Iterator[Labels]:
    """Yield the labels of runs as pairs are united, finally the least run connected to each."""
    labels = np.arange(runs, dtype=np.int32)
    while True:
        ends = labels[pairs]
        if (ends[0] == ends[1]).all():
            break
        least = ends.min(axis=0)
        np.minimum.at(labels, ends[0], least)
        np.minimum.at(labels, ends[1], least)
        after = labels[labels]
        while (after != labels).any():
            labels, after = after, after[after]
        yield labels
    yield labels
