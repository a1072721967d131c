"""The cost of choosing a kernel: counts by `auto` against every kernel, over seeds and shuffles of the items.

Each count is of a cover whose items are renumbered by a random generator seeded with the shuffle's number, without its
symmetries. CPU seconds in this process, compiled code warm, and the best kernel is the fastest one; a kernel is stopped
at the time of the fastest so far, `auto` at six times the best. Kernels depend only on the shuffle and are measured
once per shuffle. Pairs of a seed and a shuffle are taken in turn, the first ten with all seeds and all shuffles, until
a case has used up its time. If `auto` took more than twice the best, both are measured twice more, and the least time
of each count is used: other work on the machine only adds to it. Every finished count is compared with the known one,
and a wrong one ends the measurement. The measurements are kept in choice.jsonl; a later run resumes from it, with as
many seconds more for each case, unless the program has changed since.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from benchmarks import covers
from benchmarks.cases import CASES, HARD_SUDOKUS
from benchmarks.machine import described, table
from exactcover.backends.search.cover import counting
from exactcover.backends.search.cover.kernel_names import (
    AUTO,
    FEWEST_OPTIONS,
    LAYERS,
    STATIC_ORDER,
    STATIC_ORDER_FRONT,
    Kernel,
)
from exactcover.kernel.instance import OutOfReach
from exactcover.model.cover import Cover

SEEDS = SHUFFLES = 10
KERNELS = (STATIC_ORDER, STATIC_ORDER_FRONT, FEWEST_OPTIONS, LAYERS)
STOPPED, LEAST_STOP = 6.0, 0.2
"""The multiple of the best time at which `auto` is stopped; and the least best time assumed for that."""
FIRST_STOP, FURTHER, LONGEST = 0.05, 4.0, 3.0
DOUBTFUL, AGAIN = 2.0, 2
SECONDS_OF_A_CASE = 6.0
LOST = 3.0
KEPT = Path(__file__).parent / "results" / "choice.jsonl"
PROGRAM = Path(__file__).parents[1] / "exactcover"


class Wrong(AssertionError):
    """A count differs from the known one."""


class Case(NamedTuple):
    """A cover to count, and the known count (None: unknown)."""

    name: str
    cover: Callable[[], Cover]
    total: int | None


class Pair(NamedTuple):
    """One count by `auto`, and the best kernel's on the same shuffle; auto: None if it was stopped.

    best: empty if no kernel ended within LONGEST.
    """

    case: str
    shuffle: int
    seed: int
    best: str
    seconds: float
    auto: float | None

    @property
    def ratio(self) -> float:
        """The time of `auto` as a multiple of the best kernel's."""
        return float("inf") if self.auto is None else self.auto / self.seconds


def cases() -> list[Case]:
    """Return the counts of the benchmark and the other hard sudokus."""
    counts = [Case(case.name, case.cover, case.total) for case in CASES if case.task == "count"]
    return counts + [
        Case(f"hard sudoku {n}", partial(covers.sudoku, grid), 1) for n, grid in enumerate(HARD_SUDOKUS[1:], 2)
    ]


def measure() -> list[str]:
    """Return the table: for each case the best kernel, and the ratio of the choice's time to its time."""
    kept = _kept(KEPT)
    for case in cases():
        for pair in pairs(case, [pair for pair in kept if pair.case == case.name]):
            kept.append(pair)
            with KEPT.open("a") as file:
                file.write(json.dumps(pair._asdict()) + "\n")
    lines = ["# The choice of a kernel", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    finished = [pair for pair in kept if pair.best]
    lost = sum(pair.ratio > LOST for pair in finished)
    lines += [f"Of {len(finished)} counts by `auto` {lost} took more than {LOST:.0f} times the best kernel.", ""]
    head = ("case", "counts", "best kernel, and how often", "its seconds", "seconds of auto", "times best", "at most")
    return lines + table(head, [line([pair for pair in kept if pair.case == case.name]) for case in cases()])


def line(measured: list[Pair]) -> tuple[str, ...]:
    """Return the row of a case; times and ratios are medians."""
    name, winners = measured[0].case, [pair.best for pair in measured]
    if not all(winners):
        return (name, "", f"none within {LONGEST:.0f} s", "", "", "", "")
    often = ", ".join(
        f"{each} {winners.count(each)}" for each in sorted(set(winners), key=lambda name: -winners.count(name))
    )
    seconds = median(pair.seconds for pair in measured), median(pair.auto or float("inf") for pair in measured)
    ratios = [pair.ratio for pair in measured]
    cells = (f"{seconds[0]:.4f}", f"{seconds[1]:.4f}", f"{median(ratios):.2f}", f"{max(ratios):.2f}")
    return (name, str(len(measured)), often, *cells)


def pairs(case: Case, before: list[Pair]) -> Iterator[Pair]:
    """Yield the pairs of a case that remain to be measured; raises Wrong."""
    spent, cover, best = 0.0, case.cover(), dict[int, tuple[float, Kernel] | None]()
    for turn in range(len(before), SEEDS * SHUFFLES):
        if spent > SECONDS_OF_A_CASE or (before and not before[-1].best):
            return
        shuffle, seed = turn % SHUFFLES, (turn + turn // SHUFFLES) % SEEDS
        model = shuffled(cover, shuffle)
        if not best:  # compile, or load compiled code
            for kernel in (*KERNELS, AUTO):
                seconds_of(model, kernel, 0, case.total, LEAST_STOP)
        begun = time.process_time()
        if shuffle not in best:
            best[shuffle] = quickest(model, case.total)
        pair = compared(case, model, shuffle, seed, best[shuffle])
        before = [*before, pair]
        spent += time.process_time() - begun
        yield pair


def quickest(model: Cover, total: int | None) -> tuple[float, Kernel] | None:
    """Return the seconds and the name of the fastest kernel; None if none ends in time.

    All are given a short time limit, then longer ones, until one ends.
    """
    best: tuple[float, Kernel] | None = None
    most = FIRST_STOP
    while best is None and most < FURTHER * LONGEST:
        for kernel in KERNELS:
            seconds = seconds_of(model, kernel, 0, total, min(most, LONGEST) if best is None else best[0])
            if seconds is not None and (best is None or seconds < best[0]):
                best = seconds, kernel
        most *= FURTHER
    return best


def compared(case: Case, model: Cover, shuffle: int, seed: int, best: tuple[float, Kernel] | None) -> Pair:
    """Count by `auto` and by the best kernel."""
    if best is None:
        return Pair(case.name, shuffle, seed, "", LONGEST, None)
    least, kernel = best
    stop = STOPPED * max(least, LEAST_STOP)
    auto = seconds_of(model, AUTO, seed, case.total, stop)
    if auto is not None and auto > DOUBTFUL * least:
        for _ in range(AGAIN):
            least = min(least, seconds_of(model, kernel, 0, case.total, stop) or least)
            auto = min(auto, seconds_of(model, AUTO, seed, case.total, stop) or auto)
    return Pair(case.name, shuffle, seed, " ".join(kernel).strip(), round(least, 6), auto and round(auto, 6))


def shuffled(cover: Cover, seed: int) -> Cover:
    """Return a cover with its items in a random order, without its symmetries."""
    order = np.random.default_rng(seed).permutation(len(cover.items))
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.arange(len(order))
    members = numbers[cover.members]
    members = members[np.lexsort((members, cover.owners))]
    items = tuple(cover.items[number] for number in order)
    return Cover(items, cover.least[order], cover.most[order], cover.starts, members)


def seconds_of(cover: Cover, kernel: Kernel, seed: int, total: int | None, most: float) -> float | None:
    """Return the CPU seconds of a count; None if it was stopped or the kernel is not applicable; raises Wrong."""
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


def _kept(path: Path) -> list[Pair]:
    """Return the measurements of an earlier run of the same program; if there is none, begin a new file."""
    digest = hashlib.sha256()
    for source in sorted(PROGRAM.rglob("*.py")):
        digest.update(source.read_bytes())
    head = {"schema": 1, "program": digest.hexdigest()}
    lines = [json.loads(text) for text in path.read_text().splitlines()] if path.exists() else []
    if lines[:1] == [head]:
        return [Pair(**each) for each in lines[1:]]
    path.write_text(json.dumps(head) + "\n")
    return []
