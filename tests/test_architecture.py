"""The rules of the house that tests enforce: floors, who may import whom, sizes, names, docstrings, light start-up."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from encoders.kinds import KINDS
from exactcover.model.encoding import MODELS
from tests.source_files import (
    PACKAGES,
    ROOT,
    files,
    functions,
    imports,
    module_name,
    names_in,
    nodes,
    outside,
    path_of,
    reached,
    texts,
    tree,
)

# The floors of exactcover, lowest first; modules on one floor do not know each other, the files of one room may.
FLOORS = (
    {"model"}, {"judges", "kernel", "plugins", "process", "transform"}, {"backends"}, {"cluster", "proofs"}, {"files", "solving"},
    {"api"}, {"comparison", "conformance", "service"}, {""}, {"cli"}, {"__main__"},
)  # fmt: skip
MOST_ENTRIES = 16
HEAVY = ("PIL", "flint", "highspy", "jsonschema", "matplotlib", "numba", "ortools", "pysat", "ray")
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "base", "misc", "core"}
LONGEST_MODULE, LONGEST_FUNCTION, LONGEST_KERNEL_FUNCTION = 400, 60, 120


def room(name: str) -> str:
    """The room of exactcover that a module is in: `exactcover.model.cover` is in `model`."""
    return [*name.split("."), ""][1]


def floor(name: str) -> int:
    """The number of the floor that a module of exactcover is on."""
    found = [number for number, rooms in enumerate(FLOORS) if room(name) in rooms]
    assert found, (
        f"{name} is on no floor; expected a place for {room(name)!r} in FLOORS and in the map of exactcover/README.md"
    )
    return found[0]


def test_modules_import_only_from_floors_below() -> None:
    """A file of exactcover imports only from floors below its own, or from its own room."""
    pairs = [(module_name(path), other) for path in files("exactcover") for other in imports(path)]
    assert [
        f"{name} imports {other}, which is not on a floor below"
        for name, other in pairs
        if other.startswith("exactcover")
        and not (floor(other) < floor(name) or (room(other) == room(name) and room(name)))
    ] == []


def test_the_house_has_few_rooms() -> None:
    """Besides its pages and what Python itself looks for, the package has few entries."""
    entries = {path.name for path in (ROOT / "exactcover").iterdir() if path.suffix != ".md"}
    pages = {"docs"}  # pages and what builds them, no module of the package: the next test
    assert len(entries - pages - {"__init__.py", "__main__.py", "__pycache__", "LICENSE", "py.typed"}) <= MOST_ENTRIES


def test_the_top_level_is_fixed() -> None:
    """The project has six entries, besides dot-files and what building it leaves."""
    left = ("__pycache__", "build", "dist")
    entries = {path.name for path in ROOT.iterdir() if not path.name.startswith(".") and path.suffix != ".egg-info"}
    assert entries - {*left} == {"README.md", "benchmarks", "encoders", "exactcover", "pyproject.toml", "tests"}


def test_the_documentation_is_pages() -> None:
    """The folder of the documentation has no Python but the configuration of its builder, which imports nothing of ours."""
    (configuration,) = files("exactcover/docs")
    assert configuration.name == "conf.py"
    assert imports(configuration) == frozenset()


def test_judges_reach_only_models() -> None:
    """The judges cannot know an engine: all that they import, however indirectly, is models and judges, and no answer."""
    judges = [module_name(path) for path in files("exactcover/judges")]
    assert len(judges) > 3
    for judge in judges:
        assert {room(name) for name in reached(judge)} <= {"model", "judges"}
        assert "exactcover.model.answer" not in reached(judge)
        for name in (judge, *reached(judge)):
            path = path_of(name)
            assert path is not None
            assert not {"numba", *HEAVY} & outside(path)


def test_reductions_are_arrows() -> None:
    """Each entry of reductions is named after the models it leads from and to, but for those named here."""
    models = {"tiling", "growth", "cover", "linear", "horizon", "sliding", "naive_placement", "clauses"}
    entries = {
        path.stem
        for path in (ROOT / "exactcover" / "transform" / "reductions").iterdir()
        if not path.stem.startswith("__")
    }
    same = {"symmetry_breaking", "tighten_multiplicities", "secondary_cells", "omitted_piece", "connectivity_clauses"}
    arrows = entries - {"chain", *same}
    assert len(arrows) == 7
    for name in arrows:
        assert set(name.split("_to_")) <= models, f"{name} is no arrow from a model to a model"


def memories(path: Path) -> Iterator[str]:
    """What in a file could outlive a call: references, global statements, caches, dictionaries to be filled."""
    if "weakref" in outside(path):
        yield "imports weakref"
    for node in nodes(path):
        if isinstance(node, ast.Global):
            yield f"line {node.lineno} is a global statement"
        if getattr(node, "id", getattr(node, "attr", "")) in {"cache", "lru_cache", "LRUCache", "WeakKeyDictionary"}:
            yield f"line {getattr(node, 'lineno', 0)} names a cache"
    for statement in tree(path).body:
        if getattr(getattr(statement, "value", None), "keys", None) == []:
            yield f"line {statement.lineno} is an empty dictionary at module level"


def test_judges_remember_nothing() -> None:
    """No judge keeps a cache: a memo may stand in front of a judge, not in it."""
    assert [f"{module_name(path)}: {memory}" for path in files("exactcover/judges") for memory in memories(path)] == []


def test_engines_know_neither_each_other_nor_their_judges() -> None:
    """An engine reaches, directly or not, no other engine, no prover, no judge, and nothing of what runs it."""
    forbidden = {"proofs", "judges", "files", "solving"}
    folder = ROOT / "exactcover" / "backends"
    engines = [module_name(path) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    assert len(engines) > 3
    assert [
        f"{engine} reaches {other}"
        for engine in engines
        for other in reached(engine) - {engine}
        if room(other) in forbidden or other in engines
    ] == []


def test_time_limits_are_kept_by_the_one_clock() -> None:
    """Provers and engines make a Deadline of their time limit, and compare no seconds themselves."""
    assert [
        f"{module_name(path)}: {line.strip()}"
        for path in (
            *files("exactcover/proofs/provers", "exactcover/backends/search/graphs"),
            *sorted((ROOT / "exactcover" / "backends").glob("*.py")),
        )
        for line in path.read_text().splitlines()
        if "limits.time" in line and "limits.time is None or" not in line and "Deadline(" not in line
    ] == []


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
    rooms = {"api", "cli", "comparison", "conformance", "solving"}
    readers = {
        "exactcover.model.answer",
        "exactcover.model.certificate:certificate",
        "exactcover.model.count_certificate",
        "exactcover.files.outputs",
        "exactcover.cluster.driver",
        "exactcover.cluster.scheduler",
        "exactcover.cluster.on_ray",
        "exactcover.cluster.settings",
        "exactcover.process.databases",
        "exactcover.proofs.provers:prover",
        "exactcover.backends.search.boards.settings",
        "exactcover.backends.search.cover.kernel_names",
        "exactcover.backends.search.cover.plans",
        "exactcover.backends.search.cover.roots",
        "exactcover.backends.search.graphs.closest_target",
        "exactcover.backends.search.graphs.growths",
        "exactcover.backends.search.graphs.patterns",
        "exactcover.backends.search.graphs.state_graphs",
        "exactcover.solving.job_runner",
        "exactcover.service.isolating",
        "exactcover.service.verification",
        "exactcover.service.lookup_tasks",
        "exactcover.service.configuration",
        "exactcover.service.connection",
        "exactcover.service.http.connections",
        "exactcover.service.lookups",
        "exactcover.service.page.answer_lookups",
        "exactcover.service.page.routes",
        "exactcover.service.received",
        "exactcover.service.serving",
        "exactcover.service.settings",
        "exactcover.service.submitting",
        "exactcover.service.store.migrations",
        "exactcover.service.tokens",
    }
    folders = ("exactcover.files.judging", "exactcover.backends")
    for where in raisers("InvalidInput"):
        name = where.split(":")[0]
        reads = room(name) in rooms or {name, where} & readers or name.startswith(folders)
        assert reads, f"{where} raises InvalidInput, and reads no input"
    assert len(raisers("InvalidInput")) > 20
    assert len(raisers("InvalidModel")) > 10


def test_encoders_know_no_engine() -> None:
    """The puzzles import of exactcover its models, its errors and the registry of plugins alone."""
    assert [
        f"{module_name(path)} imports {name}"
        for path in files("encoders")
        for name in imports(path)
        if name.startswith("exactcover") and room(name) not in {"model", "plugins"}
    ] == []


def test_only_the_public_api_knows_puzzles() -> None:
    """In exactcover only some modules of api, and conformance, which know no kind by name, import encoders."""
    knowing = [module_name(p) for p in files("exactcover") if any(name.startswith("encoders") for name in imports(p))]
    rooms = (
        "about",
        "answering",
        "certifying",
        "checking",
        "choosing",
        "cover_options",
        "daily",
        "designing",
        "disassembling",
        "drawings",
        "editing",
        "films",
        "hints",
        "listing",
        "offers",
        "option_counts",
        "schemas",
        "solutions_left",
        "subjects",
        "tables",
    )
    assert knowing == ["exactcover.api", *(f"exactcover.api.{name}" for name in rooms), "exactcover.conformance"]


def test_nothing_in_exactcover_names_a_kind_of_puzzle() -> None:
    """What differs between kinds is asked of the puzzle; the script language of the 8-puzzle alone names its kind."""
    kinds = set(KINDS) - set(MODELS)
    assert len(kinds) >= 3
    naming = {module_name(path) for path in files("exactcover") if texts(path) & kinds}
    assert naming == {"exactcover.cli.script"}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, from its name to its end."""
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def test_files_and_functions_are_short() -> None:
    """A module has under 400 lines, a function under 60, one of a kernel under 120."""
    modules = files(*PACKAGES, "tests", "benchmarks")
    lengths = {module_name(path): len(path.read_text().splitlines()) for path in modules}
    assert {name: lines for name, lines in lengths.items() if lines >= LONGEST_MODULE} == {}
    assert [
        f"{function.name} of {module_name(path)} has {length(function)} lines"
        for path in modules
        for function in functions(path)
        if length(function) >= (LONGEST_KERNEL_FUNCTION if "kernel" in path.parts else LONGEST_FUNCTION)
    ] == []


def test_names_of_modules_say_something() -> None:
    """No module is named after what it has in common with every other."""
    names = [path.relative_to(ROOT).with_suffix("").parts for path in files(*PACKAGES, "tests", "benchmarks")]
    assert [name for name in names if NAMES_THAT_SAY_NOTHING & set(name)] == []


def test_variables_say_what_they_hold() -> None:
    """No variable, no parameter, no attribute and no function is called found, asked, given, there or what."""
    saying_nothing = {"found", "asked", "given", "there", "what"}
    named = {module_name(path): names_in(path) & saying_nothing for path in files(*PACKAGES)}
    assert {module: names for module, names in named.items() if names} == {}


@pytest.mark.parametrize(
    "name", ["exactcover.cli", "exactcover.api", "exactcover.solving.pipeline", "encoders.catalogue"]
)
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


def public_definitions(path: Path) -> Iterator[ast.ClassDef | ast.FunctionDef]:
    """The public classes and functions of a file, and the public methods of these classes."""
    pending: list[ast.AST] = [tree(path)]
    while pending:
        for node in ast.iter_child_nodes(pending.pop()):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                yield node
                if isinstance(node, ast.ClassDef):
                    pending.append(node)


def test_public_things_have_docstrings() -> None:
    """Every module, and every public class, function and method of a public class, says what it is."""
    assert [module_name(path) for path in files(*PACKAGES) if not ast.get_docstring(tree(path))] == []
    assert [
        f"{node.name} of {module_name(path)}"
        for path in files(*PACKAGES)
        for node in public_definitions(path)
        if not ast.get_docstring(node)
    ] == []


def test_tests_claim_something() -> None:
    """Every test has a docstring of one line that ends like a sentence, and so has its module."""
    modules = [path for path in files("tests") if path.stem != "__init__"]
    assert [module_name(path) for path in modules if not ast.get_docstring(tree(path))] == []
    claims = {
        f"{function.name} of {module_name(path)}": ast.get_docstring(function) or ""
        for path in modules
        for function in functions(path)
        if function.name.startswith("test_")
    }
    assert {name: claim for name, claim in claims.items() if "\n" in claim or not claim.endswith(".")} == {}


def test_tests_mirror_the_modules() -> None:
    """Each folder of tests is a room, or a package, that exists."""
    folders = {path.parent.relative_to(ROOT / "tests").as_posix() for path in files("tests")} - {"."}
    rooms = {path.parent.relative_to(ROOT / "exactcover").as_posix() for path in files("exactcover")}
    rooms |= {path.parent.relative_to(ROOT).as_posix() for path in files("encoders")} | {*PACKAGES, "benchmarks"}
    assert folders <= rooms


def test_every_imported_library_is_declared() -> None:
    """What the packages import, wherever they do, is a dependency of the project, of an extra, or of the build."""
    import tomllib

    whole = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = whole["project"]
    declared = whole["build-system"]["requires"] + project["dependencies"]
    declared += [each for extra in project["optional-dependencies"].values() for each in extra]
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
