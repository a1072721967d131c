"""Parts of the search by prices: dives, coefficients of cuts, and the work that is counted."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import numpy as np

from benchmarks.priced import planted
from exactcover.backends.search.prices import answering
from exactcover.backends.search.prices.dives import follow
from exactcover.backends.search.prices.program import Program, dear
from exactcover.backends.search.prices.table import Columns, Cut, Table, table_of, whole
from exactcover.backends.search.prices.work import Work
from exactcover.model.answer import Limits
from exactcover.model.events import Event, Progress

T = TypeVar("T")


def some_cuts(table: Table, rng: np.random.Generator) -> list[Cut]:
    """Twenty cuts by random sets of items."""
    return [Cut(np.sort(rng.choice(table.items, int(rng.integers(1, table.items)), replace=False))) for _ in range(20)]


def test_entries_of_cuts_are_their_coefficients() -> None:
    """The compiled coefficients are those of the definition, for every option."""
    table = table_of(planted(12, 40, 1))
    cuts = some_cuts(table, np.random.default_rng(1))
    starts, options, values = Columns(table, cuts).entries(range(len(cuts)))
    for number, cut in enumerate(cuts):
        own = slice(starts[number], starts[number + 1])
        column = np.zeros(table.options, dtype=np.int64)
        column[options[own]] = values[own]
        assert column.tolist() == cut.coefficients(table).tolist()


def test_violations_of_cuts_are_those_of_the_definition() -> None:
    """A cut is violated by its right-hand side less the sum of the coefficients times the fractions."""
    table, rng = table_of(planted(12, 40, 2)), np.random.default_rng(2)
    cuts = some_cuts(table, rng)
    fractions = np.where(rng.random(table.options) < 0.3, rng.random(table.options), 0.0)
    lacks = Columns(table, cuts).lacks(range(len(cuts)), fractions)
    expected = [cut.side(table.least) - cut.coefficients(table) @ fractions for cut in cuts]
    np.testing.assert_allclose(lacks, expected)


def test_dives_by_pairs_find_selections_below_a_cost() -> None:
    """What a dive returns is a solution that costs less than the bound, and a dive below its cost returns another or none."""
    successes = 0
    for seed in range(8):
        table, rng = table_of(planted(20, 120, seed)), np.random.default_rng(seed)
        program = Program(Columns(table, []), dear(table))
        below = np.inf
        while True:
            optimum = program.optimum(Work())
            selection = _returned(follow(table, program, whole(table), optimum, below, Work(), rng))
            if selection is None:
                break
            assert table.covers(selection)
            assert table.costs[selection].sum() < below
            below = float(table.costs[selection].sum())
            successes += 1
    assert successes > 4


def test_the_work_reported_is_the_same_every_time() -> None:
    """Progress says how long a search takes by what it does, not by a clock: in a race its turns are the same every time."""
    model = planted(30, 150, 3)
    first, second = (
        [event.seconds for event in answering.cheapest(model, Limits(), 0) if isinstance(event, Progress)]
        for _ in range(2)
    )
    assert first == second
    assert sum(first) > 0


def _returned(events: Generator[Event, None, T]) -> T:
    """Run a generator to its end and return its value."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            value: T = end.value
            return value
