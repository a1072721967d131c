"""The speed of searches with kernels from the library compiled ahead, beside the same kernels compiled just in time.

Each case runs in processes of either kind, in turn, so that what else the machine does meets both; the first run of a process is
not counted. CPU seconds of the engine, the least of all runs; a ratio below 1: the library is faster. Nodes are equal.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from benchmarks.machine import described, table

ROUNDS, RUNS = 4, 6
CASES = (
    ("count", "pentominoes-6x10", "exact:static-order"),
    ("count", "langford n=11", "exact:fewest-options"),
    ("count", "dominoes-8x8", "exact:layers"),
    ("solve", "packing board=28x70 pieces=tetrominoes copies=98", "fill"),
    ("solve", "packing board=10x10 pieces=Y5 copies=20", "exact"),
    ("solve", "tiles start=867254301", "idastar"),
    ("solve", "huarong-dao-steps", "astar"),
    ("count", "queens n=11", "exact:sparse"),
)
CHILD = """
import json, sys
import exactcover
from exactcover.model.answer import request
from exactcover.api import answered
task, words, backend, runs = sys.argv[1:]
answers = [answered(words, request(task, backend, workers=1)) for _ in range(int(runs) + 1)]
used = [answer.statistics for answer in answers]
print(json.dumps({"nodes": used[-1].nodes, "cpu": min(each.cpu_seconds for each in used[1:])}))
"""


def measure() -> list[str]:
    """Return the table."""
    lines = []
    for case in CASES:
        figures: dict[str, list[dict[str, float]]] = {"0": [], "1": []}
        for _ in range(ROUNDS):
            for compiled, entries in figures.items():
                entries.append(_run(case, compiled))
        nodes = {int(each["nodes"]) for entries in figures.values() for each in entries}
        ahead, compiled_now = (min(each["cpu"] for each in figures[name]) for name in "01")
        lines.append(
            (
                f"`{case[0]} {case[1]}`, {case[2]}",
                f"{ahead:.4f}",
                f"{compiled_now:.4f}",
                f"{ahead / compiled_now:.2f}",
                " / ".join(f"{each:,}" for each in sorted(nodes)),
            )
        )
    head = ["# Kernels ahead and just in time", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    return [*head, *table(("search", "library, CPU s", "just in time", "ratio", "nodes"), lines)]


def _run(case: tuple[str, str, str], compiled: str) -> dict[str, float]:
    words = (sys.executable, "-c", CHILD, *case, str(RUNS))
    environment = os.environ | ({"EXACTCOVER_JIT": "1"} if compiled == "1" else {})
    ran = subprocess.run(words, check=True, capture_output=True, text=True, env=environment)
    figures: dict[str, float] = json.loads(ran.stdout)
    return figures
