"""Covers as DIMACS: variable i is option i; the variables after the options are counters, determined by the options.

So the assignments correspond to the solutions one to one, and model counters give the right number. Items that cannot
be violated when all others are satisfied, such as pieces with any number of copies, are left out: counters of many
options take many clauses. Clauses go to a temporary file first, since their number precedes them.

Source of the counter, written here in both directions: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
constraints, CP 2005.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations

from exactcover.files.exports.cover_rows import AT_ONCE, in_chunks, refuse_costs, rows
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items

Clause = tuple[int, ...]


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in chunks; raises Unsuitable if the options have costs."""
    refuse_costs(cover, "dimacs")
    writer = _Writer(cover.options)
    number = 0
    with tempfile.TemporaryFile() as file:
        for chunk in in_chunks(_lines(cover, writer)):
            number += chunk.count(b"\n")
            file.write(chunk)
        yield f"c variable i is option i of {cover.options}\np cnf {writer.variables} {number}\n".encode()
        file.seek(0)
        yield from iter(lambda: file.read(AT_ONCE), b"")


PAIRWISE = 6
"""An at-most-one constraint of up to this many options is written pairwise; larger ones in binary."""


def _lines(cover: Cover, writer: _Writer) -> Iterator[str]:
    idle = non_binding_items(cover)
    for row in rows(cover):
        if not idle[row.item - 1]:
            for clause in writer.row(row.options, row.least, row.most):
                yield " ".join(map(str, (*clause, 0))) + "\n"


class _Writer:
    """Encodes the rows; it holds the number of variables used so far."""

    def __init__(self, variables: int) -> None:
        self.variables = variables

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def row(self, options: Sequence[int], least: int, most: int) -> Iterator[Clause]:
        """Yield clauses that bound the number of chosen options."""
        number = len(options)
        if least > number:
            yield ()
        elif most == 1 < number:
            if least:
                yield tuple(options)
            yield from (
                combinations([-each for each in options], 2) if number <= PAIRWISE else self._at_most_one(options)
            )
        elif number - least < most:
            yield from self._counted([-each for each in options], number - most, number - least)
        else:
            yield from self._counted(options, least, most)

    def _at_most_one(self, options: Sequence[int]) -> Iterator[Clause]:
        """Yield clauses that at most one option is chosen: the one whose index has the bits that are true, all false
        for none.
        """
        for place in range((len(options) - 1).bit_length()):
            bit = self._fresh()
            having = [option for number, option in enumerate(options) if number >> place & 1]
            yield from ((-option, bit if number >> place & 1 else -bit) for number, option in enumerate(options))
            yield (-bit, *having)

    def _counted(self, literals: Sequence[int], least: int, most: int) -> Iterator[Clause]:
        """Yield clauses that least to most literals are true; counter j, from 1, after each literal means at least j so far."""
        limited = most < len(literals)
        reached: list[int] = []
        for literal in literals:
            if limited and len(reached) == most:
                yield (-literal, -reached[-1]) if most else (-literal,)
            before, reached = reached, []
            for place in range(min(len(before) + 1, most if limited else least)):
                variable = self._fresh()
                reached.append(variable)
                same = before[place : place + 1]
                yield (-variable, literal, *same)
                yield from ((-each, variable) for each in same)
                fewer = before[place - 1] if place else 0
                yield (-literal, -fewer, variable) if fewer else (-literal, variable)
                if fewer:
                    yield (-variable, fewer)
        if least:
            yield (reached[least - 1],)
