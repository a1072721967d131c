"""The extension variables of a sweep, defined when they are first used: covered cells, and copies used.

"Covered" is relative to a cell c: a placement whose first cell precedes c covers cell j. The variable changes only at
those c that are first cells of placements covering j, so there are few of them, and each is defined by the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from exactcover.files.exports.cutting_planes import Clause, Proof


class Copies(NamedTuple):
    """The copies of a piece that a sweep counts, and the item that is the piece; most None: counted only up to least."""

    item: int
    least: int
    most: int | None
    size: int

    @property
    def top(self) -> int:
        """The largest number that is distinguished."""
        return self.least if self.most is None else self.most


class _Covered(NamedTuple):
    """From cell `since` on: the variable that cell j is covered, 0 if it cannot be, and the constraint that at most one of
    the variable and the placements that begin later is true."""

    since: int
    variable: int
    once: int


class Counters:
    """Variables and constraints about the cells and copies of a sweep, numbered in its order.

    items: the item of each cell; firsts: for each cell the options that begin there, with their cells as bits;
    by_piece: for each counted piece and cell the options that begin there.
    """

    def __init__(
        self,
        proof: Proof,
        items: Sequence[int],
        firsts: Sequence[Sequence[tuple[int, int]]],
        copies: Sequence[Copies],
        by_piece: Sequence[Sequence[Sequence[int]]],
    ) -> None:
        self.proof, self.firsts, self.copies = proof, firsts, copies
        self.covered = [[_Covered(0, 0, proof.most(item))] for item in items]
        self.before: list[list[list[int]]] = []
        for rows in by_piece:
            sums: list[list[int]] = [[]]
            for row in rows:
                sums.append([*sums[-1], *row])
            self.before.append(sums)
        self.reached = 0
        self.variables = proof.needs.options
        self.counts: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self.derived: set[tuple[int, ...]] = set()
        self.window = max((cells.bit_length() for row in firsts for _, cells in row), default=1)
        self.at: dict[int, list[int]] = {}

    def differs(self, cell: int, covered: int, bits: int) -> Iterator[int]:
        """Yield the literals of the clause that the cells of `bits`, from `cell` on, are not covered as in `covered`."""
        variables = self._variables(cell)
        for place in _places(bits):
            variable = variables[place]
            if variable:
                yield -variable if covered >> place & 1 else variable

    def other_copies(self, cell: int, used: Sequence[int]) -> Iterator[int]:
        """Yield the literals of the clause that the numbers of copies used before a cell are not exactly these."""
        for place, number in enumerate(used):
            if number:
                yield -self._count(cell, place, number)[0]
            if number < self.copies[place].top and len(self.before[place][cell]) > number:
                yield self._count(cell, place, number + 1)[0]

    def all_used(self, cell: int, place: int) -> None:
        """Derive that once all copies of a piece are used, none of it begins at that cell or later."""
        most = self.copies[place].most
        assert most
        if self._is_new(0, cell, place):
            at_least = self._count(cell, place, most)[1]
            self.proof.polish(f"{at_least} {self.proof.most(self.copies[place].item)} +")

    def too_few_cells(self, cell: int, used: Sequence[int]) -> None:
        """Derive that the remaining copies need more cells than may be left: a bound on the cells covered."""
        if not self._is_new(1, cell, *used):
            return
        parts = [str(self._covered(cell, other).once) for other in range(cell, len(self.firsts))]
        for place, (copies, number) in enumerate(zip(self.copies, used, strict=True)):
            if number < copies.least:
                enough = str(self.proof.least(copies.item))
                if self.before[place][cell]:
                    enough += f" {self._count(cell, place, number + 1)[2]} +"
                parts.append(f"{enough} {copies.size} *")
        self.proof.polish(" ".join([parts[0], *(f"{part} +" for part in parts[1:])]))

    def link(self, cell: int, used: Sequence[int], to: int, then: Sequence[int]) -> None:
        """Derive the copies used before a later cell from those before this one and the placements that begin between."""
        self._covered(to, to) if to < len(self.firsts) else self._reach(to)
        for place, (number, after) in enumerate(zip(used, then, strict=True)):
            if after and number and self._is_new(2, place, cell, number, to, after):
                self.proof.polish(f"{self._count(cell, place, number)[1]} {self._count(to, place, after)[2]} +")
            elif after:
                self._count(to, place, after)
            if after < self.copies[place].top and len(self.before[place][to]) > after:
                fewer = self._count(to, place, after + 1)[1]
                if self.before[place][cell] and self._is_new(3, place, cell, number, to, after):
                    self.proof.polish(f"{fewer} {self._count(cell, place, number + 1)[2]} +")

    def _is_new(self, *key: int) -> bool:
        """Return whether something is derived for the first time."""
        if key in self.derived:
            return False
        self.derived.add(key)
        return True

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _covered(self, cell: int, other: int) -> _Covered:
        """Return the definition of "`other` is covered before `cell`"."""
        self._reach(cell)
        return next(each for each in reversed(self.covered[other]) if each.since <= cell)

    def _variables(self, cell: int) -> list[int]:
        """Return the variables of "covered" for the cells from this one on, as far as a placement reaches."""
        if cell not in self.at:
            end = min(cell + self.window, len(self.firsts))
            self.at[cell] = [self._covered(cell, other).variable for other in range(cell, end)]
        return self.at[cell]

    def _reach(self, cell: int) -> None:
        """Define "covered" for all cells up to this one."""
        while self.reached < cell:
            begin = self.reached
            self.reached += 1
            having: dict[int, list[int]] = {}
            for option, cells in self.firsts[begin]:
                for place in _places(cells >> 1):
                    having.setdefault(begin + 1 + place, []).append(option + 1)
            for other in sorted(having):
                self._define_covered(other, self.reached, having[other])

    def _define_covered(self, other: int, since: int, started: Clause | list[int]) -> None:
        """Define that a cell is covered: it was before, or one of the options that just began covers it."""
        last = self.covered[other][-1]
        causes = [*([last.variable] if last.variable else []), *started]
        variable = self._fresh()
        only = self.proof.define([*((1, each) for each in causes), (-1, variable)], 0, variable, 0)
        self.proof.define([(len(causes), variable), *((-1, each) for each in causes)], 0, variable, 1)
        self.covered[other].append(_Covered(since, variable, self.proof.polish(f"{only} {last.once} +")))

    def _count(self, cell: int, place: int, number: int) -> tuple[int, int, int]:
        """Return the variable that so many copies of a counted piece begin before a cell, and both halves of its
        definition.

        If there are fewer options than that, the variable and the first half are 0.
        """
        key = (cell, place, number)
        if key not in self.counts:
            options = [option + 1 for option in self.before[place][cell]]
            spare = len(options) - number + 1
            if spare > 0:
                new = self._fresh()
                enough = [*((1, each) for each in options), (-number, new)]
                too_few = [*((-1, each) for each in options), (spare, new)]
                halves = self.proof.define(enough, 0, new, 0), self.proof.define(too_few, 1 - number, new, 1)
                self.counts[key] = (new, *halves)
            else:
                self.counts[key] = (0, 0, self.proof.implied([(-1, each) for each in options], -len(options)))
        return self.counts[key]


def _places(bits: int) -> Iterator[int]:
    """Yield the positions of the bits that are 1."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
