"""The branching rule: fractional options, and pairs of items that such options cover together, chosen by strong branching."""

from __future__ import annotations

import numpy as np

from exactcover.backends.search.prices.program import Optimum, Program
from exactcover.backends.search.prices.table import Part, Table
from exactcover.backends.search.prices.tree import Branch
from exactcover.process.deadline import Deadline

NEARLY = 1e-6
PAIRS, OPTIONS = 1, 11
"""How many pairs and options nearest to one half are tried.

*Historical note.* With six pairs alone, a random cover of 60 items and 600 options took 339 nodes and 31 to 38 CPU seconds, with
one pair and ten options 228 and 22; the schedule aa05 6.3 and 5.9; aa01 136 nodes and 80, with twelve options 126 and 77.
"""
STEPS = 60
"""Simplex iterations for a trial branch."""


def branch_on(program: Program, part: Part, optimum: Optimum, deadline: Deadline) -> tuple[Branch, tuple[int, int]]:
    """Return what to branch on, and the children in the order in which to visit them: the more promising one first."""
    table = program.table
    branches = _candidates(table, part, optimum)
    if len(branches) == 1:
        return branches[0], (0, 1)
    best: tuple[float, Branch, tuple[int, int]] | None = None
    for branch in branches:
        values = []
        for child in branch.parts(table, part):
            program.restrict(child)
            solved = program.solve(deadline, STEPS)
            values.append(program.value() if solved is None else solved.value)
        gains = [max(value - optimum.value, NEARLY) for value in values]
        score = gains[0] * gains[1]
        if best is None or score > best[0]:
            best = score, branch, (0, 1) if values[0] <= values[1] else (1, 0)
    assert best is not None
    return best[1], best[2]


def _candidates(table: Table, part: Part, optimum: Optimum) -> list[Branch]:
    """Return options of which about one half is chosen, and pairs that are covered together by about one half of an option."""
    fractions = np.where(part.available, optimum.fractions, 0.0)
    support = np.flatnonzero((fractions > NEARLY) & (fractions < 1 - NEARLY))
    once = (table.most == 1) & table.distinct
    together: dict[tuple[int, int], float] = {}
    for option in support.tolist():
        items = table.members[table.starts[option] : table.starts[option + 1]]
        items = items[once[items]].tolist()
        for place, first in enumerate(items):
            for second in items[place + 1 :]:
                key = first, second
                together[key] = together.get(key, 0.0) + float(fractions[option])
    pairs = [(abs(value - 0.5), pair) for pair, value in together.items() if NEARLY < value < 1 - NEARLY]
    halves = support[np.argsort(np.abs(fractions[support] - 0.5), kind="stable")][:OPTIONS]
    if pairs:
        single = [Branch(option=option) for option in table.numbers[halves].tolist()]
        return [Branch(pair=pair) for _, pair in sorted(pairs)[:PAIRS]] + single
    free = support if len(support) else np.flatnonzero(part.available & ~part.chosen)
    option = int(free[np.argmin(np.abs(fractions[free] - 0.5))])
    return [Branch(option=int(table.numbers[option]))]
