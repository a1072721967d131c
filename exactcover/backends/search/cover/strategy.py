"""Chooses kernel, order and roots for an instance by staged random probing.

Two default candidates are probed with a few descents (fewest-options if it is cheap to prepare, static-order in frac order,
both below the whole orbit chain), then with many if they are close or long. If the better one's estimate is short, it runs;
otherwise other orders, shorter chains and fewest-options are probed too, and the one with the fewest estimated seconds runs.
If a trial belies the better one's estimate, both race: they take turns of equal time until one has ended.

Historical note. A few descents for both candidates before many for either reduced the dominoes on 8x8 from 23 to 12 ms,
classes included. Before the race was introduced, one hard sudoku with 17 clues, 1,281 nodes by fewest-options, was given with
one seed of three to static-order, whose estimate was tiny because its descents die early, and was belied.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.cover import kernel_tables
from exactcover.backends.search.cover.candidates import NEVER, SHORT_SECONDS, Candidate, Forecast
from exactcover.backends.search.cover.kernel_names import (
    AUTO,
    FEWEST_OPTIONS,
    SPARSE,
    STATIC_ORDER,
    STATIC_ORDER_FRONT,
    Kernel,
)
from exactcover.backends.search.cover.kernel_tables import KernelTables, tables_of
from exactcover.backends.search.cover.orbits import Orbits, WeightedRoot
from exactcover.backends.search.cover.thread_pool import Searching
from exactcover.kernel.cover import option_sets
from exactcover.kernel.instance import Instance, OutOfReach, Root
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items

TINY_SECONDS = 3e-4
CLEAR = 4.0  # a few descents distinguish two candidates if one's estimate is this many times shorter
CLEAR_OF_MEASURED = 2.5  # the same if the shorter one is measured by a beam
RACE_SECONDS, RACE_GROWTH, LONGEST_RACE = 5e-4, 1.5, 0.25  # of a candidate's first turn, and in all
LINKS = 2
FEWEST_OPTIONS_AT_ONCE = 1_024


class Strategy(NamedTuple):
    """A way to search: a kernel with its tables, and the roots to search.

    nodes, seconds: estimated for all roots (None if nothing was probed, or no estimate is possible); why: one line for people;
    error: the standard error of `nodes` if it was measured.
    """

    kernel: Kernel
    tables: KernelTables
    roots: list[WeightedRoot]
    nodes: float | None
    seconds: float | None
    why: str
    error: float | None = None

    def begin(self, root: Root) -> Searching:
        """Start the search of a root."""
        return kernel_tables.begin(self.tables, root)

    def split(self, root: Root, about: int) -> list[tuple[int, ...]]:
        """Cut a root into about that many."""
        return kernel_tables.split(self.tables, root, about)


def bare(cover: Cover) -> Instance:
    """Return the arrays of a cover without its non-binding items, which kernels need not carry; no option becomes empty."""
    binding = _carried(cover)
    if binding.all():
        most = np.maximum(np.minimum(cover.most, max(cover.options, 1)), cover.least)
        return Instance(cover.least, most, cover.starts, cover.members, cover.colours)
    kept = binding[cover.members]
    lengths = np.add.reduceat(kept, cover.starts[:-1], dtype=np.int64)
    numbers = np.cumsum(binding) - 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    most = np.minimum(cover.most[binding], max(cover.options, 1))
    most = np.maximum(most, cover.least[binding])
    colours = None if cover.colours is None or not cover.colours[kept].any() else cover.colours[kept]
    return Instance(cover.least[binding], most, starts, numbers[cover.members[kept]], colours)


def bare_symmetries(cover: Cover, group: Integers) -> Integers:
    """Return those of a cover's symmetries that keep the items of `bare`, as permutations of these."""
    binding = _carried(cover)
    keeping = group[binding[group[:, binding]].all(axis=1)]
    moved: Integers = (np.cumsum(binding) - 1)[keeping[:, binding]]
    return moved


def _carried(cover: Cover) -> Mask:
    """Return the mask of the items that kernels carry: those that bind, and all of an option with none of them."""
    binding: Mask = ~non_binding_items(cover)
    if binding.all():
        return binding
    lengths = np.add.reduceat(binding[cover.members], cover.starts[:-1], dtype=np.int64)
    if not lengths.all():
        bare_options = np.flatnonzero(lengths == 0)
        binding[cover.members[cover.starts[bare_options]]] = True
    return binding


class Chooser:
    """Chooses the strategy to search a cover modulo its symmetries, in two stages.

    whole_group: see Orbits.roots; chain: whether symmetry may be used at all; kernel: AUTO, or the one to use; looked: whether
    a short search has already been tried in vain. Raises OutOfReach if the cover is too large for that kernel.
    """

    def __init__(
        self,
        cover: Cover,
        orbits: Orbits,
        *,
        whole_group: bool,
        seed: int,
        chain: bool = True,
        kernel: Kernel = AUTO,
        looked: bool = False,
    ) -> None:
        self.instance = bare(cover)
        self.orbits, self.whole_group, self.seed, self.chain = orbits, whole_group, seed, chain
        self.looked = looked
        self.waiting: Candidate | None = None  # candidate of long searches: examined once layers have failed
        self.deep = orbits.roots(LINKS if chain else 0, whole_group=whole_group)
        self.chosen = self._first() if kernel == AUTO else self._named(kernel)
        self.strategy = None if self.chosen is None else _strategy(self.chosen)
        self.settled = kernel != AUTO or self.promises(SHORT_SECONDS)

    def promises(self, seconds: float) -> bool:
        """Return whether the estimate of the strategy is less than that."""
        return self.strategy is not None and self.strategy.seconds is not None and self.strategy.seconds < seconds

    def best(self) -> Strategy:
        """Return the strategy to search with: the first one if it is short, otherwise the best of many."""
        if not self.settled:
            self.settled = True
            self._look_further()
            if self.chosen is not None:
                self.strategy = _strategy(self.chosen.measured())
        return self.strategy or _by_sparse_sets(self.instance, self.deep)

    def foretold(self) -> Forecast | None:
        """Return the nodes of the best strategy with a bound on their error, None if they cannot be estimated."""
        self.best()
        return None if self.chosen is None else self.chosen.foretold()

    def _named(self, kernel: Kernel) -> Candidate | None:
        return None if kernel == SPARSE else self._candidate(kernel, self.deep).probed()

    def _candidate(self, kernel: Kernel, roots: list[WeightedRoot]) -> Candidate:
        tables = tables_of(self.instance, kernel)
        assert not isinstance(tables, Instance)
        return Candidate(kernel, tables, roots, self.seed, try_at_once=not self.looked)

    def _first(self) -> Candidate | None:
        one = other = None
        if self.instance.options <= FEWEST_OPTIONS_AT_ONCE:
            one = self._candidate(FEWEST_OPTIONS, self.deep)
            if one.seconds < TINY_SECONDS and one.tried().known:
                return one
        with suppress(OutOfReach):
            other = self._candidate(STATIC_ORDER, self.deep)
        if one is None and other is None:  # too many items for static-order: use fewest-options even with many options
            with suppress(OutOfReach):
                one = self._candidate(FEWEST_OPTIONS, self.deep)
        if one is None or other is None:
            alone = one or other
            return _raced([alone]) if alone and alone.probed().tried().belied else alone
        if max(one.seconds, other.seconds) < CLEAR * min(one.seconds, other.seconds):
            # Beams estimate a long search much faster than descents do, and layers may end it before it begins.
            if min(one.seconds, other.probed().seconds) > SHORT_SECONDS:
                self.waiting = one
                return other
            if one.seconds < CLEAR_OF_MEASURED * other.seconds:
                one = one.probed()
        better = min(other, one, key=_seconds).probed().tried()
        return _raced([one, other]) if one.belied or other.belied else better

    def _look_further(self) -> None:
        if self.waiting is not None:
            self._rival(self.waiting)
        shallow = self.orbits.roots(1, whole_group=self.whole_group) if self.chain else self.deep
        rivals = [(self.deep, STATIC_ORDER_FRONT), (shallow, STATIC_ORDER), (shallow, STATIC_ORDER_FRONT)]
        for roots, kernel in rivals:
            if roots is self.deep and kernel == STATIC_ORDER:
                continue
            with suppress(OutOfReach):
                self._rival(self._candidate(kernel, roots))
        known = self.chosen is not None and self.chosen.kernel == FEWEST_OPTIONS
        if FEWEST_OPTIONS_AT_ONCE < self.instance.options <= option_sets.LARGEST and not known:
            with suppress(OutOfReach):
                # Descents see few of the deep branches: they predict too little more often than too much.
                self._rival(self._candidate(FEWEST_OPTIONS, self.deep), CLEAR_OF_MEASURED)

    def _rival(self, candidate: Candidate, margin: float = 1.0) -> None:
        """Replace the strategy by a candidate if that is estimated to be shorter by a factor."""
        best = NEVER if self.chosen is None else self.chosen.seconds / margin
        if candidate.seconds < CLEAR * best and candidate.probed().tried().seconds < best:
            self.chosen = candidate


def _strategy(chosen: Candidate) -> Strategy:
    """Return the strategy of a candidate."""
    nodes, seconds = (None, None) if chosen.belied else (chosen.nodes, chosen.seconds)
    return Strategy(chosen.kernel, chosen.tables, chosen.roots, nodes, seconds, chosen.why, chosen.error)


def _seconds(candidate: Candidate) -> float:
    return candidate.seconds


def _raced(candidates: list[Candidate]) -> Candidate:
    """Return the first candidate to end its search, all taking turns; if none does, the one with the best estimate.

    However wrong the estimates, the race costs each candidate little more time than the winner's.
    """
    turn = RACE_SECONDS
    while turn < LONGEST_RACE:
        for candidate in candidates:
            if candidate.searched(int(turn / candidate.seconds_per_node)).known:
                return candidate
        turn *= RACE_GROWTH
    return min(candidates, key=_seconds)


def _by_sparse_sets(instance: Instance, roots: list[WeightedRoot]) -> Strategy:
    return Strategy(SPARSE, instance, roots, None, None, "too large for tables: sparse sets")
