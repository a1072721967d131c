"""What a whole command uses: `python -m benchmarks.command_usage RUNS COMMAND...` prints one line of JSON.

The processes that a command leaves to others are adopted (PR_SET_CHILD_SUBREAPER), so that the CPU seconds of all of them
count: usage of children alone misses an engine that is killed with its parent. Linux only. Memory is the greatest sum of
proportional set sizes, sampled every 20 ms in a separate run. Modules: those that all processes of another run look up.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

PR_SET_CHILD_SUBREAPER = 36
LOOK_SECONDS = 0.02
LIBRARIES = (
    "numpy",
    "numba",
    "ortools",
    "pysat",
    "flint",
    "highspy",
    "matplotlib",
    "httpx",
    "typer",
    "fastapi",
    "pydantic",
)
SPY = """
import os, sys

class Spy:
    def find_spec(self, name, path=None, target=None):
        with open(os.environ["MODULES_LOOKED_FOR"], "a") as file:
            print(os.getpid(), name, file=file)

sys.meta_path.insert(0, Spy())
"""


@dataclass(frozen=True)
class Usage:
    """The least and the median CPU seconds, the median wall seconds, the memory in megabytes, the modules and libraries."""

    least: float
    cpu: float
    wall: float
    memory: float
    modules: int
    libraries: tuple[str, ...]


def usage(runs: int, command: tuple[str, ...], **environment: str) -> Usage:
    """Return what a command uses; environment: variables in addition to those of this process."""
    words = (sys.executable, "-m", "benchmarks.command_usage", str(runs), *command)
    printed = subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ | environment).stdout
    line = json.loads(printed)
    return Usage(**{**line, "libraries": tuple(line["libraries"])})


def main(runs: int, command: list[str]) -> None:
    """Measure a command and print its usage."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _run(command)  # writes compiled Python code, and fills the caches of the disk
    costs = [_run(command) for _ in range(runs)]
    cpu, wall = zip(*costs, strict=True)
    names = _looked_for(command)
    libraries = tuple(name for name in LIBRARIES if any(name == each for _, each in names))
    print(json.dumps(asdict(Usage(min(cpu), median(cpu), median(wall), _memory(command), len(names), libraries))))


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _run(command: list[str]) -> tuple[float, float]:
    """Run a command; return the CPU seconds of it and its descendants, and the wall seconds until it ended itself."""
    begun, cpu, wall = time.monotonic(), 0.0, 0.0
    started = _start(command)
    while True:
        try:
            ended, _, used = os.wait4(-1, 0)
        except ChildProcessError:
            started.returncode = 0  # it has been waited for
            return cpu, wall
        cpu += used.ru_utime + used.ru_stime
        if ended == started.pid:
            wall = time.monotonic() - begun


def _memory(command: list[str]) -> float:
    started, peak = _start(command), 0.0
    while started.poll() is None:
        peak = max(peak, sum(map(_proportional, _tree(started.pid))))
        time.sleep(LOOK_SECONDS)
    return peak


def _tree(process: int) -> list[int]:
    """Return a process and its descendants, as far as they still run."""
    members = [process]
    for each in members:
        for tasks in Path(f"/proc/{each}/task").glob("*/children"):
            try:
                members += map(int, tasks.read_text().split())
            except OSError:
                continue
    return members


def _proportional(process: int) -> float:
    """Return the proportional set size of a process in megabytes; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def _looked_for(command: list[str]) -> set[tuple[str, str]]:
    """Return the modules that each process of a run looks for, those of a fork without those of its parent."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(SPY)
        path = Path(folder) / "modules"
        path.touch()
        before = os.environ.get("PYTHONPATH")
        os.environ |= {"MODULES_LOOKED_FOR": str(path), "PYTHONPATH": os.pathsep.join(filter(None, (folder, before)))}
        _run(command)
        lines = (line.split() for line in path.read_text().splitlines())
        return {(number, name) for number, name in lines}


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
