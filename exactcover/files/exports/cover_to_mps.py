"""Covers as MPS: `xi` is option i, row `ri` is item i, row `cost` what is minimised; variables are binary.

Words stand in the columns of the fixed format, which some programs read unless they are told otherwise, and have no blanks, so
that it is the free format too. Beyond 9,999,999 options or items, and numbers of 12 characters, it is the free one only.
An item that least..most options cover is a row G with a range; a cover without options has one variable, fixed at 0.
Source: the MPS format as lp_solve and CPLEX describe it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.files.exports.cover_rows import in_chunks, rows
from exactcover.model.cover import Cover

_MARKER = "    MARKER    'MARKER'                 "


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in pieces."""
    return in_chunks(_lines(cover))


def _lines(cover: Cover) -> Iterator[str]:
    yield f"* xi is option i of {cover.options}, ri is item i of {len(cover.items)}\nNAME          cover\nROWS\n N  cost\n"
    sides: list[str] = []
    ranges: list[str] = []
    stated = np.zeros(len(cover.items), dtype=bool)
    for row in rows(cover):
        stated[row.item - 1] = True
        sense, side = ("E", row.least) if row.least == row.most else ("G", row.least) if row.least else ("L", row.most)
        yield f" {sense}  r{row.item}\n"
        if side:
            sides.append(_entry("RHS", f"r{row.item}", side))
        if sense == "G" and row.most < len(row.options):
            ranges.append(_entry("RANGE", f"r{row.item}", row.most - row.least))
    yield f"COLUMNS\n{_MARKER}'INTORG'\n"
    yield from _columns(cover, stated.tolist()) if cover.options else [_entry("x1", "cost", 0)]
    yield f"{_MARKER}'INTEND'\nRHS\n"
    yield from sides
    if ranges:
        yield "RANGES\n"
        yield from ranges
    yield "BOUNDS\n"
    yield from (f" BV BOUND     x{option}\n" for option in range(1, cover.options + 1))
    if not cover.options:
        yield " FX BOUND     x1                   0\n"
    yield "ENDATA\n"


def _columns(cover: Cover, stated: list[bool]) -> Iterator[str]:
    starts = cover.starts.tolist()
    prices = [0] * cover.options if cover.costs is None else cover.costs.tolist()
    for option, cost in enumerate(prices):
        items = [item for item in cover.members[starts[option] : starts[option + 1]].tolist() if stated[item]]
        name = f"x{option + 1}"
        if cost or not items:
            yield _entry(name, "cost", cost)
        yield "".join(_entry(name, f"r{item + 1}", 1) for item in items)


def _entry(name: str, row: str, number: int) -> str:
    """Return a line that gives a row a number in a column, or in a named vector."""
    return f"    {name:<8}  {row:<8}  {number:>12}\n"
