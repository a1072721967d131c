"""Packings of hexagons and triangles: CPU seconds of one core, compiled code warm.

The figure is the answer's `cpu_seconds`: the engine's process, from the model to the last event, with the provers that ran; the
judges' time is not in it. Medians of a few rounds after one that warms up. Counts are compared with published ones or with
MacMahon's formula, packings are judged. `python -m benchmarks lattices` measures all and writes benchmarks/results/lattices.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.machine import described, table
from exactcover import api
from exactcover.model.answer import Answer, Limits

PUBLISHED = Path(__file__).parent.parent / "tests" / "published.json"
ROUNDS, LIMIT = 2, 100.0
HEXIAMONDS = "packing lattice=triangle pieces=hexiamonds board="
UP_TO, FEW = 10_000, 24
"""The solutions of a board of 72 triangles that is in the first table, and of one that has few."""


class Case(NamedTuple):
    """A puzzle, what is asked about it, the number of its solutions if it is to be counted, and the wanted CPU seconds."""

    title: str
    words: str
    solutions: int | None
    wanted: float


def plane_partitions(side: int) -> int:
    """Return the number of plane partitions in a box of equal sides by P. A. MacMahon's formula."""
    corners = list(product(range(1, side + 1), repeat=3))
    return prod(sum(corner) - 1 for corner in corners) // prod(sum(corner) - 2 for corner in corners)


CASES = (
    Case(
        "lozenges in a hexagon of sides 20, counted",
        "packing lattice=triangle board=hexagon:20x20x20 pieces=diamond copies=any",
        plane_partitions(20),
        5,
    ),
    Case(
        "polyhexes of 1 to 4 cells on 4x10, counted",
        "packing lattice=hexagon board=parallelogram:4x10 pieces=monohex,dihex,trihexes,tetrahexes",
        14_809_060,
        2,
    ),
    Case(
        "10^6 triangles by hexiamonds",
        "packing lattice=triangle board=parallelogram:708x707 pieces=hexiamonds copies=any",
        None,
        3,
    ),
    Case(
        "10^6 hexagons by tetrahexes",
        "packing lattice=hexagon board=parallelogram:1000x1000 pieces=tetrahexes copies=any",
        None,
        3,
    ),
    *(
        Case(title, f"packing lattice={words} copies=any", None, 3)
        for title, words in (
            ("180,600 edges of squares by tristicks", "square-edges board=grid:300x300 pieces=tristicks"),
            ("180,600 edges of squares by tetrasticks", "square-edges board=grid:300x300 pieces=tetrasticks"),
            ("176,820 edges of triangles by tritrigs", "triangle-edges board=hexagon:140 pieces=tritrigs"),
            ("270,297 edges of hexagons by tritwigs", "hexagon-edges board=parallelogram:300x299 pieces=tritwigs"),
            ("921,600 twelfths of hexagons by tridrafters", "kisrhombille board=hexagon:160 pieces=tridrafters"),
        )
    ),
    Case(
        "82 hexahexes on 12x41, packed or refuted",
        "packing lattice=hexagon board=parallelogram:12x41 pieces=hexahexes",
        None,
        10,
    ),
    Case(
        "66 octiamonds on 12x22, packed or refuted",
        "packing lattice=triangle board=parallelogram:12x22 pieces=octiamonds",
        None,
        10,
    ),
)


def measure() -> list[str]:
    """Return the tables; raises ValueError for a wrong count."""
    lines = ["# Hexagons and triangles", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    lines += ["## Twelve hexiamonds on boards of 72 triangles, counted", ""]
    heads = ("boards", "number", "wanted, s", "median, s", "slowest, s")
    lines += [*table(heads, hexiamonds()), "", "## Others", ""]
    others = ("puzzle", "answer", "engine or argument", "wanted, s", "median, s", "least, s", "most, s")
    return [*lines, *table(others, [other(case) for case in CASES])]


def hexiamonds() -> list[tuple[str, ...]]:
    """Return the rows of the boards of 72 triangles, by the number of their solutions."""
    facts = [fact for fact in json.loads(PUBLISHED.read_text()) if str(fact.get("puzzle")).startswith(HEXIAMONDS)]
    totals = {fact["puzzle"]: int(fact.get("total", fact["value"])) for fact in facts}
    seconds = {words: seconds_of(partial(counted, words, known)) for words, known in totals.items()}
    groups = {
        f"with {FEW + 1} to {UP_TO:,} solutions": [each for each in totals if FEW < totals[each] <= UP_TO],
        f"with 1 to {FEW} solutions": [each for each in totals if 0 < totals[each] <= FEW],
        "without solutions, each with a certificate": [each for each in totals if not totals[each]],
    }
    rows: list[tuple[str, ...]] = []
    for title, some in groups.items():
        medians = [median(seconds[each]) for each in some]
        wanted = "0.3" if "without" not in title else "0.02"
        rows.append((title, str(len(some)), wanted, f"{median(medians):.3f}", f"{max(medians):.3f}"))
    return rows


def counted(words: str, known: int) -> Answer:
    """Return the answer of a count; raises ValueError if it is not the known one, or is 0 without a certificate."""
    answer = api.count(words, workers=1, limits=Limits(time=LIMIT))
    if answer.count != known or (known == 0 and answer.certificate is None):
        raise ValueError(f"{words}: counted {answer.count}, evidence {answer.evidence}; expected {known}")
    return answer


def other(case: Case) -> tuple[str, ...]:
    """Return the row of another case."""
    answers: list[Answer] = []

    def run() -> Answer:
        known = case.solutions
        task = api.solve(case.words, limits=Limits(time=LIMIT)) if known is None else counted(case.words, known)
        answers.append(task)
        return task

    seconds = seconds_of(run)
    last = answers[-1]
    answer = last.status if last.count is None else f"{last.count:,}" if last.count < 10**12 else f"{last.count:.3e}"
    figures = [f"{each:.3f}" for each in (median(seconds), min(seconds), max(seconds))]
    return case.title, answer, last.evidence or last.engine.name, f"{case.wanted:g}", *figures


def seconds_of(run: Callable[[], Answer]) -> list[float]:
    """Return the CPU seconds of some rounds, after one that warms up."""
    seconds = [run().statistics.cpu_seconds for _ in range(ROUNDS + 1)][1:]
    print(f"{median(seconds):.3f}", file=sys.stderr, flush=True)
    return seconds
