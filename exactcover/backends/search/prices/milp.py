"""A whole table of options as a 0/1 integer program for HiGHS: one column per option, one row per item."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.backends.search.prices.table import Table
from exactcover.backends.search.prices.work import Work
from exactcover.model.arrays import Integers

MOST_SECONDS = 3.0
"""Of one search for a better selection. *Historical note.* One on 1,500 duties of a roster took 15 seconds."""


def solver_of(table: Table, seed: int = 0) -> Any:
    """Return HiGHS with the program: minimum cost, each item covered least..most times."""
    import highspy

    solver = highspy.Highs()
    for name, setting in (("output_flag", False), ("threads", 1), ("random_seed", seed)):
        solver.setOptionValue(name, setting)
    for name in ("mip_rel_gap", "mip_abs_gap"):
        solver.setOptionValue(name, 0.0)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = table.options, table.items
    lp.col_cost_ = table.costs.astype(float)
    lp.col_lower_, lp.col_upper_ = np.zeros(table.options), np.ones(table.options)
    lp.row_lower_, lp.row_upper_ = table.least.astype(float), table.most.astype(float)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = table.starts.astype(np.int32)
    lp.a_matrix_.index_ = table.members.astype(np.int32)
    lp.a_matrix_.value_ = np.ones(len(table.members))
    lp.integrality_ = [highspy.HighsVarType.kInteger] * table.options
    solver.passModel(lp)
    return solver


def good_selection(table: Table, below: float, nodes: int, deadline: Work, seed: int) -> tuple[Integers | None, int]:
    """Return a selection that costs less than `below`, found by HiGHS within that many nodes, or None; and its simplex steps."""
    solver = solver_of(table, seed)
    solver.setOptionValue("mip_max_nodes", nodes)
    if below < np.inf:
        solver.setOptionValue("objective_bound", below - 0.5)
    left = MOST_SECONDS if deadline.left is None else min(MOST_SECONDS, deadline.left)
    solver.setOptionValue("time_limit", left)
    solver.run()
    values = np.array(solver.getSolution().col_value)
    selection = np.flatnonzero(values > 0.5) if len(values) == table.options else np.zeros(0, dtype=np.int64)
    good = table.covers(selection) and table.costs[selection].sum() < below
    return selection if good else None, int(solver.getInfo().simplex_iteration_count)
