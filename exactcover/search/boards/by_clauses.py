"""Tile a region with a CDCL solver, counts left aside: for rigid pieces, which random filling does not get to fit.

The clauses say that each cell is covered exactly once; the ladder for `at most one` is that of C. Sinz, Towards an optimal CNF
encoding of Boolean cardinality constraints, CP 2005. The solver holds the interpreter's lock and runs in slices of conflicts.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.tiling import Tiling
from exactcover.reductions import tiling_to_cover
from exactcover.search.boards.arrays import ways_of
from exactcover.search.boards.steps import Allowance, Step, laid, mended, unbounded

MOST_PLACEMENTS = 300_000
CONFLICTS = 300  # a slice
NODES_A_CONFLICT = 100  # which takes about as long as so many pieces laid
SOLVER = "cadical195"


def in_reach(tiling: Tiling) -> bool:
    """Tell whether the placements are few enough to be written out."""
    return len(ways_of(tiling).shapes) * int(tiling.region.sum()) <= MOST_PLACEMENTS


def by_clauses(tiling: Tiling, target: Integers, seed: int, allowance: Allowance) -> Iterator[Step]:
    """Find a tiling without counts, then mend its counts; ends without a solution where there is no tiling at all."""
    from pysat.solvers import Solver

    plan = "a tiling by clauses without counts, then mend the counts"
    reduced = tiling_to_cover.reduce(unbounded(tiling, tiling.region), with_symmetries=False)
    assert isinstance(reduced.model, Cover)
    cells = int(tiling.region.sum())
    starts, members = reduced.model.starts, reduced.model.members
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    of_cells = members < cells
    clauses = exactly_once(owners[of_cells], members[of_cells], cells, len(starts) - 1)
    yield Step(plan)
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        verdict = None
        while verdict is None:
            budget = max(1, min(CONFLICTS, allowance.left // NODES_A_CONFLICT))
            solver.conf_budget(budget)
            verdict = solver.solve_limited()
            allowance.use(budget * NODES_A_CONFLICT)
            if verdict is None:
                yield Step(plan)
        if not verdict:
            return
        true = np.array(solver.get_model()[: len(starts) - 1], dtype=np.int64)
    board = laid(tiling, target, reduced.lift(np.flatnonzero(true > 0)), seed)
    yield from mended(tiling, board, allowance, plan)


def exactly_once(options: Integers, items: Integers, count: int, used: int) -> list[list[int]]:
    """Return clauses that say of each item that one of its options is taken; entry k: option k holds item k.

    Options are the variables 1..used.
    """
    order = np.argsort(items, kind="stable")
    literals, held = options[order] + 1, items[order]
    ends = np.cumsum(np.bincount(items, minlength=count))
    clauses = [part.tolist() for part in np.split(literals, ends[:-1])]
    # Variable ladder[k] says that an option of entry k's item, up to entry k, is taken.
    ladder = used + 1 + np.arange(len(literals))
    follows = np.flatnonzero(held[1:] == held[:-1]) + 1
    clauses += np.stack([-literals, ladder], axis=1).tolist()
    clauses += np.stack([-ladder[follows - 1], ladder[follows]], axis=1).tolist()
    clauses += np.stack([-ladder[follows - 1], -literals[follows]], axis=1).tolist()
    return clauses
