"""Which kernel, which order, which roots: chosen from the instance by staged random probing.

One default plan is probed (frac order, the whole orbit chain). If it promises to be short it runs; otherwise other orders,
shorter chains and kernel M are probed too, and the one with the fewest estimated seconds runs.

Historical note. The seconds a node are medians over the cases of `python -m benchmarks`; the estimate of the nodes is
usually within 0.75 to 1.1 of the truth (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from exactcover.kernel import fewest_options, first_item, option_sets, orders, probe, sparse_sets
from exactcover.kernel.instance import Instance, OutOfReach, Root
from exactcover.model.cover import Cover
from exactcover.reductions.loose_items import loose_items
from exactcover.search.crew import Searching
from exactcover.search.orbits import Orbits, WeightedRoot

SHORT_SECONDS = 0.2
DESCENTS = 2_000
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


def choose(
    cover: Cover, orbits: Orbits, *, whole_group: bool, seed: int, chain: bool = True, kernel: str = "auto"
) -> Plan:
    """Return the plan to search a cover modulo its symmetries.

    whole_group: see Orbits.roots; chain: whether symmetry may be used at all; kernel: auto, or the one to use. Raises
    OutOfReach where the cover is too large for that one.
    """
    given = bare(cover)
    deep = orbits.roots(LINKS if chain else 0, whole_group=whole_group)
    if kernel == "S":
        return _by_first_item(given, "frac", deep, seed)
    if kernel == "M":
        return _by_fewest_options(given, deep, seed)
    if kernel == "sparse":
        return _by_sparse_sets(given, deep)
    try:
        plan = _by_first_item(given, "frac", deep, seed)
    except OutOfReach:
        plan = None
    if given.options <= M_OPTIONS_AT_ONCE:
        plan = _better(plan, _by_fewest_options(given, deep, seed))
    if plan is not None and plan.seconds is not None and plan.seconds < SHORT_SECONDS:
        return plan
    for roots in (deep, orbits.roots(1, whole_group=whole_group)) if chain else (deep,):
        for rule in ("frac", "front"):
            try:
                plan = _better(plan, _by_first_item(given, rule, roots, seed))
            except OutOfReach:
                break
    if M_OPTIONS_AT_ONCE < given.options <= option_sets.LARGEST:
        plan = _better(plan, _by_fewest_options(given, deep, seed))
    return plan or _by_sparse_sets(given, deep)


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


def _probed(
    tables: first_item.Tables | option_sets.Tables, roots: Sequence[WeightedRoot], seed: int
) -> float:
    """Return the estimated nodes of all roots together, from descents below some of them."""
    rng = np.random.default_rng(seed)
    some = list(roots) if len(roots) <= ROOTS_PROBED else [roots[i] for i in rng.choice(len(roots), ROOTS_PROBED, replace=False)]
    descents = max(DESCENTS // max(len(some), 1), 100)
    mean = np.mean([probe.estimate(tables, descents, seed, root.chosen).nodes for root in some]) if some else 0.0
    return float(mean) * len(roots)
