"""Hints for a clausal proof: from which clauses each lemma follows by unit propagation, found from the last lemma backwards.

Only lemmas that the empty clause depends on are checked (the core). To keep the core small, propagation prefers clauses that
are already in it. Two watched literals per clause, in linked lists; every lemma is checked from an empty assignment, so the
watches are always valid. A clause is available to the lemmas after it, up to its deletion.

Source: N. Wetzler, M. Heule, W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal proofs, SAT 2014
(backward checking, core first). Not trusted: judges/lrat.py checks the hints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

CHECKED, OUT_OF_BUDGET, NOT_IMPLIED = 0, 1, 2
NEXT, UNITS, DEAD, WRITTEN = range(4)
NEVER = 1 << 62
LARGEST_LOG = 1 << 20

Clause = tuple[int, ...]


@dataclass
class State:
    """The arrays of one check; literals are 2 * variable + (1 if negated), `next_watch` and `watches` are linked lists.

    Watch 2 * c + k is literal k of clause c; died: the first lemma for which the clause is no longer available; by_death:
    clauses in the order in which they are revived, latest deletion first.
    """

    literals: Integers
    starts: Integers
    died: Integers
    by_death: Integers
    watches: Integers
    next_watch: Integers
    units: Integers
    core: NDArray[np.bool_]
    value: NDArray[np.int8]
    reason: Integers
    trail: Integers
    seen: NDArray[np.bool_]
    registers: Integers


class Elaboration:
    """A proof that is being turned into one with hints.

    clauses: the input clauses, none of them empty; lemmas: derived, in order, the last one empty; deleted: for some clauses
    and lemmas, by index in clauses + lemmas, the number of lemmas before the deletion.
    """

    def __init__(
        self, variables: int, clauses: Sequence[Clause], lemmas: Sequence[Clause], deleted: dict[int, int] | None = None
    ) -> None:
        self.number_given, self.lemmas = len(clauses), lemmas
        self.hints: dict[int, list[int]] = {}
        total = self.number_given + len(lemmas)
        died = np.full(total, NEVER, dtype=np.int64)
        for place, lemmas_before in (deleted or {}).items():
            died[place] = self.number_given + lemmas_before
        lengths = [len(clause) for part in (clauses, lemmas) for clause in part]
        flat = np.array([x for part in (clauses, lemmas) for clause in part for x in clause], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        core = np.zeros(total, dtype=np.bool_)
        core[-1] = True
        registers = np.zeros(4, dtype=np.int64)
        registers[NEXT] = total - 1
        self.state = State(
            2 * (np.abs(flat) - 1) + (flat < 0), starts, died, np.argsort(-died, kind="stable").astype(np.int64),
            np.full(2 * variables, -1, dtype=np.int64), np.full(2 * total, -1, dtype=np.int64),
            np.zeros(total, dtype=np.int64), core, np.zeros(2 * variables, dtype=np.int8),
            np.full(variables, -1, dtype=np.int64), np.zeros(variables, dtype=np.int64),
            np.zeros(variables, dtype=np.bool_), registers,
        )  # fmt: skip

    def run(self, lemmas: int) -> int:
        """Check at most that many lemmas of the core; return CHECKED, OUT_OF_BUDGET or NOT_IMPLIED."""
        state = self.state
        log = np.empty(LARGEST_LOG + len(state.trail) + 3, dtype=np.int64)
        code = _check(
            state.literals, state.starts, state.died, state.by_death, state.watches, state.next_watch, state.units,
            state.core, state.value, state.reason, state.trail, state.seen, state.registers, self.number_given, lemmas, log,
        )  # fmt: skip
        written = log[: state.registers[WRITTEN]].tolist()
        place = 0
        while place < len(written):
            lemma, count = written[place : place + 2]
            self.hints[lemma] = written[place + 2 : place + 2 + count]
            place += 2 + count
        return int(code)

    def steps(self) -> list[int]:
        """Return the lemmas of the core with hints: literals, 0, hints, 0 each; clauses and then kept lemmas are numbered from
        1."""
        number = {lemma: self.number_given + place for place, lemma in enumerate(sorted(self.hints), 1)}
        numbers: list[int] = []
        for lemma in sorted(self.hints):
            numbers.extend(self.lemmas[lemma - self.number_given])
            numbers.append(0)
            numbers.extend(hint + 1 if hint < self.number_given else number[hint] for hint in self.hints[lemma])
            numbers.append(0)
        return numbers


@njit(cache=True, nogil=True)
def _revive(
    lemma: int, starts: Array, died: Array, by_death: Array, literals: Array, watches: Array, next_watch: Array,
    units: Array, registers: Array,
) -> None:  # fmt: skip
    """Watch the clauses that were deleted right after `lemma` (or never, for the last lemma)."""
    place = registers[DEAD]
    while place < len(by_death) and died[by_death[place]] > lemma:
        clause = by_death[place]
        place += 1
        length = starts[clause + 1] - starts[clause]
        if clause >= lemma or length == 0:
            continue
        if length == 1:
            units[registers[UNITS]] = clause
            registers[UNITS] += 1
            continue
        for k in range(2):
            literal = literals[starts[clause] + k]
            next_watch[2 * clause + k] = watches[literal]
            watches[literal] = 2 * clause + k
    registers[DEAD] = place


@njit(cache=True, nogil=True)
def _visit(
    false: int, in_core: bool, lemma: int, literals: Array, starts: Array, watches: Array, next_watch: Array, core: Array,
    value: Array, reason: Array, trail: Array, length: int,
) -> tuple[Number, Number]:  # fmt: skip
    """Visit the clauses, in the core or not, that watch a false literal; return the trail's length and a conflict or -1."""
    before, watch = -1, watches[false]
    while watch >= 0:
        after = next_watch[watch]
        clause, k = watch >> 1, watch & 1
        base = starts[clause]
        keep = True
        conflict = -1
        if clause >= lemma:
            keep = False
        elif core[clause] == in_core:
            other = literals[base + 1 - k]
            if value[other] <= 0:
                for place in range(base + 2, starts[clause + 1]):
                    literal = literals[place]
                    if value[literal] >= 0:
                        literals[base + k], literals[place] = literal, false
                        next_watch[watch] = watches[literal]
                        watches[literal] = watch
                        keep = False
                        break
                if keep and value[other] < 0:
                    conflict = clause
                elif keep:
                    value[other], value[other ^ 1] = 1, -1
                    reason[other >> 1] = clause
                    trail[length] = other
                    length += 1
        if conflict >= 0:
            return length, conflict
        if keep:
            before = watch
        elif before < 0:
            watches[false] = after
        else:
            next_watch[before] = after
        watch = after
    return length, -1


@njit(cache=True, nogil=True)
def _assume(
    lemma: int, literals: Array, starts: Array, units: Array, count: int, value: Array, reason: Array, trail: Array
) -> tuple[Number, Number]:  # fmt: skip
    """Make the lemma's literals false and the known units true; return the trail's length and a conflict or -1."""
    length = 0
    for place in range(starts[lemma], starts[lemma + 1]):
        literal = literals[place] ^ 1
        if value[literal] == 0:
            value[literal], value[literal ^ 1] = 1, -1
            reason[literal >> 1] = -1
            trail[length] = literal
            length += 1
    for place in range(count):
        clause = units[place]
        literal = literals[starts[clause]]
        if clause < lemma and value[literal] < 0:
            return length, clause
        if clause < lemma and value[literal] == 0:
            value[literal], value[literal ^ 1] = 1, -1
            reason[literal >> 1] = clause
            trail[length] = literal
            length += 1
    return length, -1


@njit(cache=True, nogil=True)
def _collect(
    conflict: int, literals: Array, starts: Array, core: Array, reason: Array, trail: Array, length: int, seen: Array,
    log: Array, place: int,
) -> Number:  # fmt: skip
    """Log the clauses that the conflict depends on, in the order of their propagation; return the end of the log."""
    clause, begin = conflict, place
    top = length
    while True:
        core[clause] = True
        log[place] = clause
        place += 1
        for entry in range(starts[clause], starts[clause + 1]):
            seen[literals[entry] >> 1] = True
        clause = -1
        while top > 0 and clause < 0:
            top -= 1
            if seen[trail[top] >> 1]:
                seen[trail[top] >> 1] = False
                clause = reason[trail[top] >> 1]
        if clause < 0:
            break
    log[begin:place] = log[begin:place][::-1].copy()
    return place


@njit(cache=True, nogil=True)
def _check(
    literals: Array, starts: Array, died: Array, by_death: Array, watches: Array, next_watch: Array, units: Array, core: Array,
    value: Array, reason: Array, trail: Array, seen: Array, registers: Array, first_lemma: int, budget: int, log: Array,
) -> Number:  # fmt: skip
    lemma, written = registers[NEXT], 0
    code = CHECKED
    while lemma >= first_lemma:
        if budget == 0 or written + len(trail) + 3 > len(log):
            code = OUT_OF_BUDGET
            break
        _revive(lemma, starts, died, by_death, literals, watches, next_watch, units, registers)
        if not core[lemma]:
            lemma -= 1
            continue
        budget -= 1
        count = 0
        for place in range(registers[UNITS]):
            if units[place] < lemma:
                units[count] = units[place]
                count += 1
        registers[UNITS] = count
        length, conflict = _assume(lemma, literals, starts, units, count, value, reason, trail)
        by_core, by_rest = 0, 0
        while conflict < 0 and by_rest < length:
            if by_core < length:
                false, in_core = trail[by_core] ^ 1, True
                by_core += 1
            else:
                false, in_core = trail[by_rest] ^ 1, False
                by_rest += 1
            length, conflict = _visit(
                false, in_core, lemma, literals, starts, watches, next_watch, core, value, reason, trail, length
            )
        if conflict >= 0:
            log[written] = lemma
            end = _collect(conflict, literals, starts, core, reason, trail, length, seen, log, written + 2)
            log[written + 1] = end - written - 2
            written = end
        for place in range(length):
            value[trail[place]] = value[trail[place] ^ 1] = 0
            seen[trail[place] >> 1] = False
        if conflict < 0:
            code = NOT_IMPLIED
            break
        lemma -= 1
    registers[NEXT], registers[WRITTEN] = lemma, written
    return code
