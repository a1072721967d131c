"""Random descents through the search tree of a cover, in groups: which options the solutions that they reach have.

A group descends level by level. Each of its partial selections branches over the options of the item with the fewest options
left; if there are more branches than the group may have members, as many are drawn, all equally likely and without
replacement, and stand for all. A partial selection that is drawn then represents `branches / members` times as many as the
ones before, so for every option the weighted number of solutions with it has the true number as its expected value, and
different groups are independent. A group that never had to draw has seen every solution.

Source: R. Vaisman, D. P. Kroese, Stochastic enumeration method for counting trees, Methodology and Computing in Applied
Probability 19 (2017); D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975),
for groups of one. Not here: what shares and errors follow (shares.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover


class Reached(NamedTuple):
    """The solutions that some members of a group have reached on one level; weight: of each, as a logarithm."""

    selections: list[Integers]
    weight: float


class Partial(NamedTuple):
    """A partial selection: options that may be added, how often each item is covered, how many of these options it has."""

    chosen: tuple[int, ...]
    open: NDArray[np.bool_]
    covered: NDArray[np.int32]
    ways: NDArray[np.int64]


class Group:
    """A group of random descents through a cover without colours and connectivity.

    members: the most partial selections at once; drawn: whether it had to draw, so that it has not seen every solution.
    """

    def __init__(self, tree: Tree, members: int, rng: np.random.Generator) -> None:
        self.drawn = False
        self._tree, self._members, self._rng = tree, members, rng

    def levels(self) -> Iterator[Reached]:
        """Yield what is reached on each level, until all members have ended."""
        states, weight = [self._tree.root()], 0.0
        while states:
            branches, complete = list[tuple[Partial, Integers, int]](), list[Integers]()
            for state in states:
                options = self._tree.branches(state)
                if options is None:
                    complete.append(np.array(sorted(state.chosen), dtype=np.int64))
                    options = np.flatnonzero(state.open)
                branches.extend((state, options, place) for place in range(len(options)))
            yield Reached(complete, weight)
            if len(branches) > self._members:
                self.drawn = True
                weight += log(len(branches) / self._members)
                places = np.sort(self._rng.choice(len(branches), self._members, replace=False))
                branches = [branches[place] for place in places.tolist()]
            states = [state for state in (self._tree.after(*branch) for branch in branches) if state is not None]


class Tree:
    """The search tree of a cover: each solution is one of its nodes."""

    def __init__(self, cover: Cover) -> None:
        lengths, items = np.diff(cover.starts), len(cover.items)
        self.cover, self._items = cover, items
        self._least, self._most = np.append(cover.least, 0), np.append(cover.most, np.iinfo(np.int32).max)
        longest = int(lengths.max(initial=0))
        self._members = np.full((cover.options, longest), items, dtype=np.int64)  # padded with an item that none has
        self._members[cover.owners, np.arange(len(cover.members)) - np.repeat(cover.starts[:-1], lengths)] = (
            cover.members
        )
        order = np.argsort(cover.members, kind="stable")
        bounds = np.searchsorted(cover.members[order], np.arange(items + 1))
        self._options = [
            cover.owners[order[a:b]] for a, b in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
        ]
        self._needed = np.flatnonzero(cover.least > 0)

    @property
    def bytes(self) -> int:
        """About how much memory a partial selection takes."""
        return self.cover.options + 12 * self._items + 1000

    def root(self) -> Partial:
        """Return the empty selection."""
        never = np.zeros(self._items + 1, dtype=np.int32)
        ways = np.bincount(self._members.ravel(), minlength=self._items + 1)
        ways[self._items] = 0
        state = Partial((), np.ones(self.cover.options, dtype=np.bool_), never, ways)
        impossible = np.flatnonzero(self.cover.most == 0)
        return self._without(state, [option for item in impossible.tolist() for option in self._options[item].tolist()])

    def branches(self, state: Partial) -> Integers | None:
        """Return the options of the item with the fewest that is not covered often enough; None if there is none."""
        needed = self._needed
        short = needed[state.covered[needed] < self._least[needed]]
        if not len(short):
            return None
        item = int(short[np.argmin(state.ways[short])])
        options = self._options[item]
        return options[state.open[options]]

    def after(self, state: Partial, options: Integers, place: int) -> Partial | None:
        """Return the selection with one of some options and none of those before it; None if it cannot be completed."""
        option = int(options[place])
        members = self._members[option]
        covered = state.covered.copy()
        covered[members] += 1
        full = [item for item in members.tolist() if covered[item] == self._most[item]]
        gone = [self._options[item] for item in full]
        gone.append(options[: place + 1])
        after = self._without(state._replace(chosen=(*state.chosen, option), covered=covered), np.concatenate(gone))
        needed = self._needed
        if (covered[needed] + after.ways[needed] < self._least[needed]).any():
            return None
        return after

    def _without(self, state: Partial, gone: Integers | list[int]) -> Partial:
        still, ways = state.open.copy(), state.ways.copy()
        still[gone] = False
        removed = np.flatnonzero(state.open & ~still)
        ways -= np.bincount(self._members[removed].ravel(), minlength=self._items + 1)
        return state._replace(open=still, ways=ways)
