"""The latency of Ctrl-C: seconds from the signal to the end of the command, in each part of a request's life.

Each command is interrupted once the process of its request, or the engine's, has worked for a while, at work that would
take much longer. The figure is the median of several runs.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from statistics import median

from benchmarks.machine import described, table
from exactcover.model.errors import INTERRUPTED
from exactcover.process.usage import usage
from tests.commands import descendants_of

RUNS = 5
HARD = ("packing", "board=10x14", "pieces=tetrominoes", "copies=7")
LARGE = ("packing", "board=9000x9000", "pieces=dominoes", "copies=any")
FRONTIER = ("packing", "board=24x26", "pieces=T4", "copies=any", "--argument", "frontier")
CASES = (
    ("reading and encoding", ("solve", *LARGE), 2.0),
    ("searching, exact", ("solve", *HARD, "--backend", "exact"), 2.0),
    ("searching, native solver", ("solve", *HARD, "--backend", "sat"), 2.0),
    ("proving, then judging", ("prove", *FRONTIER), 4.0),
    ("info", ("info", *LARGE), 2.0),
    ("drawing", ("draw", "packing", "board=2500x2500", "pieces=dominoes", "copies=any"), 2.0),
)


def measure() -> list[str]:
    """Return the table."""
    lines = ["# How soon Ctrl-C is heard", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    rows = [(phase, f"{median(_heard(words, busy) for _ in range(RUNS)):.3f}") for phase, words, busy in CASES]
    return [*lines, *table(("part", "seconds"), rows)]


def _heard(words: tuple[str, ...], busy: float) -> float:
    """Interrupt a command once one of its processes has used so many seconds; return how long it then takes to end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "exactcover.cli", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while max((usage(child).cpu_seconds for child in descendants_of(process.pid)), default=0.0) < busy:
        if process.poll() is not None:
            raise RuntimeError(f"{' '.join(words)} ended before it was interrupted")
        time.sleep(0.02)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    status = process.wait()
    if status != INTERRUPTED:
        raise RuntimeError(f"{' '.join(words)} ended with status {status}; expected {INTERRUPTED}")
    return time.monotonic() - begun
