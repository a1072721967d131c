"""Encodings of `at most one` and `at most k`: CPU seconds to solve packings with each encoding and each solver.

CDCL on satisfiable packings varies greatly, so every cell is the sum over cases of the median of several variable
orders (fixed seeds). A run that exceeds the limit counts as the limit.
"""

from __future__ import annotations

import time
from statistics import median

import numpy as np

from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover.backends import sat
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.events import End
from exactcover.model.linear import Linear, Row
from exactcover.transform.reductions import chain, linear_to_clauses

SECONDS = 5.0
ORDERS = 3
CELLS = (
    "pentominoes-6x10", "pentominoes-5x12", "pentominoes-4x15", "pentominoes-3x20", "pentominoes-8x8-centre", "soma",
    "y-pentominoes-10x10",
)  # fmt: skip
COPIES = (
    "tetrominoes-4x10", "tetrominoes-5x8", "packing board=8x10 pieces=tetrominoes copies=4",
    "packing board=10x12 pieces=pentominoes copies=2", "packing board=10x12 pieces=tetrominoes copies=6",
)  # fmt: skip
AT_MOST_ONE = ("pairwise", "ladder", "bitwise", "seqcounter", "cardnetwrk", "totalizer", "kmtotalizer")
COUNTED = ("seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")


def measure() -> list[str]:
    """Return the tables of encodings and solvers."""
    lines = ["# Cardinality encodings", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    lines += [
        f"At most one, over {len(CELLS)} packings of single copies (limit {SECONDS:g} s a run, {ORDERS} orders):",
        "",
    ]
    one = [(name, *_totals(CELLS, at_most_one=name)) for name in AT_MOST_ONE]
    lines += [*table(("at most one", "CPU seconds", "runs over the limit"), one), ""]
    lines += [
        f"At most k, over {len(COPIES)} packings of several copies, cells by {linear_to_clauses.AT_MOST_ONE}:",
        "",
    ]
    many = [(name, *_totals(COPIES, counted=name)) for name in COUNTED]
    lines += [*table(("at most k", "CPU seconds", "runs over the limit"), many), ""]
    lines += ["Solvers, over all of these, encodings as chosen:", ""]
    solvers = [(name, *_totals(CELLS + COPIES, solver=name)) for name in sat.SOLVERS]
    return [*lines, *table(("solver", "CPU seconds", "runs over the limit"), solvers)]


def _totals(cases: tuple[str, ...], *, at_most_one: str = "", counted: str = "", solver: str = "") -> tuple[str, str]:
    chosen = linear_to_clauses.AT_MOST_ONE, linear_to_clauses.COUNTED
    linear_to_clauses.AT_MOST_ONE, linear_to_clauses.COUNTED = at_most_one or chosen[0], counted or chosen[1]
    try:
        runs = [[_seconds(name, order, solver or sat.DEFAULT_SOLVER) for order in range(ORDERS)] for name in cases]
    finally:
        linear_to_clauses.AT_MOST_ONE, linear_to_clauses.COUNTED = chosen
    over = sum(seconds >= SECONDS for times in runs for seconds in times)
    return f"{sum(median(times) for times in runs):.2f}", f"{over} of {len(cases) * ORDERS}"


def _seconds(name: str, order: int, solver: str) -> float:
    """Return the CPU seconds from the linear model to a solution, with the variables in a random order."""
    model = chain.reduce(puzzle(name).encode().model, sat.accepts, break_symmetry=True).model
    assert isinstance(model, Linear)
    shuffled = _shuffled(model, order)
    begun = time.process_time()
    for event in sat.run("solve", shuffled, EngineOptions(own={"solver": solver}), Limits(time=SECONDS)):
        if isinstance(event, End) and event.stop_reason == "time":
            return SECONDS
    return min(SECONDS, time.process_time() - begun)


def _shuffled(model: Linear, seed: int) -> Linear:
    to = np.random.default_rng(seed).permutation(len(model.variables)).tolist()
    rows = [
        Row(tuple(sorted(to[v] for v in row.variables)), row.coefficients, row.least, row.most) for row in model.rows
    ]
    names = [""] * len(to)
    for number, name in zip(to, model.variables, strict=True):
        names[number] = name
    return Linear(tuple(names), (), tuple(rows))
