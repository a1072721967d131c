"""The absolute value of the determinant of a sparse integer matrix, from its residues modulo many primes.

The matrix is eliminated column by column within a window that moves along its diagonal, modulo all primes at once: a column
takes the rows that begin in it or before, at most as many as the matrix is wide around its diagonal. All primes have the same
pivots, so the sign of the permutation, which is not computed, is the same modulo all of them.
"""

from __future__ import annotations

from collections.abc import Generator
from math import prod

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers

LARGEST_PRIME = 2**31 - 1
BITS = 30  # of each prime, at least
SPARE = 2  # primes beyond those that the bound needs: one for a check, one in case that a pivot is 0 modulo a prime

Residues = NDArray[np.uint64]


class TooFewPrimes(ArithmeticError):
    """Raised if pivots were 0 modulo so many primes that the determinant is not determined."""


def absolute_determinant(
    size: int, rows: Integers, columns: Integers, values: Integers, bits: int
) -> Generator[float, None, int]:
    """Return the absolute value of a determinant that is known to have at most that many bits; yield the finished fraction.

    rows, columns, values: of the entries, each place at most once. The order of rows and columns determines the work: entries
    should be near the diagonal. Raises TooFewPrimes.
    """
    primes = _primes(-(-(bits + 1) // BITS) + SPARE)
    modulus = np.array(primes, dtype=np.uint64)
    result = np.ones(len(primes), dtype=np.uint64)
    elimination = _Elimination(size, rows, columns, values, modulus)
    usable = np.ones(len(primes), dtype=np.bool_)
    for column in range(size):
        pivots, usable = elimination.step(column, usable)
        if pivots is None:
            return 0
        result = result * pivots % modulus
        yield column / size
    return _chinese(primes, result.tolist(), usable.tolist(), bits)


def _primes(number: int) -> list[int]:
    """Return the largest primes below 2^31."""
    small = np.ones(46_342, dtype=np.bool_)
    small[:2] = False
    for each in range(2, 216):
        small[each * each :: each] &= not small[each]
    divisors = np.flatnonzero(small)
    primes: list[int] = []
    candidate = LARGEST_PRIME
    while len(primes) < number:
        if (candidate % divisors[divisors * divisors <= candidate]).all():
            primes.append(candidate)
        candidate -= 2
    return primes


class _Elimination:
    """The rows that have begun and are no pivots yet, from the current column on, modulo every prime."""

    def __init__(self, size: int, rows: Integers, columns: Integers, values: Integers, modulus: Residues) -> None:
        first, last = np.full(size, size), np.full(size, -1)
        np.minimum.at(first, rows, columns)
        np.maximum.at(last, rows, columns)
        order = np.argsort(rows, kind="stable")
        self.entries = np.split(order, np.searchsorted(rows[order], np.arange(1, size)))
        self.columns, self.values, self.modulus, self.last = columns, values, modulus, last
        by_first = np.argsort(first, kind="stable")
        self.beginning = np.split(by_first, np.searchsorted(first[by_first], np.arange(1, size)))
        self.window: Residues = np.zeros((len(modulus), 0, 0), dtype=np.uint64)

    def step(self, column: int, usable: NDArray[np.bool_]) -> tuple[Residues | None, NDArray[np.bool_]]:
        """Eliminate a column; return its pivots and which primes are still usable, or None if the determinant is 0."""
        self._begin(column)
        window, modulus = self.window, self.modulus[:, None]
        heads = window[:, :, 0]
        suitable = ((heads != 0) & usable[:, None]).sum(axis=0)
        if not len(suitable) or not suitable.max():
            return None, usable
        chosen = int(suitable.argmax())
        pivots = heads[:, chosen]
        usable = usable & (pivots != 0)
        inverses = [pow(int(pivot), -1, int(p)) if pivot else 0 for pivot, p in zip(pivots, self.modulus, strict=True)]
        line = window[:, chosen, 1:] * np.array(inverses, dtype=np.uint64)[:, None] % modulus
        rest = np.delete(np.arange(window.shape[1]), chosen)
        kept = window[:, rest, 1:]
        met = np.flatnonzero((heads[:, rest] != 0).any(axis=0))
        where = np.flatnonzero((line != 0).any(axis=0))
        if len(met) and len(where):
            span = slice(int(where[0]), int(where[-1]) + 1)
            opposite = modulus - line[:, span]
            factors = heads[:, rest[met]]
            added = factors[:, :, None] * opposite[:, None]
            added += kept[:, met, span]
            added %= modulus[:, None]
            kept[:, met, span] = added
        self.window = kept
        return np.where(usable, pivots, np.uint64(1)), usable

    def _begin(self, column: int) -> None:
        """Add the rows that begin in a column, and widen the window to their last entries."""
        begun = self.beginning[column]
        primes, height, width = self.window.shape
        wider = max(width, int(self.last[begun].max(initial=-1)) - column + 1, 1)
        window = np.zeros((primes, height + len(begun), wider), dtype=np.uint64)
        window[:, :height, :width] = self.window
        for line, row in enumerate(begun.tolist(), height):
            entries = self.entries[row]
            residues = self.values[entries][:, None] % self.modulus.astype(np.int64)
            window[:, line, self.columns[entries] - column] = residues.T.astype(np.uint64)
        self.window = window


def _chinese(primes: list[int], residues: list[int], usable: list[bool], bits: int) -> int:
    """Return the number of at most that many bits that has these residues, or their negatives; raises TooFewPrimes.

    The last usable prime is not needed, and must confirm the number.
    """
    pairs = [(p, residue) for p, residue, able in zip(primes, residues, usable, strict=True) if able]
    (check, expected), pairs = pairs[-1], pairs[:-1]
    modulus = prod(p for p, _ in pairs)
    if modulus.bit_length() <= bits + 1:
        raise TooFewPrimes(f"{len(pairs)} primes do not determine a number of {bits} bits")
    number = 0
    for p, residue in pairs:
        others = modulus // p
        number += residue * others * pow(others, -1, p)
    number %= modulus
    signed = number if 2 * number < modulus else number - modulus
    if signed % check != expected:
        raise ArithmeticError(f"the determinant is not confirmed modulo {check}: a bug of ours")
    return abs(signed)
