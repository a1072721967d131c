"""Diving heuristics, which narrow a linear program step by step and solve it again in between.

One has a pair of items covered together at each step (follow-on fixing: K. L. Hoffman, M. Padberg, Management Science 39 (1993),
on airline schedules); the other rounds the fractions of options.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.prices.branching import pair_values
from exactcover.backends.search.prices.program import Optimum, Program
from exactcover.backends.search.prices.table import Columns, Numbers, Part, Table, whole
from exactcover.backends.search.prices.tree import Branch
from exactcover.backends.search.prices.work import Work
from exactcover.model.arrays import Integers
from exactcover.model.events import Progress

WHOLE = 1 - 1e-6
NEARLY_WHOLE = 0.9
POOLS = (3_000, 12_000)
"""The number of options of least reduced cost among which dives make selections."""
FAR = 0.05
"""A selection that exceeds the linear program by more than this fraction has dives go on among more options."""
MOST_DIVES, IDLE_DIVES, PAIR_NOISE = 12, 4, 0.05
"""Dives by pairs end after so many, or so many in a row without a cheaper selection; the noise breaks ties.

*Historical note.* Of three dives by options into the bus schedule t2 none found a selection, and any at all took HiGHS 4 CPU
seconds; one of four by pairs found an optimal one after 0.2. On a random cover of 60 items, with an optimum of 5045, dives by
options came to 6008, by pairs to 5130.
"""
MOST_BACK = 3
"""How often a dive backtracks before it gives up."""


class Selected(NamedTuple):
    """A selection of a table."""

    table: Table
    selection: Integers


def dive(
    table: Table, program: Program, part: Part, optimum: Optimum, below: float, deadline: Work, generator: np.random.Generator
) -> Generator[Progress, None, Integers | None]:  # fmt: skip
    """Return a selection that costs less than `below`, or None; afterwards the program is restricted to the part again.

    generator: breaks ties among options with about equal fractions.
    """
    chosen = part.chosen.copy()
    available = part.available.copy()
    back = 0
    now: Optimum | None = optimum
    try:
        while now is not None and now.value < below:
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


def follow(
    table: Table, program: Program, part: Part, optimum: Optimum, below: float, deadline: Work, generator: np.random.Generator
) -> Generator[Progress, None, Integers | None]:  # fmt: skip
    """Return a selection that costs less than `below`, or None, by having pairs of items covered together.

    generator: breaks ties among pairs of about equal values; afterwards the program is restricted to the part again.
    """
    now, left, back = optimum, part, 0
    try:
        while now.lacks < 1e-6 and now.value < below - 1e-6:
            fractions = np.where(left.available, now.fractions, 0.0)
            support = np.flatnonzero((fractions > 1 - WHOLE) & (fractions < WHOLE))
            if not len(support):
                selection = np.flatnonzero(fractions > 0.5)
                good = table.covers(selection) and int(table.costs[selection].sum()) < below
                return selection if good else None
            values = pair_values(table, fractions, support)
            if not values:
                return None
            pairs, noise = list(values), generator.uniform(0, PAIR_NOISE, len(values))
            weights = np.array(list(values.values()))
            top = int(np.argmax(weights + noise))
            narrower = left
            for place in np.flatnonzero(weights > NEARLY_WHOLE) if weights[top] > NEARLY_WHOLE else [top]:
                narrower = Branch(pair=pairs[place]).parts(table, narrower)[0]
            program.restrict(narrower)
            yield Progress(f"diving from {optimum.value:.2f}, at {now.value:.2f}")
            now = program.optimum(deadline)
            if back < MOST_BACK and (now.lacks > 1e-6 or now.value > below - 1e-6):
                back += 1
                narrower = Branch(pair=pairs[top]).parts(table, left)[1]
                program.restrict(narrower)
                now = program.optimum(deadline)
            left = narrower
        return None
    finally:
        program.restrict(part)


def first_selections(
    table: Table, optimum: Optimum, dear: float, goal: float, deadline: Work, generator: np.random.Generator
) -> Iterator[Progress | Selected]:
    """Dive among the options that the linear program favours until there are selections, each cheaper than the one before.

    goal: a cost at which a selection is the cheapest.
    """
    reduced = table.costs - table.sums_of_fractions(optimum.prices)
    below, some = np.inf, False
    for most in POOLS:
        number = min(most, table.options)
        if not number:
            return
        pool = np.zeros(table.options, dtype=np.bool_)
        pool[np.argpartition(reduced, number - 1)[:number]] = True
        pool[_shortest(table, reduced)] = True
        small = table.kept(pool)
        program = Program(Columns(small, []), dear)
        first, all_of = program.optimum(deadline), whole(small)
        before = some
        selection = yield from dive(small, program, all_of, first, below, deadline, generator)
        if selection is not None:
            below, some = float(small.costs[selection].sum()), True
            yield Selected(small, selection)
        far = some and below - optimum.value > FAR * abs(optimum.value)
        if before or (far and number < table.options):
            continue
        program.solve(deadline)
        for event in dives(small, program, all_of, first, below, goal, deadline, generator):
            some |= isinstance(event, Selected)
            yield event
        if some or number == table.options:
            return


def _shortest(table: Table, reduced: Numbers) -> Integers:
    """Return for each item the option of the fewest items, of the least reduced cost if there are several: it fills gaps.

    *Historical note.* Without, no dive among 3,000 options of the roster d200_20000_2 made a selection; the first took 12.5
    CPU seconds, now 4.2.
    """
    order = np.lexsort((reduced, table.lengths))
    ordered = table.taken(order)
    owners = np.repeat(np.arange(table.options), ordered.lengths)
    _, firsts = np.unique(ordered.members, return_index=True)
    return np.unique(order[owners[firsts]])


def dives(
    table: Table, program: Program, part: Part, optimum: Optimum, below: float, goal: float,
    deadline: Work, generator: np.random.Generator,
) -> Iterator[Progress | Selected]:  # fmt: skip
    """Yield ever cheaper selections below a cost, by several dives by pairs, and by one by options if these find none.

    They end at the goal.
    """
    some, idle = False, 0
    for _ in range(MOST_DIVES):
        selection = yield from follow(table, program, part, optimum, below, deadline, generator)
        idle += 1
        if selection is not None:
            yield Selected(table, selection)
            some, below, idle = True, float(table.costs[selection].sum()), 0
        if below <= goal or idle == IDLE_DIVES:
            break
    program.solve(deadline)
    if not some:
        selection = yield from dive(table, program, part, optimum, below, deadline, generator)
        if selection is not None:
            yield Selected(table, selection)
