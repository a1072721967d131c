"""Converts rows of a 0/1 program into the keys of a cover: a row becomes an item, a variable an option.

The coefficients of a row must have one sign; divided by their greatest common divisor they are how often an option has the
item. Rows with equal left sides become one item. A variable that is fixed, that is in no row, or that has the same rows as
another gets its own item, named after it, so that no solution is lost and none is counted twice. Unsatisfiable rows become
items that too few options have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Any, NamedTuple

from exactcover.model.errors import InvalidInput

MOST_ROWS = 1_000_000
MOST_VARIABLES = 2_000_000
LARGEST_COST = 10**15
MOST_REPEATED = 10_000
"""Limit on repetitions of a row's item in options, beyond one in each: repetitions are written out."""


class Row(NamedTuple):
    """least <= sum of times * variable <= most; variables are numbers, increasing, times their positive coefficients."""

    name: str
    variables: tuple[int, ...]
    times: tuple[int, ...]
    least: int
    most: int


def row(name: str, factors: Mapping[int, Fraction | int], least: Fraction | None, most: Fraction | None) -> Row:
    """Return the row least <= sum of factor * variable <= most, None meaning no limit; raises InvalidInput.

    Factors are not 0 and have one sign.
    """
    variables = tuple(sorted(factors))
    different = sorted(set(map(Fraction, factors.values())))
    if different and different[0] < 0 < different[-1]:
        raise InvalidInput(
            f"the row {name!r} has the coefficients {different[0]} and {different[-1]};"
            " expected coefficients of one sign, since an option covers an item that many times"
        )
    unit = Fraction(gcd(*(each.numerator for each in different)), lcm(*(each.denominator for each in different)))
    unit = (-unit if different and different[0] < 0 else unit) or Fraction(1)
    counts = {factor: int(factor / unit) for factor in different}
    times = tuple(counts[Fraction(factors[variable])] for variable in variables)
    if sum(times) - len(times) > MOST_REPEATED:
        raise InvalidInput(
            f"the row {name!r} has coefficients of {sum(times)} in total, in units of {abs(unit)};"
            f" expected up to {MOST_REPEATED} beyond 1 for each variable"
        )
    if unit < 0:
        least, most = most, least
    few = 0 if least is None else max(0, ceil(least / unit))
    many = sum(times) if most is None else min(sum(times), floor(most / unit))
    if few > many:
        few = many = sum(times) + 1
    return Row(name, variables, times, few, many)


def keys(
    rows: Sequence[Row],
    names: Sequence[str],
    costs: Mapping[int, int] | Mapping[int, Fraction],
    fixed: Mapping[int, int],
    *,
    maximise: bool = False,
) -> dict[str, Any]:
    """Return the keys of the cover.

    names: of the variables; costs: the nonzero ones; fixed: the value of each variable that has only one; maximise: whether
    the objective is to be maximised.
    """
    fixed = dict(fixed)
    merged = [_within(each, fixed) for each in _merged(rows)]
    columns: list[list[int]] = [[] for _ in names]
    for number, each in enumerate(merged):
        for variable, times in zip(each.variables, each.times, strict=True):
            columns[variable] += [number] * times
    like = Counter(map(tuple, columns))
    items: list[list[Any]] = [[each.name, each.least, each.most] for each in merged]
    taken = {each.name for each in merged}
    for variable, column in enumerate(columns):
        if variable in fixed or not column or like[tuple(column)] > 1:
            value = fixed.get(variable)
            name = _free(names[variable], taken)
            taken.add(name)
            columns[variable] = [*column, len(items)]
            items.append([name, value or 0, 1 if value is None else value])
    read: dict[str, Any] = {
        "kind": "cover",
        "items": items,
        "options": [[items[number][0] for number in column] for column in columns],
        "names": list(names),
    }
    if not costs:
        return read
    read["costs"] = [_written(costs.get(variable, 0)) for variable in range(len(names))]
    return read | ({"maximise": True} if maximise else {})


def _written(cost: int | Fraction) -> int | str:
    return int(cost) if cost == int(cost) else str(cost)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, lazily."""
    begin, number = 0, 1
    while begin <= len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        yield number, text[begin:end]
        begin, number = end + 1, number + 1


def _merged(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows, those with equal left sides merged; rows without variables only if none satisfies them."""
    merged: dict[tuple[tuple[int, ...], tuple[int, ...]], Row] = {}
    for each in rows:
        summed = each.variables, each.times
        before = merged.get(summed)
        if before is None:
            merged[summed] = each
            continue
        least, most = max(before.least, each.least), min(before.most, each.most)
        if least > most:
            least = most = sum(each.times) + 1
        merged[summed] = before._replace(least=least, most=most)
    return (each for each in merged.values() if each.variables or each.least)


def _within(row: Row, fixed: dict[int, int]) -> Row:
    """Return a row without the variables whose coefficient exceeds its most; these are fixed at 0."""
    counted = list(zip(row.variables, row.times, strict=True))
    beyond = {variable for variable, times in counted if times > max(1, row.most)}
    if not beyond:
        return row
    kept = [(variable, times) for variable, times in counted if variable not in beyond]
    impossible = any(fixed.get(variable) == 1 for variable in beyond)
    fixed.update(dict.fromkeys(beyond, 0))
    total = sum(times for _, times in kept)
    least, most = (total + 1, total + 1) if impossible or row.least > total else (row.least, min(row.most, total))
    return Row(row.name, tuple(v for v, _ in kept), tuple(times for _, times in kept), least, most)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, modified if a row has it."""
    while name in taken:
        name += "'"
    return name
