"""Reduces a horizon to clauses and rows: layer by layer for an incremental solver, or all of them as one model.

Variable v of layer t is variable t * width + v; the width is that of a layer, including the auxiliary variables of rows
written as clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.encoding import Reduction
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear, Row
from exactcover.transform.reductions import linear_to_clauses

Clause = tuple[int, ...]
PAIRWISE = "pairwise"
"""The encoding of at most one of the placements of a block, or of those that cover a cell: few enough for one clause per pair."""


def shifted(literal: int, by: int) -> int:
    """Return the literal of the variable `by` positions later."""
    return literal + by if literal > 0 else literal - by


@dataclass(frozen=True)
class Unrolling:
    """The clauses of a horizon, one layer at a time; `width` variables per layer."""

    horizon: Horizon
    width: int
    layer: tuple[Clause, ...]
    arrival: tuple[Clause, ...]

    def clauses(self, number: int) -> Iterator[Clause]:
        """Yield the clauses that layer `number` adds to the previous layers."""
        here = number * self.width
        for clause in self.layer:
            yield tuple(shifted(literal, here) for literal in clause)
        for variable in np.flatnonzero(self.horizon.earliest > number).tolist():
            yield (-(variable + 1 + here),)
        if number == 0:
            yield from ((literal,) for literal in self.horizon.start)
            return
        for clause in self.arrival:
            yield tuple(shifted(literal, here) for literal in clause)
        before, count = here - self.width, self.horizon.variables
        # The later layer's literals begin at count + 1, its variables at width + 1.
        gap = self.width - count
        for clause in self.step:
            yield tuple(shifted(x, before if abs(x) <= count else before + gap) for x in clause)

    @property
    def step(self) -> tuple[Clause, ...]:
        """The clauses between two layers."""
        return self.horizon.step

    def goal(self, number: int) -> int:
        """Return the literal that says that layer `number` is a goal."""
        return shifted(self.horizon.goal, number * self.width)

    def goal_clauses(self, number: int) -> Iterator[Clause]:
        """Yield the consequences of a goal in layer `number` for the layers up to it."""
        goal = self.goal(number)
        for layer, variable in self.horizon.late(number):
            yield (-goal, -(variable + 1 + layer * self.width))
        detour = self.horizon.detours_at_most(number)
        if detour is not None:
            yield (-goal, -shifted(detour, number * self.width))

    def layers(self, assignment: Integers, horizon: int) -> Integers:
        """Return the values (horizon + 1, variables) of 0 or 1, given the true variables' numbers (0-based)."""
        values = np.zeros((horizon + 1) * self.width, dtype=np.int64)
        values[assignment[assignment < len(values)]] = 1
        return values.reshape(horizon + 1, self.width)[:, : self.horizon.variables]


def unrolling(horizon: Horizon) -> Unrolling:
    """Return the clauses of a horizon, rows written as clauses."""
    layer = linear_to_clauses.clauses(horizon.layer, at_most_one=PAIRWISE)
    arrival = linear_to_clauses.ClauseWriter(
        layer.variables, PAIRWISE, linear_to_clauses.COUNTED, list(horizon.arrival.clauses)
    )
    for row in horizon.arrival.rows:
        arrival.row(row)
    return Unrolling(horizon, arrival.variables, tuple(layer.clauses), tuple(arrival.clauses))


def unrolled(horizon: Horizon, moves: int) -> Reduction:
    """Write the question of whether a plan of exactly that many moves, and none shorter, exists, as one linear model.

    Its selections are lifted to values (moves + 1, variables) of 0 or 1.
    """
    width = horizon.variables
    names = [f"{name}@{layer}" for layer in range(moves + 1) for name in horizon.layer.variables]
    bare = Unrolling(horizon, width, horizon.layer.clauses, horizon.arrival.clauses)
    clauses: list[Clause] = []
    rows: list[Row] = []
    for number in range(moves + 1):
        clauses.extend(bare.clauses(number))
        rows_here = (*horizon.layer.rows, *(horizon.arrival.rows if number else ()))
        rows.extend(
            Row(tuple(v + number * width for v in row.variables), row.coefficients, row.least, row.most)
            for row in rows_here
        )
        clauses.append((bare.goal(number) if number == moves else -bare.goal(number),))
    clauses.extend(bare.goal_clauses(moves))
    model = Linear(tuple(names), tuple(clauses), tuple(rows))
    return Reduction(model, lambda selection: bare.layers(selection, moves))
