"""Which kernel, which order, which roots: chosen from the instance by staged random probing.

One or two default plans are probed (kernel M where it is cheap to prepare, kernel S in frac order, the whole orbit chain). If
the better one promises to be short it runs; otherwise other orders, shorter chains and kernel M are probed too, and the
plan with the fewest estimated seconds runs.

Historical note. The seconds a node are medians over the cases of `python -m benchmarks`; the estimate of the nodes is
usually within 0.75 to 1.1 of the truth (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactcover.kernel import fewest_options, first_item, option_sets, orders, probe, sparse_sets
from exactcover.kernel.instance import Instance, OutOfReach, Root
from exactcover.model.cover import Cover
from exactcover.reductions.loose_items import loose_items
from exactcover.search.crew import Searching
from exactcover.search.orbits import Orbits, WeightedRoot

TINY_SECONDS, SHORT_SECONDS = 0.002, 0.2
FEW_DESCENTS, DESCENTS, MIN_DESCENTS = 50, 2_000, 10
DESCENTS_OF_M = 400  # a node of kernel M costs as much as five to thirty of S
CHEAP_NODES, HOPELESS_NODES = 2e4, 1e11
ROOTS_PROBED = 16
LINKS = 2
M_OPTIONS_AT_ONCE = 1_024
SECONDS_A_NODE_S = 2.0e-8
SECONDS_A_NODE_M, SECONDS_A_WORD_M = 7.5e-8, 1.6e-8  # kernel M looks at every word of a set of options


class Plan(NamedTuple):
    """A way to search: a kernel with its tables made, and the roots to search.

    begin(root) starts a search; split(root, about) cuts a root into about so many; nodes, seconds: estimated for all
    roots (None where nothing was probed); why: one line for people.
    """

    kernel: str
    begin: Callable[[Root], Searching]
    split: Callable[[Root, int], list[tuple[int, ...]]]
    roots: list[WeightedRoot]
    nodes: float | None
    seconds: float | None
    why: str


def bare(cover: Cover) -> Instance:
    """Return the arrays of a cover without its loose items, which no kernel has to carry; no option is left empty."""
    binding = ~loose_items(cover)
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
    kernel S in front order). Raises OutOfReach where the cover is too large for that one.
    """

    def __init__(
        self, cover: Cover, orbits: Orbits, *, whole_group: bool, seed: int, chain: bool = True, kernel: str = "auto"
    ) -> None:
        self.given = bare(cover)
        self.orbits, self.whole_group, self.seed, self.chain = orbits, whole_group, seed, chain
        self.deep = orbits.roots(LINKS if chain else 0, whole_group=whole_group)
        self.plan = self._first() if kernel == "auto" else self._asked(kernel)
        self.settled = kernel != "auto" or self.promises(SHORT_SECONDS)

    def promises(self, seconds: float) -> bool:
        """Return whether the plan is estimated to take less than that."""
        return self.plan is not None and self.plan.seconds is not None and self.plan.seconds < seconds

    def best(self) -> Plan:
        """Return the plan to search by: the first one where it is short, the best of many where it is not."""
        if not self.settled:
            self.settled = True
            self._look_further()
        return self.plan or _by_sparse_sets(self.given, self.deep)

    def _asked(self, kernel: str) -> Plan:
        if kernel.startswith("S"):
            return _by_first_item(self.given, kernel.partition(":")[2] or "frac", self.deep, self.seed)
        if kernel == "M":
            return _by_fewest_options(self.given, self.deep, self.seed)
        return _by_sparse_sets(self.given, self.deep)

    def _first(self) -> Plan | None:
        plan = None
        if self.given.options <= M_OPTIONS_AT_ONCE:
            plan = _by_fewest_options(self.given, self.deep, self.seed)
            if plan.seconds is not None and plan.seconds < TINY_SECONDS:
                return plan
        with suppress(OutOfReach):
            plan = _better(_by_first_item(self.given, "frac", self.deep, self.seed), plan)
        return plan

    def _look_further(self) -> None:
        shallow = self.orbits.roots(1, whole_group=self.whole_group) if self.chain else self.deep
        for roots, rule in ((self.deep, "front"), (shallow, "frac"), (shallow, "front")):
            if roots is self.deep and rule != "front":
                continue
            with suppress(OutOfReach):
                self.plan = _better(self.plan, _by_first_item(self.given, rule, roots, self.seed))
        if M_OPTIONS_AT_ONCE < self.given.options <= option_sets.LARGEST:
            self.plan = _better(self.plan, _by_fewest_options(self.given, self.deep, self.seed))


def _better(one: Plan | None, other: Plan | None) -> Plan | None:
    """Return the plan with the fewer estimated seconds, the first where they are equal."""
    if one is None or other is None:
        return one or other
    assert one.seconds is not None
    assert other.seconds is not None
    return other if other.seconds < one.seconds else one


def _by_first_item(given: Instance, rule: str, roots: list[WeightedRoot], seed: int) -> Plan:
    tables = first_item.prepare(given, orders.search_order(given, rule))
    nodes = _probed(tables, roots, seed)
    return Plan(
        "S",
        lambda root: first_item.Search(tables, root),
        lambda root, about: first_item.split(tables, root, about),
        roots,
        nodes,
        nodes * SECONDS_A_NODE_S,
        f"first open item in {rule} order",
    )


def _by_fewest_options(given: Instance, roots: list[WeightedRoot], seed: int) -> Plan:
    tables = option_sets.prepare(given)
    nodes = _probed(tables, roots, seed)
    return Plan(
        "M",
        lambda root: fewest_options.Search(tables, root),
        lambda root, about: fewest_options.split(tables, root, about),
        roots,
        nodes,
        nodes * (SECONDS_A_NODE_M + SECONDS_A_WORD_M * tables.words),
        "item with the fewest options",
    )


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


def _probed(tables: first_item.Tables | option_sets.Tables, roots: Sequence[WeightedRoot], seed: int) -> float:
    """Return the estimated nodes of all roots together, from descents below some of them.

    A few descents are enough to see that a search is hopeless, or shorter than more descents would be.
    """
    if not roots:
        return 0.0
    rng = np.random.default_rng(seed)
    some = list(roots)
    if len(roots) > ROOTS_PROBED:
        some = [roots[i] for i in rng.choice(len(roots), ROOTS_PROBED, replace=False)]
    nodes = 0.0
    for descents in (FEW_DESCENTS, DESCENTS if isinstance(tables, first_item.Tables) else DESCENTS_OF_M):
        each = max(descents // len(some), MIN_DESCENTS)
        nodes = float(np.mean([probe.estimate(tables, each, seed, root.chosen).nodes for root in some])) * len(roots)
        if not CHEAP_NODES < nodes < HOPELESS_NODES:
            break
    return nodes
