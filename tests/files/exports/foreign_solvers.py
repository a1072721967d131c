"""Solvers that others wrote, given the text of a model: the numbers of the variables that are true, or None for no solution.

Programs of Debian (cbc, glpsol, clasp, minisat), and HiGHS, SCIP, OR-Tools, PySAT, xcover and miniexact from PyPI. OR-Tools has
no reader of OPB in Python and nobody one of set partitioning, so that these texts are read here, word by word.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.lacking import lacking

Solver = Callable[[str, int], "list[int] | None"]
"""From a text and the number of options to the options of a solution, counted from 1."""
PACKAGES = {"cbc": "coinor-cbc", "glpsol": "glpk-utils", "clasp": "clasp", "minisat": "minisat"}
"""The programs of Debian and the packages that they are in."""


def ran(*words: str) -> str:
    """What a program prints; a test is left out where the program is missing, and fails where none may be left out."""
    found = shutil.which(words[0]) or shutil.which(words[0], path=str(Path(sys.executable).parent))
    if found is None:
        lacking(f"there is no {words[0]}; expected Debian's package {PACKAGES.get(words[0], words[0])}")
    return subprocess.run([found, *words[1:]], capture_output=True, text=True, timeout=60, check=False).stdout


@contextmanager
def files(text: str, ending: str) -> Iterator[tuple[str, Path]]:
    """The name of a file with a text, and the path for what a program writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model{ending}"
        path.write_text(text)
        yield str(path), Path(folder) / "solution"


def by_highs(text: str, ending: str) -> list[int] | None:
    """The solution that HiGHS finds of a text with that ending (.lp, .mps)."""
    import highspy

    with files(text, ending) as (name, _):
        highs = highspy.Highs()
        highs.silent()
        assert highs.readModel(name) == highspy.HighsStatus.kOk
        highs.run()
        if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return None
        names = [highs.getColName(column)[1] for column in range(highs.getNumCol())]
        values = highs.getSolution().col_value
    return _named(name for name, value in zip(names, values, strict=True) if value > 0.5)


def by_scip(text: str, ending: str) -> list[int] | None:
    """The solution that SCIP finds of a text with that ending (.lp, .mps, .opb)."""
    import pyscipopt

    with files(text, ending) as (name, _):
        model = pyscipopt.Model()
        model.hideOutput()
        model.readProblem(name)
        model.optimize()
    if model.getStatus() == "infeasible":
        return None
    assert model.getStatus() == "optimal"
    return _named(each.name for each in model.getVars() if model.getVal(each) > 0.5)


def by_cbc(text: str, ending: str) -> list[int] | None:
    """The solution that CBC finds of a text with that ending (.lp, .mps)."""
    with files(text, ending) as (name, solution):
        printed = ran("cbc", name, "solve", "printingOptions", "all", "solution", str(solution))
        assert not re.search(r"[1-9]\d* errors?\b|No match|not valid|[Uu]nable", printed), printed
        status, *columns = solution.read_text().splitlines()
    if not status.startswith("Optimal"):
        assert "nfeasible" in status, status
        return None
    rows = [line.split() for line in columns]
    return _named(row[1] for row in rows if row[1].startswith("x") and float(row[2]) > 0.5)


def by_glpk(text: str, ending: str, *switches: str) -> list[int] | None:
    """The solution that GLPK finds of a text; switches: how glpsol is told what format it is."""
    with files(text, ending) as (name, solution):
        printed = ran("glpsol", *switches, name, "--write", str(solution))
        assert solution.exists(), printed
        lines = [line.split() for line in solution.read_text().splitlines()]
        names = _columns_of_glpk(name, switches)
    if "PROBLEM HAS NO" in printed:
        return None
    (status,) = (words[4] for words in lines if words[:2] == ["s", "mip"])
    if status != "o":
        assert status == "n", printed
        return None
    return _named(names[int(words[1]) - 1] for words in lines if words[0] == "j" and float(words[2]) > 0.5)


def _columns_of_glpk(name: str, switches: tuple[str, ...]) -> list[str]:
    """The names of the columns as GLPK has read them."""
    with files("", ".glp") as (written, _):
        ran("glpsol", *switches, name, "--check", "--wglp", written)
        lines = [line.split() for line in Path(written).read_text().splitlines()]
    return [words[3] for words in lines if words[:2] == ["n", "j"]]


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


def by_minisat(text: str, options: int) -> list[int] | None:
    """The solution that MiniSat finds of a DIMACS text."""
    with files(text, ".cnf") as (name, solution):
        ran("minisat", "-verb=0", name, str(solution))
        status, *assignment = solution.read_text().split()
    if status != "SAT":
        assert status == "UNSAT"
        return None
    return [literal for literal in map(int, assignment) if 0 < literal <= options]


def by_clasp(text: str, ending: str, options: int) -> list[int] | None:
    """The best solution that clasp finds of a text with that ending (.cnf, .opb)."""
    with files(text, ending) as (name, _):
        lines = ran("clasp", name).splitlines()
    (status,) = (line for line in lines if line.startswith("s "))
    if status == "s UNSATISFIABLE":
        return None
    assert status in ("s SATISFIABLE", "s OPTIMUM FOUND"), lines
    last = max(place for place, line in enumerate(lines) if line.startswith("c Answer"))
    words = [word.lstrip("x") for line in lines[last:] if line.startswith("v ") for word in line.split()[1:]]
    return [number for number in map(int, (word for word in words if word[0] != "-")) if 0 < number <= options]


def number_by_clasp(text: str, ending: str) -> int:
    """The number of assignments that clasp finds of a text with that ending (.cnf, .opb), costs left aside."""
    with files(text, ending) as (name, _):
        printed = ran("clasp", "-n", "0", "--opt-mode=ignore", "-q", name)
    found = re.search(r"^c Models +: (\d+) *$", printed, re.MULTILINE)
    assert found is not None, printed
    return int(found[1])


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


def every_by_xcover(text: str) -> list[list[int]]:
    """All solutions that xcover finds of Knuth's text, which it reads where there are neither bounds nor costs."""
    from xcover import covers
    from xcover.io import read_xcover_from_file

    with files(text, ".dlx") as (name, _):
        options, primary, secondary, coloured = read_xcover_from_file(name)
    found = covers(options, primary=primary, secondary=secondary, colored=coloured)
    return sorted(sorted(int(option) + 1 for option in each) for each in found)


def number_by_miniexact(text: str) -> int:
    """The number of solutions that miniexact finds of Knuth's text, which it reads where there are neither bounds nor costs."""
    with files(text, ".dlx") as (name, _):
        printed = ran("miniexact", "-c", "-e", "-D", name)
    found = re.search(r"^Found (\d+) solutions!$", printed, re.MULTILINE)
    assert found is not None, printed
    return int(found[1])


def opb_by_cp_sat(text: str) -> list[int] | None:
    """The solution that CP-SAT finds of an OPB text."""
    header, *lines = text.splitlines()
    rows = []
    costs: list[tuple[int, int]] = []
    for line in lines:
        words = line.removeprefix("min:").rstrip(";").split()
        pairs = [
            (int(words[at]), int(words[at + 1][1:])) for at in range(0, len(words) - 1, 2) if words[at + 1][0] == "x"
        ]
        if line.startswith("min:"):
            costs = pairs
        else:
            assert words[-2] in ("=", ">=")
            rows.append((pairs, int(words[-1]), words[-2] == "="))
    return _by_cp_sat(int(header.split()[2]), rows, costs)


def txt_by_cp_sat(text: str) -> list[int] | None:
    """The solution that CP-SAT finds of a text of set partitioning."""
    numbers = map(int, text.split())
    sides, columns = next(numbers), next(numbers)
    having: list[list[tuple[int, int]]] = [[] for _ in range(sides)]
    costs = []
    for column in range(1, columns + 1):
        costs.append((next(numbers), column))
        for _ in range(next(numbers)):
            having[next(numbers) - 1].append((1, column))
    assert next(numbers, None) is None
    return _by_cp_sat(columns, [(pairs, 1, True) for pairs in having], costs)


def _by_cp_sat(
    number: int, rows: Iterable[tuple[list[tuple[int, int]], int, bool]], costs: list[tuple[int, int]]
) -> list[int] | None:
    """The cheapest solution of sums of factors times variables that are at least, or exactly, a number."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_bool_var(f"x{each}") for each in range(1, number + 1)]

    def total(pairs: list[tuple[int, int]]) -> Any:
        return sum(factor * variables[each - 1] for factor, each in pairs)

    for pairs, side, exactly in rows:
        model.add(total(pairs) == side if exactly else total(pairs) >= side)
    if costs:
        model.minimize(total(costs))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return None
    return [each for each, variable in enumerate(variables, 1) if solver.value(variable)]


def _named(names: Iterable[str]) -> list[int]:
    """The numbers of variables by their names, increasing."""
    return sorted(int(name.removeprefix("x")) for name in names)


SOLVERS: dict[str, Solver] = {
    "lp by HiGHS": lambda text, _: by_highs(text, ".lp"),
    "lp by SCIP": lambda text, _: by_scip(text, ".lp"),
    "lp by CBC": lambda text, _: by_cbc(text, ".lp"),
    "lp by GLPK": lambda text, _: by_glpk(text, ".lp", "--lp"),
    "mps by HiGHS": lambda text, _: by_highs(text, ".mps"),
    "mps by SCIP": lambda text, _: by_scip(text, ".mps"),
    "mps by CBC": lambda text, _: by_cbc(text, ".mps"),
    "mps by GLPK": lambda text, _: by_glpk(text, ".mps", "--mps"),
    "mps by GLPK in free columns": lambda text, _: by_glpk(text, ".mps", "--freemps"),
    "mps by OR-Tools": lambda text, _: by_or_tools(text),
    "opb by clasp": lambda text, options: by_clasp(text, ".opb", options),
    "opb by SCIP": lambda text, _: by_scip(text, ".opb"),
    "opb by CP-SAT": lambda text, _: opb_by_cp_sat(text),
    "dimacs by PySAT": by_pysat,
    "dimacs by MiniSat": by_minisat,
    "dimacs by clasp": lambda text, options: by_clasp(text, ".cnf", options),
    "txt by CP-SAT": lambda text, _: txt_by_cp_sat(text),
}
"""Who solves which format; x1 of a text of no options is no option."""
NUMBERS: dict[str, Callable[[str, int], int]] = {
    "opb by clasp": lambda text, _: number_by_clasp(text, ".opb"),
    "dimacs by clasp": lambda text, _: number_by_clasp(text, ".cnf"),
    "dimacs by PySAT": number_by_pysat,
    "dlx by xcover": lambda text, _: len(every_by_xcover(text)),
    "dlx by miniexact": lambda text, _: number_by_miniexact(text),
}
"""Who tells the number of solutions of which format; Knuth's only without bounds and costs."""
