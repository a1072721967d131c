"""The options of a cover with their costs, as arrays for searches by prices; and the bounds that prices on items prove.

A price is an integer on an item, a weight an integer on a cut (see Cut), both divided by a scale. Whatever they are, a
selection costs at least `total`, and at least `total + reduced[j]` if it has an option j with reduced[j] > 0: the cost of a
selection is the sum of the prices of what it covers and of the reduced costs of its options. Only rounding a linear program's
dual values loses something. The judge of such proofs is judges/prices.py, which shares no code with this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.proofs import cut_columns as kernel
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover

SCALES = (1, 2, 3, 6, 12, 60, 1000, 10**6)
"""The smallest scale with which a proof succeeds is used: most proofs need no fractions."""
LARGEST_COST = 10**9
"""Prices of larger costs would not fit into 64 bits once scaled."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Table:
    """Options and costs; option o has the items `members[starts[o]:starts[o+1]]` and is number `numbers[o]` of the cover.

    distinct: false for items that are in the same options as another one that constrains as much.
    """

    least: Integers
    most: Integers
    starts: Integers
    members: Integers
    costs: Integers
    numbers: Integers
    distinct: Mask

    @property
    def items(self) -> int:
        """The number of items."""
        return len(self.least)

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> Integers:
        """The number of items of each option."""
        return np.diff(self.starts)

    @cached_property
    def counts(self) -> Integers:
        """The number of options of each item."""
        return np.bincount(self.members, minlength=self.items)

    @cached_property
    def by_item(self) -> tuple[Integers, Integers]:
        """The options of each item i: `options[firsts[i]:firsts[i + 1]]`, as firsts and options."""
        owners = np.repeat(np.arange(self.options), self.lengths)
        firsts = np.concatenate(([0], np.cumsum(self.counts))).astype(np.int64)
        return firsts, owners[np.argsort(self.members, kind="stable")]

    @cached_property
    def step(self) -> int:
        """The greatest common divisor of all costs, 1 if options cost nothing: two costs of selections differ by at least
        that."""
        return int(np.gcd.reduce(self.costs, initial=0)) or 1

    def sums(self, weights: Integers) -> Integers:
        """Return the sum over each option's items of one weight per item."""
        if not self.options:
            return np.zeros(0, dtype=weights.dtype)
        return np.add.reduceat(weights[self.members], self.starts[:-1])

    def sums_of_fractions(self, weights: Numbers) -> Numbers:
        """Return the same for real weights."""
        if not self.options:
            return np.zeros(0)
        return np.asarray(np.add.reduceat(weights[self.members], self.starts[:-1]))

    def has(self, item: int) -> Mask:
        """Return which options have an item."""
        mask = np.zeros(self.options, dtype=np.bool_)
        owners = np.repeat(np.arange(self.options), self.lengths)
        mask[owners[self.members == item]] = True
        return mask

    def times(self, options: Integers) -> Integers:
        """Return how often some options cover each item."""
        counted = np.zeros(self.items, dtype=np.int64)
        for option in options.tolist():
            counted[self.members[self.starts[option] : self.starts[option + 1]]] += 1
        return counted

    def covers(self, options: Integers) -> bool:
        """Return whether some options are a solution."""
        times = self.times(options)
        return bool(((times >= self.least) & (times <= self.most)).all())

    def kept(self, mask: Mask) -> Table:
        """Return the table of some of its options."""
        return self.taken(np.flatnonzero(mask))

    def taken(self, order: Integers) -> Table:
        """Return the table of some of its options, in that order."""
        lengths = self.lengths[order]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        places = np.repeat(self.starts[order] - starts[:-1], lengths) + np.arange(starts[-1])
        members, costs, numbers = self.members[places], self.costs[order], self.numbers[order]
        return Table(self.least, self.most, starts, members, costs, numbers, self.distinct)


def table_of(cover: Cover, costs: Integers | None = None) -> Table:
    """Return the table of a cover; costs: others than its own."""
    own = cover.costs if costs is None else costs
    assert own is not None
    every = np.ones(len(cover.least), dtype=np.bool_)
    return Table(cover.least, cover.most, cover.starts, cover.members, own, np.arange(cover.options), every)


@dataclass(frozen=True, eq=False)
class Cut:
    """A set R of items: sum of ceil(|option & R| / 2) over a selection's options >= ceil(sum of least over R / 2).

    A certificate stores only R. If the sum of least is odd, a fractional selection may violate the cut.
    """

    items: Integers

    def side(self, least: Integers) -> int:
        """Return the right-hand side."""
        return (int(least[self.items].sum()) + 1) // 2

    def coefficients(self, table: Table) -> Integers:
        """Return the coefficient of each option of a table."""
        inside = np.zeros(table.items, dtype=np.int64)
        inside[self.items] = 1
        return (table.sums(inside) + 1) // 2


class _Lists:
    """The items of all cuts in one array, the starts of the cuts in it, and their right-hand sides."""

    def __init__(self) -> None:
        self.items, self.starts, self.sides = (np.zeros(number, dtype=np.int64) for number in (0, 1, 0))

    def extend(self, cuts: Sequence[Cut], least: Integers) -> None:
        """Append the cuts that are new."""
        new = cuts[len(self.sides) :]
        if new:
            self.items = np.concatenate((self.items, *(cut.items for cut in new)))
            lengths = [len(cut.items) for cut in new]
            self.starts = np.concatenate((self.starts, self.starts[-1] + np.cumsum(lengths)))
            self.sides = np.concatenate((self.sides, [cut.side(least) for cut in new]))


@dataclass(frozen=True, eq=False)
class Columns:
    """The cuts of a search with their coefficients for the options of a table, computed on demand."""

    table: Table
    cuts: list[Cut]
    _known: dict[int, Integers] = field(default_factory=dict)
    _lists: _Lists = field(default_factory=_Lists)

    def __getitem__(self, number: int) -> Integers:
        """Return the coefficients of a cut."""
        if number not in self._known:
            self._known[number] = self.cuts[number].coefficients(self.table)
        return self._known[number]

    def of(self, table: Table) -> Columns:
        """Return the same cuts for another table; a cut added to one is added to both."""
        return Columns(table, self.cuts, _lists=self._lists)

    def sides(self, numbers: Sequence[int]) -> Integers:
        """Return the right-hand sides of some cuts."""
        self._lists.extend(self.cuts, self.table.least)
        return self._lists.sides[np.asarray(numbers, dtype=np.int64)]

    def entries(self, numbers: Sequence[int]) -> tuple[Integers, Integers, Integers]:
        """Return the coefficients of some cuts that are not 0: the starts of the cuts, the options, the values."""
        entries = kernel.coefficients(*self._listed(numbers), *self.table.by_item, self.table.options)
        return cast(tuple[Integers, Integers, Integers], entries)

    def lacks(self, numbers: Sequence[int], fractions: Numbers) -> Numbers:
        """Return by how much fractions of the options violate some cuts; negative if they do not."""
        some = fractions > 0
        part = self.table.kept(some)
        activities = kernel.activities(*self._listed(numbers), *part.by_item, fractions[some])
        return np.asarray(self.sides(numbers) - activities)

    def _listed(self, numbers: Sequence[int]) -> tuple[Integers, Integers]:
        """Return the items of some cuts in one array, and where each begins."""
        self._lists.extend(self.cuts, self.table.least)
        which = np.asarray(numbers, dtype=np.int64)
        first = self._lists.starts[which]
        lengths = self._lists.starts[which + 1] - first
        starts = np.concatenate(([0], np.cumsum(lengths)))
        return starts, self._lists.items[np.repeat(first - starts[:-1], lengths) + np.arange(starts[-1])]


@dataclass(frozen=True, eq=False)
class Prices:
    """Prices of items and weights of cuts, as integers, to be divided by the scale."""

    scale: int
    items: Integers
    cuts: Integers


def rounded(duals: Numbers, cut_duals: Numbers, scale: int) -> Prices:
    """Return dual values of a linear program as integers."""
    items = np.rint(duals * scale).astype(np.int64)
    return Prices(scale, items, np.rint(np.maximum(cut_duals, 0) * scale).astype(np.int64))


def shares(table: Table) -> Prices:
    """Return prices that need no linear program: for each item the least that an option costs per item."""
    scale = 1000
    least = np.full(table.items, np.iinfo(np.int64).max)
    np.minimum.at(least, table.members, np.repeat(table.costs * scale // np.maximum(table.lengths, 1), table.lengths))
    items = np.where(least < np.iinfo(np.int64).max, least, 0)
    return Prices(scale, items, np.zeros(0, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Part:
    """A part of the search: the available and the chosen options of a table, and the items' remaining demands."""

    available: Mask
    chosen: Mask
    least: Integers

    def without(self, dropped: Mask) -> Part:
        """Return the part without some options."""
        return Part(self.available & ~dropped, self.chosen, self.least)


def whole(table: Table) -> Part:
    """Return the part that is the whole search."""
    every = np.ones(table.options, dtype=np.bool_)
    return Part(every, ~every, table.least)


@dataclass(frozen=True, eq=False)
class Proved:
    """The bounds that prices prove for a part: `total` and `reduced` costs of each option, both times the scale."""

    scale: int
    total: int
    reduced: Integers

    def closes(self, limit: int) -> bool:
        """Return whether no solution of the part costs `limit` or less."""
        return self.total > limit * self.scale

    def drops(self, limit: int, part: Part) -> Mask:
        """Return the available options that are in no solution of cost `limit` or less."""
        far: Mask = self.total + np.maximum(self.reduced, 0) > limit * self.scale
        return far & part.available & ~part.chosen


def proved(columns: Columns, prices: Prices, part: Part) -> Proved:
    """Return the bounds that prices prove for a part of a table."""
    table = columns.table
    reduced = table.costs * prices.scale - table.sums(prices.items)
    total = int(np.where(prices.items > 0, prices.items * part.least, prices.items * table.most).sum())
    for number in np.flatnonzero(prices.cuts).tolist():
        weight = int(prices.cuts[number])
        reduced -= weight * columns[number]
        total += weight * columns.cuts[number].side(table.least)
    total += int(np.minimum(reduced, 0)[part.available & ~part.chosen].sum()) + int(reduced[part.chosen].sum())
    return Proved(prices.scale, total, reduced)


def proved_alone(table: Table, prices: Prices) -> Proved:
    """Return the bounds that prices prove for a whole table without any cut."""
    return proved(Columns(table, []), prices, whole(table))
