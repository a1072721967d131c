"""Covers as DIMACS, the text of clauses: variable i is option i; those behind the options only count.

They may have several values for one selection, so that models are counted by the variables of the options.

Items that no selection could violate which keeps to the others, such as pieces of any number of copies, are left out: counts of
many take many clauses. Clauses go to a temporary file first, for their number stands before them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import combinations

from exactcover.exports.cover_rows import AT_ONCE, Row, in_chunks, refuse_costs, rows
from exactcover.model.cover import Cover
from exactcover.model.linear import count_row
from exactcover.model.non_binding_items import non_binding_items
from exactcover.reductions.linear_to_clauses import AT_MOST_ONE, COUNTED, ClauseWriter


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in pieces; raises Unsuitable where options cost something."""
    refuse_costs(cover, "dimacs")
    writer = ClauseWriter(cover.options, AT_MOST_ONE, COUNTED)
    number = 0
    with tempfile.TemporaryFile() as file:
        for chunk in in_chunks(_clauses(cover, writer)):
            number += chunk.count(b"\n")
            file.write(chunk)
        yield f"c variable i is option i of {cover.options}\np cnf {writer.variables} {number}\n".encode()
        file.seek(0)
        yield from iter(lambda: file.read(AT_ONCE), b"")


PAIRWISE = 6
"""Up to so many options, of which at most one is chosen, each two exclude each other; more are counted."""


def _clauses(cover: Cover, writer: ClauseWriter) -> Iterator[str]:
    idle = non_binding_items(cover)
    for row in rows(cover):
        if idle[row.item - 1]:
            continue
        if row.most == 1 and len(row.options) <= PAIRWISE:
            yield _by_pairs(row)
            continue
        writer.row(count_row(tuple(option - 1 for option in row.options), row.least, row.most))
        yield "".join(f"{' '.join(map(str, clause))} 0\n" if clause else "0\n" for clause in writer.clauses)
        writer.clauses.clear()


def _by_pairs(row: Row) -> str:
    some = f"{' '.join(map(str, row.options))} 0\n" if row.least and row.options else "0\n" if row.least else ""
    return some + "".join(f"-{one} -{other} 0\n" for one, other in combinations(row.options, 2))
