"""Cheapest covers of airline schedules, with proof: CPU seconds on one core, in this process.

Solving: from the cover to the certificate, by the engine `prices`. Judging: the certificate by its judge, in integers.
Reading: from the gzipped text to the cover. Size: bytes of the certificate's body as JSON. Leaves: of its tree. The
optimum is compared with the published one (benchmarks/set_partitioning has the schedules, with their source); a
schedule that is not proved within the limit is shown with its cost and its bound instead. HiGHS proves the 25 small
ones in 3.0 s in all, without a certificate.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.backends import prices
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover
from exactcover.model.events import Bound, End, Found

FOLDER = Path(__file__).parent / "set_partitioning"
SECONDS = 300.0
"""The wall time limit for one schedule."""
HARD = ("aa01", "aa04")
SEEDS = 3
MIDDLE = ("nw01", "nw02", "nw03", "nw04", "nw14", "aa03", "aa05")

Row = tuple[str, ...]


def optima() -> dict[str, int]:
    """Return the schedules by name, with their published optima."""
    written = json.loads((FOLDER / "index.json").read_text())["instances"]
    return {each["name"].removeprefix("spp").removesuffix(".txt.gz"): int(each["optimum"]) for each in written}


def measure() -> list[str]:
    """Return the tables: the small schedules with their sum, the large ones, and the hardest one by seed."""
    published = optima()
    small = [name for name in published if name not in (*MIDDLE, *HARD)]
    heads = ("schedule", "rows", "columns", "cost", "solving, s", "leaves", "bytes", "judging, s", "reading, s")
    lines = ["# Covers with costs", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    rows = [measured(name, published[name], 0) for name in small]
    lines += table(heads, rows)
    lines += ["", f"Sum of the small ones: {sum(float(row[4]) for row in rows):.2f} s.", ""]
    lines += table(heads, [measured(name, published[name], 0) for name in MIDDLE])
    lines += ["", "By seeds:", ""]
    return [*lines, *table(heads, [measured(name, published[name], seed) for name in HARD for seed in range(SEEDS)])]


def measured(name: str, optimum: int, seed: int) -> Row:
    """Return the row of a schedule; raises ValueError for a wrong optimum."""
    begun = time.process_time()
    cover = puzzle(str(FOLDER / f"spp{name}.txt.gz")).encode().model
    assert isinstance(cover, Cover)
    read = time.process_time() - begun
    begun = time.process_time()
    cost, bound, end = None, None, None
    for event in prices.run("solve", cover, EngineOptions(seed=seed), Limits(time=SECONDS)):
        if isinstance(event, Found):
            cost = judges.cost(cover, event.selection)
        if isinstance(event, Bound):
            bound = event.value
        if isinstance(event, End):
            end = event
    spent = time.process_time() - begun
    about = (name, str(len(cover.items)), str(cover.options))
    if end is None or end.refutation is None:
        row = (*about, f"{cost}, at least {bound}", f"{spent:.2f}", "", "", "", f"{read:.2f}")
    else:
        if cost != optimum:
            raise ValueError(f"{name} costs {cost} and {optimum} was published")
        begun = time.process_time()
        faults = judges.refutation_faults(cover, end.refutation)
        judged = time.process_time() - begun
        if faults:
            raise ValueError(f"{name}: {faults[0]}")
        body = json.dumps(end.refutation.body, separators=(",", ":"))
        branches = sum("prices" not in node for node in end.refutation.body["nodes"])
        row = (*about, str(cost), f"{spent:.2f}", str(branches + 1), str(len(body)), f"{judged:.4f}", f"{read:.2f}")
    print(*row, file=sys.stderr, flush=True)
    return row
