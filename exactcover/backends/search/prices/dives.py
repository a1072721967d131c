"""Diving heuristic: rounds the fractions of a linear program to options one after the other, solving it again in between."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from exactcover.backends.search.prices.program import Optimum, Program
from exactcover.backends.search.prices.table import Part, Table
from exactcover.model.arrays import Integers
from exactcover.model.events import Progress
from exactcover.process.deadline import Deadline

WHOLE = 1 - 1e-6
NEARLY_WHOLE = 0.9
MOST_BACK = 3
"""How often a dive backtracks before it gives up."""


def dive(
    table: Table, program: Program, part: Part, optimum: Optimum, below: float, deadline: Deadline, generator: np.random.Generator
) -> Generator[Progress, None, Integers | None]:  # fmt: skip
    """Return a selection that costs less than `below`, or None; afterwards the program is restricted to the part again.

    generator: breaks ties among options with about equal fractions.
    """
    chosen = part.chosen.copy()
    available = part.available.copy()
    back = 0
    now: Optimum | None = optimum
    try:
        while now is not None:
            fractions = now.fractions
            if now.lacks < 1e-6 and bool(((fractions < 1 - WHOLE) | (fractions > WHOLE)).all()):
                selection = np.flatnonzero(fractions > 0.5)
                good = table.covers(selection) and int(table.costs[selection].sum()) < below
                return selection if good else None
            open_ones = np.flatnonzero((fractions > 1 - WHOLE) & ~chosen & available)
            if not len(open_ones):
                return None
            noise = generator.uniform(0, 0.05, len(open_ones))
            best = int(open_ones[np.argmax(fractions[open_ones] + noise)])
            taken = open_ones[fractions[open_ones] > NEARLY_WHOLE].tolist() or [best]
            for option in taken:
                chosen[option] = True
                program.bound(option, 1.0, 1.0)
            yield Progress(f"diving from {optimum.value:.2f}, at {now.value:.2f}")
            now = program.solve(deadline)
            if now is None or now.lacks > 1e-6 or now.value > below - 1e-6:
                if len(taken) > 1 or back == MOST_BACK:
                    return None
                back += 1
                chosen[best], available[best] = False, False
                program.bound(best, 0.0, 0.0)
                now = program.solve(deadline)
        return None
    finally:
        program.restrict(part)
