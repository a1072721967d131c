"""The branching rule: pairs of items that fractional options cover together, chosen by strong branching."""

from __future__ import annotations

import numpy as np

from exactcover.backends.search.prices.program import Optimum, Program
from exactcover.backends.search.prices.table import Part, Table
from exactcover.backends.search.prices.tree import Branch
from exactcover.process.deadline import Deadline

NEARLY = 1e-6
TRIED = 6
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
    """Return pairs that are covered together by about one half of an option; an option if there is no such pair."""
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
    if pairs:
        return [Branch(pair=pair) for _, pair in sorted(pairs)[:TRIED]]
    free = support if len(support) else np.flatnonzero(part.available & ~part.chosen)
    option = int(free[np.argmin(np.abs(fractions[free] - 0.5))])
    return [Branch(option=int(table.numbers[option]))]
