"""Covers in the LP format of CPLEX: `xi` is option i, row `ri` is item i, or they have names; all variables are binary.

A program without constraints gets a row that always holds: some readers refuse one without rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactcover.files.exports.cover_rows import Row, costs, in_chunks, in_decimals, rows_with_a_variable, sizes, terms
from exactcover.files.exports.safe_names import NUMBERS, Names
from exactcover.model.cover import Cover
from exactcover.model.linear import Linear


def write(cover: Cover | Linear, unit: Fraction, names: Names = NUMBERS) -> Iterator[bytes]:
    """Yield the text in chunks; unit: the value of a cost of 1 in the user's numbers, negative if the sum is to be
    maximised.
    """
    return in_chunks(_lines(cover, unit, names))


def _lines(cover: Cover | Linear, unit: Fraction, names: Names) -> Iterator[str]:
    options, items = sizes(cover)
    yield f"\\ {names.meaning(options, items)}\n{'Minimize' if unit > 0 else 'Maximize'}\n cost: "
    sign = 1 if unit > 0 else -1
    prices = (f"{_signed(in_decimals(sign * cost, unit))} {names.option(option)}" for cost, option in costs(cover))
    first = names.option(1)
    yield (terms(prices) or f"0 {first}") + "\nSubject To\n"
    stated = False
    for row in rows_with_a_variable(cover):
        stated = True
        if row.least == row.most:
            yield f" {names.item(row.item)}: {_sum(row, names)} = {row.least}\n"
            continue
        if row.least > 0:
            yield f" {names.item(row.item)}: {_sum(row, names)} >= {row.least}\n"
        if row.most < row.all:
            name = names.upper_bound(row.item) if row.least > 0 else names.item(row.item)
            yield f" {name}: {_sum(row, names)} <= {row.most}\n"
    if not stated:
        yield f" r0: {first} >= 0\n"
    yield "Binary\n"
    yield from (f" {names.option(option)}\n" for option in range(1, max(1, options) + 1))
    yield "End\n"


def _sum(row: Row, names: Names) -> str:
    factors = ((f"{times} " if times != 1 else "", names.option(option)) for times, option in row.terms())
    return terms(f"+ {factor}{name}" for factor, name in factors) or f"0 {names.option(1)}"


def _signed(number: str) -> str:
    return number if number.startswith("-") else f"+{number}"
