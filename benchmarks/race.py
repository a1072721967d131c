"""The cost of the choice of engines for large boards: `auto` against the best engine alone, on the boards of
benchmarks/large.py.

`python -m benchmarks race` measures all boards, each in its own process, and writes benchmarks/results/race.md. Every
run starts without cached block packings of other runs; compiled code is warm. In turns (one worker) CPU seconds count,
at most 2.2 times those of the best engine; with a worker for each engine and one for the provers, wall seconds, at most
1.2 times. Engines and `auto` are measured in turn, once for each seed, and the median of each is taken; wrong answers
end the measurement.
"""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from benchmarks import machine
from benchmarks.large import ROWS, Row
from exactcover import judges
from exactcover.backends.search.boards import composing
from exactcover.model.answer import Limits, Request
from exactcover.model.encoding import Model
from exactcover.model.events import Found
from exactcover.solving import dispatch, execute, plan, portfolio
from exactcover.solving.warm_up import warm_up

SEEDS = 9
LIMIT, WARM_LIMIT = 30.0, 5.0
"""The time limit of the first engine; that of the next is a multiple of the best so far, but at least LEAST_LIMIT."""
FURTHER, LEAST_LIMIT = 8.0, 1.0
IN_TURNS, SIDE_BY_SIDE = 2.2, 1.2


class Seconds(NamedTuple):
    """CPU and wall seconds of a run, and whether it found a solution."""

    cpu: float
    wall: float
    solved: bool


class Raced(NamedTuple):
    """A board: the best engine and its median seconds, those of `auto` in turns and side by side, and what `auto` solved."""

    board: str
    best: str
    alone: Seconds
    in_turns: Seconds
    side_by_side: Seconds
    seeds: int
    solved: int


def measure() -> list[str]:
    """Return the lines of the table."""
    lines = [
        "# Engines side by side",
        "",
        f"{machine.facts()['machine']['processor']}; medians of up to {SEEDS} seeds, compiled before.",
        "`python -m benchmarks race` measures again.",
        "In turns: `auto` with one worker. Side by side: with a worker for each engine and one for the provers. No packing is",
        f"known before. At most {IN_TURNS} times the CPU seconds, and {SIDE_BY_SIDE} times the wall seconds, of the best alone.",
        "",
        "| board | best alone | its CPU s | in turns, CPU s | times | its wall s | side by side, wall s | times | solved |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for place in range(len(ROWS)):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            line = shown(pool.submit(measured, place).result())
        print(line, flush=True)
        lines.append(line)
    return lines


def measured(place: int) -> Raced:
    """Measure a board of benchmarks/large.py in this process."""
    return raced(ROWS[place])


def raced(row: Row) -> Raced:
    """Run every engine, and `auto` in turns and side by side, on a board with several seeds."""
    seeds = min(SEEDS, row.seeds)
    model = row.model(0)
    race = portfolio.race(model, break_symmetry=True)
    names = () if race is None else plan.engines(race.plan)
    engines = names or (portfolio.choose("auto", "solve", model)[0],)
    for engine in engines:
        warm_up(engine, model)
        timed(model, engine, 0, 1, WARM_LIMIT)  # code that is not compiled on a tiny model
    timed(model, "auto", 0, 1, WARM_LIMIT)
    alone: dict[str, list[Seconds]] = {engine: [] for engine in engines}
    auto: dict[int, list[Seconds]] = {1: [], len(engines) + 1: []}
    for seed in range(seeds):
        model, limit = row.model(seed), LIMIT
        for engine in engines:
            alone[engine].append(timed(model, engine, seed, 1, limit))
            if alone[engine][-1].solved:
                limit = min(limit, max(LEAST_LIMIT, FURTHER * alone[engine][-1].wall))
        for workers, runs in auto.items():
            runs.append(timed(model, "auto", seed, workers, LIMIT))
    best = min(engines, key=lambda engine: (-sum(each.solved for each in alone[engine]), middle(alone[engine]).cpu))
    turns, sides = auto.values()
    solved = sum(one.solved and other.solved for one, other in zip(turns, sides, strict=True))
    return Raced(row.name, best, middle(alone[best]), middle(turns), middle(sides), seeds, solved)


def timed(model: Model, engine: str, seed: int, workers: int, limit: float) -> Seconds:
    """Run an engine, or `auto`, in this process and judge its answer; raises AssertionError for a wrong one."""
    composing.forget()
    request = Request("solve", engine=engine, seed=seed, workers=workers, limits=Limits(time=limit))
    job, _ = dispatch.job_of(request, model)
    cpu, wall = time.process_time(), time.perf_counter()
    selections = [event.selection for event in execute.events(job) if isinstance(event, Found)]
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    for selection in selections:
        assert not judges.faults(model, selection), f"a wrong answer of {engine}, seed {seed}"
    return Seconds(cpu, wall, bool(selections))


def middle(runs: list[Seconds]) -> Seconds:
    """Return the medians of runs, and whether all of them found a solution."""
    return Seconds(
        statistics.median(each.cpu for each in runs),
        statistics.median(each.wall for each in runs),
        all(each.solved for each in runs),
    )


def shown(line: Raced) -> str:
    """Return the line of a board."""
    turns, sides = line.in_turns.cpu / line.alone.cpu, line.side_by_side.wall / line.alone.wall
    return (
        f"| {line.board} | {line.best} | {line.alone.cpu:.4f} | {line.in_turns.cpu:.4f} | {turns:.2f} "
        f"| {line.alone.wall:.4f} | {line.side_by_side.wall:.4f} | {sides:.2f} | {line.solved} of {line.seeds} |"
    )
