"""From a dropped piece to the number of solutions left: `POST /v1/remaining` of a warm server, as a person at a board calls it.

Positions are those of solutions of the 6x10 rectangle, with 0 to 11 of the twelve pentominoes placed, in random order (seed 33);
each is sent once, so that nothing is cached. Milliseconds of the whole call, median and 95th percentile, by pieces placed.
"""

from __future__ import annotations

import random
import time
from statistics import quantiles

import exactcover
from benchmarks.machine import described, table
from benchmarks.start import server
from exactcover.model.best_attempt import json_of
from exactcover.service.client import Client

SOLUTIONS, PLACED = 40, (0, 1, 2, 4, 6, 8, 10)
KEYS = {"board": "6x10", "pieces": "pentominoes"}


def measure() -> list[str]:
    """Return the table."""
    choose = random.Random(33)
    solutions = exactcover.sample("pentominoes-6x10", SOLUTIONS, seed=33)
    solved = (dict(json_of(each, None) or {}) for each in solutions)
    placements = [choose.sample(each["placements"], 12) for each in solved]
    times: dict[int, list[float]] = {number: [] for number in PLACED}
    with server() as url, Client(url) as client:
        client.remaining("soma", solution=True)
        for order in placements:
            for number in PLACED:
                puzzle = exactcover.puzzle("packing", **KEYS, fixed=order[:number])
                begun = time.perf_counter()
                left = client.remaining(puzzle, solution=True)
                times[number].append(1e3 * (time.perf_counter() - begun))
                assert int(left["count"]) >= 1, order[:number]
    lines = [
        (str(number), f"{quantiles(each, n=20)[9]:.0f}", f"{quantiles(each, n=20)[18]:.0f}")
        for number, each in times.items()
    ]
    every = [each for own in times.values() for each in own]
    lines.append(("all", f"{quantiles(every, n=20)[9]:.0f}", f"{quantiles(every, n=20)[18]:.0f}"))
    head = ["# Solutions left", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    return [*head, *table(("pieces placed", "median", "95th percentile"), lines)]
