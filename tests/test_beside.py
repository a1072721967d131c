"""The option `--beside`: busy loops run as long as the tests do, and no longer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import BUSY

ROOT = Path(__file__).parents[1]


def loops_of(process: int) -> list[int]:
    """The busy loops that a process has started and that run."""
    loops = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
        except OSError:  # it has ended
            continue
        if BUSY.encode() in words and str(process).encode() in words:
            loops.append(int(entry.name))
    return loops


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
def test_as_many_loops_run_as_were_wanted(request: pytest.FixtureRequest) -> None:
    """The process that runs the tests, or that started the one which does, has as many loops as the option says."""
    mine = os.getppid() if hasattr(request.config, "workerinput") else os.getpid()
    assert len(loops_of(mine)) == request.config.getoption("--beside")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=("alone", "by workers"))
def test_loops_end_with_the_tests(workers: tuple[str, ...]) -> None:
    """A run beside two loops has both while it lasts, and none is left after it."""
    name = f"{__file__}::test_as_many_loops_run_as_were_wanted"
    options = ["-p", "no:cacheprovider", "-m", "process", "--beside", "2", *workers]
    command = [sys.executable, "-m", "pytest", *options, name]
    run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    told, _ = run.communicate()
    assert run.returncode == 0, told
    assert loops_of(run.pid) == []


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
def test_loops_end_where_the_tests_are_killed() -> None:
    """A loop whose parent is killed sees that it has another parent, and ends."""
    script = (
        "import os, subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', sys.argv[1], str(os.getpid())])\n"
        "print(os.getpid(), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    told = subprocess.run([sys.executable, "-c", script, BUSY], stdout=subprocess.PIPE, text=True, check=False)
    while loops_of(int(told.stdout)):
        time.sleep(0.05)
