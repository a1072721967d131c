"""Whole processes for tests: the command line as a user starts it, and what becomes of a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.source_files import ROOT

EXACTCOVER = str(Path(sys.executable).with_name("exactcover"))
PATIENCE_SECONDS = 300.0
"""A machine may be busy, and a first use compiles; only what hangs is a fault."""

HARD = ("packing", "board=10x14", "pieces=tetrominoes", "copies=7")
"""140 cells, 5 x 7 tetrominoes: impossible by parity, and no engine finishes with it in minutes."""


def environment(**changes: str) -> dict[str, str]:
    """Return this process's environment with changes."""
    return {**os.environ, **changes}


def run(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run `exactcover` with these words to its end, as from a script: nothing is a terminal."""
    return subprocess.run(
        [EXACTCOVER, *words],
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def under_hash_seeds(code: str, folder: Path, *words: str) -> set[bytes]:
    """Run a program of Python with two hash seeds and little else in its environment; return what it prints."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *words]
    return {
        subprocess.run(
            command, env=environment | {"PYTHONHASHSEED": seed}, capture_output=True, check=True, cwd=ROOT
        ).stdout
        for seed in ("1", "2")
    }


def begin(command: Sequence[str]) -> subprocess.Popen[str]:
    """Start a process in a group of its own, as a shell does, its output kept; it hears Ctrl-C, whoever runs the tests."""
    if (
        signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    ):  # inherited, as from `&` in a script; what is not ignored is not inherited
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def until(holds: Callable[[], bool], patience: float = PATIENCE_SECONDS) -> None:
    """Wait until something holds; fail when it has not after so many seconds."""
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def runs(process: int) -> bool:
    """Return whether a process is there and not a zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def sleeps(process: int) -> bool:
    """Return whether a process waits for something other than its turn on a processor, or is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "R"
    except OSError:
        return True


def descendants_of(process: int) -> list[int]:
    """Return the children of a process, theirs, and so on: the process of a request, then the engine's."""
    children = children_of(process)
    return children + [each for child in children for each in descendants_of(child)]


def children_of(process: int) -> list[int]:
    """Return the children of a process."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
        if parent == process:
            found.append(int(path.parent.name))
    return found


def command_line(process: int) -> list[str]:
    """Return the words that a process was started with, or its title; none for a zombie or one that is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().split("\0")
    except OSError:
        return []


def cpu_seconds(process: int) -> float:
    """Return what a process has used of the processor; 0 when it is gone."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:13])) / os.sysconf("SC_CLK_TCK")
