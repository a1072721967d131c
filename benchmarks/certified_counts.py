"""Certificates of counts: for each puzzle of the catalogue whose solutions are selections, the time of the evidence.

Each puzzle has a process to itself and 60 CPU seconds in all: the engine's count is not repeated here, so these are the search
for an order of the items and the judge's recount along it. `python -m benchmarks certified_counts` measures all and writes
benchmarks/results/certified_counts.md.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from typing import Any

from benchmarks.machine import described, table
from exactcover import api
from exactcover.judges import states
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.refuted import without_colours
from exactcover.proofs.item_orders import best_order

SECONDS, MOST_STATES = 60, 30_000_000
FURTHER = (
    "packing board=5x5 pieces=pentominoes copies=0..1",
    "packing board=12x12 pieces=dominoes copies=any",
    "queens n=10",
    "queens n=12",
    "langford n=8",
    "packing board=3x20 pieces=pentominoes",
    "packing board=4x15 pieces=pentominoes",
    "packing board=5x12 pieces=pentominoes",
)


def measure() -> list[str]:
    """Return the lines of the page."""
    rows, certified = [], 0
    words = [*api.puzzles(), *FURTHER]
    for each in words:
        row = _measured(each)
        print(each, row, file=sys.stderr, flush=True)
        if row is not None:
            certified += "count" in row
            rows.append(
                (each, *(str(row.get(key, "")) for key in ("count", "states", "search", "judge", "bytes", "why")))
            )
    return [
        "# Counts with certificates",
        "",
        described(),
        "",
        *(__doc__ or "").splitlines(),
        "",
        *table(("puzzle", "solutions", "states", "search, CPU s", "judge, CPU s", "bytes", "why there is none"), rows),
        "",
        f"{certified} of {len(rows)} have a certificate that takes at most {SECONDS} CPU seconds in all.",
    ]


def _measured(words: str) -> dict[str, Any] | None:
    """Return the measurements of a puzzle by a new process; None if its solutions are no selections."""
    command = [sys.executable, "-m", "benchmarks.certified_counts", words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stdout:
        row: dict[str, Any] | None = json.loads(done.stdout)
        return row
    return {"why": f"more than {SECONDS} s"}


def _one(words: str) -> dict[str, Any] | None:
    model = api.puzzle(words).encode().model
    try:
        needs = states.demands_of(without_colours(model))
    except InvalidCertificate as unsuitable:
        return {"why": str(unsuitable)} if "connected" in str(unsuitable) else None
    begun = time.process_time()
    order = best_order(needs, MOST_STATES)
    search = time.process_time() - begun
    if order is None:
        return {"why": f"more than {MOST_STATES:,} states", "search": f"{search:.2f}"}
    begun = time.process_time()
    try:
        counted = states.recount(needs, order, states.Effort(MOST_STATES))
    except InvalidCertificate as unsuitable:
        return {"why": str(unsuitable), "search": f"{search:.2f}"}
    judge = time.process_time() - begun
    return {
        "count": f"{counted.solutions:,}",
        "states": f"{counted.states:,}",
        "search": f"{search:.2f}",
        "judge": f"{judge:.2f}",
        "bytes": len(json.dumps(order, separators=(",", ":"))),
    }


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    print(json.dumps(_one(sys.argv[1])))
