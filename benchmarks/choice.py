"""What the choice of a kernel costs: counts by `auto` against every kernel by name, over seeds and shuffles of the items.

Each count is over a cover whose items are renumbered at random, with a random generator of that seed; symmetry is left out.
CPU seconds in this process, compiled code warm, least of the kernels taken as best: a kernel is stopped at so many times the
seconds of the quickest one so far. Every finished count is compared with the known one, and a wrong one ends the measurement.
Pairs of a seed and a shuffle are taken in turn until a case has used up its seconds.
"""

from __future__ import annotations

import time
from functools import partial
from statistics import median

import numpy as np

from benchmarks import covers
from benchmarks.cases import CASES, HARD_SUDOKUS
from benchmarks.machine import described, table
from exactcover.kernel.instance import OutOfReach
from exactcover.model.cover import Cover
from exactcover.search.cover import counting
from exactcover.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, LAYERS, STATIC_ORDER, STATIC_ORDER_FRONT, Kernel

SEEDS = SHUFFLES = 10
KERNELS = (STATIC_ORDER, STATIC_ORDER_FRONT, FEWEST_OPTIONS, LAYERS)
STOPPED = 6.0
"""Times the best so far at which a kernel is stopped, and `auto` too."""
LEAST_STOP, LONGEST = 0.2, 8.0
SECONDS_OF_A_CASE = 12.0


class Wrong(AssertionError):
    """A count is not the known one."""


def measure() -> list[str]:
    """Return the table: per case the best kernel, and how many times its seconds the choice took."""
    cases = [(case.name, case.cover, case.total) for case in CASES if case.task == "count"]
    cases += [(f"hard sudoku {n}", partial(covers.sudoku, grid), 1) for n, grid in enumerate(HARD_SUDOKUS[1:], 2)]
    lines = ["# The choice of a kernel", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    head = ("case", "runs", "best kernel, and how often", "its seconds", "seconds of auto", "times best", "at most")
    return lines + table(head, [measured(name, cover(), total) for name, cover, total in cases])


def shuffled(cover: Cover, seed: int) -> Cover:
    """Return a cover with its items in a random order, without its symmetries."""
    order = np.random.default_rng(seed).permutation(len(cover.items))
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.arange(len(order))
    members = numbers[cover.members]
    members = members[np.lexsort((members, cover.owners))]
    items = tuple(cover.items[number] for number in order)
    return Cover(items, cover.least[order], cover.most[order], cover.starts, members)


def measured(name: str, cover: Cover, total: int | None) -> tuple[str, ...]:
    """Return the line of a case; raises Wrong."""
    begun = time.process_time()
    best, chosen, ratios, winners = list[float](), list[float](), list[float](), list[str]()
    for turn in range(SEEDS * SHUFFLES):
        model = shuffled(cover, turn // SEEDS)
        if not turn:  # compile, or read what is compiled
            for kernel in (*KERNELS, AUTO):
                seconds_of(model, kernel, 0, total, LEAST_STOP)
        least, winner = LONGEST, ""
        for kernel in KERNELS:
            seconds = seconds_of(model, kernel, turn % SEEDS, total, least)
            if seconds is not None and seconds < least:
                least, winner = seconds, " ".join(kernel).strip()
        if not winner:
            return (name, "", f"none within {LONGEST:.0f} s", "", "", "", "")
        seconds = seconds_of(model, AUTO, turn % SEEDS, total, STOPPED * max(least, LEAST_STOP))
        winners.append(winner)
        best.append(least)
        chosen.append(float("inf") if seconds is None else seconds)
        ratios.append(chosen[-1] / least)
        if time.process_time() - begun > SECONDS_OF_A_CASE:
            break
    often = ", ".join(f"{each} {winners.count(each)}" for each in sorted(set(winners), key=winners.count, reverse=True))
    figures = (f"{median(best):.4f}", f"{median(chosen):.4f}", f"{median(ratios):.2f}", f"{max(ratios):.2f}")
    return (name, str(len(ratios)), often, *figures)


def seconds_of(cover: Cover, kernel: Kernel, seed: int, total: int | None, most: float) -> float | None:
    """Return the CPU seconds of a count, None where it was stopped or the kernel cannot; raises Wrong."""
    begun = time.process_time()
    settings = counting.Settings(1, seed, kernel, None, None)
    progress = None
    try:
        for progress in counting.total(cover, None, settings):
            if time.process_time() - begun > most and not progress.finished:
                return None
    except OutOfReach:  # the cover is too large for a kernel that was named
        return None
    seconds = time.process_time() - begun
    if progress is None or not progress.finished:
        return None
    if total is not None and progress.solutions != total:
        raise Wrong(f"kernel {kernel.name} counts {progress.solutions}; expected {total}")
    return seconds
