"""Plugins: a package that a stranger wrote is installed as a wheel, and used everywhere that built-in kinds and engines are."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from exactcover import plugins
from exactcover.model.errors import InvalidInput, PluginBroke
from tests import commands
from tests.service.servers import served

ENTRY_POINTS = {
    "exactcover.kinds": {"toy-rooks": "toy_package.rooks:KIND"},
    "exactcover.engines": {"toy-search": "toy_package.search"},
}
BROKEN = {
    "exactcover.kinds": {
        "queens": "toy_package.rooks:KIND",
        "toy-gone": "toy_package.gone:KIND",
        "toy-x": "json:dumps",
    },
    "exactcover.engines": {"toy-module": "json"},
}


def wheel(folder: Path, name: str, entry_points: dict[str, dict[str, str]]) -> Path:
    """Write a wheel with the toy package and some entry points; return its path."""
    here = Path(__file__).parent
    files = {
        "toy_package/__init__.py": '"""A package."""\n',
        "toy_package/rooks.py": (here / "toy_rooks.py").read_text(),
        "toy_package/search.py": (here / "toy_search.py").read_text(),
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
