"""One way to search that may be chosen: a kernel with its tables and roots, and what descents and trials say of its nodes.

An estimate is a promise, not a bound: a trial that goes on long after it should have ended has *belied* it, and nothing is
promised then. Trials go on where they stood, so that trying a search to its end costs no more than the search.

Historical note. The seconds per node are medians over the cases of `python -m benchmarks`; the estimate of the nodes is
within a few per cent of the truth for long searches by static-order, and usually within 0.5 to 2 for others. Descents that
all die early foretell 100 nodes for Y pentominoes on 15x18, where the search goes on for days: what seems tiny is tried.
Not here: which candidate is chosen (strategy.py).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.cover import kernel_tables
from exactcover.backends.search.cover.kernel_names import Kernel
from exactcover.backends.search.cover.orbits import WeightedRoot
from exactcover.backends.search.cover.thread_pool import Searching
from exactcover.kernel.cover import option_sets, probe, static_order

SHORT_SECONDS, HOPELESS_SECONDS = 0.2, 1e4
CHEAP_SECONDS_STATIC, CHEAP_SECONDS_FEWEST = 4e-4, 3e-3  # shorter searches than that are not worth many descents
TRIED_SECONDS, TRIED_TIMES, TRIED_NODES = 5e-4, 20, 2_000
FIRST_NODES = (
    3_000  # of fewest-options below one root: a search that ends by then takes less than tables of static-order
)
FEW_DESCENTS, MIN_DESCENTS = 50, 3
FEW_OPTIONS = 256  # descents among so few take less than it takes to look whether they are worth it
BEYOND_SECONDS = 1e9  # foretold by the first descents already: no others will make it possible
BEAM, LONG_BEAM, REPEATS = 200, 10_000, 4
BEAM_PER_SECOND = 1_500  # of search: looking twice as wide at a long search costs a hundredth of it
DESCENTS_OF_FEWEST = 400  # a node of kernel fewest-options costs as much as five to thirty of static-order
ROOTS_PROBED = 16
SMALL = 1_024  # options of a cover whose states are kept from some descents to the next
NEVER = float("inf")
SECONDS_PER_NODE_STATIC = 2.0e-8
SECONDS_PER_NODE_FEWEST, SECONDS_PER_WORD_FEWEST = 7.5e-8, 1.6e-8  # it examines every word of a set of options
FORETOLD_NODES = 4_000_000  # of search, for an estimate that people are shown: what ends by then is known
FORETOLD_NODES_FEWEST = 500_000
FORETOLD_ROOM, FORETOLD_STEPS, FORETOLD_REPEATS = 4_000, 1_000_000, 8  # nodes of a beam; these times the items
ERRORS, LEAST_ERROR, MOST_ERROR = 4.0, 0.1, 0.6  # standard errors in the error told; it is a part of the nodes


class Forecast(NamedTuple):
    """Nodes of a search with their error, which bounds how far off they are: 0 for a search that was tried to its end.

    seconds: CPU seconds for that many nodes on this machine, at the rate of the trial.
    """

    nodes: float
    error: float
    seconds: float


class Candidate:
    """A kernel with its tables made, and what descents and trials promise of it.

    A few descents are enough to see that a search is hopeless, or shorter than more descents would be. nodes: estimated for
    all roots, infinite once a trial has belied them; spent: nodes of trials; known: whether a trial has ended, with so many
    `solutions` in all; try_at_once: search one root by fewest-options for a moment before anything is estimated.
    """

    def __init__(
        self,
        kernel: Kernel,
        tables: static_order.Tables | option_sets.Tables,
        roots: list[WeightedRoot],
        seed: int,
        *,
        try_at_once: bool = True,
    ) -> None:
        self.kernel, self.tables, self.roots, self.seed = kernel, tables, roots, seed
        self.many = self.known = False
        self.spent = self.solutions = self.done = 0
        self.error: float | None = None
        self.nodes = NEVER
        self._search: Searching | None = None
        self._starts: dict[tuple[int, ...], probe.Start] = {}
        if try_at_once and len(roots) == 1 and isinstance(tables, option_sets.Tables):
            self.searched(FIRST_NODES)
        if not self.known:
            beyond = False
            if len(roots) > 1 or tables.whole.options > FEW_OPTIONS:
                self.nodes = self._probed(roots[:1], MIN_DESCENTS) * len(roots)
                beyond = self.seconds > BEYOND_SECONDS
            if not beyond:
                self.nodes = self._probed(roots, FEW_DESCENTS)

    @property
    def seconds_per_node(self) -> float:
        """The seconds that a node takes, about."""
        return seconds_per_node(self.tables)

    @property
    def seconds(self) -> float:
        """The seconds estimated for all roots."""
        return self.nodes * self.seconds_per_node

    @property
    def why(self) -> str:
        """How it branches, in a line for people."""
        return f"first open item in {self.kernel.order} order" if self.kernel.order else "item with the fewest options"

    @property
    def belied(self) -> bool:
        """Whether a trial went on long after it should have ended, so that nothing is promised."""
        return self.nodes == NEVER

    def probed(self) -> Candidate:
        """Estimate again with more effort, once, where the search is long enough and not hopeless; return itself."""
        cheap = CHEAP_SECONDS_STATIC if isinstance(self.tables, static_order.Tables) else CHEAP_SECONDS_FEWEST
        if not self.many and not self.known and cheap < self.seconds < HOPELESS_SECONDS:
            self.many = True
            if isinstance(self.tables, static_order.Tables):
                self.nodes = self._by_beam(self.tables, BEAM, 1)
            else:
                self.nodes = self._probed(self.roots, DESCENTS_OF_FEWEST)
        return self

    def measured(self) -> Candidate:
        """Estimate a long search as well as a hundredth of its time allows; return itself."""
        if isinstance(self.tables, static_order.Tables) and SHORT_SECONDS < self.seconds < NEVER:
            room = int(min(max(BEAM_PER_SECOND * self.seconds, BEAM), LONG_BEAM))
            self.nodes = self._by_beam(self.tables, room, REPEATS)
        return self

    def _probed(self, roots: Sequence[WeightedRoot], descents: int) -> float:
        """Return the estimated nodes of roots together, from about so many descents below some of them."""
        if not roots:
            return 0.0
        some = list(roots)
        if len(roots) > ROOTS_PROBED:
            some = [roots[i] for i in np.random.default_rng(self.seed).choice(len(roots), ROOTS_PROBED, replace=False)]
        each = max(descents // len(some), MIN_DESCENTS)
        estimates = [probe.estimate(self.tables, each, self.seed, self._start(root)).nodes for root in some]
        return float(np.mean(estimates)) * len(roots)

    def _start(self, root: WeightedRoot) -> probe.Start:
        """Return where descents below a root start; of a small cover it is made once."""
        start = self._starts.get(root.chosen) or probe.start(self.tables, root.chosen)
        if self.tables.whole.options <= SMALL:
            self._starts[root.chosen] = start
        return start

    def _by_beam(self, tables: static_order.Tables, room: int, repeats: int) -> float:
        estimate = probe.estimate_together(tables, [root.chosen for root in self.roots], room, repeats, self.seed)
        self.error = estimate.nodes_error if repeats > 1 else None
        return estimate.nodes

    def tried(self) -> Candidate:
        """Search where that promises to be over at once: the estimate is the truth then, or belied; return itself."""
        if not self.known and self.seconds < TRIED_SECONDS:
            self.searched(TRIED_TIMES * int(self.nodes) + TRIED_NODES)
        return self

    def searched(self, nodes: int) -> Candidate:
        """Search on until so many nodes are spent in all trials together; return itself."""
        while self.done < len(self.roots) and self.spent < nodes:
            root = self.roots[self.done]
            self._search = self._search or kernel_tables.begin(self.tables, root.chosen)
            step = self._search.run(nodes - self.spent)
            self.spent += step.nodes
            self.solutions += step.solutions * root.weight
            if not step.finished:
                break
            self.done, self._search = self.done + 1, None
        if self.done == len(self.roots):
            self.known, self.nodes, self.error = True, float(self.spent), 0.0
        elif not self.belied and self.spent >= TRIED_TIMES * int(self.nodes) + TRIED_NODES:
            self.nodes, self.error = NEVER, None
        return self

    def foretold(self) -> Forecast | None:
        """Return the nodes with an error that they keep to, or None if they cannot be told; the work for it is bounded.

        If a trial does not end, beams of two widths must agree with each other and with the nodes already spent.

        Historical note. A node of static-order takes 20 ns on most boards and eight times that for heptominoes on 7x7, where
        three thousand roots are short: the rate is measured, not supposed.
        """
        fixed = self.tables if isinstance(self.tables, static_order.Tables) else None
        allowed = FORETOLD_NODES if fixed else FORETOLD_NODES_FEWEST
        self.searched(self.spent + FIRST_NODES)  # compiled code is loaded before the clock starts
        before, begun = self.spent, time.thread_time()
        self.searched(before + allowed)
        if self.known:
            rate = self.seconds_per_node
            if self.spent > before:
                rate = (time.thread_time() - begun) / (self.spent - before)
            return Forecast(self.nodes, 0.0, self.nodes * rate)
        if fixed is None:
            return None
        rate = (time.thread_time() - begun) / max(self.spent - before, 1)
        room = max(min(FORETOLD_ROOM, FORETOLD_STEPS // max(fixed.whole.items, 1)), 16)
        roots = [root.chosen for root in self.roots]
        narrow, wide = (
            probe.estimate_together(fixed, roots, width, FORETOLD_REPEATS, self.seed) for width in (room // 4, room)
        )
        error = max(ERRORS * wide.nodes_error, abs(wide.nodes - narrow.nodes), LEAST_ERROR * wide.nodes)
        if error > MOST_ERROR * wide.nodes or wide.nodes - error < self.spent:
            return None
        return Forecast(wide.nodes, error, wide.nodes * rate)


def seconds_per_node(tables: static_order.Tables | option_sets.Tables) -> float:
    """Return the seconds that a node of a kernel takes, about."""
    if isinstance(tables, static_order.Tables):
        return SECONDS_PER_NODE_STATIC
    return SECONDS_PER_NODE_FEWEST + SECONDS_PER_WORD_FEWEST * tables.words
