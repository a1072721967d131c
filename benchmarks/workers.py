"""The speedup by a second worker: the same count by one worker and by two, wall seconds, in turn.

A whole count, classes included, as by `exactcover.count` with compiled code warm: from the puzzle to the judged answer.
Medians of several rounds, each of which counts once with either number of workers, and twice at the same time by one
worker each, in changing order. Every count is compared with the known one. The work of one process before and after the
search (1.5 ms), and choosing and cutting before threads begin (3 ms for Langford pairs), is in both figures.

Two counts at the same time share nothing but the machine. Their combined speed shows what a second processor is worth
while the first is busy, at that hour: two workers cannot gain more.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from threading import Thread

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
"""A puzzle, the number of its solutions if it is published, and the number of rounds."""


def measure() -> list[str]:
    """Return the table of the cases; raises ValueError for a count that is wrong, or depends on the number of workers."""
    lines = ["# Two workers against one", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    heads = (
        "puzzle",
        "solutions",
        "one worker, s",
        "two workers, s",
        "times as fast",
        "median of rounds",
        "the machine's",
    )
    return [*lines, *table(heads, [measured(*case) for case in CASES])]


def measured(words: str, known: int | None, rounds: int) -> tuple[str, ...]:
    """Return the row of a puzzle; raises ValueError for a wrong count."""
    subject, counts = puzzle(words), set[int | None]()

    def counted(workers: int) -> None:
        counts.add(api.count(subject, workers=workers).count)

    def at_the_same_time() -> None:
        others = Thread(target=counted, args=(1,))
        others.start()
        counted(1)
        others.join()

    ways: dict[str, Callable[[], None]] = {
        "one": partial(counted, 1),
        "two": partial(counted, 2),
        "both": at_the_same_time,
    }
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(-1, rounds):  # the first round warms up
        for way in ways if number % 2 else reversed(ways):
            begun = time.perf_counter()
            ways[way]()
            if number >= 0:
                seconds[way].append(time.perf_counter() - begun)
    (count,) = counts if len(counts) == 1 else (None,)
    if count is None or count != (known or count):
        raise ValueError(f"{words}: counted {counts}; expected {known}")
    one, two = median(seconds["one"]), median(seconds["two"])
    gains = median(alone / together for alone, together in zip(seconds["one"], seconds["two"], strict=True))
    machine = median(2 * alone / both for alone, both in zip(seconds["one"], seconds["both"], strict=True))
    row = (f"`{words}`", f"{count:,}", f"{one:.4f}", f"{two:.4f}", f"{one / two:.2f}", f"{gains:.2f}", f"{machine:.2f}")
    print(*row, file=sys.stderr, flush=True)
    return row
