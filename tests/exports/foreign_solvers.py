"""Solvers that others wrote, given the text of a model: the numbers of the variables that are true, or None for no solution."""

from __future__ import annotations

import tempfile
from pathlib import Path


def by_highs(text: str, ending: str) -> list[int] | None:
    """The solution that HiGHS finds of a text with that ending (.lp, .mps)."""
    import highspy

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model{ending}"
        path.write_text(text)
        highs = highspy.Highs()
        highs.silent()
        assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
        highs.run()
        if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return None
        names = [highs.getColName(column)[1] for column in range(highs.getNumCol())]
        values = highs.getSolution().col_value
    return _named(name for name, value in zip(names, values, strict=True) if value > 0.5)


def by_or_tools(text: str) -> list[int] | None:
    """The solution that CP-SAT finds of an MPS text, which OR-Tools reads."""
    from ortools.linear_solver.python import model_builder

    model = model_builder.Model()  # type: ignore[no-untyped-call]  # OR-Tools says nothing of its types
    model.import_from_mps_string(text)
    solver = model_builder.Solver("sat")
    if solver.solve(model) == model_builder.SolveStatus.INFEASIBLE:
        return None
    return _named(each.name for each in model.get_variables() if solver.value(each) > 0.5)


def by_pysat(text: str, options: int) -> list[int] | None:
    """The solution that CaDiCaL finds of a DIMACS text, which PySAT reads; options: variables above that are left out."""
    from pysat.formula import CNF
    from pysat.solvers import Cadical153

    with Cadical153(bootstrap_with=CNF(from_string=text)) as solver:
        if not solver.solve():
            return None
        assignment = solver.get_model()
    assert assignment is not None
    return [literal for literal in assignment if 0 < literal <= options]


def number_by_pysat(text: str, options: int) -> int:
    """The number of solutions of a DIMACS text, two that agree on the first variables being one."""
    from pysat.formula import CNF
    from pysat.solvers import Cadical153

    number = 0
    with Cadical153(bootstrap_with=CNF(from_string=text)) as solver:
        while solver.solve():
            assignment = solver.get_model()
            assert assignment is not None
            number += 1
            true = set(assignment)  # an assignment ends with the last variable that a clause has
            solver.add_clause([-each if each in true else each for each in range(1, options + 1)])
    return number


def opb_by_cp_sat(text: str) -> list[int] | None:
    """The solution that CP-SAT finds of an OPB text, read here line by line: OR-Tools has no reader of it in Python."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    header, *lines = text.splitlines()
    variables = [model.new_bool_var(f"x{number}") for number in range(1, int(header.split()[2]) + 1)]
    for line in lines:
        words = line.removeprefix("min:").rstrip(";").split()
        objective = line.startswith("min:")
        *terms, sense, side = (*words, "", "") if objective else words
        total = sum(int(terms[at]) * variables[int(terms[at + 1][1:]) - 1] for at in range(0, len(terms), 2))
        if objective:
            model.minimize(total)
        elif sense == "=":
            model.add(total == int(side))
        else:
            assert sense == ">="
            model.add(total >= int(side))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return None
    return [number for number, variable in enumerate(variables, 1) if solver.value(variable)]


def _named(names: object) -> list[int]:
    """The numbers of variables by their names, increasing."""
    assert hasattr(names, "__iter__")
    return sorted(int(name.removeprefix("x")) for name in names)
