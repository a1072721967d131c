"""The rules of the house that tests enforce: floors, who may import whom, sizes, names, docstrings, light start-up."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from encoders.kinds import KINDS
from exactcover.model.encoding import MODELS

ROOT = Path(__file__).parent.parent
PACKAGES = ("exactcover", "encoders")
# The floors of exactcover, lowest first; modules on one floor do not know each other, the files of one room may.
FLOORS = (
    {"deadline", "death_signal", "errors", "escaping", "unfinished"}, {"databases", "plugins", "tables"},
    {"model"}, {"certificate", "layout_file", "symmetry"},
    {"best_attempt", "puzzle_protocol", "refuted"}, {"check"},
    {"answer", "explain"}, {"reductions", "summary"}, {"kernel"}, {"search"},
    {"backends", "cluster", "exports", "provers"}, {"running"},
    {"portfolio"}, {"dispatch", "together"}, {"pipeline"}, {"batch"},
    {"about", "comparable", "judging", "solutions", "supervisor"},
    {"drawings", "editing"}, {"api"}, {"api_async", "api_of_many", "compare", "conformance", "script", "service"},
    {""}, {"cli"}, {"__main__"},
)  # fmt: skip
HEAVY = ("PIL", "flint", "highspy", "jsonschema", "matplotlib", "numba", "ortools", "pysat", "ray")
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "base", "misc", "core"}
LONGEST_MODULE, LONGEST_FUNCTION, LONGEST_KERNEL_FUNCTION = 400, 60, 120


def files(*folders: str) -> list[Path]:
    """The Python files under these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A file, parsed."""
    return ast.parse(path.read_text())


def module_name(path: Path) -> str:
    """The dotted name of a file's module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def path_of(name: str) -> Path | None:
    """The file of a module of ours."""
    plain = ROOT.joinpath(*name.split("."))
    return next((path for path in (plain.with_suffix(".py"), plain / "__init__.py") if path.is_file()), None)


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, anywhere in it; `from package import module` is the module."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if path_of(inner) else str(node.module))
    return {name for name in found if name.split(".")[0] in PACKAGES}


def reached(name: str) -> set[str]:
    """All modules of ours that a module imports, directly or not, the packages around them included."""
    found: set[str] = set()
    pending = [name]
    while pending:
        path = path_of(pending.pop())
        for each in imports(path) if path else ():
            parts = each.split(".")
            around = {".".join(parts[:length]) for length in range(2, len(parts) + 1)}
            pending.extend(around - found)
            found |= around
    return found


def room(name: str) -> str:
    """The room of exactcover that a module is in: `exactcover.model.cover` is in `model`."""
    return [*name.split("."), ""][1]


def floor(name: str) -> int:
    """The number of the floor that a module of exactcover is on."""
    found = [number for number, rooms in enumerate(FLOORS) if room(name) in rooms]
    assert found, f"{name} is on no floor; expected a place for {room(name)!r} in FLOORS and in DESIGN.md"
    return found[0]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods of a file."""
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("path", files("exactcover"), ids=module_name)
def test_modules_import_only_from_floors_below(path: Path) -> None:
    """A file of exactcover imports only from floors below its own, or from its own room."""
    name = module_name(path)
    for other in imports(path):
        if other.startswith("exactcover"):
            below = floor(other) < floor(name) or (room(other) == room(name) and room(name))
            assert below, f"{name} imports {other}, which is not on a floor below"


def test_check_reaches_only_models_and_certificates() -> None:
    """The judges cannot know an engine: all that they import, however indirectly, is model, certificate and check."""
    judges = [module_name(path) for path in files("exactcover/check")]
    assert len(judges) > 3
    for judge in judges:
        assert {room(name) for name in reached(judge)} <= {"errors", "model", "certificate", "refuted", "check"}
        for name in (judge, *reached(judge)):
            path = path_of(name)
            assert path is not None
            assert not {"numba", *HEAVY} & outside(path)


def outside(path: Path) -> set[str]:
    """The first names of all that a file imports."""
    names = [alias.name for node in ast.walk(tree(path)) if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


def test_reductions_are_arrows() -> None:
    """Each entry of reductions is named after the models it leads from and to, but for those named here."""
    models = {"tiling", "growth", "cover", "linear", "horizon", "sliding", "naive_placement", "clauses"}
    entries = {path.stem for path in (ROOT / "exactcover" / "reductions").iterdir() if not path.stem.startswith("__")}
    arrows = entries - {"chain", "symmetry_breaking", "tighten_multiplicities", "connectivity_clauses"}
    assert len(arrows) == 7
    for name in arrows:
        assert set(name.split("_to_")) <= models, f"{name} is no arrow from a model to a model"


@pytest.mark.parametrize("path", files("exactcover/check"), ids=module_name)
def test_judges_remember_nothing(path: Path) -> None:
    """No judge keeps a cache: a memo may stand in front of a judge, not in it."""
    assert "weakref" not in outside(path)
    for node in ast.walk(tree(path)):
        assert not isinstance(node, ast.Global), f"{module_name(path)} has a global statement"
        assert getattr(node, "id", getattr(node, "attr", "")) not in {"cache", "lru_cache", "WeakKeyDictionary"}
    for statement in tree(path).body:
        empty = getattr(getattr(statement, "value", None), "keys", None) == []
        assert not empty, f"{module_name(path)} has an empty dictionary at module level"


@pytest.mark.parametrize("path", [p for p in files("exactcover/backends") if p.stem != "__init__"], ids=module_name)
def test_engines_know_neither_each_other_nor_their_judges(path: Path) -> None:
    """An engine reaches, directly or not, no other engine, no prover, no judge, and nothing of what runs it."""
    itself = module_name(path)
    for other in reached(itself) - {itself, "exactcover.backends"}:
        forbidden = {"backends", "provers", "check", "explain", "exports", "pipeline", "running", "portfolio"}
        assert room(other) not in forbidden, f"{itself} reaches {other}"


@pytest.mark.parametrize(
    "path", files("exactcover/provers", "exactcover/search/graphs", "exactcover/backends"), ids=module_name
)
def test_time_limits_are_kept_by_the_one_clock(path: Path) -> None:
    """Provers and engines make a Deadline of their time limit, and compare no seconds themselves."""
    for line in path.read_text().splitlines():
        if ".time" in line and "limits.time is None or" not in line:
            assert "limits.time" not in line or "Deadline(" in line, f"{module_name(path)}: {line.strip()}"


def raisers(name: str) -> set[str]:
    """The modules of exactcover with a function that raises an exception of that name, and the function."""
    found = set()
    for path in files("exactcover"):
        for function in functions(path):
            for node in ast.walk(function):
                call = node.exc if isinstance(node, ast.Raise) else None
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == name:
                    found.add(f"{module_name(path)}:{function.name}")
    return found


def test_only_what_reads_input_finds_it_at_fault() -> None:
    """InvalidInput is raised where keys, files and options are read; never by a model, a reduction, a kernel or a judge."""
    rooms = {
        "answer",
        "api",
        "backends",
        "cli",
        "compare",
        "conformance",
        "dispatch",
        "drawings",
        "editing",
        "judging",
        "layout_file",
        "pipeline",
        "portfolio",
        "running",
        "script",
    }
    readers = {
        "exactcover.certificate:certificate",
        "exactcover.cluster.driver",
        "exactcover.cluster.flight",
        "exactcover.cluster.on_ray",
        "exactcover.cluster.settings",
        "exactcover.databases",
        "exactcover.provers:prover",
        "exactcover.search.boards.settings",
        "exactcover.search.cover.kernel_names",
        "exactcover.search.cover.plans",
        "exactcover.search.cover.roots",
        "exactcover.search.graphs.closest_target",
        "exactcover.search.graphs.growths",
        "exactcover.search.graphs.patterns",
        "exactcover.search.graphs.state_graphs",
        "exactcover.service.arrivals",
        "exactcover.service.asking",
        "exactcover.service.client",
        "exactcover.service.connection",
        "exactcover.service.lookups",
        "exactcover.service.page.looking",
        "exactcover.service.page.routes",
        "exactcover.service.serving",
        "exactcover.service.settings",
        "exactcover.service.steps:compared",
        "exactcover.service.submitting",
        "exactcover.service.store.migrations",
        "exactcover.service.tokens",
    }
    for where in raisers("InvalidInput"):
        name = where.split(":")[0]
        assert room(name) in rooms or {name, where} & readers, f"{where} raises InvalidInput, and reads no input"
    assert len(raisers("InvalidInput")) > 20
    assert len(raisers("InvalidModel")) > 10


@pytest.mark.parametrize("path", files("encoders"), ids=module_name)
def test_encoders_know_no_engine(path: Path) -> None:
    """The puzzles import of exactcover its models, its errors and the registry of plugins alone."""
    assert {room(name) for name in imports(path) if name.startswith("exactcover")} <= {"errors", "model", "plugins"}


def test_only_the_public_api_knows_puzzles() -> None:
    """In exactcover only api, conformance, drawings and editing, which know no kind by name, import encoders."""
    knowing = [module_name(p) for p in files("exactcover") if any(name.startswith("encoders") for name in imports(p))]
    assert knowing == ["exactcover.api", "exactcover.conformance", "exactcover.drawings", "exactcover.editing"]


def texts(path: Path) -> set[str]:
    """All strings of a file but its docstrings."""
    scopes = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings = {id(node.body[0].value) for node in ast.walk(tree(path))
                  if isinstance(node, scopes) and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    constants = (node for node in ast.walk(tree(path)) if isinstance(node, ast.Constant) and id(node) not in docstrings)
    return {node.value for node in constants if isinstance(node.value, str)}


def test_nothing_in_exactcover_names_a_kind_of_puzzle() -> None:
    """What differs between kinds is asked of the puzzle; the script language of the 8-puzzle alone names its kind."""
    kinds = set(KINDS) - set(MODELS)
    assert len(kinds) >= 3
    naming = {module_name(path) for path in files("exactcover") if texts(path) & kinds}
    assert naming == {"exactcover.script"}


@pytest.mark.parametrize("path", files(*PACKAGES, "tests", "benchmarks"), ids=module_name)
def test_files_and_functions_are_short(path: Path) -> None:
    """A module has under 400 lines, a function under 60, one of a kernel under 120."""
    assert len(path.read_text().splitlines()) < LONGEST_MODULE
    most = LONGEST_KERNEL_FUNCTION if "kernel" in path.parts else LONGEST_FUNCTION
    for function in functions(path):
        assert function.end_lineno is not None
        lines = function.end_lineno - function.lineno + 1
        assert lines < most, f"{function.name} of {module_name(path)} has {lines} lines"


def test_names_of_modules_say_something() -> None:
    """No module is named after what it has in common with every other."""
    for path in files(*PACKAGES, "tests", "benchmarks"):
        assert not NAMES_THAT_SAY_NOTHING & set(path.relative_to(ROOT).with_suffix("").parts), path


@pytest.mark.parametrize("path", files(*PACKAGES), ids=module_name)
def test_variables_say_what_they_hold(path: Path) -> None:
    """No variable, no parameter, no attribute and no function is called found, asked, given, there or what."""
    names = {node.arg for node in ast.walk(tree(path)) if isinstance(node, ast.arg)}
    names |= {node.id for node in ast.walk(tree(path)) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
    names |= {function.name for function in functions(path)}
    assert not names & {"found", "asked", "given", "there", "what"}


@pytest.mark.parametrize("name", ["exactcover.cli", "exactcover.api", "exactcover.pipeline", "encoders.catalogue"])
def test_heavy_libraries_are_imported_when_used(name: str) -> None:
    """Importing the command line, the public API or the pipeline imports no solver, no compiler and no plotting."""
    program = f"import {name}, sys; print(*sorted({{module.split('.')[0] for module in sys.modules}}))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(run.stdout.split())
    assert "exactcover" in loaded
    assert not loaded & set(HEAVY)


def test_lists_of_public_names_are_sorted_and_true() -> None:
    """Every `__all__` is in order, without doubles, and each name in it exists."""
    import importlib

    seen = 0
    for path in files(*PACKAGES):
        for node in tree(path).body:
            if isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["__all__"]:
                names = ast.literal_eval(node.value)
                assert names == sorted(set(names))
                module = importlib.import_module(module_name(path))
                assert all(hasattr(module, name) for name in names)
                seen += 1
    assert seen >= 2


def test_no_module_hides_a_public_function() -> None:
    """A module named like a function of the package would take its place in `exactcover` once it is imported."""
    import exactcover

    modules = {path.stem for path in (ROOT / "exactcover").iterdir()}
    assert not modules & {name for name in exactcover.__all__ if not name.startswith("__")}


@pytest.mark.parametrize("path", files(*PACKAGES), ids=module_name)
def test_public_things_have_docstrings(path: Path) -> None:
    """Every module, and every public class, function and method of a public class, says what it is."""
    assert ast.get_docstring(tree(path)), f"{module_name(path)} has no docstring"
    pending: list[ast.AST] = [tree(path)]
    while pending:
        for node in ast.iter_child_nodes(pending.pop()):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{node.name} of {module_name(path)} has no docstring"
                if isinstance(node, ast.ClassDef):
                    pending.append(node)


@pytest.mark.parametrize("path", [path for path in files("tests") if path.stem != "__init__"], ids=module_name)
def test_tests_claim_something(path: Path) -> None:
    """Every test has a docstring of one line that ends like a sentence, and so has its module."""
    assert ast.get_docstring(tree(path))
    for function in functions(path):
        if function.name.startswith("test_"):
            claim = ast.get_docstring(function)
            assert claim, f"{function.name} claims nothing"
            assert "\n" not in claim, f"{function.name} claims over several lines"
            assert claim.endswith("."), f"{function.name} does not end its sentence"


def test_tests_mirror_the_modules() -> None:
    """Each folder of tests is a room, or a package, that exists."""
    folders = {path.parent.relative_to(ROOT / "tests").as_posix() for path in files("tests")} - {"."}
    rooms = {path.parent.relative_to(ROOT / "exactcover").as_posix() for path in files("exactcover")}
    rooms |= {path.parent.relative_to(ROOT).as_posix() for path in files("encoders")} | {*PACKAGES, "benchmarks"}
    assert folders <= rooms


def test_every_imported_library_is_declared() -> None:
    """What the packages import, wherever they do, is a dependency of the project by its own name, or of an extra."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = project["dependencies"] + [each for extra in project["optional-dependencies"].values() for each in extra]
    names = {re.split(r"[<>=~!\[; ]", each)[0] for each in declared}
    distributions = {
        "PIL": "pillow",
        "flint": "python-flint",
        "pysat": "python-sat",
        "prometheus_client": "prometheus-client",
    }
    imported = set().union(*(outside(path) for path in files(*PACKAGES))) - {*PACKAGES, *sys.stdlib_module_names}
    assert {"PIL", "llvmlite", "numpy"} <= imported
    assert {distributions.get(name, name) for name in imported} <= names
