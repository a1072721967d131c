"""The branching rule: fractional options, and pairs of items that such options cover together, chosen by strong branching."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from exactcover.backends.search.prices.contained import without_contained
from exactcover.backends.search.prices.program import Optimum, Program
from exactcover.backends.search.prices.table import Numbers, Part, Table, proved
from exactcover.backends.search.prices.tree import Branch, Node
from exactcover.backends.search.prices.work import Work
from exactcover.model.arrays import Integers

NEARLY = 1e-6
PAIRS, OPTIONS = 1, 11
"""How many pairs and options nearest to one half are tried.

*Historical note.* With six pairs alone, a random cover of 60 items and 600 options took 339 nodes and 31 to 38 CPU seconds, with
one pair and ten options 228 and 22; the schedule aa05 6.3 and 5.9; aa01 136 nodes and 80, with twelve options 126 and 77.
"""
STEPS = 60
"""Simplex iterations for a trial branch."""
RELIABLE = 2
"""After how many trials the gains of a branch are estimated by their mean."""


class Gains:
    """What branches have gained per unit by which they change a fraction: pseudo-costs (Benichou et al. 1971)."""

    def __init__(self) -> None:
        self._sums: dict[tuple[Branch, int], tuple[float, int]] = {}

    def add(self, branch: Branch, child: int, gain: float) -> None:
        """Record the gain of a child per unit."""
        total, number = self._sums.get((branch, child), (0.0, 0))
        self._sums[branch, child] = total + gain, number + 1

    def of(self, branch: Branch) -> tuple[float, float] | None:
        """Return the mean gain per unit of both children, None if too few were recorded."""
        pairs = [self._sums.get((branch, child), (0.0, 0)) for child in (0, 1)]
        if min(number for _, number in pairs) < RELIABLE:
            return None
        return pairs[0][0] / pairs[0][1], pairs[1][0] / pairs[1][1]


def branch_on(
    program: Program, part: Part, optimum: Optimum, limit: int, deadline: Work, known: Gains
) -> tuple[Branch, tuple[int, int]]:
    """Return what to branch on, and the children in the order in which to visit them: the more promising one first.

    A candidate is tried if its gains are not known well. limit: a child that costs more is closed.
    """
    table = program.table
    candidates = _candidates(table, part, optimum)
    if len(candidates) == 1:
        return candidates[0][0], (0, 1)
    most = max(limit + 1 - optimum.value, NEARLY)
    best: tuple[float, Branch, tuple[int, int]] | None = None
    for branch, fraction in candidates:
        units = known.of(branch)
        changes = 1 - fraction, fraction
        if units is None:
            gains = []
            for number, child in enumerate(branch.parts(table, part)):
                program.restrict(child)
                solved = program.solve(deadline, STEPS)
                value = program.value() if solved is None else solved.value
                gains.append(min(max(value - optimum.value, NEARLY), most))
                known.add(branch, number, gains[number] / changes[number])
        else:
            gains = [min(unit * change, most) for unit, change in zip(units, changes, strict=True)]
        score = gains[0] * gains[1]
        if best is None or score > best[0]:
            best = score, branch, (0, 1) if gains[0] <= gains[1] else (1, 0)
    assert best is not None
    return best[1], best[2]


def _candidates(table: Table, part: Part, optimum: Optimum) -> list[tuple[Branch, float]]:
    """Return options of which about one half is chosen, and pairs that are covered together by about one half of an option.

    With each the fraction by which it is chosen, or covered together.
    """
    fractions = np.where(part.available, optimum.fractions, 0.0)
    support = np.flatnonzero((fractions > NEARLY) & (fractions < 1 - NEARLY))
    pairs = [(abs(value - 0.5), pair, value) for pair, value in pair_values(table, fractions, support).items()]
    if pairs:
        halves = support[np.argsort(np.abs(fractions[support] - 0.5), kind="stable")][:OPTIONS]
        single = [(Branch(option=int(table.numbers[each])), float(fractions[each])) for each in halves.tolist()]
        return [(Branch(pair=pair), value) for _, pair, value in sorted(pairs)[:PAIRS]] + single
    free = support if len(support) else np.flatnonzero(part.available & ~part.chosen)
    option = int(free[np.argmin(np.abs(fractions[free] - 0.5))])
    return [(Branch(option=int(table.numbers[option])), 0.5)]


def pair_values(table: Table, fractions: Numbers, support: Integers) -> dict[tuple[int, int], float]:
    """Return pairs of items, each covered at most once, that fractional options cover together, and by how much, if that is
    fractional too; support: the fractional options.
    """
    once = (table.most == 1) & table.distinct
    together: dict[tuple[int, int], float] = {}
    for option in support.tolist():
        items = table.members[table.starts[option] : table.starts[option + 1]]
        items = items[once[items]].tolist()
        value = float(fractions[option])
        for place, first in enumerate(items):
            for second in items[place + 1 :]:
                key = first, second
                together[key] = together.get(key, 0.0) + value
    return {pair: value for pair, value in together.items() if NEARLY < value < 1 - NEARLY}


def narrowed(
    node: Node, program: Program, optimum: Optimum, part: Part, limit: int
) -> tuple[Program, Optimum, Part] | None:
    """Return a program of what is left in a part of the search, with the same optimum, and the part; None: closed."""
    stays = part.available | part.chosen
    table = program.table.kept(stays)
    part = Part(part.available[stays], part.chosen[stays], part.least)
    fewer, struck = without_contained(table)
    for prices in struck:
        proof = proved(program.columns.of(table), prices, part)
        node.prices.append(prices)
        if proof.closes(limit):
            return None
        part = part.without(proof.drops(limit, part))
    inside = part.available | part.chosen
    table = replace(table.kept(inside), distinct=fewer.distinct)
    fractions = optimum.fractions[stays][inside]
    return (
        program.inside(table),
        replace(optimum, fractions=fractions),
        Part(part.available[inside], part.chosen[inside], part.least),
    )
