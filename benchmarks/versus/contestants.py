"""Who is measured: `auto` of ours, the programs of benchmarks/peers, and those below, each as its documentation calls it.

`highs`, `scip` and `cpsat-model` minimise a cover with costs, with one thread and no gap. Programs in C are in programs.py.
Sources: highs.dev, pyscipopt.readthedocs.io, developers.google.com/optimization/cp.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple, TypeAlias

import numpy as np

from benchmarks import peers
from benchmarks.outcome import NotAble, NotInstalled, Outcome
from benchmarks.plain import plain
from benchmarks.versus import programs
from benchmarks.versus.rows import Row
from exactcover import judges
from exactcover.model.answer import Limits, Request
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import Bound, End, Found, FoundMany
from exactcover.solving import dispatch, execute, plan
from exactcover.solving.warm_up import warm_up
from exactcover.transform.reductions import chain

OURS = "auto"
WARM_SECONDS = 2.0
SELECTIONS: list[tuple[Model, Integers]] = []
"""What ours has found, until it is judged."""


class Reached(NamedTuple):
    """answer: `found`, `none`, a count, or None; cost, bound: of a cover with costs."""

    answer: str | None
    cost: int | None = None
    bound: int | None = None

    @property
    def is_answer(self) -> bool:
        """Whether the question is answered: a cost needs its proof."""
        return self.answer is not None and (self.cost is None or self.cost == self.bound)


Run: TypeAlias = Callable[[], Reached]


def ready(name: str, row: Row) -> Run:
    """Build the model, warm up, and return what is to be timed; raises NotAble and NotInstalled."""
    if name == OURS:
        return _ours(row)
    if name in ("bitmask", "rush_hour"):
        return _of_program(programs.compiled(name, row.program))
    cover = _cover(*row.models())
    if name in ("dlx2", "ssxcc"):
        return _of_program(programs.knuth(name, cover, row.task, row.most))
    if name == "kissat":
        return _of_program(programs.kissat(cover, row.task))
    if name in _MINIMISERS:
        return lambda: _MINIMISERS[name](cover, row.limit, row.seed)
    if cover.colours is not None:
        raise NotAble("colours")
    given = plain(cover)
    peers.refuse(name, given, row.task)
    action = peers.peer(name).ready(given, row.task)
    return lambda: _of_outcome(action())


def _of_program(read: programs.Read) -> Run:
    return lambda: Reached(read())


def _of_outcome(outcome: Outcome) -> Reached:
    return Reached(outcome.answer)


def _cover(model: Model) -> Cover:
    written = chain.reduce(model, ("cover",)).model
    assert isinstance(written, Cover)
    return written


def _ours(row: Row) -> Run:
    """Return a run of `auto` with one worker, in this process; code is warm, and nothing of the models is cached."""
    first = row.models()[0]
    job, _ = dispatch.job_of(Request(row.task, limits=Limits(time=WARM_SECONDS)), first)
    for engine in plan.engines(job.plan):
        warm_up(engine, first)
    for _ in execute.events(job):
        pass
    models = row.models()
    return lambda: _together([_searched(row, model) for model in models])


def _together(reached: list[Reached]) -> Reached:
    """Return what several models reach: the sum of their costs as the answer if each is proved, else with the sum of bounds."""
    if len(reached) == 1:
        return reached[0]
    costs = [each.cost for each in reached if each.cost is not None]
    if len(costs) < len(reached):
        return Reached("found" if all(each.is_answer for each in reached) else None)
    if all(each.is_answer for each in reached):
        return Reached(str(sum(costs)))
    return Reached("found", sum(costs), sum(each.bound or 0 for each in reached))


def _searched(row: Row, model: Model) -> Reached:
    limits = Limits(time=row.each or row.limit, solutions=row.most)
    job, _ = dispatch.job_of(Request(row.task, limits=limits, seed=row.seed), model)
    reached, listed = Reached(None), 0
    for event in execute.events(job):
        if isinstance(event, Found | FoundMany):
            for each in event.each() if isinstance(event, FoundMany) else (event,):
                listed += 1
                answer = str(listed) if row.task == "list" else "found"
                reached = Reached(answer, judges.cost(model, each.selection), reached.bound)
                SELECTIONS.append((model, each.selection))
                if row.first:
                    return Reached("found")
        elif isinstance(event, Bound):
            reached = reached._replace(bound=int(event.value))
        elif isinstance(event, End):
            return _ended(event, reached)
    raise AssertionError("a run ended without an End")


def judge() -> None:
    """Judge what ours has found since, outside the clock; raises AssertionError."""
    while SELECTIONS:
        faults = judges.faults(*SELECTIONS.pop())
        assert not faults, faults


def _ended(end: End, reached: Reached) -> Reached:
    if end.count is not None:
        return Reached(str(end.count) if end.exhausted else None)
    if reached.answer is None and (end.exhausted or (end.refutation is not None and end.refutation.bound is None)):
        return Reached("none")
    if reached.cost is not None and end.exhausted:
        return reached._replace(bound=reached.cost)
    return reached if end.bound is None else reached._replace(bound=int(end.bound))


def _highs(cover: Cover, seconds: float, seed: int) -> Reached:
    import highspy
    from scipy.sparse import csr_matrix

    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    program.setOptionValue("time_limit", seconds)
    program.setOptionValue("mip_rel_gap", 0.0)
    program.setOptionValue("random_seed", seed)
    assert cover.costs is not None
    columns = csr_matrix(
        (np.ones(len(cover.members)), cover.members, cover.starts), shape=(cover.options, len(cover.items))
    )
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = cover.options, len(cover.items)
    lp.col_cost_ = cover.costs.astype(float)
    lp.col_lower_, lp.col_upper_ = np.zeros(cover.options), np.ones(cover.options)
    lp.row_lower_, lp.row_upper_ = cover.least.astype(float), cover.most.astype(float)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = columns.indptr, columns.indices, columns.data
    lp.integrality_ = [highspy.HighsVarType.kInteger] * cover.options
    program.passModel(lp)
    program.run()
    info = program.getInfo()
    return _costs(info.objective_function_value, info.mip_dual_bound)


def _scip(cover: Cover, seconds: float, seed: int) -> Reached:
    if find_spec("pyscipopt") is None:
        raise NotInstalled("pip install pyscipopt")
    from pyscipopt import Model as Scip
    from pyscipopt import quicksum

    assert cover.costs is not None
    program = Scip()
    program.hideOutput()
    program.setParam("limits/time", seconds)
    program.setParam("randomization/randomseedshift", seed)
    chosen = [program.addVar(vtype="B", obj=float(cost)) for cost in cover.costs.tolist()]
    of_item: list[list[int]] = [[] for _ in cover.items]
    for member, owner in zip(cover.members.tolist(), cover.owners.tolist(), strict=True):
        of_item[member].append(owner)
    for own, least, most in zip(of_item, cover.least.tolist(), cover.most.tolist(), strict=True):
        total = quicksum(chosen[option] for option in own)
        program.addCons(total == least if least == most else (least <= total) <= most)
    program.optimize()
    cost = program.getPrimalbound() if program.getNSols() else None
    return _costs(cost, program.getDualbound())


def _cpsat(cover: Cover, seconds: float, seed: int) -> Reached:
    from ortools.sat.python import cp_model

    assert cover.costs is not None
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(cover.options)]
    of_item: list[list[int]] = [[] for _ in cover.items]
    for member, owner in zip(cover.members.tolist(), cover.owners.tolist(), strict=True):
        of_item[member].append(owner)
    for own, least, most in zip(of_item, cover.least.tolist(), cover.most.tolist(), strict=True):
        variables = [chosen[option] for option in own]
        if least == most == 1:
            model.add_exactly_one(variables)
        else:
            model.add_linear_constraint(sum(variables), least, most)
    model.minimize(cp_model.LinearExpr.weighted_sum(chosen, cover.costs.tolist()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.random_seed = seed
    status = solver.solve(model)
    known = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return _costs(solver.objective_value if known else None, solver.best_objective_bound)


def _costs(cost: float | None, bound: float) -> Reached:
    """Return a cost and its bound in whole numbers, rounded up as all costs are whole."""
    if cost is None or not abs(cost) < 1e15:
        return Reached(None)
    whole = round(cost)
    assert abs(cost - whole) < 1e-3, f"a cost of {cost}"
    return Reached("found", whole, min(whole, int(np.ceil(bound - 1e-6))) if abs(bound) < 1e15 else None)


_MINIMISERS = {"highs": _highs, "scip": _scip, "cpsat-model": _cpsat}
