"""Plain CP-SAT, as in OR-Tools' documentation: a Boolean per option, exactly one per item, a callback that counts.

One worker, also for a single solution: CPU seconds are compared on one core, and with more workers its enumeration is
wrong. Source: developers.google.com/optimization/cp/cp_solver (`enumerate_all_solutions`), and the model reference.
"""

from __future__ import annotations

from typing import Any

from benchmarks.outcome import Action, Outcome, first
from benchmarks.peers.missing import missing_package
from benchmarks.plain import MULTIPLICITIES, SECONDARY, Plain

about = "CP-SAT: add_exactly_one an item, enumerate_all_solutions, one worker"
packages = ("ortools",)
able: tuple[str, ...] = (SECONDARY, MULTIPLICITIES)


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    return missing_package("ortools")


def ready(plain: Plain, task: str) -> Action:
    """Build the model and return the action to be measured."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.count = 0

        def on_solution_callback(self) -> None:
            self.count += 1

    model, chosen = _model(plain)
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = task == "count"

    def action() -> Outcome:
        status = solver.solve(model, counter if task == "count" else None)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT said {solver.status_name()}")
        if task == "count":
            return Outcome(str(counter.count), solver.num_branches)
        if status == cp_model.INFEASIBLE:
            return first(None, solver.num_branches)
        return first([o for o, variable in enumerate(chosen) if solver.boolean_value(variable)], solver.num_branches)

    return action


def _model(plain: Plain) -> tuple[Any, list[Any]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"option {number}") for number in range(len(plain.options))]
    of_item: list[list[Any]] = [[] for _ in range(plain.items)]
    for variable, option in zip(chosen, plain.options, strict=True):
        for item in option:
            of_item[item].append(variable)
    for variables, least, most in zip(of_item, plain.least, plain.most, strict=True):
        if least == most == 1:
            model.add_exactly_one(variables)
        elif (least, most) == (0, 1):
            model.add_at_most_one(variables)
        else:
            model.add_linear_constraint(sum(variables), least, most)
    return model, chosen
