"""Covers as MPS: `xi` is option i, row `ri` is item i, or they have names; row `cost` is the objective to minimise.

Variables are binary. Fields are aligned to the columns of the fixed format, which some programs read by default, and have no
blanks, so the text is valid free format too. With names of over 8 characters, or numbers of over 12, it is free format only.
Maximisation is not written: CBC ignores `OBJSENSE MAX` without a warning. An item to be covered least..most times is a row G
with a range; a cover without options has one variable, fixed at 0. Source: the MPS format as described by lp_solve and CPLEX.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from exactcover.files.exports.cover_rows import costs, entries, in_chunks, in_decimals, rows, sizes
from exactcover.files.exports.safe_names import NUMBERS, Names
from exactcover.model.cover import Cover
from exactcover.model.linear import Linear

_MARKER = "    MARKER    'MARKER'                 "


def write(cover: Cover | Linear, unit: Fraction, names: Names = NUMBERS) -> Iterator[bytes]:
    """Yield the text in chunks; unit: the value of a cost of 1 in the user's numbers."""
    return in_chunks(_lines(cover, unit, names))


def _lines(cover: Cover | Linear, unit: Fraction, names: Names) -> Iterator[str]:
    options, items = sizes(cover)
    yield f"* {names.meaning(options, items)}\nNAME          cover\n"
    yield "ROWS\n N  cost\n"
    sides: list[str] = []
    ranges: list[str] = []
    stated = np.zeros(items, dtype=bool)
    for row in rows(cover):
        stated[row.item - 1] = True
        sense, side = ("E", row.least) if row.least == row.most else ("G", row.least) if row.least else ("L", row.most)
        name = names.item(row.item)
        yield f" {sense}  {name}\n"
        if side:
            sides.append(_entry("RHS", name, side))
        if sense == "G" and row.most < row.all:
            ranges.append(_entry("RANGE", name, row.most - row.least))
    yield f"COLUMNS\n{_MARKER}'INTORG'\n"
    yield from _columns(cover, stated.tolist(), unit, names) if options else [_entry("x1", "cost", 0)]
    yield f"{_MARKER}'INTEND'\nRHS\n"
    yield from sides
    if ranges:
        yield "RANGES\n"
        yield from ranges
    yield "BOUNDS\n"
    yield from (f" BV BOUND     {names.option(option)}\n" for option in range(1, options + 1))
    if not options:
        yield " FX BOUND     x1                   0\n"
    yield "ENDATA\n"


def _columns(cover: Cover | Linear, stated: list[bool], unit: Fraction, names: Names) -> Iterator[str]:
    """Yield the lines of each option; stated: which items have a row."""
    prices = {option: cost for cost, option in costs(cover)}
    starts, items, values = entries(cover)
    bounds = starts.tolist()
    for option, (begin, end) in enumerate(pairwise(bounds), 1):
        column = zip(items[begin:end].tolist(), values[begin:end].tolist(), strict=True)
        name = names.option(option)
        lines = [_entry(name, names.item(item + 1), value) for item, value in column if stated[item]]
        if option in prices or not lines:
            yield _entry(name, "cost", in_decimals(prices.get(option, 0), unit))
        yield "".join(lines)


def _entry(name: str, row: str, number: int | str) -> str:
    """Return a line that sets the coefficient of a row in a column, or in a named vector."""
    return f"    {name:<8}  {row:<8}  {number:>12}\n"
