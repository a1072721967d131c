"""Which options the solutions of at most a cost can have, and what each of them takes of the room that prices leave.

Prices of the linear program, with cuts by odd sets, prove that a solution costs at least a total and the reduced costs of its
options. An option that costs too much more is in no solution of so little cost; nothing else is left out, so that what other
options dominate stays. What is left is searched elsewhere (backends/exact.py), which adds up reduced costs as it goes.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.prices.odd_sets import odd_cuts
from exactcover.backends.search.prices.program import Program, sifted
from exactcover.backends.search.prices.table import (
    LARGEST_COST,
    SCALES,
    Columns,
    Proved,
    Table,
    proved,
    proved_alone,
    rounded,
    table_of,
    whole,
)
from exactcover.model.answer import Progress
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.process.deadline import Deadline

ROUNDS = 30
"""Of cuts, at the most."""
FEWER = 0.95
"""The program goes on with fewer options when so few of them are left."""


class Room(NamedTuple):
    """What solutions of at most a cost can have: options, by number; no solution has more weight than there is room."""

    options: Integers
    weights: Integers
    room: int


def room_below(cover: Cover, cost: int, deadline: Deadline, seed: int) -> Generator[Progress, None, Room]:
    """Return the options of the solutions that cost at most so much, and the weights that they share the room by.

    If prices say nothing of a cover (it has colours, or large costs) every option is there and weighs what it costs. Raises
    OutOfTime.
    """
    assert cover.costs is not None
    if cover.colours is not None or not cover.options or int(np.abs(cover.costs).max()) > LARGEST_COST:
        return Room(np.arange(cover.options), cover.costs, cost)
    table = table_of(cover)
    optimum, dear = yield from sifted(table, deadline)
    said = proved_alone(table, rounded(optimum.prices, np.zeros(0), SCALES[-1]))
    table, said = _kept(table, said, cost)
    generator = np.random.default_rng(seed)
    program = Program(Columns(table, []), dear)
    cuts = program.columns.cuts
    for turn in range(ROUNDS):
        if not table.options:
            break
        optimum = program.optimum(deadline)
        prices = rounded(optimum.prices, program.cut_prices(optimum, len(cuts)), SCALES[-1])
        said = proved(program.columns, prices, whole(table))
        yield Progress(f"{table.options} options may be in solutions of cost {cost}, by {len(program.cuts)} cuts")
        stays = ~said.drops(cost, whole(table))
        if int(stays.sum()) <= FEWER * table.options:
            program.forget_cuts(optimum)
            program.keep(stays)
            said = Proved(said.scale, said.total, said.reduced[stays])
            table = program.table
            continue
        odd = odd_cuts(table, optimum.fractions, generator) if turn < ROUNDS - 1 else []
        if not odd:
            break
        program.forget_cuts(optimum)
        program.add_cuts(odd)
    table, said = _kept(table, said, cost)
    return Room(table.numbers, np.maximum(said.reduced, 0), cost * said.scale - said.total)


def _kept(table: Table, said: Proved, cost: int) -> tuple[Table, Proved]:
    """Return the table of what may be in solutions of at most a cost, and what the same prices say of it."""
    stays = ~said.drops(cost, whole(table))
    return table.kept(stays), Proved(said.scale, said.total, said.reduced[stays])
