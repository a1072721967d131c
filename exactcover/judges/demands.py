"""A model as the judges of refutations see it: items with least..most, and options as rows of item numbers.

The judges derive every placement of a tiling here, with code that no engine and no reduction uses. Items of a tiling: its
cells in lexicographic order, then its pieces; options: by piece, orientation and place, in that order. A cover's items and
options keep their numbers. Connectivity and costs are ignored: without them there are only more solutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from exactcover.judges.windows import fits, lies
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from exactcover.model.tiling import Tiling


@dataclass(frozen=True, eq=False)
class Demands:
    """Items with their multiplicities, and options; option o has items `members[starts[o]:starts[o+1]]`, increasing.

    cells: the number of items, the first ones, that are cells (0 for a cover); names: of the other items, in order.
    """

    least: Integers
    most: Integers
    starts: Integers
    members: Integers
    cells: int
    names: tuple[str, ...]

    @property
    def items(self) -> int:
        """The number of items."""
        return len(self.least)

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.starts) - 1

    @cached_property
    def owners(self) -> Integers:
        """The option of each entry of `members`."""
        return np.repeat(np.arange(self.options), np.diff(self.starts))

    @cached_property
    def by_item(self) -> tuple[Integers, Integers]:
        """The options of every item: item i is in `second[first[i]:first[i+1]]`, increasing."""
        small = self.members.astype(np.uint16) if self.items < 2**16 else self.members  # sorted several times faster
        order = np.argsort(small, kind="stable")
        firsts = np.concatenate(([0], np.cumsum(np.bincount(self.members, minlength=self.items))))
        return firsts, self.owners[order]

    def sums(self, weights: Integers) -> Integers:
        """Return the sum over each option's items of one weight per item (exact if it fits into 64 bits)."""
        running = np.concatenate(([0], np.cumsum(weights[self.members])))
        return running[self.starts[1:]] - running[self.starts[:-1]]


def demands(model: Model) -> Demands:
    """Return the demands of a tiling or a cover without colours; raises TypeError for other models."""
    if isinstance(model, Tiling):
        return _of_tiling(model)
    if isinstance(model, Cover) and model.colours is None:
        return Demands(model.least, model.most, model.starts, model.members, 0, model.items)
    raise TypeError(f"a {type(model).__name__} has no items, or they have colours")


def of_rows(model: Linear) -> Demands:
    """Return what rows demand if no coefficient is negative: an option has an item as often as its coefficient says.

    Clauses are left out: without them there are only more solutions. Raises ValueError for a negative coefficient.
    """
    lengths = [len(row.variables) for row in model.rows]
    rows = np.repeat(np.arange(len(lengths)), lengths)
    options = np.fromiter(chain.from_iterable(row.variables for row in model.rows), np.int64, sum(lengths))
    times = np.fromiter(chain.from_iterable(row.coefficients for row in model.rows), np.int64, sum(lengths))
    if (times < 0).any():
        raise ValueError("a row has a negative coefficient; expected positive ones")
    order = np.lexsort((rows, options))
    members, owners = np.repeat(rows[order], times[order]), np.repeat(options[order], times[order])
    starts = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=len(model.variables)))))
    least, most = (np.array([getattr(row, end) for row in model.rows], dtype=np.int64) for end in ("least", "most"))
    names = tuple(f"row {number}" for number in range(1, len(model.rows) + 1))
    return Demands(least, most, starts, members, 0, names)


def _of_tiling(tiling: Tiling) -> Demands:
    region = tiling.region
    cells = int(region.sum())
    numbers = np.full(region.shape, -1, dtype=np.int64)
    numbers[region] = np.arange(cells)
    rows: list[Integers] = []
    for number, piece in enumerate(tiling.pieces):
        for way, orientation in enumerate(piece.orientations if piece.most > 0 else ()):
            covered = _places(numbers, orientation)
            if piece.grounds is not None:
                covered = covered[lies(tiling, piece, way)[fits(region, orientation)]]
            rows.append(np.concatenate((covered, np.full((len(covered), 1), cells + number)), axis=1))
    starts = np.concatenate(([0], np.cumsum([width for row in rows for width in [row.shape[1]] * len(row)])))
    members = np.concatenate([row.ravel() for row in rows]) if rows else np.zeros(0, dtype=np.int64)
    least = np.concatenate((np.ones(cells, dtype=np.int64), [piece.least for piece in tiling.pieces])).astype(np.int64)
    most = np.concatenate((np.ones(cells, dtype=np.int64), [piece.most for piece in tiling.pieces])).astype(np.int64)
    return Demands(least, most, starts.astype(np.int64), members, cells, tuple(piece.name for piece in tiling.pieces))


def _places(numbers: Integers, orientation: Integers) -> Integers:
    """Return the cell numbers (places, size) that an orientation covers at each offset at which all are in the region."""
    ends = [n - int(far) for n, far in zip(numbers.shape, orientation.max(axis=0), strict=True)]
    if min(ends) <= 0:
        return np.zeros((0, len(orientation)), dtype=np.int64)
    windows = [
        numbers[tuple(slice(x, x + end) for x, end in zip(cell, ends, strict=True))].ravel()
        for cell in orientation.tolist()
    ]
    covered = np.sort(np.stack(windows, axis=1), axis=1)
    return covered[covered[:, 0] >= 0]
