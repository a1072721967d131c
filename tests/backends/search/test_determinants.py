"""Determinants from residues: against exact elimination, and with pivots that are 0 modulo a prime."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

import numpy as np
import pytest

from exactcover.backends.search.cover import determinants


def end_of(steps: Generator[float, None, int]) -> int:
    """Return what a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return int(end.value)


def by_residues(matrix: list[list[int]], bits: int = 200) -> int:
    """Return the absolute value of the determinant of a dense matrix."""
    table = np.array(matrix, dtype=np.int64)
    rows, columns = np.nonzero(table)
    return end_of(determinants.absolute_determinant(len(table), rows, columns, table[rows, columns], bits))


def by_fractions(matrix: list[list[int]]) -> int:
    """Return the same by elimination over fractions."""
    lines, product = [[Fraction(value) for value in line] for line in matrix], Fraction(1)
    for column in range(len(lines)):
        row = next((row for row in range(column, len(lines)) if lines[row][column]), None)
        if row is None:
            return 0
        lines[column], lines[row] = lines[row], lines[column]
        product *= lines[column][column]
        for below in lines[column + 1 :]:
            factor = below[column] / lines[column][column]
            below[:] = [value - factor * pivot for value, pivot in zip(below, lines[column], strict=True)]
    return abs(int(product))


@pytest.mark.parametrize("seed", range(20))
def test_determinants_agree_with_fractions(seed: int) -> None:
    """Random matrices, many of them singular, in any order of rows and columns."""
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 12))
    matrix = random.integers(-2, 3, (size, size)) * (random.random((size, size)) < 0.5)
    assert by_residues(matrix.tolist()) == by_fractions(matrix.tolist())


def test_pivots_that_vanish_modulo_a_prime_cost_a_spare_one() -> None:
    """A pivot that is the largest prime is 0 modulo that one alone, which is left out."""
    assert by_residues([[determinants.LARGEST_PRIME]], bits=31) == determinants.LARGEST_PRIME


def test_too_few_primes_are_no_determinant() -> None:
    """Pivots that are 0 modulo more primes than there are spare ones leave the determinant unknown."""
    first, second, third = determinants._primes(3)
    matrix = np.diag([first, second, third]).tolist()
    with pytest.raises(determinants.TooFewPrimes, match="primes do not determine a number of 93 bits"):
        by_residues(matrix, bits=93)


def test_a_bound_that_is_too_small_is_noticed() -> None:
    """The last prime does not confirm a determinant of more bits than were claimed."""
    with pytest.raises(ArithmeticError, match="not confirmed"):
        by_residues(np.diag([10**9] * 9).tolist(), bits=20)
