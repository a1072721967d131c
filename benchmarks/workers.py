"""What a second worker gains: the same count by one worker and by two, wall seconds, in turn.

A whole count, classes included, as `exactcover.count` gives it with compiled code warm: from the puzzle to the judged answer.
Medians of several rounds, each of which counts once with either number of workers; the one that begins changes. Every count is
compared with the known one. What one process does before and after its search (1.5 ms), and what is chosen and cut before
threads begin (4 ms of Langford pairs), is in both figures: where a count takes 40 ms they are worth a sixth of it.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover import api

CASES = (
    ("packing board=20x20 pieces=dominoes copies=any", 1269984011256235834242602753102293934298576249856, 16),
    ("packing board=12x12 pieces=I3,V3 copies=any", None, 16),
    ("packing board=8x8 pieces=pentominoes,O4", 129168, 16),
    ("langford n=12", 216288, 60),
    ("packing board=3x4x5 pieces=pentominoes", 8 * 3940, 6),
)
"""A puzzle, the number of its solutions where it is published, and rounds."""


def measure() -> list[str]:
    """Return the table of the cases; raises ValueError for a count that is wrong, or differs with the workers."""
    lines = ["# Two workers against one", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    heads = ("puzzle", "solutions", "one worker, s", "two workers, s", "times as fast", "median of rounds")
    return [*lines, *table(heads, [measured(*case) for case in CASES])]


def measured(words: str, known: int | None, rounds: int) -> tuple[str, ...]:
    """Return the row of a puzzle; raises ValueError for a wrong count."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    subject, counts = puzzle(words), set[int | None]()
    for number in range(-1, rounds):  # the first round warms up
        for workers in (1, 2) if number % 2 else (2, 1):
            begun = time.perf_counter()
            counts.add(api.count(subject, workers=workers).count)
            if number >= 0:
                seconds[workers].append(time.perf_counter() - begun)
    (count,) = counts if len(counts) == 1 else (None,)
    if count is None or count != (known or count):
        raise ValueError(f"{words}: counted {counts}; expected {known}")
    one, two = (median(seconds[workers]) for workers in (1, 2))
    gains = median(alone / together for alone, together in zip(seconds[1], seconds[2], strict=True))
    row = (f"`{words}`", f"{count:,}", f"{one:.4f}", f"{two:.4f}", f"{one / two:.2f}", f"{gains:.2f}")
    print(*row, file=sys.stderr, flush=True)
    return row
