"""Covers as OPB, the format of pseudo-Boolean problems: `xi` is option i; a row for each item, the costs as the
objective.

Source: O. Roussel, V. Manquinho, Input/output format for PB evaluations (2012).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactcover.files.exports.cover_rows import Row, costs, has_costs, in_chunks, rows_with_a_variable, sizes
from exactcover.model.cover import Cover
from exactcover.model.linear import Linear

_NUMBERED = re.compile(r"x[0-9]+")


def write(cover: Cover | Linear, names: Sequence[str] = ()) -> Iterator[bytes]:
    """Yield the text in chunks.

    names: of the options, which are in comments, since the format has none; those that are all of another OPB file are left out.
    """
    numbered = all(map(_NUMBERED.fullmatch, names))
    return in_chunks(_lines(cover, () if numbered else names))


def _lines(cover: Cover | Linear, names: Sequence[str]) -> Iterator[str]:
    number = sum(1 if row.least == row.most else _sides(row) for row in rows_with_a_variable(cover))
    yield f"* #variable= {max(1, sizes(cover)[0])} #constraint= {number}\n"
    yield from (f"* x{option} is {' '.join(name.split())}\n" for option, name in enumerate(names, 1))
    if has_costs(cover):
        yield f"min: {''.join(f'{cost:+d} x{option} ' for cost, option in costs(cover)) or '+0 x1 '};\n"
    for row in rows_with_a_variable(cover):
        if row.least == row.most:
            yield f"{_sum(row, 1)}= {row.least} ;\n"
            continue
        if row.least > 0:
            yield f"{_sum(row, 1)}>= {row.least} ;\n"
        if row.most < row.all:
            yield f"{_sum(row, -1)}>= {-row.most} ;\n"


def _sides(row: Row) -> int:
    return (row.least > 0) + (row.most < row.all)


def _sum(row: Row, sign: int) -> str:
    """Return the sum of a row's options; a row must have a term, so an empty one gets 0 times the first variable."""
    return "".join(f"{sign * times:+d} x{option} " for times, option in row.terms()) or "+0 x1 "
