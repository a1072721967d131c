"""The components of a region: the cells that placements join to each other, directly or by way of others.

A placement joins its cells by links, each from a cell to another one a displacement away, few of which are different: those of
connected pieces are steps along the axes. So what is kept is a mask for each displacement, and what is united are
runs of cells along the last axis.
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
"""Of masks for displacements; the labels of a region take about as much for each eight."""


class TooLarge(Exception):
    """The region, or the number of different displacements, is too large; the text says how large."""


class Joins:
    """What placements have joined so far: for each displacement, from which cells it leads to a joined one."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._masks: dict[Cell, Mask] = {}

    def add(self, orientation: Integers, offsets: Mask) -> None:
        """Join the cells of every placement of an orientation; raises TooLarge."""
        for cell, displacement in links(orientation) if offsets.any() else ():
            if displacement not in self._masks:
                size = int(np.prod(self._shape))
                if size * (len(self._masks) + 8) > MOST_BYTES:
                    raise TooLarge(f"a region of {size} positions is too large to be looked at for components")
                self._masks[displacement] = np.zeros(self._shape, dtype=np.bool_)
            window = tuple(slice(x, x + n) for x, n in zip(cell, offsets.shape, strict=True))
            self._masks[displacement][window] |= offsets

    def labels(self) -> Iterator[Labels]:
        """Yield labels of all positions, in the end equal for cells of one component, increasing with its first cell."""
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
    """Return a cell and a displacement to another one, for as many pairs of cells as join them all.

    Steps along the axes are taken first.
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
    """Return pairs without those that are like the one before: neighbours join the same runs again and again."""
    new = np.ones(pairs.shape[1], dtype=np.bool_)
    new[1:] = (pairs[:, 1:] != pairs[:, :-1]).any(axis=0)
    return pairs[:, new]


def _united(pairs: Labels, runs: int) -> Iterator[Labels]:
    """Yield the labels of runs once more and more pairs are united, lastly the least run that is joined to each."""
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
