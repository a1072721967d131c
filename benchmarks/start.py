"""The overhead of the child process: a short solve in this process, in a fresh child, in an idle child.

The short solve is `pentominoes-5x5-lnuwy` and `pentominoes-6x10` by exact, compiled code cached; wall seconds, medians.
The command line starts its child before it imports anything else, so that both start concurrently; a child that has
ended a run waits for the next one.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks import warm
from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover import api
from exactcover.backends import exact
from exactcover.model.answer import EngineOptions, Limits
from exactcover.solving.supervisor import pool
from exactcover.transform.reductions import chain

RUNS = 7
NAMES = ("pentominoes-5x5-lnuwy", "pentominoes-6x10")
IN_PROCESS = """
import sys
from encoders.catalogue import puzzle
from exactcover.model.answer import EngineOptions, Limits
from exactcover.backends import exact
from exactcover.transform.reductions import chain
model = chain.reduce(puzzle(sys.argv[1]).encode().model, exact.accepts, break_symmetry=True).model
list(exact.run("solve", model, EngineOptions(), Limits()))
"""


def measure() -> list[str]:
    """Return the table."""
    lines = ["# The start of the worker", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    found = []
    for name in NAMES:
        found += [
            (name, "solve in this process, no child, no judges", _wall(partial(_here, name))),
            (name, "`exactcover.solve`, the child waits", _wall(partial(api.solve, name))),
            (name, "`exactcover.solve`, a fresh child", _wall(partial(_fresh, name))),
            (name, "whole process, no child (imports, then solves)", _wall(partial(_script, name))),
            (name, "whole process, `exactcover solve`", _wall(partial(_command, name))),
        ]
    lines += [*table(("puzzle", "how", "seconds"), found), "", "## A warm solve", ""]
    lines += [(warm.__doc__ or "").strip(), "", *warm.solves(), "", *warm.timeline()]
    return lines


def _wall(action: Callable[[], object]) -> str:
    action()
    times = []
    for _ in range(RUNS):
        begun = time.monotonic()
        action()
        times.append(time.monotonic() - begun)
    return f"{median(times):.3f}"


def _here(name: str) -> None:
    model = chain.reduce(puzzle(name).encode().model, exact.accepts, break_symmetry=True).model
    list(exact.run("solve", model, EngineOptions(), Limits()))


def _fresh(name: str) -> None:
    pool.end()
    api.solve(name)


def _script(name: str) -> None:
    subprocess.run([sys.executable, "-c", IN_PROCESS, name], check=True)


def _command(name: str) -> None:
    subprocess.run([sys.executable, "-m", "exactcover.cli", "solve", name], check=True, stdout=subprocess.DEVNULL)
