"""The core on systems that lack what Linux has, emulated here: no test of this file has run on Windows or macOS."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from exactcover.kernel import jit
from exactcover.process import endpoints, unfinished, usage

EMULATION = """
import builtins, multiprocessing.connection, os, select, selectors, signal, socket, subprocess, sys, tempfile, time

for module in ("fcntl", "resource"):
    sys.modules[module] = None
for holder, names in (
    (os, "fork forkpty register_at_fork nice sysconf fchmod sched_getaffinity memfd_create setsid setpriority getpriority"),
    (os, "O_CLOEXEC O_NOFOLLOW O_NONBLOCK"),
    (select, "poll epoll"),
    (time, "clock_gettime"),
    (signal, "pthread_sigmask"),
):
    for name in names.split():
        if hasattr(holder, name):
            delattr(holder, name)
opened, listed = builtins.open, os.listdir

def _open(path, *rest, **more):
    if str(path).startswith(("/proc", "/sys/fs")):
        raise FileNotFoundError(2, "No such file or directory", path)
    return opened(path, *rest, **more)

def _listdir(path="."):
    if str(path).startswith("/proc"):
        raise FileNotFoundError(2, "No such file or directory", path)
    return listed(path)

builtins.open, os.listdir = _open, _listdir
sys.platform = "darwin"
"""


NO_NUMBA = """
from importlib.machinery import PathFinder
found = PathFinder.find_spec

def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] == "numba" else found(name, path, target)

PathFinder.find_spec = find_spec
"""


def run(folder: Path, *words: str) -> str:
    """Run a command in a process, with children, that lacks all this; return what it prints."""
    (folder / "sitecustomize.py").write_text(EMULATION)
    path = os.pathsep.join([str(folder), str(Path(__file__).parents[2])])
    command = [sys.executable, "-m", "exactcover", *words]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=os.environ | {"PYTHONPATH": path}
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.process
@pytest.mark.skipif(not jit.AHEAD, reason="numba's cache needs locks, see Other systems in the contract")
def test_the_core_works_without_what_linux_has(tmp_path: Path) -> None:
    """Solve, count, list, prove, check, draw and export need no fork, no locks, no resource module, no poll and no /proc."""
    run(tmp_path, "solve", "soma", "--json", "-o", "soma.json")
    assert json.loads(run(tmp_path, "check", "soma", "soma.json", "--json"))["accepted"]
    assert json.loads(run(tmp_path, "count", "pentominoes-3x20", "--json"))["count"] == "8"
    assert len(run(tmp_path, "list", "pentominoes-3x20", "--json").splitlines()) >= 8
    run(tmp_path, "prove", "mutilated-chessboard", "-o", "proof.json")
    assert json.loads(run(tmp_path, "check", "mutilated-chessboard", "proof.json", "--json"))["accepted"]
    assert run(tmp_path, "draw", "soma")
    assert run(tmp_path, "export", "soma", "--to", "dlx")
    assert "memory limits of requests: not enforced" in run(tmp_path, "--version", "--verbose")


@pytest.mark.process
@pytest.mark.parametrize(
    "words", ["solve soma", "count soma", "solve 8-puzzle", "compare soma", "prove mutilated-chessboard"]
)
def test_where_no_kernel_can_run_one_sentence_says_so(tmp_path: Path, words: str) -> None:
    """Without compiled kernels and without numba, one sentence names the missing extra; it is no internal error."""
    (tmp_path / "sitecustomize.py").write_text(NO_NUMBA)
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    environment = os.environ | {"PYTHONPATH": path, "EXACTCOVER_JIT": "1"}
    command = [sys.executable, "-m", "exactcover", *words.split()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("exactcover: ")
    assert ran.stderr.endswith("; expected the extra exactcover-solver[jit]\n")
    assert ran.stderr.count("\n") == 1


def test_without_locks_no_file_is_removed_as_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing says who writes a file, it is kept."""
    path, descriptor = unfinished.begun(tmp_path)
    os.close(descriptor)
    monkeypatch.setattr(unfinished, "LOCKS", False)
    unfinished.remove_stale(tmp_path)
    assert path.exists()
    monkeypatch.undo()
    unfinished.remove_stale(tmp_path)
    assert not path.exists()


def test_without_affinities_all_processors_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without affinities has the processors of the machine."""
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usage.processors() == os.cpu_count()


def test_a_connection_can_be_waited_for_without_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without select.poll the connection itself waits, and an end that is closed counts as something to receive."""
    monkeypatch.delattr("select.poll")
    ours, theirs = endpoints.pair()
    waiting = endpoints.Waiting(ours)
    assert not waiting.ends_within(0)
    with theirs:
        endpoints.opened(os.dup(theirs.descriptor)).send("word")
        assert waiting.ends_within(1)
        assert ours.recv() == "word"
    assert waiting.ends_within(1)
