"""Covers as MPS with free columns: `xi` is option i, row `ri` is item i, row `cost` what is minimised; variables are binary.

An item that least..most options cover is a row G with a range. Source: the MPS format as lp_solve and CPLEX describe it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.exports.cover_rows import in_chunks, rows
from exactcover.model.cover import Cover


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in pieces."""
    return in_chunks(_lines(cover))


def _lines(cover: Cover) -> Iterator[str]:
    yield f"* xi is option i of {cover.options}, ri is item i of {len(cover.items)}\nNAME cover\nROWS\n N cost\n"
    sides: list[str] = []
    ranges: list[str] = []
    stated = np.zeros(len(cover.items), dtype=bool)
    for row in rows(cover):
        stated[row.item - 1] = True
        sense, side = ("E", row.least) if row.least == row.most else ("G", row.least) if row.least else ("L", row.most)
        yield f" {sense} r{row.item}\n"
        if side:
            sides.append(f" RHS r{row.item} {side}\n")
        if sense == "G" and row.most < len(row.options):
            ranges.append(f" RANGE r{row.item} {row.most - row.least}\n")
    yield "COLUMNS\n MARKER 'MARKER' 'INTORG'\n"
    yield from _columns(cover, stated.tolist()) if cover.options else [" x1 cost 0\n"]
    yield " MARKER 'MARKER' 'INTEND'\nRHS\n"
    yield from sides
    if ranges:
        yield "RANGES\n"
        yield from ranges
    yield "BOUNDS\n"
    yield from (f" BV BOUND x{option}\n" for option in range(1, max(1, cover.options) + 1))
    yield "ENDATA\n"


def _columns(cover: Cover, stated: list[bool]) -> Iterator[str]:
    starts = cover.starts.tolist()
    prices = [0] * cover.options if cover.costs is None else cover.costs.tolist()
    for option, cost in enumerate(prices):
        items = [item for item in cover.members[starts[option] : starts[option + 1]].tolist() if stated[item]]
        if cost or not items:
            yield f" x{option + 1} cost {cost}\n"
        yield "".join(f" x{option + 1} r{item + 1} 1\n" for item in items)
