"""Clauses of tilings: assignments of the options are the exact covers."""

from __future__ import annotations

import itertools

import numpy as np

from exactcover.search.boards.by_clauses import exactly_once


def test_clauses_allow_the_exact_covers_alone() -> None:
    """Of four items and six options just the selections that cover each item once can be extended to an assignment."""
    from pysat.solvers import Solver

    options = [[0, 1], [2, 3], [0, 2], [1, 3], [1, 2], [0, 3]]
    owners = np.repeat(np.arange(6), 2)
    clauses = exactly_once(owners, np.concatenate(options), 4, 6)
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        for taken in itertools.product((False, True), repeat=6):
            covered = sorted(item for k in range(6) if taken[k] for item in options[k])
            literals = [number + 1 if taken[number] else -number - 1 for number in range(6)]
            assert solver.solve(assumptions=literals) == (covered == [0, 1, 2, 3])
