"""That no numbers of copies have an area, as pseudo-Boolean steps: by the sums that the first groups of options can have.

A group's options have one size, and between `least` and `most` of them are chosen. The sums that the first groups can have leave
*gaps*. For each gap that is needed, a clause says that a sum is not above its lower end and below its upper end at once; it
follows from the gaps of the groups before, one number of copies of the last group after the other. Variables, defined by
redundance steps, say that a number of copies, or a sum, is at least a threshold.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from exactcover.files.exports.cutting_planes import Proof
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import Unsuitable

MOST_TERMS = 20_000_000
"""The most terms of all definitions: about 200 megabytes."""


class Group(NamedTuple):
    """Options of one size, as variables; the constraints on how many are chosen, at least `least` and at most `most`.

    The constraints are numbers of steps, sums of the variables alone.
    """

    size: int
    variables: tuple[int, ...]
    least: int
    most: int
    at_least: int
    at_most: int


def write_area(proof: Proof, sizes: Sequence[int], inside: Mask | None = None) -> bool:
    """Derive that no numbers of copies of pieces of these sizes have the area of a part of the board; return whether it is so.

    The pieces are the last items. inside: the cells of the part, with all cells of the options that have one of them; by
    default all cells, which also have the least numbers of copies.
    """
    needs = proof.needs
    cells = needs.items - len(sizes)
    part = np.ones(cells, dtype=np.int64) if inside is None else inside.astype(np.int64)
    within = needs.sums(np.concatenate([part, np.zeros(len(sizes), dtype=np.int64)])) > 0
    firsts, options = needs.by_item
    by_size: dict[int, list[Group]] = {}
    for piece, size in enumerate(sizes, cells):
        own = options[firsts[piece] : firsts[piece + 1]]
        if within[own].any():
            by_size.setdefault(size, []).append(_group(proof, size, piece, own, within))
    groups = [_together(proof, by_size[size]) for size in sorted(by_size, reverse=True)]
    area = int(part.sum())
    sums = _Sums((), None)
    for count in range(1, len(groups) + 1):
        sums = _Sums(groups[:count], sums)
    if area in sums.values:
        return False
    weights = [*part.tolist(), *[0] * len(sizes)]
    Writer(proof).refute(sums, area, proof.combination(weights), proof.combination([-each for each in weights]))
    return True


def _group(proof: Proof, size: int, piece: int, own: Integers, within: Mask) -> Group:
    """Return the options of a piece that are within a part, with constraints on their number."""
    needs, inner, outer = proof.needs, own[within[own]], own[~within[own]]
    most = min(int(needs.most[piece]), len(inner))
    variables = tuple(proof.variables[inner].tolist())
    if not len(outer):
        return Group(size, variables, int(needs.least[piece]), most, proof.least(piece), proof.most(piece))
    at_least = proof.implied([(1, each) for each in variables], 0)
    if most == len(inner):
        return Group(size, variables, 0, most, at_least, proof.implied([(-1, each) for each in variables], -most))
    others = " ".join(f"x{each} +" for each in proof.variables[outer])
    return Group(size, variables, 0, most, at_least, proof.polish(f"{proof.most(piece)} {others}"))


def _together(proof: Proof, groups: Sequence[Group]) -> Group:
    """Return groups of the same size as one."""
    if len(groups) == 1:
        return groups[0]
    variables = tuple(variable for each in groups for variable in each.variables)
    at_least = proof.polish(added((each.at_least, 1) for each in groups))
    at_most = proof.polish(added((each.at_most, 1) for each in groups))
    least, most = sum(each.least for each in groups), sum(each.most for each in groups)
    return Group(groups[0].size, variables, least, most, at_least, at_most)


class Threshold(NamedTuple):
    """That a sum is at least something: its variable, and the steps for it being true, and false.

    Without a variable (0) one of both is certain, and has a step.
    """

    variable: int
    if_true: int
    if_false: int


class _Sums:
    """The sums of the first groups: those they can have, increasing, and the thresholds that are defined, by their values."""

    def __init__(self, groups: Sequence[Group], before: _Sums | None) -> None:
        self.groups, self.before = groups, before
        if before is None:
            self.values = [0]
        else:
            last = groups[-1]
            more = [last.size * number for number in range(last.least, last.most + 1)]
            self.values = sorted({value + each for value in before.values for each in more})
        self.least = sum(each.size * each.least for each in groups)
        self.most = sum(each.size * each.most for each in groups)
        self.thresholds: dict[int, Threshold] = {}
        self.closed: dict[int, int] = {}

    def gap(self, lowest: int) -> tuple[int, int]:
        """Return the ends of the gap around a value that no sum has; -1 below the least sum, one more above the greatest."""
        place = bisect_right(self.values, lowest)
        below = self.values[place - 1] if place else -1
        return below, self.values[place] if place < len(self.values) else self.most + 1


def added(parts: Iterable[tuple[int, int]]) -> str:
    """Return the sum of steps, each times a number, in reverse Polish notation."""
    first, *others = (f"{step} {times} *" if times > 1 else str(step) for step, times in parts)
    return " ".join([first, *(f"{each} +" for each in others)])


def _stated(literals: Sequence[int]) -> tuple[int, ...]:
    """Return literals without those of thresholds that are certain, which are 0."""
    return tuple(literal for literal in literals if literal)


class Writer:
    """Writes the steps of one argument about groups whose sum is an area, by the constraints above and below."""

    def __init__(self, proof: Proof) -> None:
        self.proof, self.next, self.written = proof, proof.unused, 0
        self.numbers: dict[tuple[int, int], Threshold] = {}

    def refute(self, sums: _Sums, area: int, above: int, below: int) -> None:
        """Derive a contradiction: the sum is at least (step `above`) and at most (step `below`) an area that no sum is."""
        low, high = sums.gap(area)
        clause = self._gap(sums, low, high)
        more, enough = self._sum(sums, low + 1), self._sum(sums, high)
        if more.variable:
            self._clause((more.variable,), (above, 1), (more.if_false, 1))
        if enough.variable:
            self._clause((-enough.variable,), (below, 1), (enough.if_true, 1))
        if clause == 0:  # the area is out of reach of all numbers of copies
            self.proof.polish(f"{above} {enough.if_true} +" if low < 0 else f"{below} {more.if_false} +")

    def _gap(self, sums: _Sums, low: int, high: int) -> int:
        """Derive that a sum above `low` is at least `high`; return the step, 0 if one of both is certain."""
        if low < sums.least or high > sums.most:
            return 0
        if low not in sums.closed:
            assert sums.before is not None
            last = sums.groups[-1]
            more, enough = self._sum(sums, low + 1), self._sum(sums, high)
            for number in range(last.least, last.most + 1):
                self._one_number(sums, number, low, high)
            sums.closed[low] = self.proof.clause((-more.variable, enough.variable))
        return sums.closed[low]

    def _one_number(self, sums: _Sums, number: int, low: int, high: int) -> None:
        """Derive the clause of a gap for one number of copies of the last group, by a gap of the groups before."""
        assert sums.before is not None
        before, last = sums.before, sums.groups[-1]
        more, enough = self._sum(sums, low + 1), self._sum(sums, high)
        lower, higher = before.gap(low + 1 - last.size * number)
        self._gap(before, lower, higher)
        many, few = self._number(last, number), self._number(last, number + 1)
        if lower >= before.least:  # else the sum before is above `lower` anyway
            over = self._sum(before, lower + 1)
            parts = ((more.if_true, 1), (few.if_false, last.size), (over.if_false, 1))
            self._clause((-more.variable, few.variable, over.variable), *parts)
        if higher <= before.most:
            under = self._sum(before, higher)
            parts = ((enough.if_false, 1), (many.if_true, last.size), (under.if_true, 1))
            self._clause((enough.variable, -many.variable, -under.variable), *parts)
        self.proof.clause(_stated((-more.variable, enough.variable, -many.variable, few.variable)))

    def _clause(self, literals: Sequence[int], *parts: tuple[int, int]) -> None:
        """Derive a clause from a sum of steps, each times a number: if all literals are false, that sum is a contradiction."""
        self.proof.polish(added(parts))
        self.proof.clause(_stated(literals))

    def _number(self, group: Group, number: int) -> Threshold:
        """Return the threshold of a group's number of copies."""
        if number <= group.least:
            return Threshold(0, group.at_least, 0)
        if number > group.most:
            return Threshold(0, 0, group.at_most)
        key = (group.variables[0], number)
        if key not in self.numbers:
            self.numbers[key] = self._defined(dict.fromkeys(group.variables, 1), number)
        return self.numbers[key]

    def _sum(self, sums: _Sums, value: int) -> Threshold:
        """Return the threshold of a sum; if it is certain, the step that says so."""
        if value in sums.thresholds:
            return sums.thresholds[value]
        if sums.least < value <= sums.most:
            weights = {variable: each.size for each in sums.groups for variable in each.variables}
            made = self._defined(weights, value)
        else:
            made = self._certain(sums, value)
        sums.thresholds[value] = made
        return made

    def _certain(self, sums: _Sums, value: int) -> Threshold:
        """Return a threshold that is always reached, or never, by the constraints of the groups."""
        if not sums.groups:
            nothing = self.proof.implied((), 0)
            return Threshold(0, nothing, nothing)
        reached = value <= sums.least
        step = self.proof.polish(added((each.at_least if reached else each.at_most, each.size) for each in sums.groups))
        return Threshold(0, step, 0) if reached else Threshold(0, 0, step)

    def _defined(self, weights: Mapping[int, int], value: int) -> Threshold:
        """Define a variable: whether a weighted sum is at least a value."""
        self.written += 2 * len(weights)
        if self.written > MOST_TERMS:
            raise Unsuitable(
                f"the numbers of copies take over {MOST_TERMS:,} terms; expected a smaller board for VeriPB"
            )
        variable, self.next = self.next, self.next + 1
        rest = sum(weights.values()) - value + 1
        true = [(value, -variable), *((weight, each) for each, weight in weights.items())]
        false = [(rest, variable), *((weight, -each) for each, weight in weights.items())]
        return Threshold(
            variable, self.proof.define(true, value, variable, 0), self.proof.define(false, rest, variable, 1)
        )
