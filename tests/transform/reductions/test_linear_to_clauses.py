"""Rows as clauses: under every assignment of their variables the clauses say what the row says."""

from __future__ import annotations

import itertools
import random
from math import comb

import pytest

from exactcover.model.linear import Linear, Row, count_row
from exactcover.transform.reductions import linear_to_clauses
from exactcover.transform.reductions.linear_to_clauses import ClauseWriter

AT_MOST_ONE = ("pairwise", "ladder", "bitwise", "seqcounter")
COUNTED = ("seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")


def models(writer: ClauseWriter, count: int) -> set[tuple[bool, ...]]:
    """The assignments of variables 1 to `count` that extend to an assignment of all clauses."""
    from pysat.solvers import Solver

    if () in writer.clauses:
        return set()
    with Solver(name="cadical153", bootstrap_with=[list(clause) for clause in writer.clauses]) as solver:
        return {
            bits
            for bits in itertools.product((False, True), repeat=count)
            if solver.solve(assumptions=[v if bit else -v for v, bit in enumerate(bits, start=1)])
        }


def written(row: Row, count: int, at_most_one: str = "", counted: str = "") -> set[tuple[bool, ...]]:
    """The assignments that the clauses of one row over `count` variables allow."""
    model = Linear(tuple(f"x{n}" for n in range(count)), (), (row,))
    return models(linear_to_clauses.clauses(model, at_most_one, counted), count)


@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_at_most_one_has_n_plus_one_models(name: str) -> None:
    """Projected to n variables, `at most one` has n + 1 models and `exactly one` has n."""
    for n in range(1, 10):
        variables = tuple(range(n))
        assert len(written(count_row(variables, 0, 1), n, at_most_one=name)) == n + 1
        assert len(written(count_row(variables, 1, 1), n, at_most_one=name)) == n


@pytest.mark.parametrize("name", COUNTED)
def test_counts_have_as_many_models_as_binomials_say(name: str) -> None:
    """Projected to n variables, `a to b of n` has the sum of the binomials, for every a <= b, inside 0..n or beyond."""
    for n in range(7):
        for least in range(-1, n + 2):
            for most in range(least, n + 2):
                models = sum(comb(n, k) for k in range(max(least, 0), min(most, n) + 1))
                assert len(written(count_row(tuple(range(n)), least, most), n, counted=name)) == models


def test_weighted_rows_say_what_arithmetic_says() -> None:
    """For random coefficients of both signs and bounds, the clauses allow exactly the assignments that satisfy the row."""
    rng = random.Random(2)
    allowed = 0
    for _ in range(250):
        n = rng.randint(1, 6)
        coefficients = tuple(rng.choice([-7, -3, -2, -1, 1, 1, 2, 3, 5, 9]) for _ in range(n))
        least = rng.randint(-12, 12)
        most = least + rng.choice([0, 0, 1, 4, 9, 30])
        right = {
            bits
            for bits in itertools.product((False, True), repeat=n)
            if least <= sum(c for c, bit in zip(coefficients, bits, strict=True) if bit) <= most
        }
        assert written(Row(tuple(range(n)), coefficients, least, most), n) == right
        allowed += bool(right)
    assert 50 < allowed < 250


def test_rows_over_some_variables_leave_the_others_free() -> None:
    """Variables outside the row, and several rows at once, keep their numbers and do not disturb each other."""
    names = tuple("abcdefgh")
    rows = (count_row((0, 1, 2, 3, 4, 5, 6), 2, 3), Row((1, 3, 7), (2, -3, 4), 1, 4), count_row((0, 7), 0, 1))
    right = {
        bits
        for bits in itertools.product((False, True), repeat=8)
        if 2 <= sum(bits[:7]) <= 3 and 1 <= 2 * bits[1] - 3 * bits[3] + 4 * bits[7] <= 4 and bits[0] + bits[7] <= 1
    }
    assert models(linear_to_clauses.clauses(Linear(names, (), rows)), 8) == right
    assert models(linear_to_clauses.clauses(Linear(names, ((-1,), (2, -3)), rows)), 8) == {
        bits for bits in right if not bits[0] and (bits[1] or not bits[2])
    }


@pytest.mark.parametrize("row", [count_row((), 1, 1), count_row((0,), 2, 2), Row((0, 1), (3, -5), 4, 9)])
def test_rows_out_of_reach_are_the_empty_clause(row: Row) -> None:
    """A row that no assignment satisfies has no model."""
    assert written(row, 2) == set()
