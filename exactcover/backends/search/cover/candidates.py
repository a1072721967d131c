"""A candidate strategy: a kernel with its tables and roots, and estimates of its nodes from descents and trials.

An estimate is not a bound: a trial that continues long after it should have ended has *belied* it, and nothing is estimated
any more. Trials resume where they stopped, so that trying a search to its end costs no more than the search.

Historical note. The seconds per node are medians over the cases of `python -m benchmarks`; the estimate of the nodes is within
a few per cent of the truth for long searches by static-order, and usually within 0.5 to 2 for others. Descents that all die
early predict 100 nodes for Y pentominoes on 15x18, whose search takes days: searches that seem tiny are tried.
Not here: the choice among candidates (strategy.py).
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
CHEAP_SECONDS_STATIC, CHEAP_SECONDS_FEWEST = 4e-4, 3e-3  # shorter searches are not worth many descents
TRIED_SECONDS, TRIED_TIMES, TRIED_NODES = 5e-4, 20, 2_000
FIRST_NODES = 3_000  # of fewest-options below one root: faster than building tables of static-order
FEW_DESCENTS, MIN_DESCENTS = 50, 3
FEW_OPTIONS = 256  # descents among so few are cheaper than deciding whether they are worth it
BEYOND_SECONDS = 1e9  # if the first descents already predict that, the search is impossible and no others are made
BEAM, LONG_BEAM, REPEATS = 200, 10_000, 4
BEAM_PER_SECOND = 1_500  # beam width per second of search: twice the width for a long search costs a hundredth of it
DESCENTS_OF_FEWEST = 400  # a node of kernel fewest-options costs as much as five to thirty of static-order
ROOTS_PROBED = 16
SMALL = 1_024  # options of a cover whose starting states are cached between descents
NEVER = float("inf")
SECONDS_PER_NODE_STATIC = 2.0e-8
SECONDS_PER_NODE_FEWEST, SECONDS_PER_WORD_FEWEST = 7.5e-8, 1.6e-8  # it reads every word of a set of options
FORECAST_NODES = 4_000_000  # for an estimate shown to people: a search that ends by then is known
FORECAST_NODES_FEWEST = 500_000
FORECAST_WIDTH, FORECAST_STEPS, FORECAST_REPEATS = 4_000, 1_000_000, 8  # of a beam; steps, as a multiple of the items
ERRORS, LEAST_ERROR, MOST_ERROR = 4.0, 0.1, 0.6  # standard errors in the reported one, a fraction of the nodes


class Forecast(NamedTuple):
    """Estimated nodes of a search and a bound on their error: 0 for a search that a trial has finished.

    seconds: CPU seconds for that many nodes on this machine, at the rate of the trial.
    """

    nodes: float
    error: float
    seconds: float


class Candidate:
    """A kernel with its tables, and the estimates from descents and trials.

    A few descents suffice to see that a search is hopeless, or shorter than further descents. nodes: estimated for all roots,
    infinite once a trial has belied them; spent: nodes of trials; known: whether a trial has ended, with `solutions` in all;
    try_at_once: try one root with fewest-options briefly before estimating anything.
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
        """The approximate seconds per node."""
        return seconds_per_node(self.tables)

    @property
    def seconds(self) -> float:
        """The seconds estimated for all roots."""
        return self.nodes * self.seconds_per_node

    @property
    def why(self) -> str:
        """The branching rule, in a line for people."""
        return f"first open item in {self.kernel.order} order" if self.kernel.order else "item with the fewest options"

    @property
    def belied(self) -> bool:
        """Whether a trial continued long after it should have ended, so that there is no valid estimate."""
        return self.nodes == NEVER

    def probed(self) -> Candidate:
        """Improve the estimate once, if the search is long enough and not hopeless; return self."""
        cheap = CHEAP_SECONDS_STATIC if isinstance(self.tables, static_order.Tables) else CHEAP_SECONDS_FEWEST
        if not self.many and not self.known and cheap < self.seconds < HOPELESS_SECONDS:
            self.many = True
            if isinstance(self.tables, static_order.Tables):
                self.nodes = self._by_beam(self.tables, BEAM, 1)
            else:
                self.nodes = self._probed(self.roots, DESCENTS_OF_FEWEST)
        return self

    def measured(self) -> Candidate:
        """Estimate a long search as well as a hundredth of its time allows; return self."""
        if isinstance(self.tables, static_order.Tables) and SHORT_SECONDS < self.seconds < NEVER:
            room = int(min(max(BEAM_PER_SECOND * self.seconds, BEAM), LONG_BEAM))
            self.nodes = self._by_beam(self.tables, room, REPEATS)
        return self

    def _probed(self, roots: Sequence[WeightedRoot], descents: int) -> float:
        """Return the estimated nodes of all roots, from about that many descents below some of them."""
        if not roots:
            return 0.0
        some = list(roots)
        if len(roots) > ROOTS_PROBED:
            some = [roots[i] for i in np.random.default_rng(self.seed).choice(len(roots), ROOTS_PROBED, replace=False)]
        each = max(descents // len(some), MIN_DESCENTS)
        estimates = [probe.estimate(self.tables, each, self.seed, self._start(root)).nodes for root in some]
        return float(np.mean(estimates)) * len(roots)

    def _start(self, root: WeightedRoot) -> probe.Start:
        """Return the starting states of descents below a root; those of a small cover are cached."""
        start = self._starts.get(root.chosen) or probe.start(self.tables, root.chosen)
        if self.tables.whole.options <= SMALL:
            self._starts[root.chosen] = start
        return start

    def _by_beam(self, tables: static_order.Tables, room: int, repeats: int) -> float:
        estimate = probe.estimate_together(tables, [root.chosen for root in self.roots], room, repeats, self.seed)
        self.error = estimate.nodes_error if repeats > 1 else None
        return estimate.nodes

    def tried(self) -> Candidate:
        """Run a search that promises to be over at once: its nodes are then known, or the estimate belied; return self."""
        if not self.known and self.seconds < TRIED_SECONDS:
            self.searched(TRIED_TIMES * int(self.nodes) + TRIED_NODES)
        return self

    def searched(self, nodes: int) -> Candidate:
        """Continue the search until that many nodes have been spent in all trials; return self."""
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
        """Return the nodes with a bound on their error, or None if they cannot be estimated; the work is bounded.

        If a trial does not end, beams of two widths must agree with each other and with the nodes already spent.

        Historical note. A node of static-order takes 20 ns on most boards and eight times that for heptominoes on 7x7, with
        three thousand short roots: the rate is measured, not assumed.
        """
        fixed = self.tables if isinstance(self.tables, static_order.Tables) else None
        allowed = FORECAST_NODES if fixed else FORECAST_NODES_FEWEST
        self.searched(self.spent + FIRST_NODES)  # compiled code is loaded before the clock starts
        before, start = self.spent, time.thread_time()
        self.searched(before + allowed)
        if self.known:
            rate = self.seconds_per_node
            if self.spent > before:
                rate = (time.thread_time() - start) / (self.spent - before)
            return Forecast(self.nodes, 0.0, self.nodes * rate)
        if fixed is None:
            return None
        rate = (time.thread_time() - start) / max(self.spent - before, 1)
        room = max(min(FORECAST_WIDTH, FORECAST_STEPS // max(fixed.whole.items, 1)), 16)
        roots = [root.chosen for root in self.roots]
        narrow, wide = (
            probe.estimate_together(fixed, roots, width, FORECAST_REPEATS, self.seed) for width in (room // 4, room)
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
