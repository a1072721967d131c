"""Integer lattices for colourings: echelon form, membership, and weights that separate a vector from a lattice.

If a vector is in the lattice that the placements span (a *signed tiling*), no colouring separates them; if it is not, one
does, and the echelon form yields it. Source: J. H. Conway & J. C. Lagarias, Tiling with polyominoes and combinatorial group
theory (1990), section 5; H. Cohen, A Course in Computational Algebraic Number Theory, section 2.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from exactcover.model.arrays import Integers

Vector = dict[int, int]
"""The nonzero entries of a vector, by coordinate."""
Echelon = dict[int, Vector]
"""Vectors that span a lattice, by their first coordinate: that entry is positive, and no two vectors share the coordinate."""

MOST_SEEN = 4096  # weightings searched for a simple one
LARGEST_FACTOR = 64  # of moduli that are tried
LARGEST_WEIGHT = 10**4


@dataclass(frozen=True)
class Weights:
    """Weights of coordinates, modulo a number or (0) over the integers."""

    modulus: int
    values: tuple[int, ...]


def echelon(vectors: Iterable[Vector]) -> Echelon:
    """Return an echelon form of the lattice that vectors span."""
    rows = list(vectors)
    columns = sorted({column for row in rows for column in row})
    places = {column: place for place, column in enumerate(columns)}
    flat = [0] * (len(rows) * len(columns))
    for number, row in enumerate(rows):
        for column, value in row.items():
            flat[number * len(columns) + places[column]] = value
    return _form(flat, columns)


def _form(flat: list[int], columns: Sequence[int]) -> Echelon:
    """Return the Hermite normal form of a table given row by row; its columns are these coordinates, in increasing order."""
    from flint import fmpz_mat

    if not flat:
        return {}
    lines = fmpz_mat(len(flat) // len(columns), len(columns), flat).hnf().tolist()
    rows = [{columns[place]: int(x) for place, x in enumerate(line) if x} for line in lines]
    return {min(row): row for row in rows if row}


def spanned(table: Integers) -> Echelon:
    """Return an echelon form of the lattice that the rows of a table span."""
    return list(spanning(table))[-1]


def spanning(table: Integers) -> Iterator[Echelon]:
    """Yield echelon forms of the span of more and more rows of a table, finally of all."""
    width = table.shape[1]
    held = np.zeros((0, width), dtype=object)
    yield {}
    # Blocks of the width keep the matrices near square, where the library's algorithm is fast.
    for first in range(0, len(table), width):
        block = np.concatenate((held, table[first : first + width].astype(object)))
        form = _form(block.ravel().tolist(), range(width))
        held = np.array([[row.get(place, 0) for place in range(width)] for row in form.values()], dtype=object)
        held = held.reshape(len(form), width)
        yield form


def remainder(form: Echelon, target: Mapping[int, int]) -> tuple[int, Vector] | None:
    """Return where a target vector leaves a lattice: the coordinate, and the remainder there; None if it is inside."""
    left = {column: value for column, value in target.items() if value}
    while left:
        column = min(left)
        row = form.get(column)
        if row is None or left[column] % row[column]:
            return column, left
        times = left[column] // row[column]
        for place, value in row.items():
            now = left.get(place, 0) - times * value
            if now:
                left[place] = now
            else:
                left.pop(place, None)
    return None


def telling(form: Echelon, target: Mapping[int, int], width: int) -> Weights | None:
    """Return weights under which the lattice weighs 0 and the target does not, found by back substitution; None if it is
    inside.

    They are modulo a prime power as small as this solution allows, or over the integers if those weights are small.
    """
    rest = remainder(form, target)
    if rest is None:
        return None
    column, left = rest
    free = column not in form
    if free:
        whole = _solved(form, column, Fraction(1), modular=False)
        scale = lcm(*(value.denominator for value in whole.values()))
        if all(abs(value * scale) <= 9 for value in whole.values()):
            return Weights(0, tuple(int(whole.get(place, Fraction(0)) * scale) for place in range(width)))
    start = next(q for q in range(2, 10**6) if left[column] % q) if free else form[column][column]
    weights = _solved(form, column, Fraction(1, start), modular=True)
    total = sum((value * target.get(place, 0) for place, value in weights.items()), Fraction(0)) % 1
    prime = next(p for p in range(2, total.denominator + 1) if total.denominator % p == 0)
    power = _part(total.denominator, prime)
    common = lcm(*(value.denominator for value in weights.values()))
    scale = common // _part(common, prime) * power // prime
    scaled = {place: value * scale % 1 for place, value in weights.items()}
    modulus = lcm(*(value.denominator for value in scaled.values()))
    if modulus > LARGEST_WEIGHT:
        return None
    return Weights(modulus, tuple(int(scaled.get(place, Fraction(0)) * modulus) for place in range(width)))


def _part(number: int, prime: int) -> int:
    """Return the largest power of a prime that divides a number."""
    power = 1
    while number % (power * prime) == 0:
        power *= prime
    return power


def _solved(form: Echelon, last: int, value: Fraction, modular: bool) -> dict[int, Fraction]:
    """Return weights with this value at coordinate `last`, none beyond it, under which the vectors before it weigh 0."""
    weights = {last: value}
    for column in sorted((column for column in form if column < last), reverse=True):
        row = form[column]
        total = sum((value * weights[place] for place, value in row.items() if place in weights), Fraction(0))
        needed = -total % row[column] / row[column] if modular else -total / row[column]
        if needed:
            weights[column] = needed
    return weights


def simplest(form: Echelon, target: Integers, modulus: int) -> Weights | None:
    """Return the simplest weights (few different ones, then small ones) that separate a target from a lattice.

    Modulo `modulus` all weightings are tried if they are at most 4096, over the integers small combinations; None if that
    finds none.
    """
    seen = _every(form, len(target), modulus) if modulus else _small(form, len(target))
    if seen is None:
        return None
    totals = seen @ target
    seen = seen[(totals % modulus if modulus else totals) != 0]
    if not len(seen):
        return None
    best = min(seen.tolist(), key=lambda line: (len(set(line)), sum(map(abs, line)), [-x for x in line]))
    return Weights(modulus, tuple(best))


def _every(form: Echelon, width: int, modulus: int) -> Integers | None:
    """Return all weightings modulo a number under which a lattice weighs 0, or None if they are too many."""
    lines = np.zeros((1, width), dtype=np.int64)
    for column in reversed(range(width)):
        row = form.get(column)
        pivot = row[column] % modulus if row else 0
        rest = np.zeros(len(lines), dtype=np.int64)
        for place, value in (row or {}).items():
            if place != column:
                rest = (rest + value % modulus * lines[:, place]) % modulus
        divisor = gcd(pivot, modulus)
        lines, rest = lines[rest % divisor == 0], rest[rest % divisor == 0]
        if len(lines) * divisor > MOST_SEEN:
            return None
        small = modulus // divisor
        first = -(rest // divisor) * pow(pivot // divisor, -1, small) % small
        lines = np.repeat(lines, divisor, axis=0)
        lines[:, column] = (first[:, None] + small * np.arange(divisor)).ravel()
    return lines


def _small(form: Echelon, width: int) -> Integers | None:
    """Return integer weightings under which a lattice weighs 0: combinations, with 1, 0 and -1, of a basis of all of them."""
    free = [column for column in range(width) if column not in form]
    if not free or 3 ** len(free) > MOST_SEEN:
        return None
    basis = []
    for column in free:
        solved = _solved(form, column, Fraction(1), modular=False)
        scale = lcm(*(value.denominator for value in solved.values()))
        basis.append([int(solved.get(place, Fraction(0)) * scale) for place in range(width)])
    if max(abs(x) for line in basis for x in line) > LARGEST_WEIGHT:
        return None
    factors = np.array(np.meshgrid(*[[0, 1, -1]] * len(free))).reshape(len(free), -1).T
    lines = factors @ np.array(basis, dtype=np.int64)
    reduced: Integers = lines // np.maximum(np.gcd.reduce(lines, axis=1), 1)[:, None]
    return reduced


def weightings(form: Echelon, width: int, modulus: int) -> Integers:
    """Return all weightings modulo a number under which a lattice weighs 0; none if they are over 4096."""
    lines = _every(form, width, modulus)
    return np.zeros((0, width), dtype=np.int64) if lines is None else lines


def moduli(form: Echelon, width: int) -> list[int]:
    """Return the moduli worth trying, simplest first: 0 (the integers) if the lattice does not have full rank."""
    pivots = [row[column] for column, row in form.items()]
    numbers = set()
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31):
        most = LARGEST_FACTOR if len(form) < width else 1
        for pivot in pivots:
            most *= _part(pivot, prime)
        power = prime
        while power <= min(most, LARGEST_FACTOR):
            numbers.add(power)
            power *= prime
    return sorted(numbers | ({0} if len(form) < width else set()), key=lambda n: n or 2.5)


def vector(values: Sequence[int] | Integers) -> Vector:
    """Return the nonzero entries of a row of numbers."""
    return {place: int(value) for place, value in enumerate(values) if value}
