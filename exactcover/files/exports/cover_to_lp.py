"""Covers in the LP format of CPLEX: `xi` is option i, row `ri` is item i; all variables are binary.

A program without constraints gets a row that always holds: some readers refuse one without rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactcover.files.exports.cover_rows import Row, costs, in_chunks, in_decimals, rows_with_a_variable, sizes, terms
from exactcover.model.cover import Cover
from exactcover.model.linear import Linear


def write(cover: Cover | Linear, unit: Fraction) -> Iterator[bytes]:
    """Yield the text in chunks; unit: the value of a cost of 1 in the user's numbers, negative if the sum is to be
    maximised.
    """
    return in_chunks(_lines(cover, unit))


def _lines(cover: Cover | Linear, unit: Fraction) -> Iterator[str]:
    options, items = sizes(cover)
    yield f"\\ xi is option i of {options}, ri is item i of {items}\n{'Minimize' if unit > 0 else 'Maximize'}\n cost: "
    sign = 1 if unit > 0 else -1
    prices = (f"{_signed(in_decimals(sign * cost, unit))} x{option}" for cost, option in costs(cover))
    yield (terms(prices) or "0 x1") + "\nSubject To\n"
    stated = False
    for row in rows_with_a_variable(cover):
        stated = True
        if row.least == row.most:
            yield f" r{row.item}: {_sum(row)} = {row.least}\n"
            continue
        if row.least > 0:
            yield f" r{row.item}: {_sum(row)} >= {row.least}\n"
        if row.most < row.all:
            name = f"r{row.item}_most" if row.least > 0 else f"r{row.item}"
            yield f" {name}: {_sum(row)} <= {row.most}\n"
    if not stated:
        yield " r0: x1 >= 0\n"
    yield "Binary\n"
    yield from (f" x{option}\n" for option in range(1, max(1, options) + 1))
    yield "End\n"


def _sum(row: Row) -> str:
    return terms(f"+ x{option}" if times == 1 else f"+ {times} x{option}" for times, option in row.terms()) or "0 x1"


def _signed(number: str) -> str:
    return number if number.startswith("-") else f"+{number}"
