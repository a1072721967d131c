"""A CDCL solver of PySAT (CaDiCaL by default) on clauses; nodes are decisions, the node limit is one on conflicts.

Rows become clauses in reductions/linear_to_clauses.py. The solver holds the interpreter lock and cannot be interrupted, so it
runs in slices of a conflict budget. Solutions are listed and counted by adding a blocking clause for each, costs are minimised
by demanding a cheaper solution, and disconnected solutions are cut off when they occur.

Plans are found by unrolling: a goal in layer t is assumed for t = least, least + stride, ..., and learnt clauses about the
layers are kept. A refuted t gives a lower bound of t + 1; the first t that is not refuted is the length of a shortest plan.

Historical note. CPU seconds of plan and proof: two L's, 30 steps, cadical195 6.4, cadical153 6.3, maplechrono 16, glucose4
over 50; 8-puzzle, 31 moves, with counters for detours, glucose4 1.4, minisat22 3.0, cadical153 3.4, cadical195 3.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from exactcover.backends.search.connectivity import Joints
from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, StopReason, Unsuitable, nearest
from exactcover.model.events import Bound, End, Event, Found, Progress
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear, Row
from exactcover.process.deadline import Deadline
from exactcover.transform.reductions import horizon_to_linear, linear_to_clauses

accepts = ("linear", "horizon")
can = ("solve", "list", "count")
options = ("solver",)
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a conflict"

SOLVERS = ("cadical153", "cadical195", "cadical300", "glucose4", "maplechrono", "minisat22")
DEFAULT_SOLVER = "cadical195"
SOLVER_OF_DETOURS = "glucose4"
CONFLICTS_A_SLICE = 2_000


def check(_: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an unknown solver."""
    name = options.own.get("solver", DEFAULT_SOLVER)
    if name not in SOLVERS:
        raise InvalidInput(f"sat has no solver {name!r}; expected one of {', '.join(SOLVERS)}{nearest(name, SOLVERS)}")


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Solve, list or count; raises InvalidInput for an unknown solver, and if plans are to be listed or counted."""
    detours = isinstance(model, Horizon) and model.detours
    name = options.own.get("solver", SOLVER_OF_DETOURS if detours else DEFAULT_SOLVER)
    check(model, options)
    from pysat.solvers import Solver

    deadline = Deadline(limits.time)
    if isinstance(model, Horizon):
        if task != "solve":
            raise Unsuitable(f"sat cannot {task} plans; expected solve, which finds a shortest one")
        with Solver(name=name) as solver:
            yield from _plan(model, limits, deadline, solver)
        return
    assert isinstance(model, Linear)
    writer = linear_to_clauses.clauses(model)
    with Solver(name=name) as solver:
        for clause in writer.clauses:
            # PySAT ignores an empty clause; a contradiction says the same.
            _add(solver, clause)
        yield from _search(task, model, limits, deadline, solver, writer)


def _add(solver: Any, clause: tuple[int, ...]) -> None:
    if clause:
        solver.add_clause(list(clause))
    else:
        solver.add_clause([1])
        solver.add_clause([-1])


def _search(
    task: Task, model: Linear, limits: Limits, deadline: Deadline, solver: Any, writer: linear_to_clauses.ClauseWriter
) -> Iterator[Event]:
    optimise = task == "solve" and model.objective is not None
    enough = None if optimise else 1 if task == "solve" else limits.solutions
    shown_alone = _no_solution_contains_another(model)
    joints = None if model.connectivity is None else Joints(model.connectivity)
    number, conflicts, best = 0, 0, None
    stop: StopReason | None = None
    while True:
        budget = CONFLICTS_A_SLICE if limits.nodes is None else min(CONFLICTS_A_SLICE, limits.nodes - conflicts)
        if budget <= 0:
            stop = "nodes"
            break
        solver.conf_budget(budget)
        verdict = solver.solve_limited()
        statistics = solver.accum_stats()
        conflicts = statistics["conflicts"]
        if verdict is False:
            break
        if verdict is True:
            assignment = -np.arange(1, len(model.variables) + 1)  # a variable that is in no clause is left unassigned
            literals = solver.get_model()[: len(model.variables)]
            assignment[: len(literals)] = literals
            selection = np.flatnonzero(assignment > 0)
            apart = list(joints.cuts(set(selection.tolist()))) if joints is not None else []
            for item, around in apart:
                solver.add_clause([-(item + 1), *(other + 1 for other in around)])
        if verdict is True and not apart:
            number += 1
            if task != "count":
                yield Found(selection)
            if number == enough:
                stop = "solutions"
                break
            if optimise:
                best = model.cost(selection)
                _ask_for_cheaper(model, best, solver, writer)
            else:
                solver.add_clause(_block(assignment[: model.first], shown_alone))
        if deadline.over():
            stop = "time"
            break
        yield Progress(nodes=statistics["decisions"], count=number if task == "count" else None)
    total = solver.accum_stats()
    yield End(
        stop is None,
        stop,
        number if task == "count" else None,
        best if stop is None else None,
        statistics=Statistics(nodes=total["decisions"], conflicts=total["conflicts"]),
    )


def _no_solution_contains_another(model: Linear) -> bool:
    """Return whether each shown variable is in a row of fixed sum: then its true variables alone distinguish a solution."""
    fixed: set[int] = set()
    for row in model.rows:
        if row.least == row.most and min(row.coefficients, default=1) > 0:
            fixed.update(row.variables)
    return all(variable in fixed for variable in range(model.first))


def _block(shown: Integers, true_alone: bool) -> list[int]:
    return [-int(literal) for literal in shown if literal > 0 or not true_alone]


def _ask_for_cheaper(model: Linear, best: int | None, solver: Any, writer: linear_to_clauses.ClauseWriter) -> None:
    assert model.objective is not None
    assert best is not None
    costs, variables = tuple(c for c, _ in model.objective), tuple(v for _, v in model.objective)
    least = sum(c for c in costs if c < 0)
    if least > best - 1:
        _add(solver, ())
        return
    written = len(writer.clauses)
    writer.row(Row(variables, costs, least, best - 1))
    for clause in writer.clauses[written:]:
        _add(solver, clause)


def _plan(model: Horizon, limits: Limits, deadline: Deadline, solver: Any) -> Iterator[Event]:
    """Find a shortest plan: refute one horizon after the other until the last layer can be a goal."""
    layers = horizon_to_linear.unrolling(model)
    unrolled, horizon = -1, model.least
    while True:
        if horizon:
            yield Bound(horizon)
        while unrolled < horizon:
            unrolled += 1
            for clause in layers.clauses(unrolled):
                _add(solver, clause)
        for clause in layers.goal_clauses(horizon):
            _add(solver, clause)
        goal = layers.goal(horizon)
        stop: StopReason | None = None
        verdict = None
        while verdict is None and stop is None:
            spent = solver.accum_stats()
            budget = (
                CONFLICTS_A_SLICE if limits.nodes is None else min(CONFLICTS_A_SLICE, limits.nodes - spent["conflicts"])
            )
            if budget <= 0:
                stop = "nodes"
            elif deadline.over():
                stop = "time"
            else:
                yield Progress(f"no plan of fewer than {horizon} moves", nodes=spent["decisions"])
                solver.conf_budget(budget)
                verdict = solver.solve_limited(assumptions=[goal])
        total = solver.accum_stats()
        statistics = Statistics(nodes=total["decisions"], conflicts=total["conflicts"])
        if verdict is None:
            yield End(False, stop, bound=horizon, statistics=statistics)
            return
        if verdict:
            true = np.array([literal - 1 for literal in solver.get_model() if literal > 0], dtype=np.int64)
            yield Found(layers.layers(true, horizon))
            yield End(True, bound=horizon, statistics=statistics)
            return
        if not solver.get_core():
            # The layers are contradictory without assuming a goal: no state is that many moves from the start.
            yield End(True, statistics=statistics)
            return
        solver.add_clause([-goal])
        horizon = model.next_length(horizon + 1)
