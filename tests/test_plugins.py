"""Plugins: a package that a stranger wrote is installed as a wheel, and used everywhere that built-in kinds and engines are."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from jsonschema import ValidationError

from exactcover import plugins
from exactcover.model.errors import InvalidInput, PluginBroke
from tests import commands
from tests.schemas import validate_by
from tests.service.servers import served

ENTRY_POINTS = {
    "exactcover.kinds": {"toy-rooks": "toy_package.rooks:KIND"},
    "exactcover.engines": {"toy-search": "toy_package.search"},
    "exactcover.importers": {".rooks": "toy_package.importer:keys"},
}
BROKEN = {
    "exactcover.kinds": {
        "queens": "toy_package.rooks:KIND",
        "toy-gone": "toy_package.gone:KIND",
        "toy-x": "json:dumps",
    },
    "exactcover.engines": {"toy-module": "json"},
    "exactcover.importers": {
        ".dlx": "toy_package.importer:keys",
        "rooks": "toy_package.importer:keys",
        ".toyx": "toy_package:x",
        ".toyload": "json:loads",
        ".toyname": "json:__name__",
    },
}


def wheel(folder: Path, name: str, entry_points: dict[str, dict[str, str]]) -> Path:
    """Write a wheel with the toy package and some entry points; return its path."""
    here = Path(__file__).parent
    files = {
        "toy_package/__init__.py": '"""A package."""\n',
        "toy_package/rooks.py": (here / "toy_rooks.py").read_text(),
        "toy_package/search.py": (here / "toy_search.py").read_text(),
        "toy_package/importer.py": (here / "toy_importer.py").read_text(),
    }
    info = f"{name}-1.0.dist-info"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/entry_points.txt"] = "".join(
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in entry_points.items()
    )
    lines = []
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(text.encode())}\n")
    files[f"{info}/RECORD"] = "".join([*lines, f"{info}/RECORD,,\n"])
    built = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(built, "w") as archive:
        for member, text in files.items():
            archive.writestr(member, text)
    return built


def installed(folder: Path, name: str, entry_points: dict[str, dict[str, str]]) -> str:
    """Install a wheel with the toy package into a folder; return the folder as PYTHONPATH names it."""
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(target)]
    subprocess.run([*pip, str(wheel(folder, name, entry_points))], check=True, capture_output=True)
    return str(target)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in which the toy package is installed."""
    return installed(tmp_path_factory.mktemp("toy"), "toy_package", ENTRY_POINTS)


def test_a_kind_from_a_wheel_is_used_at_the_command_line(site: str) -> None:
    """The kind is counted, solved by the package's engine, drawn and listed like a built-in one."""
    counted = commands.run("count", "toy-rooks", "n=4", "--json", PYTHONPATH=site)
    assert json.loads(counted.stdout)["count"] == "24"
    solved = commands.run("solve", "toy-rooks", "n=3", "--backend", "toy-search", "--json", PYTHONPATH=site)
    answer = json.loads(solved.stdout)
    assert (answer["status"], answer["engine"]["name"]) == ("FEASIBLE", "toy-search")
    assert sorted(row for row, _ in answer["solution"]["rooks"]) == [0, 1, 2]
    assert "toy-search" in commands.run("engines", PYTHONPATH=site).stdout
    refused = commands.run("solve", "toy-rooks", "m=3", PYTHONPATH=site)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_python_users_have_the_types_of_the_package(site: str) -> None:
    """A solution has the type that the kind names, goes through the processes by it, and is judged without the puzzle."""
    code = """
import pickle, exactcover
from toy_package.rooks import RookSquares
answer = exactcover.solve("toy-rooks n=3")
assert type(pickle.loads(pickle.dumps(answer)).solution) is RookSquares
print(len(answer.solution.rooks), exactcover.check(answer.to_json())["accepted"])
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=commands.environment(PYTHONPATH=site),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "3 True\n", run.stderr


def test_a_file_of_another_format_is_read(site: str, tmp_path: Path) -> None:
    """A file with the importer's ending is a puzzle, gzipped too; a bad one is a sentence; the ending is among those known."""
    (tmp_path / "three.rooks").write_text("rooks 3")
    (tmp_path / "four.rooks.gz").write_bytes(gzip.compress(b"rooks 4"))
    (tmp_path / "bad.rooks").write_text("rooks")
    (tmp_path / "other.rook").write_text("rooks 3")
    for name, number in (("three.rooks", "6"), ("four.rooks.gz", "24")):
        counted = commands.run("count", str(tmp_path / name), "--json", PYTHONPATH=site)
        assert json.loads(counted.stdout)["count"] == number
    for name, sentence in (
        ("bad.rooks", "the text does not say how many rooks there are"),
        ("other.rook", ".opb, .txt, .rooks, .xmpuzzle"),
    ):
        refused = commands.run("count", str(tmp_path / name), PYTHONPATH=site)
        assert (refused.returncode, sentence in refused.stderr) == (2, True), refused.stderr
    unknown = commands.run("count", str(tmp_path / "three.rooks"))
    assert (unknown.returncode, "the ending '.rooks', which cannot be read" in unknown.stderr) == (2, True)


def test_without_the_package_the_kind_is_unknown() -> None:
    """Nothing of a plugin is known where it is not installed."""
    refused = commands.run("count", "toy-rooks", "n=4")
    assert refused.returncode == 2
    assert "expected a kind of puzzle before keys" in refused.stderr


def test_the_package_conforms(site: str) -> None:
    """The toy package passes the conformance test that its author would run."""
    command = [sys.executable, "-m", "exactcover.conformance", "toy_package"]
    run = subprocess.run(
        command, env=commands.environment(PYTHONPATH=site), capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, "toy_package conforms\n"), run.stderr


def test_broken_plugins_are_one_sentence_each(tmp_path: Path) -> None:
    """A name that is taken, a module that is not there and an object of another type are told by the conformance test."""
    broken = installed(tmp_path, "toy_broken", BROKEN)
    command = [sys.executable, "-m", "exactcover.conformance", "toy_broken"]
    run = subprocess.run(
        command, env=commands.environment(PYTHONPATH=broken), capture_output=True, text=True, check=False
    )
    assert run.returncode == 4
    for sentence in (
        "exactcover.kinds queens: the name is built in",
        "the plugin 'toy-gone' of exactcover.kinds (toy_package.gone:KIND) cannot be imported: ModuleNotFoundError",
        "the plugin 'toy-x' of exactcover.kinds is <function dumps",
        "the plugin 'toy-module' of exactcover.engines has no accepts, can, options",
        "exactcover.importers .dlx: the name is built in",
        "the plugin 'rooks' of exactcover.importers has no name for an importer; expected an ending such as '.rooks'",
        "the plugin '.toyx' of exactcover.importers (toy_package:x) cannot be imported: AttributeError",
        "exactcover.importers .toyload: its module json has no EXAMPLES",
        "the importer of .toyload broke: JSONDecodeError",
        "the plugin '.toyname' of exactcover.importers is 'json'; expected a function from a text to keys",
    ):
        assert sentence in run.stdout
    assert commands.run("count", "queens", "n=4", "--json", PYTHONPATH=broken).returncode == 0


def test_a_package_without_plugins_is_refused() -> None:
    """The conformance test says what it expected where a package is not installed, or provides nothing."""
    from exactcover import conformance

    for package in ("no such package", "numpy"):
        with pytest.raises(InvalidInput, match="expected"):
            list(conformance.faults(package))


def test_a_registry_loads_what_is_built_in_first() -> None:
    """Built-in names come first and cost no look at entry points; an unknown name is a KeyError."""
    loaded: list[int] = []

    def seven() -> int:
        loaded.append(7)
        return 7

    registry = plugins.Registry("exactcover.no-such-group", {"a": seven}, _unchecked)
    assert (list(registry), "a" in registry, loaded) == (["a"], True, [])
    assert [registry["a"], registry["a"], loaded] == [7, 7, [7]]
    with pytest.raises(KeyError):
        registry["b"]


def _unchecked(name: str, value: object) -> int:
    raise PluginBroke(f"{name} is {value}")


def test_a_kind_from_a_wheel_is_served(site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with the package answers about the kind over HTTP, and its page has the kind's editor."""
    monkeypatch.setenv("PYTHONPATH", site)
    with served(store=tmp_path / "jobs.sqlite") as server:
        job = server.http.post("/v1/jobs", json={"task": "count", "puzzle": {"kind": "toy-rooks", "n": 3}}).json()
        commands.until(lambda: server.http.get(f"/v1/jobs/{job['id']}").json()["state"] == "SUCCEEDED")
        assert server.http.get(f"/v1/jobs/{job['id']}").json()["answer"]["count"] == "6"
        page = server.http.get("/", params={"kind": "toy-rooks"}).text
        assert "Rooks, none of which attacks another." in page
        assert ".opb,.txt,.rooks,.xmpuzzle" in page
        assert "toy-search" in page
        own = {"format": "rooks", "text": "rooks 4"}
        assert server.http.post("/v1/info", json={"puzzle": own}).json()["puzzle"] == {"kind": "toy-rooks", "n": 4}
        solved = {"task": "solve", "puzzle": own, "backend": "toy-search"}
        job = server.http.post("/v1/jobs", json=solved).json()
        commands.until(lambda: server.http.get(f"/v1/jobs/{job['id']}").json()["state"] == "SUCCEEDED")
        answer = server.http.get(f"/v1/jobs/{job['id']}").json()["answer"]
        assert (answer["engine"]["name"], answer["status"]) == ("toy-search", "FEASIBLE")
        told = server.http.get("/v1/schemas").json()["schemas"]
        validate_by(told, "answer", answer)
        with pytest.raises(ValidationError):
            validate_by(told, "answer", answer | {"puzzle": {"kind": "toy-rooks", "n": "four"}})
        judged = server.http.post("/v1/check", json={"puzzle": own, "value": answer}).json()
        assert (judged["accepted"], judged["faults"]) == (True, [])
        opened = server.http.post("/page/opened", json={"text": "rooks 5", "name": "five.rooks"}).json()
        assert opened["keys"]["n"] == "5"
