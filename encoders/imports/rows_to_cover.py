"""Rows of a 0/1 program as the keys of a cover: a row becomes an item, a variable an option.

A row is a cover's when all its coefficients are equal. Rows of the same variables become one item. A variable that is fixed, that
is in no row, or whose rows are those of another one too gets an item of its own, named after it, so that no solution is lost
and none is counted twice. Rows that nothing can satisfy become items that too few options have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

MOST_ROWS = 1_000_000
MOST_VARIABLES = 2_000_000
LARGEST_COST = 10**15


class Row(NamedTuple):
    """From least to most of the variables (numbers, increasing) are 1."""

    name: str
    variables: tuple[int, ...]
    least: int
    most: int


def row(name: str, variables: Sequence[int], factor: Fraction, least: Fraction | None, most: Fraction | None) -> Row:
    """Return the row least <= factor * (sum of the variables) <= most, of which None says nothing."""
    if factor < 0:
        least, most = most, least
    few = 0 if least is None else max(0, ceil(least / factor))
    many = len(variables) if most is None else min(len(variables), floor(most / factor))
    if few > many:
        few = many = len(variables) + 1
    return Row(name, tuple(variables), few, many)


def keys(
    rows: Sequence[Row],
    names: Sequence[str],
    costs: Mapping[int, int] | Mapping[int, Fraction],
    fixed: Mapping[int, int],
    *,
    maximise: bool = False,
) -> dict[str, Any]:
    """Return the keys of the cover.

    names: of the variables; costs: of those that cost something; fixed: the value of each variable that has only one;
    maximise: whether the greatest sum of costs is wanted.
    """
    merged = list(_merged(rows))
    columns: list[list[int]] = [[] for _ in names]
    for number, each in enumerate(merged):
        for variable in each.variables:
            columns[variable].append(number)
    times = Counter(map(tuple, columns))
    items: list[list[Any]] = [[each.name, each.least, each.most] for each in merged]
    taken = {each.name for each in merged}
    for variable, column in enumerate(columns):
        if variable in fixed or not column or times[tuple(column)] > 1:
            value = fixed.get(variable)
            name = _free(names[variable], taken)
            taken.add(name)
            columns[variable] = [*column, len(items)]
            items.append([name, value or 0, 1 if value is None else value])
    read: dict[str, Any] = {
        "kind": "cover",
        "items": items,
        "options": [[items[number][0] for number in column] for column in columns],
    }
    if not costs:
        return read
    read["costs"] = [_written(costs.get(variable, 0)) for variable in range(len(names))]
    return read | ({"maximise": True} if maximise else {})


def _written(cost: int | Fraction) -> int | str:
    return int(cost) if cost == int(cost) else str(cost)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, one at a time."""
    begin, number = 0, 1
    while begin <= len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        yield number, text[begin:end]
        begin, number = end + 1, number + 1


def _merged(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows, those of the same variables as one where they agree; rows without variables only if none satisfies them."""
    merged: dict[tuple[int, ...], Row] = {}
    for each in rows:
        before = merged.get(each.variables)
        if before is None:
            merged[each.variables] = each
            continue
        least, most = max(before.least, each.least), min(before.most, each.most)
        if least > most:
            least = most = len(each.variables) + 1
        merged[each.variables] = before._replace(least=least, most=most)
    return (each for each in merged.values() if each.variables or each.least)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, marked where a row has it."""
    while name in taken:
        name += "'"
    return name
