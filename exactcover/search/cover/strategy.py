"""Which kernel, which order, which roots: chosen from the instance by staged random probing.

Two default candidates are looked at with a few descents (kernel fewest-options where it is cheap to prepare, kernel static-order in frac order, the
whole orbit chain), then with many where they are close or long. If the better one promises to be short it runs; otherwise
other orders, shorter chains and kernel fewest-options are probed too, and the one with the fewest estimated seconds runs.

Historical note. The seconds a node are medians over the cases of `python -m benchmarks`; the estimate of the nodes is
within a few per cent of the truth for long searches by kernel static-order, and usually within 0.5 to 2 for others. Looking at both
candidates before probing either much took the dominoes on 8x8 from 23 to 12 ms, classes included. Descents that all die
early foretell 100 nodes for Y pentominoes on 15x18, where the search goes on for days: what seems tiny is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactcover.kernel.cover import fewest_options, option_sets, orders, probe, sparse_sets, static_order
from exactcover.kernel.instance import Instance, OutOfReach, Root
from exactcover.kernel.slices import REACH
from exactcover.model.cover import Cover
from exactcover.reductions.non_binding_items import non_binding_items
from exactcover.search.cover.orbits import Orbits, WeightedRoot
from exactcover.search.cover.thread_pool import Searching

TINY_SECONDS, SHORT_SECONDS, HOPELESS_SECONDS = 3e-4, 0.2, 1e4
CHEAP_SECONDS_S, CHEAP_SECONDS_M = 4e-4, 3e-3  # shorter searches than that are not worth many descents
TRIED_SECONDS, TRIED_TIMES, TRIED_NODES = 5e-4, 20, 2_000
FEW_DESCENTS, MIN_DESCENTS = 50, 3
BEAM, LONG_BEAM, REPEATS = 200, 10_000, 4
BEAM_A_SECOND = 1_500  # of search: looking twice as wide at a long search costs a hundredth of it
DESCENTS_OF_M = 400  # a node of kernel fewest-options costs as much as five to thirty of S
CLEAR = 4.0  # a few descents tell two candidates apart when one promises to be this many times shorter
ROOTS_PROBED = 16
LINKS = 2
NEAR = 8  # bits of the shortest window of the dead-item test
NEVER = float("inf")
M_OPTIONS_AT_ONCE = 1_024
SECONDS_A_NODE_S = 2.0e-8
SECONDS_A_NODE_M, SECONDS_A_WORD_M = 7.5e-8, 1.6e-8  # kernel fewest-options looks at every word of a set of options


class Plan(NamedTuple):
    """A way to search: a kernel with its tables made, and the roots to search.

    begin(root) starts a search; split(root, about) cuts a root into about so many; nodes, seconds: estimated for all
    roots (None where nothing was probed, or nothing can be foretold); why: one line for people; error: the standard error
    of `nodes` where it was measured.
    """

    kernel: str
    begin: Callable[[Root], Searching]
    split: Callable[[Root, int], list[tuple[int, ...]]]
    roots: list[WeightedRoot]
    nodes: float | None
    seconds: float | None
    why: str
    error: float | None = None


def bare(cover: Cover) -> Instance:
    """Return the arrays of a cover without its non-binding items, which no kernel has to carry; no option is left empty."""
    binding = ~non_binding_items(cover)
    bound = np.bincount(cover.owners[binding[cover.members]], minlength=cover.options) > 0
    binding[cover.members[cover.starts[:-1][~bound]]] = True
    kept = binding[cover.members]
    numbers = np.cumsum(binding) - 1
    lengths = np.bincount(cover.owners[kept], minlength=cover.options)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return Instance(cover.least[binding], cover.most[binding], starts, numbers[cover.members[kept]])


class Chooser:
    """Chooses the plan to search a cover modulo its symmetries, in two stages.

    whole_group: see Orbits.roots; chain: whether symmetry may be used at all; kernel: auto, or the one to use (S:front for
    kernel static-order in front order). Raises OutOfReach where the cover is too large for that one.
    """

    def __init__(
        self, cover: Cover, orbits: Orbits, *, whole_group: bool, seed: int, chain: bool = True, kernel: str = "auto"
    ) -> None:
        self.given = bare(cover)
        self.orbits, self.whole_group, self.seed, self.chain = orbits, whole_group, seed, chain
        self.deep = orbits.roots(LINKS if chain else 0, whole_group=whole_group)
        self.chosen = self._first() if kernel == "auto" else self._asked(kernel)
        self.plan = None if self.chosen is None else self.chosen.plan()
        self.settled = kernel != "auto" or self.promises(SHORT_SECONDS)

    def promises(self, seconds: float) -> bool:
        """Return whether the plan is estimated to take less than that."""
        return self.plan is not None and self.plan.seconds is not None and self.plan.seconds < seconds

    def best(self) -> Plan:
        """Return the plan to search by: the first one where it is short, the best of many where it is not."""
        if not self.settled:
            self.settled = True
            self._look_further()
            if self.chosen is not None:
                self.plan = self.chosen.measured().plan()
        return self.plan or _by_sparse_sets(self.given, self.deep)

    def _asked(self, kernel: str) -> _Candidate | None:
        if kernel.startswith("S"):
            rule = kernel.partition(":")[2] or "frac"
            return _by_first_item(self.given, rule, self.deep, self.seed).probed()
        return _by_fewest_options(self.given, self.deep, self.seed).probed() if kernel == "M" else None

    def _first(self) -> _Candidate | None:
        one = other = None
        if self.given.options <= M_OPTIONS_AT_ONCE:
            one = _by_fewest_options(self.given, self.deep, self.seed)
            if one.seconds < TINY_SECONDS and one.tried().seconds < TINY_SECONDS:
                return one
        with suppress(OutOfReach):
            other = _by_first_item(self.given, "frac", self.deep, self.seed)
        if one is None or other is None:
            alone = one or other
            return alone.probed().tried() if alone else None
        if max(one.seconds, other.seconds) < CLEAR * min(one.seconds, other.seconds):
            one, other = one.probed(), other.probed()
        return min(other, one, key=lambda each: each.seconds).probed().tried()

    def _look_further(self) -> None:
        shallow = self.orbits.roots(1, whole_group=self.whole_group) if self.chain else self.deep
        for roots, rule in ((self.deep, "front"), (shallow, "frac"), (shallow, "front")):
            if roots is self.deep and rule != "front":
                continue
            with suppress(OutOfReach):
                self._rival(_by_first_item(self.given, rule, roots, self.seed))
        if M_OPTIONS_AT_ONCE < self.given.options <= option_sets.LARGEST:
            with suppress(OutOfReach):
                self._rival(_by_fewest_options(self.given, self.deep, self.seed))

    def _rival(self, candidate: _Candidate) -> None:
        """Take a candidate for the plan if it is estimated to be shorter."""
        best = NEVER if self.chosen is None else self.chosen.seconds
        if candidate.seconds < CLEAR * best and candidate.probed().tried().seconds < best:
            self.chosen = candidate


class _Candidate:
    """A kernel with its tables made, and what some descents promise of it.

    A few descents are enough to see that a search is hopeless, or shorter than more descents would be.
    """

    def __init__(
        self, tables: static_order.Tables | option_sets.Tables, roots: list[WeightedRoot], seed: int, why: str
    ) -> None:
        self.tables, self.roots, self.seed, self.why = tables, roots, seed, why
        self.by_first_item = isinstance(tables, static_order.Tables)
        self.many = self.known = False
        self.error: float | None = None
        self.nodes = _probed(tables, roots, FEW_DESCENTS, seed)

    @property
    def seconds(self) -> float:
        """The seconds estimated for all roots."""
        if isinstance(self.tables, static_order.Tables):
            return self.nodes * SECONDS_A_NODE_S
        return self.nodes * (SECONDS_A_NODE_M + SECONDS_A_WORD_M * self.tables.words)

    def probed(self) -> _Candidate:
        """Estimate again with more effort, once, where the search is long enough and not hopeless; return itself."""
        cheap = CHEAP_SECONDS_S if self.by_first_item else CHEAP_SECONDS_M
        if not self.many and not self.known and cheap < self.seconds < HOPELESS_SECONDS:
            self.many = True
            if isinstance(self.tables, static_order.Tables):
                self.nodes = self._by_beam(self.tables, BEAM, 1)
            else:
                self.nodes = _probed(self.tables, self.roots, DESCENTS_OF_M, self.seed)
        return self

    def measured(self) -> _Candidate:
        """Estimate a long search as well as a hundredth of its time allows; return itself."""
        if isinstance(self.tables, static_order.Tables) and SHORT_SECONDS < self.seconds < NEVER:
            room = int(min(max(BEAM_A_SECOND * self.seconds, BEAM), LONG_BEAM))
            self.nodes = self._by_beam(self.tables, room, REPEATS)
        return self

    def _by_beam(self, tables: static_order.Tables, room: int, repeats: int) -> float:
        found = probe.estimate_together(tables, [root.chosen for root in self.roots], room, repeats, self.seed)
        self.error = found.nodes_error if repeats > 1 else None
        return found.nodes

    def tried(self) -> _Candidate:
        """Search where that promises to be over at once: the estimate is the truth then, or endless; return itself."""
        if not self.known and self.seconds < TRIED_SECONDS:
            self.known = True
            left = spent = TRIED_TIMES * int(self.nodes) + TRIED_NODES
            for root in self.roots:
                step = self.begin(root.chosen).run(left)
                left -= step.nodes
                if not step.finished or left <= 0:
                    self.nodes = NEVER
                    return self
            self.nodes = float(spent - left)
        return self

    def begin(self, root: Root) -> Searching:
        """Start the search of a root."""
        if isinstance(self.tables, static_order.Tables):
            return static_order.Search(self.tables, root)
        return fewest_options.Search(self.tables, root)

    def split(self, root: Root, about: int) -> list[tuple[int, ...]]:
        """Cut a root into about so many."""
        if isinstance(self.tables, static_order.Tables):
            return static_order.split(self.tables, root, about)
        return fewest_options.split(self.tables, root, about)

    def plan(self) -> Plan:
        """Return the way to search."""
        nodes, seconds = (self.nodes, self.seconds) if self.nodes < NEVER else (None, None)
        kernel = "S" if self.by_first_item else "M"
        return Plan(kernel, self.begin, self.split, self.roots, nodes, seconds, self.why, self.error)


def _by_first_item(given: Instance, rule: str, roots: list[WeightedRoot], seed: int) -> _Candidate:
    # The dead-item test looks further where there are more options, for a longer search to be worth its tables.
    reach = min(max(given.options.bit_length() + 1, NEAR), REACH)
    tables = static_order.prepare(given, orders.search_order(given, rule), reach)
    return _Candidate(tables, roots, seed, f"first open item in {rule} order")


def _by_fewest_options(given: Instance, roots: list[WeightedRoot], seed: int) -> _Candidate:
    return _Candidate(option_sets.prepare(given), roots, seed, "item with the fewest options")


def _by_sparse_sets(given: Instance, roots: list[WeightedRoot]) -> Plan:
    return Plan(
        "sparse",
        lambda root: sparse_sets.Search(given, root),
        lambda root, about: [tuple(root)],
        roots,
        None,
        None,
        "too large for tables: sparse sets",
    )


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
