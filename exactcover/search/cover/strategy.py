"""Which kernel, which order, which roots: chosen from the instance by staged random probing.

Two default candidates are looked at with a few descents (fewest-options where it is cheap to prepare, static-order in frac
order, both below the whole orbit chain), then with many where they are close or long. If the better one promises to be short
it runs; otherwise other orders, shorter chains and fewest-options are probed too, and the one with the fewest estimated seconds
runs.

Historical note. The seconds per node are medians over the cases of `python -m benchmarks`; the estimate of the nodes is
within a few per cent of the truth for long searches by static-order, and usually within 0.5 to 2 for others. Looking at both
candidates before probing either much took the dominoes on 8x8 from 23 to 12 ms, classes included. Descents that all die
early foretell 100 nodes for Y pentominoes on 15x18, where the search goes on for days: what seems tiny is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactcover.kernel.cover import option_sets, probe, static_order
from exactcover.kernel.instance import Instance, OutOfReach, Root
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items
from exactcover.search.cover import kernel_tables
from exactcover.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, SPARSE, STATIC_ORDER, STATIC_ORDER_FRONT, Kernel
from exactcover.search.cover.kernel_tables import KernelTables, tables_of
from exactcover.search.cover.orbits import Orbits, WeightedRoot
from exactcover.search.cover.thread_pool import Searching

TINY_SECONDS, SHORT_SECONDS, HOPELESS_SECONDS = 3e-4, 0.2, 1e4
CHEAP_SECONDS_STATIC, CHEAP_SECONDS_FEWEST = 4e-4, 3e-3  # shorter searches than that are not worth many descents
TRIED_SECONDS, TRIED_TIMES, TRIED_NODES = 5e-4, 20, 2_000
FEW_DESCENTS, MIN_DESCENTS = 50, 3
BEAM, LONG_BEAM, REPEATS = 200, 10_000, 4
BEAM_PER_SECOND = 1_500  # of search: looking twice as wide at a long search costs a hundredth of it
DESCENTS_OF_FEWEST = 400  # a node of kernel fewest-options costs as much as five to thirty of static-order
CLEAR = 4.0  # a few descents tell two candidates apart when one promises to be this many times shorter
ROOTS_PROBED = 16
LINKS = 2
NEVER = float("inf")
FEWEST_OPTIONS_AT_ONCE = 1_024
SECONDS_PER_NODE_STATIC = 2.0e-8
SECONDS_PER_NODE_FEWEST, SECONDS_PER_WORD_FEWEST = (
    7.5e-8,
    1.6e-8,
)  # kernel fewest-options looks at every word of a set of options


class Strategy(NamedTuple):
    """A way to search: a kernel with its tables made, and the roots to search.

    nodes, seconds: estimated for all roots (None where nothing was probed, or nothing can be foretold); why: one line for
    people; error: the standard error of `nodes` where it was measured.
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
        """Cut a root into about so many."""
        return kernel_tables.split(self.tables, root, about)


def bare(cover: Cover) -> Instance:
    """Return the arrays of a cover without its non-binding items, which no kernel has to carry; no option is left empty."""
    binding = ~non_binding_items(cover)
    if binding.all():
        most = np.maximum(np.minimum(cover.most, max(cover.options, 1)), cover.least)
        return Instance(cover.least, most, cover.starts, cover.members)
    kept = binding[cover.members]
    lengths = np.add.reduceat(kept, cover.starts[:-1], dtype=np.int64)
    if not lengths.all():
        bare_options = np.flatnonzero(lengths == 0)
        binding[cover.members[cover.starts[bare_options]]] = True
        kept = binding[cover.members]
        lengths = np.add.reduceat(kept, cover.starts[:-1], dtype=np.int64)
    numbers = np.cumsum(binding) - 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    most = np.minimum(cover.most[binding], max(cover.options, 1))
    return Instance(cover.least[binding], np.maximum(most, cover.least[binding]), starts, numbers[cover.members[kept]])


class Chooser:
    """Chooses the strategy to search a cover modulo its symmetries, in two stages.

    whole_group: see Orbits.roots; chain: whether symmetry may be used at all; kernel: AUTO, or the one to use. Raises
    OutOfReach where the cover is too large for that one.
    """

    def __init__(
        self, cover: Cover, orbits: Orbits, *, whole_group: bool, seed: int, chain: bool = True, kernel: Kernel = AUTO
    ) -> None:
        self.instance = bare(cover)
        self.orbits, self.whole_group, self.seed, self.chain = orbits, whole_group, seed, chain
        self.deep = orbits.roots(LINKS if chain else 0, whole_group=whole_group)
        self.chosen = self._first() if kernel == AUTO else self._named(kernel)
        self.strategy = None if self.chosen is None else self.chosen.strategy()
        self.settled = kernel != AUTO or self.promises(SHORT_SECONDS)

    def promises(self, seconds: float) -> bool:
        """Return whether the strategy is estimated to take less than that."""
        return self.strategy is not None and self.strategy.seconds is not None and self.strategy.seconds < seconds

    def best(self) -> Strategy:
        """Return the strategy to search by: the first one where it is short, the best of many where it is not."""
        if not self.settled:
            self.settled = True
            self._look_further()
            if self.chosen is not None:
                self.strategy = self.chosen.measured().strategy()
        return self.strategy or _by_sparse_sets(self.instance, self.deep)

    def _named(self, kernel: Kernel) -> _Candidate | None:
        return None if kernel == SPARSE else self._candidate(kernel, self.deep).probed()

    def _candidate(self, kernel: Kernel, roots: list[WeightedRoot]) -> _Candidate:
        tables = tables_of(self.instance, kernel)
        assert not isinstance(tables, Instance)
        return _Candidate(kernel, tables, roots, self.seed)

    def _first(self) -> _Candidate | None:
        one = other = None
        if self.instance.options <= FEWEST_OPTIONS_AT_ONCE:
            one = self._candidate(FEWEST_OPTIONS, self.deep)
            if one.seconds < TINY_SECONDS and one.tried().seconds < TINY_SECONDS:
                return one
        with suppress(OutOfReach):
            other = self._candidate(STATIC_ORDER, self.deep)
        if one is None or other is None:
            alone = one or other
            return alone.probed().tried() if alone else None
        if max(one.seconds, other.seconds) < CLEAR * min(one.seconds, other.seconds):
            one, other = one.probed(), other.probed()
        return min(other, one, key=lambda each: each.seconds).probed().tried()

    def _look_further(self) -> None:
        shallow = self.orbits.roots(1, whole_group=self.whole_group) if self.chain else self.deep
        rivals = [(self.deep, STATIC_ORDER_FRONT), (shallow, STATIC_ORDER), (shallow, STATIC_ORDER_FRONT)]
        for roots, kernel in rivals:
            if roots is self.deep and kernel == STATIC_ORDER:
                continue
            with suppress(OutOfReach):
                self._rival(self._candidate(kernel, roots))
        if FEWEST_OPTIONS_AT_ONCE < self.instance.options <= option_sets.LARGEST:
            with suppress(OutOfReach):
                self._rival(self._candidate(FEWEST_OPTIONS, self.deep))

    def _rival(self, candidate: _Candidate) -> None:
        """Take a candidate for the strategy if it is estimated to be shorter."""
        best = NEVER if self.chosen is None else self.chosen.seconds
        if candidate.seconds < CLEAR * best and candidate.probed().tried().seconds < best:
            self.chosen = candidate


class _Candidate:
    """A kernel with its tables made, and what some descents promise of it.

    A few descents are enough to see that a search is hopeless, or shorter than more descents would be.
    """

    def __init__(
        self, kernel: Kernel, tables: static_order.Tables | option_sets.Tables, roots: list[WeightedRoot], seed: int
    ) -> None:
        self.kernel, self.tables, self.roots, self.seed = kernel, tables, roots, seed
        self.many = self.known = False
        self.error: float | None = None
        self.nodes = _probed(tables, roots, FEW_DESCENTS, seed)

    @property
    def seconds(self) -> float:
        """The seconds estimated for all roots."""
        if isinstance(self.tables, static_order.Tables):
            return self.nodes * SECONDS_PER_NODE_STATIC
        return self.nodes * (SECONDS_PER_NODE_FEWEST + SECONDS_PER_WORD_FEWEST * self.tables.words)

    def probed(self) -> _Candidate:
        """Estimate again with more effort, once, where the search is long enough and not hopeless; return itself."""
        cheap = CHEAP_SECONDS_STATIC if isinstance(self.tables, static_order.Tables) else CHEAP_SECONDS_FEWEST
        if not self.many and not self.known and cheap < self.seconds < HOPELESS_SECONDS:
            self.many = True
            if isinstance(self.tables, static_order.Tables):
                self.nodes = self._by_beam(self.tables, BEAM, 1)
            else:
                self.nodes = _probed(self.tables, self.roots, DESCENTS_OF_FEWEST, self.seed)
        return self

    def measured(self) -> _Candidate:
        """Estimate a long search as well as a hundredth of its time allows; return itself."""
        if isinstance(self.tables, static_order.Tables) and SHORT_SECONDS < self.seconds < NEVER:
            room = int(min(max(BEAM_PER_SECOND * self.seconds, BEAM), LONG_BEAM))
            self.nodes = self._by_beam(self.tables, room, REPEATS)
        return self

    def _by_beam(self, tables: static_order.Tables, room: int, repeats: int) -> float:
        estimate = probe.estimate_together(tables, [root.chosen for root in self.roots], room, repeats, self.seed)
        self.error = estimate.nodes_error if repeats > 1 else None
        return estimate.nodes

    def tried(self) -> _Candidate:
        """Search where that promises to be over at once: the estimate is the truth then, or endless; return itself."""
        if not self.known and self.seconds < TRIED_SECONDS:
            self.known = True
            left = spent = TRIED_TIMES * int(self.nodes) + TRIED_NODES
            for root in self.roots:
                step = kernel_tables.begin(self.tables, root.chosen).run(left)
                left -= step.nodes
                if not step.finished or left <= 0:
                    self.nodes = NEVER
                    return self
            self.nodes = float(spent - left)
        return self

    def strategy(self) -> Strategy:
        """Return the way to search."""
        nodes, seconds = (self.nodes, self.seconds) if self.nodes < NEVER else (None, None)
        why = f"first open item in {self.kernel.order} order" if self.kernel.order else "item with the fewest options"
        return Strategy(self.kernel, self.tables, self.roots, nodes, seconds, why, self.error)


def _by_sparse_sets(instance: Instance, roots: list[WeightedRoot]) -> Strategy:
    return Strategy(SPARSE, instance, roots, None, None, "too large for tables: sparse sets")


def _probed(
    tables: static_order.Tables | option_sets.Tables, roots: Sequence[WeightedRoot], descents: int, seed: int
) -> float:
    """Return the estimated nodes of all roots together, from about so many descents below some of them."""
    if not roots:
        return 0.0
    some = list(roots)
    if len(roots) > ROOTS_PROBED:
        some = [roots[i] for i in np.random.default_rng(seed).choice(len(roots), ROOTS_PROBED, replace=False)]
    each = max(descents // len(some), MIN_DESCENTS)
    return float(np.mean([probe.estimate(tables, each, seed, root.chosen).nodes for root in some])) * len(roots)
