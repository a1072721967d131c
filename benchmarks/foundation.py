"""Baseline figures: whole processes of the command line, median of several runs, compiled code cached."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from statistics import median

from benchmarks.machine import described, table

RUNS = 5
RECTANGLES = ("pentominoes-6x10", "pentominoes-5x12", "pentominoes-4x15", "pentominoes-3x20")
COMMANDS = (
    ("--help",),
    ("solve", "pentominoes-6x10"),
    *(("solve", name, "--backend", engine) for engine in ("exact", "cpsat", "sat") for name in RECTANGLES),
    ("count", "pentominoes-5x5-lnuwy", "--backend", "brute"),
    ("count", "soma"),
    ("count", "pentominoes-6x10"),
    ("draw", "packing", "board=100x100", "pieces=dominoes", "copies=any"),
)


def measure() -> list[str]:
    """Return the table of commands."""
    lines = ["# The foundation", "", described(), "", (__doc__ or "").strip(), ""]
    found = [(f"`exactcover {' '.join(words)}`", *_timed(words)) for words in COMMANDS]
    return [*lines, *table(("command", "seconds", "CPU seconds, children included", "status"), found)]


def _timed(words: tuple[str, ...]) -> tuple[str, str, str]:
    walls, cpus, status = [], [], 0
    for run in range(RUNS + 1):
        begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        status = subprocess.run(
            [sys.executable, "-m", "exactcover.cli", *words],
            stdout=subprocess.DEVNULL,
            env=dict(os.environ),
            check=False,
        ).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if run:  # the first run fills caches
            walls.append(time.monotonic() - begun)
            cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return f"{median(walls):.2f}", f"{median(cpus):.2f}", str(status)
