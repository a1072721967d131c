"""Google's CP-SAT on a linear model; nodes are its branches, and the node limit is a limit on conflicts.

Enumeration runs with one worker: with more, CP-SAT 9.x loses solutions and still reports OPTIMAL (30 of the 36 tilings of 4x4
by dominoes). Every enumerated solution is asserted to be new.

`turns=yes` solves in slices, each twice as long as the one before up to a limit and starting from the incumbent, so that other
engines can run between them: slices are measured in deterministic time, and what one has learnt, except the incumbent, is
lost.

Plans: one model for each horizon t = least, least + stride, ..., in turn, until one is not refuted.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover.backends.search.connectivity import Joints
from exactcover.backends.search.growths.by_rows import grown
from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, StopReason, Unsuitable
from exactcover.model.events import Bound, End, Event, Found, Progress
from exactcover.model.growth import Growth
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear
from exactcover.process.deadline import Deadline
from exactcover.transform.reductions import horizon_to_linear

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

accepts = ("linear", "horizon", "growth")
can = ("solve", "list", "count")
options = ("turns",)
parallel: tuple[str, ...] = ("solve",)
up_to_symmetry: tuple[str, ...] = ()
node = "a conflict"

FIRST_SLICE, LONGEST_SLICE = 0.25, 4.0
VARIABLE_SECONDS = 2e-5


def check(_: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for a value of `turns` other than yes or no."""
    turns = options.own.get("turns", "no")
    if turns not in ("yes", "no"):
        raise InvalidInput(f"turns is {turns!r}; expected yes or no")


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Solve, list or count with CP-SAT.

    Raises InvalidInput for more than one worker when enumerating, for listing or counting plans, and for a value of `turns`
    other than yes or no.
    """
    assert isinstance(model, Linear | Horizon | Growth)
    check(model, options)
    if isinstance(model, Growth):
        yield from grown(run, task, model, options, limits)
        return
    if isinstance(model, Horizon) and task != "solve":
        raise Unsuitable(f"cpsat cannot {task} plans; expected solve, which finds a shortest one")
    if task != "solve" and options.workers > 1:
        raise InvalidInput(
            f"cpsat was given {options.workers} workers; expected 1, with more it loses solutions when it enumerates"
        )
    if options.own.get("turns") == "yes" and task == "solve" and isinstance(model, Linear):
        yield from _in_turns(model, options, limits)
        return
    events: queue.Queue[Event | BaseException] = queue.Queue(maxsize=1000)
    thread = threading.Thread(target=_solve, args=(task, model, options, limits, events), daemon=True)
    thread.start()
    while True:
        event = events.get()
        if isinstance(event, BaseException):
            raise event
        yield event
        if isinstance(event, End):
            return


def _solve(
    task: Task,
    model: Linear | Horizon,
    options: EngineOptions,
    limits: Limits,
    events: queue.Queue[Event | BaseException],
) -> None:
    try:
        if isinstance(model, Horizon):
            _plan(model, options, limits, events)
        else:
            _solve_model(task, model, options, limits, events)
    except BaseException as error:  # passed to the generator, which raises it in its own thread
        events.put(error)


def _solve_model(
    task: Task, model: Linear, options: EngineOptions, limits: Limits, events: queue.Queue[Event | BaseException]
) -> None:
    from ortools.sat.python import cp_model

    deadline = Deadline(limits.time)
    solver = cp_model.CpSolver()
    written, variables = _written(model, with_objective=task == "solve")
    solver.parameters.random_seed = options.seed
    solver.parameters.num_workers = options.workers if task == "solve" else 1
    solver.parameters.enumerate_all_solutions = task != "solve"
    if deadline.left is not None:
        solver.parameters.max_time_in_seconds = deadline.left
    if limits.nodes is not None:
        solver.parameters.max_number_of_conflicts = limits.nodes
    if task == "solve" and model.objective is not None:
        solver.parameters.linearization_level = 2  # several times faster on covers with costs
    enough = 1 if task == "solve" and model.objective is None else limits.solutions if task != "solve" else None
    watcher = _watcher(task, model, variables, enough, events)
    if task == "solve" and model.objective is not None:
        solver.best_bound_callback = lambda bound: events.put(Bound(int(np.ceil(bound - 1e-6))))
    status = solver.solve(written, watcher)
    solutions: int = watcher.solutions
    exhausted = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and (enough is None or solutions < enough)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(f"CP-SAT refused the model: {written.validate()}")
    stop: StopReason | None = None
    if enough is not None and solutions >= enough:
        stop = "solutions"
    elif not exhausted:
        stop = "nodes" if limits.nodes is not None and solver.num_conflicts >= limits.nodes else "time"
    optimum = (
        round(solver.objective_value)
        if exhausted and solutions and model.objective is not None and task == "solve"
        else None
    )
    statistics = Statistics(nodes=solver.num_branches, conflicts=solver.num_conflicts)
    events.put(End(exhausted, stop, solutions if task == "count" else None, optimum, statistics=statistics))


def _in_turns(model: Linear, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Solve in slices of deterministic time, so that nothing runs between them."""
    from ortools.sat.python import cp_model

    deadline, spent, length = Deadline(limits.time), Statistics(), FIRST_SLICE
    written: Any
    written, variables = _written(model, with_objective=True)
    yield Progress("the model is written", seconds=len(variables) * VARIABLE_SECONDS)
    events: queue.Queue[Event | BaseException] = queue.Queue()
    enough = 1 if model.objective is None else None
    watcher = _watcher("solve", model, variables, enough, events)
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.random_seed, solver.parameters.num_workers = options.seed, 1
        solver.parameters.max_deterministic_time = length
        if deadline.left is not None:
            solver.parameters.max_time_in_seconds = deadline.left
        if limits.nodes is not None:
            solver.parameters.max_number_of_conflicts = max(0, limits.nodes - spent.conflicts)
        if model.objective is not None:
            solver.best_bound_callback = lambda bound: events.put(Bound(int(np.ceil(bound - 1e-6))))
        status = solver.solve(written, watcher)
        while not events.empty():
            event = events.get()
            assert not isinstance(event, BaseException)
            yield event
        spent = Statistics(nodes=spent.nodes + solver.num_branches, conflicts=spent.conflicts + solver.num_conflicts)
        done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if done or watcher.solutions == enough:
            optimum = round(solver.objective_value) if status == cp_model.OPTIMAL and enough is None else None
            exhausted = watcher.solutions != enough
            yield End(exhausted, None if exhausted else "solutions", bound=optimum, statistics=spent)
            return
        out_of_nodes = limits.nodes is not None and spent.conflicts >= limits.nodes
        if out_of_nodes or deadline.over():
            yield End(False, "nodes" if out_of_nodes else "time", statistics=spent)
            return
        if watcher.solutions:
            written.clear_hints()
            for variable, value in zip(variables, watcher.last, strict=True):
                written.add_hint(variable, value)
        took = solver.response_proto.deterministic_time
        yield Progress("searching", nodes=spent.nodes, seconds=took)
        length = min(2 * length, LONGEST_SLICE)


def _written(model: Linear, *, with_objective: bool) -> tuple[cp_model.CpModel, list[Any]]:
    """Return the model as a CP-SAT model, and its variables; without an objective, all auxiliary variables are determined by
    them."""
    from ortools.sat.python import cp_model

    written = cp_model.CpModel()
    variables = [written.new_bool_var(name) for name in model.variables]
    for clause in model.clauses:
        written.add_bool_or([variables[x - 1] if x > 0 else variables[-x - 1].negated() for x in clause])
    for row in model.rows:
        terms = [variables[v] for v in row.variables]
        unit = all(c == 1 for c in row.coefficients)
        if unit and row.least == row.most == 1 and terms:
            written.add_exactly_one(terms)
        elif unit and row.least <= 0 and row.most == 1:
            written.add_at_most_one(terms)
        elif not terms:
            written.add_bool_or([written.new_constant(int(row.least <= 0 <= row.most))])
        else:
            written.add_linear_constraint(
                cp_model.LinearExpr.weighted_sum(terms, list(row.coefficients)), row.least, row.most
            )
    if model.connectivity is not None:
        Joints(model.connectivity).state(written, variables, determined=not with_objective)
    if with_objective and model.objective is not None:
        costs, places = [c for c, _ in model.objective], [variables[v] for _, v in model.objective]
        written.minimize(cp_model.LinearExpr.weighted_sum(places, costs))
    return written, variables


def _watcher(
    task: Task, model: Linear, variables: list[Any], enough: int | None, events: queue.Queue[Event | BaseException]
) -> Any:
    """Return the callback that yields solutions, asserting that each is new."""
    from ortools.sat.python import cp_model

    class Watcher(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.solutions = 0
            self.seen: set[bytes] = set()
            self.last: list[bool] = []

        def on_solution_callback(self) -> None:
            self.last = [self.boolean_value(variable) for variable in variables]
            selection = np.flatnonzero(self.last)
            if task != "solve":
                key = selection[selection < model.first].tobytes()
                if key in self.seen:
                    if model.first == len(variables):
                        raise ValueError("CP-SAT found the same solution twice")
                    return
                self.seen.add(key)
            self.solutions += 1
            if task == "count":
                events.put(Progress(nodes=self.num_branches, count=self.solutions))
            else:
                events.put(Found(selection))
            if self.solutions == enough:
                self.stop_search()

    return Watcher()


def _plan(model: Horizon, options: EngineOptions, limits: Limits, events: queue.Queue[Event | BaseException]) -> None:
    """Find a shortest plan: refute one horizon after the other until the last layer can be a goal."""
    from ortools.sat.python import cp_model

    deadline = Deadline(limits.time)
    horizon, branches, conflicts = model.least, 0, 0
    while True:
        if horizon:
            events.put(Bound(horizon))
        events.put(Progress(f"no plan of fewer than {horizon} moves", nodes=branches))
        spent = Statistics(nodes=branches, conflicts=conflicts)
        if limits.nodes is not None and conflicts >= limits.nodes:
            events.put(End(False, "nodes", bound=horizon, statistics=spent))
            return
        if deadline.over():
            events.put(End(False, "time", bound=horizon, statistics=spent))
            return
        unrolled = horizon_to_linear.unrolled(model, horizon)
        assert isinstance(unrolled.model, Linear)
        written, variables = _written(unrolled.model, with_objective=False)
        solver = cp_model.CpSolver()
        solver.parameters.random_seed = options.seed
        solver.parameters.num_workers = options.workers
        if deadline.left is not None:
            solver.parameters.max_time_in_seconds = deadline.left
        if limits.nodes is not None:
            solver.parameters.max_number_of_conflicts = max(0, limits.nodes - conflicts)
        status = solver.solve(written)
        branches, conflicts = branches + solver.num_branches, conflicts + solver.num_conflicts
        statistics = Statistics(nodes=branches, conflicts=conflicts)
        if status == cp_model.MODEL_INVALID:
            raise ValueError(f"CP-SAT refused the model: {written.validate()}")
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            true = np.flatnonzero([solver.boolean_value(variable) for variable in variables])
            events.put(Found(unrolled.lift(true)))
            events.put(End(True, bound=horizon, statistics=statistics))
            return
        if status != cp_model.INFEASIBLE:
            # It stops a little before either limit: the statistics tell which one it was.
            spent_all = limits.nodes is not None and (limits.time is None or conflicts >= limits.nodes)
            events.put(End(False, "nodes" if spent_all else "time", bound=horizon, statistics=statistics))
            return
        horizon = model.next_length(horizon + 1)
