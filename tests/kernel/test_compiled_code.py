"""numba's cache with faults in it: files cut short, a full disk, no folder to write to. A run goes on, and says so once."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exactcover.kernel.cache_folder import user_folder
from tests.commands import EXACTCOVER, PATIENCE_SECONDS, environment

PROGRAM = """
import sys, warnings
from exactcover.kernel import jit, notices
said = []
notices.hear(said.append)
jit.numba()
import small
assert small.doubled(21) == 42 and small.doubled(1.5) == 3.0
assert small.tripled(7) == 21
print(small.doubled.stats.cache_hits.total() + small.tripled.stats.cache_hits.total())
print("\\n".join(said))
"""
SMALL = """
from numba import njit

@njit(cache=True)
def doubled(x):
    return 2 * x

@njit(cache=True)
def tripled(x):
    return doubled(x) + x
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with a module of two small compiled functions."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "small.py").write_text(SMALL)
    return folder


def used(small: Path, cache: Path, limit: int | None = None, **changes: str) -> tuple[int, list[str]]:
    """Use the functions in a process; return how many were read from the cache, and what was said of it."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment(NUMBA_CACHE_DIR=str(cache), PYTHONPATH=os.pathsep.join([str(small), *sys.path]), **changes),
        preexec_fn=None if limit is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_SECONDS,
    )
    hits, *said = ended.stdout.splitlines()
    return int(hits), [sentence for sentence in said if sentence]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("length", [0, 30])
def test_files_cut_short_are_compiled_anew_and_replaced(small: Path, tmp_path: Path, ending: str, length: int) -> None:
    """Where files of the cache are empty or cut short the run goes on, says so once, and the next one finds them whole."""
    cache = tmp_path / "cache"
    assert used(small, cache) == (0, [])
    assert used(small, cache) == (3, [])
    files = list(cache.rglob(f"*.{ending}"))
    assert len(files) >= 2
    for file in files:
        file.write_bytes(file.read_bytes()[:length])
    hits, said = used(small, cache)
    assert (hits, len(said)) == (0, 1)
    assert "is damaged" in said[0]
    assert said[0].endswith(": it is compiled anew")
    assert used(small, cache) == (3, [])


def test_a_full_disk_keeps_nothing_and_says_so_once(small: Path, tmp_path: Path) -> None:
    """Where no byte can be written the functions are compiled, used and not kept; afterwards nothing is in the way."""
    cache = tmp_path / "cache"
    hits, said = used(small, cache, limit=0)
    assert (hits, len(said)) == (0, 1)
    assert "compiled code cannot be kept in" in said[0]
    assert used(small, cache) == (0, [])
    assert used(small, cache) == (3, [])


def test_no_folder_to_write_to_keeps_nothing_and_says_so_once(small: Path, tmp_path: Path) -> None:
    """Where neither the folder that was named, nor that of the sources, nor that of the user can be written to, a run goes on."""
    taken = tmp_path / "taken"
    taken.write_text("")
    (small / "__pycache__").write_text("")
    hits, said = used(small, taken, HOME=str(taken), XDG_CACHE_HOME=str(taken))
    assert hits == 0
    assert said == ["compiled code is not kept, and is compiled in every run: no folder for it can be written to"]


def test_code_that_others_could_have_written_is_not_run(small: Path, public_folder: Path) -> None:
    """Reading compiled code runs it, so that none is read from a folder in which others can write, nor is any written."""
    assert used(small, public_folder) == (0, [])
    assert used(small, public_folder) == (3, [])
    public_folder.chmod(0o777)
    hits, said = used(small, public_folder)
    assert (hits, len(said)) == (0, 1)
    assert said[0].startswith("compiled code is not kept, and is compiled in every run: others can write to the folder")


def test_users_without_a_home_have_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HOME and without an entry in the list of users there is no folder, and no exception."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert user_folder() is None


@pytest.mark.deep("compiles a search")
def test_a_command_with_damaged_compiled_code_answers(tmp_path: Path) -> None:
    """Without the library the command line answers, says once on standard error what is damaged, and mends it."""
    ready = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os; from exactcover.kernel import cache_folder; cache_folder.choose(); print(os.environ['NUMBA_CACHE_DIR'])",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    words = [EXACTCOVER, "solve", "packing", "board=2x2", "pieces=I2", "copies=2", "--json"]
    jit = environment(EXACTCOVER_JIT="1")
    subprocess.run(words, env=jit, capture_output=True, check=True, timeout=PATIENCE_SECONDS)  # compiled, if it was not
    cache = tmp_path / "cache"
    shutil.copytree(ready.stdout.strip(), cache)
    damaged = [*cache.rglob("sparse_sets._search-*.nbc"), *cache.rglob("sparse_sets._remove-*.nbi")]
    assert len(damaged) > 1
    for file in damaged:
        file.write_bytes(b"")

    def answered() -> str:
        ended = subprocess.run(
            words, env=jit | {"NUMBA_CACHE_DIR": str(cache)}, capture_output=True, text=True, check=True
        )
        assert json.loads(ended.stdout)["status"] == "FEASIBLE"
        return ended.stderr

    said = answered()
    assert said.startswith("exactcover: compiled code in ")
    assert said.count("\n") == 1
    assert answered() == ""
