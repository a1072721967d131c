"""Tiles a region with a CDCL solver, ignoring the counts: for rigid pieces that random filling cannot fit together.

The clauses say that each cell is covered exactly once; the ladder for `at most one` is that of C. Sinz, Towards an optimal CNF
encoding of Boolean cardinality constraints, CP 2005. The solver holds the interpreter lock and runs in slices of conflicts.
First, options that are in no tiling are removed (kernel/boards/refuting.py), as long as that removes enough of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from exactcover.backends.search.boards.arrays import ways_of
from exactcover.backends.search.boards.steps import Allowance, Step, laid, mended, unbounded
from exactcover.backends.search.cover.clauses import ladders, lists_of
from exactcover.kernel.boards import refuting
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover

MOST_PLACEMENTS = 300_000
CONFLICTS = 300  # per slice
NODES_A_CONFLICT, NODES_AN_ENTRY = 100, 7
"""Analysing a conflict, and writing an item of an option as clauses, each take about as long as laying that many pieces."""
SOLVER = "cadical195"
STRIKES, CELLS_A_NODE = 300_000, 40
"""Per slice of refutations; striking options of 40 cells in all takes about as long as laying a piece."""
PATIENCE, WORTH = 100, 100  # that many strikes per option must remove at least one option in WORTH


def in_reach(tiling: Tiling) -> bool:
    """Return whether the placements are few enough to be listed."""
    return len(ways_of(tiling).shapes) * int(tiling.region.sum()) <= MOST_PLACEMENTS


def by_clauses(tiling: Tiling, target: Integers, seed: int, allowance: Allowance) -> Iterator[Step]:
    """Find a tiling ignoring the counts, then repair its counts; ends without a solution if there is no tiling at all."""
    from pysat.solvers import Solver

    plan = "a tiling by clauses without counts, then repair the counts"
    reduced = tiling_to_cover.reduce(unbounded(tiling, tiling.region), with_symmetries=False)
    assert isinstance(reduced.model, Cover)
    cells = int(tiling.region.sum())
    starts, members = _of_cells(reduced.model, cells)
    left = yield from _left(starts, members, cells, allowance, plan)
    if left is None:
        return
    lengths = np.diff(starts)
    taken = np.repeat(left, lengths)
    owners = np.repeat(np.arange(left.sum()), lengths[left])
    allowance.use(min(allowance.left, NODES_AN_ENTRY * len(owners)))
    yield Step(plan)
    clauses = exactly_once(owners, members[taken], cells, int(left.sum()))
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
        true = np.array(solver.get_model()[: int(left.sum())], dtype=np.int64)
    board = laid(tiling, target, reduced.lift(np.flatnonzero(left)[true > 0]), seed)
    yield from mended(tiling, board, allowance, plan)


def _of_cells(model: Cover, cells: int) -> tuple[Integers, Integers]:
    """Return the cells of all options in one list, and where those of each option begin, with the end."""
    owners = np.repeat(np.arange(model.options), np.diff(model.starts))
    kept = model.members < cells
    starts = np.concatenate(([0], np.cumsum(np.bincount(owners[kept], minlength=model.options))))
    return starts, model.members[kept]


def _left(
    starts: Integers, members: Integers, cells: int, allowance: Allowance, plan: str
) -> Generator[Step, None, Mask | None]:
    """Return the options that are not refuted, None if there is no tiling; stops early if few get refuted."""
    left = refuting.living(starts, members, cells)
    options, since = len(left.alive), 0
    strikes_a_node = max(1, CELLS_A_NODE * options // len(members))
    while True:
        before = int(left.scalars[refuting.STRUCK])
        verdict = refuting.refute(left, min(STRIKES, allowance.left * strikes_a_node))
        spent = int(left.scalars[refuting.STRUCK]) - before
        allowance.use(spent // strikes_a_node)
        if verdict == refuting.IMPOSSIBLE:
            return None
        since += spent
        if since > PATIENCE * options:
            alive = int(left.alive.sum())
            if (options - alive) * WORTH < options:
                break
            options, since = alive, 0
        if verdict == refuting.DONE:
            break
        yield Step(plan)
    return left.alive


def exactly_once(options: Integers, items: Integers, count: int, used: int) -> list[list[int]]:
    """Return clauses that state that exactly one of each item's options is taken; entry k: option k has item k.

    Options are the variables 1..used.
    """
    order = np.argsort(items, kind="stable")
    lists = lists_of(options, items, np.ones(count, dtype=np.bool_))
    return lists + ladders(options[order] + 1, items[order], used)
