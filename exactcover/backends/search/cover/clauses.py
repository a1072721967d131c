"""A cover as clauses, and its search for one solution by a CDCL solver, in turns of conflicts: clauses are learnt from failures.

For an item of few options the clauses say of each two of them that one is not taken; for others, a ladder: C. Sinz, Towards an
optimal CNF encoding of Boolean cardinality constraints, CP 2005. The solver holds the interpreter lock while it runs.

Historical note. CPU seconds to the first solution, means and maxima of twelve. Sudokus of 25x25 with 350 open cells: glucose4
0.05 and 0.07, glucose3 0.06 and 0.23, minisat22 0.06 and 0.22, cadical153 0.06 and 0.11; with ladders from seven options on
instead of pairs, glucose4 took 0.06 and 0.11. Latin squares of 33x33 with 457 open: 0.14 and 0.58, 0.12 and 0.37, 0.12 and 0.31,
0.14 and 0.41; with ladders, glucose4 took 0.33 and 1.95.
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.instance import Instance, OutOfReach, Step
from exactcover.model.arrays import Integers, Mask

SOLVER = "glucose4"
NODES_A_CONFLICT = 16
"""Analysing a conflict takes about as long as so many nodes of a kernel that only finds one solution."""
PAIRWISE_UP_TO = 24
NONE = np.empty((0, 0), np.int32)


class Search:
    """A search for one solution by clauses; it finishes with that solution, or when there is none."""

    slack = 0

    def __init__(self, instance: Instance) -> None:
        from pysat.solvers import Solver

        if instance.colours is not None or instance.most.max(initial=0) > 1:
            raise OutOfReach("only items without colours, covered at most once, are written as clauses")
        self.options = instance.options
        kept = instance.most[instance.members] > 0
        owners = np.repeat(np.arange(instance.options), np.diff(instance.starts))
        written = lists_of(owners[kept], instance.members[kept], instance.least > 0)
        written += at_most_once(owners[kept], instance.members[kept], instance.items, instance.options)
        written += [[-(option + 1)] for option in np.unique(owners[~kept]).tolist()]
        self.solver = Solver(name=SOLVER, bootstrap_with=written)
        self.contradicts = not all(written)  # PySAT ignores an empty clause
        self.conflicts, self.finished = 0, False

    def run(self, nodes: int, keep: int = 1, most: int = 1) -> Step:
        """Continue for about as long as that many nodes take; list the solution, whatever `keep` and `most` are."""
        if self.finished or self.contradicts:
            return Step(0, NONE, 0, True)
        self.solver.conf_budget(max(1, nodes // NODES_A_CONFLICT))
        verdict = self.solver.solve_limited()
        before, self.conflicts = self.conflicts, self.solver.accum_stats()["conflicts"]
        spent = max(1, min(nodes, (self.conflicts - before) * NODES_A_CONFLICT))
        self.finished = verdict is not None
        if not verdict:
            return Step(0, NONE, nodes if verdict is None else spent, self.finished)
        true = np.array(self.solver.get_model()[: self.options], dtype=np.int64)
        return Step(1, np.flatnonzero(true > 0).astype(np.int32)[None], spent, True)


def lists_of(options: Integers, items: Integers, needy: Mask) -> list[list[int]]:
    """Return a clause for each needy item: one of its options is taken. Entry k: option k has item k; variables from 1."""
    order = np.argsort(items, kind="stable")
    ends = np.cumsum(np.bincount(items, minlength=len(needy)))
    parts = np.split(options[order] + 1, ends[:-1])
    return [parts[item].tolist() for item in np.flatnonzero(needy)]


def at_most_once(options: Integers, items: Integers, count: int, used: int) -> list[list[int]]:
    """Return clauses that state that at most one of each item's options is taken; entry k: option k has item k.

    Options are the variables 1..used.
    """
    order = np.argsort(items, kind="stable")
    literals, held = options[order] + 1, items[order]
    sizes = np.bincount(items, minlength=count)
    begins = np.cumsum(sizes) - sizes
    pairs = [np.empty(0, np.int64)]
    for size in range(2, PAIRWISE_UP_TO + 1):
        rows = literals[begins[sizes == size][:, None] + np.arange(size)]
        one, other = np.triu_indices(size, 1)
        pairs.append((rows[:, one] * (used + 1) + rows[:, other]).ravel())
    one, other = np.divmod(np.unique(np.concatenate(pairs)), used + 1)  # two options may meet in several items
    clauses: list[list[int]] = np.stack([-one, -other], axis=1).tolist()
    wide = (sizes > PAIRWISE_UP_TO)[held]
    return clauses + ladders(literals[wide], held[wide], used)


def ladders(literals: Integers, held: Integers, used: int) -> list[list[int]]:
    """Return clauses that state that at most one literal of each item is true, with a new variable for each literal.

    The variable of a literal states that it or an earlier one of its item is true.
    """
    ladder = used + 1 + np.arange(len(literals))
    follows = np.flatnonzero(held[1:] == held[:-1]) + 1
    clauses: list[list[int]] = np.stack([-literals, ladder], axis=1).tolist()
    clauses += np.stack([-ladder[follows - 1], ladder[follows]], axis=1).tolist()
    clauses += np.stack([-ladder[follows - 1], -literals[follows]], axis=1).tolist()
    return clauses
