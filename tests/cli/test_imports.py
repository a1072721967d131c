"""What a command loads: the heavy libraries that its processes import, and how many processes it starts."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from exactcover.kernel import jit
from tests.commands import run

HEAVY = {
    *(
        "alembic",
        "fastapi",
        "flint",
        "highspy",
        "httpx",
        "llvmlite",
        "matplotlib",
        "numba",
        "numpy",
        "ortools",
        "pandas",
    ),
    *("PIL", "pydantic", "pysat", "ray", "rich", "scipy", "sqlalchemy", "starlette", "uvicorn"),
}
SPY = f"""
import os, sys

class Spy:
    def find_spec(self, name, path=None, target=None):
        if name in {HEAVY!r} or name == "exactcover.backends.exact":
            with open(os.environ["SEEN"], "a") as file:
                print(os.getpid(), name, file=file)

sys.meta_path.insert(0, Spy())
"""


@pytest.mark.skipif(not jit.AHEAD, reason="without the library of kernels, numba is loaded")
@pytest.mark.parametrize(
    ("words", "libraries", "searches"),
    [
        ("--help", set(), False),
        ("--version", set(), False),
        ("puzzles", set(), False),
        ("engines", {"numpy"}, True),  # their modules describe them
        ("info soma", {"numpy"}, True),  # its estimates search a little
        ("draw soma", {"numpy"}, False),
        ("export soma --to dlx", {"numpy"}, False),
        ("check soma solution.json", {"numpy"}, False),
        ("solve soma", {"numpy"}, True),
        ("count pentominoes-3x20", {"numpy"}, True),
        ("prove mutilated-chessboard", {"numpy", "flint"}, True),  # integer linear algebra
        ("--server http://127.0.0.1:9 solve soma", {"numpy"}, False),
    ],
)
def test_commands_load_no_more_than_they_use(words: str, libraries: set[str], searches: bool, tmp_path: Path) -> None:
    """Of the heavy libraries only these are loaded, each in one process; and the search, if the command searches."""
    (tmp_path / "sitecustomize.py").write_text(SPY)
    solution = tmp_path / "solution.json"
    if "solution.json" in words:
        run("solve", "soma", "-o", str(solution))
    seen = tmp_path / "seen"
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = run(*shlex.split(words.replace("solution.json", str(solution))), PYTHONPATH=path, SEEN=str(seen))
    assert ran.returncode == (2 if "--server" in words else 0), ran.stderr
    lines = [line.split()[1] for line in seen.read_text().splitlines()] if seen.exists() else []
    assert set(lines) - {"exactcover.backends.exact"} <= libraries
    assert lines.count("numpy") <= 1
    assert searches or "exactcover.backends.exact" not in lines
