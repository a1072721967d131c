"""The cost of the choice of an engine for covers with costs: `auto` against `prices`, `highs`, `cpsat` and `exact`
alone.

`python -m benchmarks priced` measures and writes benchmarks/results/priced.md. A run ends when its cost is proved
optimal, by any engine. With one worker CPU seconds count, at most 2.2 times those of the best engine alone; with a
worker for each engine that `auto` starts, wall seconds, at most 1.2 times. All run in this process with compiled code
warm, in turn for each seed, and the median of each is taken. A cost that is not optimal ends the measurement, and so
does a run of `auto` that reports no bound.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks import machine
from benchmarks.costs import FOLDER, HARD, optima
from benchmarks.covers import langford, queens
from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.answer import Limits, Request
from exactcover.model.cover import Cover, cover
from exactcover.model.events import Bound, End, Found
from exactcover.solving import dispatch, execute
from exactcover.solving.plan import BestAndBound
from exactcover.solving.warm_up import warm_up
from exactcover.transform.reductions import chain

ENGINES = ("prices", "highs", "cpsat", "exact")
SEEDS = 3
LIMIT, FURTHER, LEAST_LIMIT = 20.0, 4.0, 1.0
"""The time limit of the first engine; that of the next is a multiple of the best so far, but at least LEAST_LIMIT."""
IN_TURNS, SIDE_BY_SIDE = 2.2, 1.2
SHORT, ROUNDS = 0.5, 9
"""If the best engine takes less CPU seconds than this, it is run again, in turn with `auto`, this number of times each."""


class Case(NamedTuple):
    """A cover with costs by seed; for a published one the seed is only that of the engines."""

    name: str
    model: Callable[[int], Cover]
    seeds: int = SEEDS


class Run(NamedTuple):
    """CPU and wall seconds, and the final cost and bound of a run."""

    cpu: float
    wall: float
    cost: int | None
    bound: int | None

    @property
    def proved(self) -> bool:
        """Whether the cost is proved optimal."""
        return self.cost is not None and self.cost == self.bound


def published(name: str) -> Case:
    """Return an airline schedule."""

    def model(seed: int) -> Cover:
        encoded = puzzle(str(FOLDER / f"spp{name}.txt.gz")).encode().model
        assert isinstance(encoded, Cover)
        return encoded

    return Case(name, model, 1)


def packed(words: str, most: int) -> Case:
    """Return a packing whose placements have random costs from 1 to `most`."""

    def model(seed: int) -> Cover:
        written = chain.reduce(puzzle("packing", *words.split()).encode().model, ("cover",)).model
        assert isinstance(written, Cover)
        return priced(written, seed, most)

    return Case(f"{words}, costs to {most}", model)


def priced(model: Cover, seed: int, most: int) -> Cover:
    """Return a cover whose options have random costs from 1 to `most`."""
    costs = np.random.default_rng(seed).integers(1, most + 1, model.options)
    return replace(model, costs=costs, symmetries=None)


def planted(items: int, options: int, seed: int) -> Cover:
    """Return a cover of random options of 2 to 6 items around a planted solution, with similar costs per item."""
    generator = random.Random(seed)
    names = [f"i{item}" for item in range(items)]
    shuffled = generator.sample(names, items)
    chosen = {tuple(sorted(shuffled[first : first + 4])) for first in range(0, items, 4)}
    while len(chosen) < options:
        chosen.add(tuple(sorted(generator.sample(names, generator.randint(2, 6)))))
    rows = sorted(chosen)
    return cover(names, rows, costs=[100 * len(row) + generator.randint(-60, 60) for row in rows])


CASES = (
    *(published(name) for name in optima() if name not in HARD),
    packed("board=6x10 pieces=pentominoes", 100),
    packed("board=8x8 pieces=dominoes copies=any", 10),
    packed("board=6x8 pieces=tetrominoes copies=any", 20),
    Case("queens 12, costs to 50", lambda seed: priced(queens(12), seed, 50)),
    Case("Langford pairs 8, costs to 9", lambda seed: priced(langford(8), seed, 9)),
    Case("random, 60 items, 600 options", lambda seed: planted(60, 600, seed)),
    Case("random, 100 items, 2000 options", lambda seed: planted(100, 2000, seed)),
)


def measure() -> list[str]:
    """Return the lines of the table."""
    lines = [
        "# Covers with costs: the choice of an engine",
        "",
        f"{machine.described()}; medians of up to {SEEDS} seeds, compiled before; of the best, where that takes less",
        f"than {SHORT} CPU s, and of `auto` medians of {ROUNDS} runs, taken in turn.",
        "`python -m benchmarks priced` measures again.",
        f"In parentheses: not proved by then. With one worker at most {IN_TURNS} times the CPU seconds of the best",
        f"alone, with more {SIDE_BY_SIDE} times the wall seconds.",
        "",
        f"| cover | {', CPU s | '.join(ENGINES)}, CPU s | auto, one worker, CPU s | times | auto, workers, wall s | times |",
        "|---|" + "---|" * (len(ENGINES) + 4),
    ]
    for case in CASES:
        line = row(case)
        print(line, file=sys.stderr, flush=True)
        lines.append(line)
    return lines


def row(case: Case) -> str:
    """Run every engine, and `auto` with one worker and with more, and return the table row."""
    model = case.model(0)
    job, _ = dispatch.job_of(Request("solve"), model)
    started = len(job.plan.entrants) if isinstance(job.plan, BestAndBound) else 1
    runs: dict[str, list[Run]] = {name: [] for name in (*ENGINES, "auto", "side by side")}
    for engine in ENGINES:
        warm_up(engine, model)
    for seed in range(case.seeds):
        model, limit = case.model(seed), LIMIT
        for name, made in runs.items():
            workers = started if name == "side by side" else 1
            made.append(timed(model, "auto" if name == "side by side" else name, seed, workers, limit))
            if made[-1].proved and name in ENGINES:
                limit = min(limit, max(LEAST_LIMIT, FURTHER * made[-1].wall))
        costs = {made[seed].cost for made in runs.values() if made[seed].proved}
        assert len(costs) < 2, f"{case.name}, seed {seed}: costs {costs} were all proved the least"
    best = min(ENGINES, key=lambda engine: (-sum(run.proved for run in runs[engine]), middle(runs[engine]).cpu))
    again = ROUNDS // case.seeds - 1 if middle(runs[best]).cpu < SHORT else 0
    for seed in again * list(range(case.seeds)):
        model = case.model(seed)
        for name in (best, "auto", "side by side"):
            workers = started if name == "side by side" else 1
            runs[name].append(timed(model, "auto" if name == "side by side" else name, seed, workers, LIMIT))
    alone, turns, sides = middle(runs[best]), middle(runs["auto"]), middle(runs["side by side"])
    entries = [shown(runs[engine], middle(runs[engine]).cpu) for engine in ENGINES]
    entries += [shown(runs["auto"], turns.cpu), f"{turns.cpu / alone.cpu:.2f}"]
    entries += [shown(runs["side by side"], sides.wall), f"{sides.wall / alone.wall:.2f}"]
    return f"| {case.name} | {' | '.join(entries)} |"


def timed(model: Cover, engine: str, seed: int, workers: int, limit: float) -> Run:
    """Run an engine, or `auto`, in this process and judge its answer; raises AssertionError for a wrong answer or no bound."""
    request = Request("solve", engine=engine, seed=seed, workers=workers, limits=Limits(time=limit))
    job, _ = dispatch.job_of(request, model)
    cpu, wall = time.process_time(), time.perf_counter()
    entries = list(execute.events(job))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    cost, bound = None, None
    for event in entries:
        if isinstance(event, Found):
            assert not judges.faults(model, event.selection), f"a wrong selection of {engine}, seed {seed}"
            value = judges.cost(model, event.selection)
            cost = value if cost is None or value is None else min(cost, value)
        elif isinstance(event, Bound):
            bound = int(event.value)
        elif isinstance(event, End):
            bound = cost if event.exhausted else event.bound if event.bound is not None else bound
    assert bound is not None or engine not in ("auto", "prices"), f"{engine} was cut, seed {seed}, and tells no bound"
    return Run(cpu, wall, cost, bound)


def middle(runs: list[Run]) -> Run:
    """Return the medians of runs."""
    return Run(statistics.median(run.cpu for run in runs), statistics.median(run.wall for run in runs), None, None)


def shown(runs: list[Run], seconds: float) -> str:
    """Return a figure, in parentheses if some run was not proved."""
    return f"{seconds:.3f}" if all(run.proved for run in runs) else f"({seconds:.3f})"
