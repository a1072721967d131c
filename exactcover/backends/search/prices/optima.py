"""Which options a solution of at most a given cost can have, and how much of the slack that prices leave each of them uses.

Prices of the linear program, with cuts by odd sets, prove that a solution costs at least a total and the reduced costs of its
options. An option whose reduced cost is too high is in no such solution; nothing else is removed, so dominated options stay.
The remaining options are searched elsewhere (backends/exact.py), with the reduced costs as weights.
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
from exactcover.backends.search.prices.work import Work
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.events import Progress
from exactcover.process.deadline import Deadline

ROUNDS = 30
"""Maximum number of cuts."""
FEWER = 0.95
"""The program is rebuilt with fewer options when at most this fraction of them is left."""


class Room(NamedTuple):
    """The options of solutions of at most a cost, by number; no solution has more weight than the slack."""

    options: Integers
    weights: Integers
    room: int


def room_below(cover: Cover, cost: int, deadline: Deadline, seed: int) -> Generator[Progress, None, Room]:
    """Return the options of the solutions that cost at most that much, and the weights by which they use up the slack.

    If prices cannot describe a cover (it has colours, or large costs), every option is included and weighs its cost. Raises
    OutOfTime.
    """
    assert cover.costs is not None
    if cover.colours is not None or not cover.options or int(np.abs(cover.costs).max()) > LARGEST_COST:
        return Room(np.arange(cover.options), cover.costs, cost)
    table, work = table_of(cover), Work(deadline.left)
    optimum, dear = yield from sifted(table, work)
    proof = proved_alone(table, rounded(optimum.prices, np.zeros(0), SCALES[-1]))
    table, proof = _kept(table, proof, cost)
    generator = np.random.default_rng(seed)
    program = Program(Columns(table, []), dear)
    cuts = program.columns.cuts
    for turn in range(ROUNDS):
        if not table.options:
            break
        optimum = program.optimum(work)
        prices = rounded(optimum.prices, program.cut_prices(optimum, len(cuts)), SCALES[-1])
        proof = proved(program.columns, prices, whole(table))
        yield Progress(f"{table.options} options may be in optimal solutions, by {len(program.cuts)} cuts")
        stays = ~proof.drops(cost, whole(table))
        if int(stays.sum()) <= FEWER * table.options:
            program.forget_cuts(optimum)
            program.keep(stays)
            proof = Proved(proof.scale, proof.total, proof.reduced[stays])
            table = program.table
            continue
        odd = odd_cuts(table, optimum.fractions, generator) if turn < ROUNDS - 1 else []
        if not odd:
            break
        program.forget_cuts(optimum)
        program.add_cuts(odd)
    table, proof = _kept(table, proof, cost)
    return Room(table.numbers, np.maximum(proof.reduced, 0), cost * proof.scale - proof.total)


def _kept(table: Table, proof: Proved, cost: int) -> tuple[Table, Proved]:
    """Return the table of options that may be in solutions of at most a cost, and the prices' conclusions for it."""
    stays = ~proof.drops(cost, whole(table))
    return table.kept(stays), Proved(proof.scale, proof.total, proof.reduced[stays])
