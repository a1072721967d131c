"""The partial covers that a search for one solution visits, node by node, recorded for people who want to see them.

A node is an option taken, also one that is refuted at once. Kernel static-order is not watched: it takes options in batches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from exactcover.kernel.instance import Step
from exactcover.model.answer import Limits
from exactcover.model.arrays import Integers

if TYPE_CHECKING:
    from exactcover.backends.search.cover.thread_pool import Searching

NONE: Integers = np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Watched(Limits):
    """Limits of a search that is watched: it runs node by node. selections: the options taken at each node, in order."""

    selections: list[Integers] = field(default_factory=list)


def run(limits: Limits, search: Searching, nodes: int) -> Step:
    """Continue a search for one solution for `nodes` nodes; if the limits say so, node by node, with each recorded."""
    if not isinstance(limits, Watched):
        return search.run(nodes, keep=1)
    from exactcover.backends.search.cover.forcing import Lifted

    below = search.below if isinstance(search, Lifted) else None
    inner = search.search if isinstance(search, Lifted) else search
    spent = 0
    while True:
        before = _before(inner)
        step = search.run(1, keep=1)
        spent += step.nodes
        if step.nodes and before is not None:
            taken = _taken(inner, before)
            limits.selections.append(taken if below is None else below.whole(taken))
        if step.solutions or step.finished or spent >= nodes:
            return step._replace(nodes=spent)


def _before(search: Searching) -> Integers | None:
    """Return what `_taken` needs of a search before it visits a node; None for a kernel that is not watched."""
    from exactcover.kernel.cover import fewest_options, first_solution, sparse_sets

    if isinstance(search, sparse_sets.Search):
        if search.finished:
            return NONE
        depth = int(search.state.registers[sparse_sets.DEPTH])
        return np.concatenate([search.kept[search.state.levels[:depth, 1]], search.chosen])
    if isinstance(search, first_solution.FirstSolution):
        return search.scalars[first_solution.DEPTH :][:1].copy()
    if isinstance(search, fewest_options.Search):
        state = search.state
        state.chosen[max(0, int(state.scalars[fewest_options.ACTIVE])) :] = -1  # not on the path
        return state.chosen.copy()
    return None


def _taken(search: Searching, before: Integers) -> Integers:
    """Return the options taken at the node that a search has just visited."""
    from exactcover.kernel.cover import fewest_options, first_solution

    if isinstance(search, first_solution.FirstSolution):
        return search.kept[search.chosen[: int(before[0]) + 1]]
    if isinstance(search, fewest_options.Search):
        level = int(np.flatnonzero(search.state.chosen != before)[0])  # where an option was replaced by the next one
        return np.concatenate([search.tables.codes[search.state.chosen[: level + 1]], search.tables.forced])
    return before
