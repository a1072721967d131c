"""Selections by exact search among the options whose reduced costs are within a small gap.

Prices give a lower bound on the cost of a solution. One that costs little more has only options of small reduced cost, and
their sum is small: with few items, that is a search of few nodes. The gap grows until there is a selection. If the search of a
gap is exhausted and every item is covered exactly once, the best selection found is the cheapest of all; that gives no
certificate, but the search for one then knows what to prove.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.backends.search.prices.table import Proved, Table
from exactcover.backends.search.prices.work import Work
from exactcover.kernel.cover import sparse_sets as sparse
from exactcover.kernel.instance import Instance
from exactcover.model.arrays import Integers

GAPS = (0.001, 0.003, 0.01, 0.02, 0.04, 0.08, 0.16)
"""As fractions of the bound."""
NODES, SLICE = 6_000, 1_000
"""For one gap."""
MOST_ENTRIES, ENTRY_SECONDS = 20_000_000, 4e-8
"""Entries of options times nodes of a gap at most, and the approximate time of one."""
MOST_OPEN = 2
"""After that many gaps whose search did not finish and found no selection, this method gives up."""
MOST_ITEMS = 300
"""With more items, a search without a linear program at its nodes is hopeless."""


class Inside(NamedTuple):
    """A selection of a table, None if there is none that cheap; sure: whether the search of its gap was exhausted."""

    selection: Integers | None
    sure: bool


def cheapest_inside(table: Table, proof: Proved, below: int | None, deadline: Work) -> Inside:
    """Search gap by gap for a cheap selection; below: an upper bound on its cost, if known."""
    if table.items > MOST_ITEMS:
        return Inside(None, False)
    most = None if below is None else below * proof.scale - proof.total - 1
    unit = max(abs(proof.total), proof.scale)
    left_open = 0
    for part in GAPS:
        gap = int(part * unit) if most is None else min(int(part * unit), most)
        selection, ended = _within(table, proof, gap, deadline)
        if selection is not None and (below is None or int(table.costs[selection].sum()) < below):
            return Inside(selection, ended)
        left_open += not ended
        if left_open == MOST_OPEN or deadline.over() or gap == most:
            break
    return Inside(None, False)


def _within(table: Table, proof: Proved, gap: int, deadline: Work) -> tuple[Integers | None, bool]:
    """Return a selection with total reduced cost of at most `gap`, None if none was found; and whether the search was
    exhausted."""
    inside = np.flatnonzero(proof.reduced <= gap)
    order = inside[np.argsort(-proof.reduced[inside], kind="stable")]  # the kernel begins with the last option
    part = table.taken(order)
    state = sparse.prepare(
        Instance(part.least, part.most, part.starts, part.members), np.maximum(proof.reduced[order], 0)
    )
    state.registers[sparse.BEST] = gap + 1
    buffer = np.empty(len(state.levels) * 2 + 4096, dtype=np.int64)
    best: Integers | None = None
    entries = len(part.members)
    most = min(NODES, MOST_ENTRIES // max(entries, 1) + 1)
    while True:
        code = sparse.advance(state, min(SLICE, most), 0, buffer, keep=True, improve=True)
        for selection in sparse.selections_in(buffer[: state.registers[sparse.WRITTEN]]):
            chosen = np.sort(order[selection])
            if best is None or table.costs[chosen].sum() < table.costs[best].sum():
                best = chosen
        nodes = int(state.registers[sparse.NODES])
        if code == sparse.EXHAUSTED or nodes >= most or deadline.over():
            deadline.add(nodes * entries * ENTRY_SECONDS)
            return best, code == sparse.EXHAUSTED
