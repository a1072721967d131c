"""Covers as LP, the text of linear programs that CPLEX began: `xi` is option i, row `ri` is item i; all variables are binary.

A program whose items ask nothing has a row that holds anyway: some readers refuse one without rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.files.exports.cover_rows import Row, costs, in_chunks, rows_with_a_variable, terms
from exactcover.model.cover import Cover


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in pieces."""
    return in_chunks(_lines(cover))


def _lines(cover: Cover) -> Iterator[str]:
    yield f"\\ xi is option i of {cover.options}, ri is item i of {len(cover.items)}\nMinimize\n cost: "
    yield (terms(f"{cost:+d} x{option}" for cost, option in costs(cover)) or "0 x1") + "\nSubject To\n"
    stated = False
    for row in rows_with_a_variable(cover):
        stated = True
        if row.least == row.most:
            yield f" r{row.item}: {_sum(row)} = {row.least}\n"
            continue
        if row.least > 0:
            yield f" r{row.item}: {_sum(row)} >= {row.least}\n"
        if row.most < len(row.options):
            name = f"r{row.item}_most" if row.least > 0 else f"r{row.item}"
            yield f" {name}: {_sum(row)} <= {row.most}\n"
    if not stated:
        yield " r0: x1 >= 0\n"
    yield "Binary\n"
    yield from (f" x{option}\n" for option in range(1, max(1, cover.options) + 1))
    yield "End\n"


def _sum(row: Row) -> str:
    return terms(f"+ x{option}" for option in row.options) or "0 x1"
