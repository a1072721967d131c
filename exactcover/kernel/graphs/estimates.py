"""Named estimates of the remaining moves, compiled into a short program that runs on a board.

A program is a sequence of operations; each produces a value, and the last one's is the estimate. Besides the forms of
`model.space.Heuristic` there is PATTERN: a lookup of the positions of a few tiles in a pattern database. A sum is updated
incrementally from the two entries that a move changes; the other forms are recomputed. Not here: whether an estimate is
admissible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidModel
from exactcover.model.space import Heuristic, Sliding

SUM, LARGEST, PAIR, BOX, MAX, PLUS, PATTERN = range(7)
FORMS = {"sum": SUM, "largest": LARGEST, "pair": PAIR, "box": BOX, "max": MAX, "plus": PLUS}


class Pattern(NamedTuple):
    """A pattern database as an estimate: costs by index (see pattern_database.py), bits per tile, the shapes in index order,
    and the digit of each cell of the rectangle."""

    costs: Array
    bits: int
    shapes: tuple[int, ...]
    digits: Integers


class Estimates(NamedTuple):
    """ops: (operations, 6) form, offset into its table, stride, two numbers specific to the form, and the number of operands;
    operands: operation or shape numbers; tables, digits: by position on the bordered board; patterns: costs.
    """

    ops: Integers
    operands: Integers
    tables: Array
    patterns: Array
    digits: Array


class _Program:
    """The operations so far; an operand is compiled once, however often it is named."""

    def __init__(self, puzzle: Sliding) -> None:
        self.puzzle = puzzle
        rows, columns = puzzle.floor.shape
        self.width, self.size = columns + 2, (rows + 2) * (columns + 2)
        self.place = ((np.arange(rows)[:, None] + 1) * self.width + np.arange(columns) + 1).ravel()
        self.ops: list[list[int]] = []
        self.operands: list[int] = []
        self.tables: list[Array] = []
        self.patterns: list[Array] = []
        self.digits: list[Array] = []
        self.number: dict[str, int] = {}

    def named(self, name: str, within: tuple[str, ...] = ()) -> int:
        """Return the operation of a heuristic of the puzzle, compiling its operands first."""
        if name not in self.puzzle.heuristics or name in within:
            raise InvalidModel(
                f"the heuristic {name!r} is not among the puzzle's, or is made of itself; expected heuristics that end"
            )
        if name not in self.number:
            self.number[name] = self._heuristic(self.puzzle.heuristics[name], (*within, name))
        return self.number[name]

    def _heuristic(self, heuristic: Heuristic, within: tuple[str, ...]) -> int:
        form = FORMS[heuristic.form]
        if form in (MAX, PLUS):
            return self.joined(form, [self.named(each, within) for each in heuristic.of])
        first, second = heuristic.shapes or (0, 0)
        if form == BOX:
            seconds = [
                self.puzzle.shapes[shape][min(1, len(self.puzzle.shapes[shape]) - 1)] for shape in (first, second)
            ]
            reach = [int(down * self.width + right) for down, right in seconds]
            self.tables.append(np.array(reach, dtype=np.int32))
            return self._add(form, sum(map(len, self.tables)) - 2, self.width, first, second)
        assert heuristic.table is not None
        rows = self.size if form == PAIR else len(self.puzzle.shapes)
        table = np.zeros((rows, self.size), dtype=np.int32)
        table[np.ix_(self.place if form == PAIR else np.arange(rows), self.place)] = heuristic.table
        offset = sum(map(len, self.tables))
        self.tables.append(table.ravel())
        return self._add(form, offset, self.size, first, second)

    def joined(self, form: int, operands: Sequence[int]) -> int:
        """Return an operation on the values of others."""
        self.operands.extend(operands)
        return self._add(form, len(self.operands) - len(operands), 0, 0, 0, len(operands))

    def pattern(self, pattern: Pattern) -> int:
        """Return the operation that looks up a pattern database."""
        offset, digits = sum(map(len, self.patterns)), np.zeros(self.size, dtype=np.int64)
        digits[self.place] = pattern.digits
        self.operands.extend(pattern.shapes)
        self.patterns.append(pattern.costs)
        self.digits.append(digits)
        return self._add(
            PATTERN,
            offset,
            len(self.operands) - len(pattern.shapes),
            pattern.bits,
            len(self.digits) - 1,
            len(pattern.shapes),
        )

    def _add(self, *op: int) -> int:
        self.ops.append([*op, *[0] * (6 - len(op))])
        return len(self.ops) - 1

    def finished(self) -> Estimates:
        """Return the program as arrays."""
        return Estimates(
            np.array(self.ops, dtype=np.int64).reshape(-1, 6),
            np.array(self.operands, dtype=np.int64),
            np.concatenate([np.zeros(0, np.int32), *self.tables]),
            np.concatenate([np.zeros(0, np.uint8), *self.patterns]),
            np.stack([*self.digits, np.zeros(self.size, np.int64)]),
        )


def compiled(puzzle: Sliding, name: str | None) -> Estimates:
    """Return the program of a heuristic that the puzzle names, or the empty program, which estimates 0."""
    program = _Program(puzzle)
    if name is not None:
        program.named(name)
    return program.finished()


def of_patterns(puzzle: Sliding, sums: Sequence[Sequence[Pattern]]) -> Estimates:
    """Return the program for the largest of several sums of pattern databases."""
    program = _Program(puzzle)
    program.joined(MAX, [program.joined(PLUS, [program.pattern(each) for each in added]) for added in sums])
    return program.finished()


@njit(cache=True, nogil=True)
def boxed(board: Array, shapes: Array, one: int, other: int, width: int, left_out: tuple[int, int]) -> Number:
    """Return the number of covered cells in the bounding box of two positions, those of the two shapes left out."""
    top, bottom = min(one // width, other // width), max(one // width, other // width)
    left, right = min(one % width, other % width), max(one % width, other % width)
    count = 0
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            block = board[row * width + column] - 1
            if block >= 0 and shapes[block] != left_out[0] and shapes[block] != left_out[1]:
                count += 1
    return count


@njit(cache=True, nogil=True)
def estimate(
    program: Estimates, board: Array, shapes: Array, firsts: Array, where: Array, own: Array, values: Array, moved: int,
    old: int, new: int,
) -> Number:  # fmt: skip
    """Return the estimate of a board, and store all operations' values in `values`.

    moved: the shape of the block that moved from `old` to `new`, `own` the values before the move; -1 if there was no move.
    """
    value: Number = np.int64(0)
    for op in range(len(program.ops)):
        form, offset, stride = program.ops[op, 0], program.ops[op, 1], program.ops[op, 2]
        one, other, operands = program.ops[op, 3], program.ops[op, 4], program.ops[op, 5]
        value = 0
        if form == SUM and moved >= 0:
            at = offset + moved * stride
            value = own[op] + program.tables[at + new] - program.tables[at + old]
        elif form in (SUM, LARGEST):
            for block in range(len(firsts)):
                entry = np.int64(program.tables[offset + shapes[block] * stride + firsts[block]])
                value = value + entry if form == SUM else max(value, entry)
        elif form == PAIR:
            value = np.int64(program.tables[offset + where[one] * stride + where[other]])
        elif form == BOX:
            ends = where[one] + program.tables[offset], where[other] + program.tables[offset + 1]
            value = boxed(board, shapes, ends[0], ends[1], stride, (one, other))
        elif form == PATTERN:
            index = 0
            for at in range(operands):
                index |= program.digits[other, where[program.operands[stride + at]]] << (one * at)
            value = np.int64(program.patterns[offset + index])
        else:
            for at in range(operands):
                part = values[program.operands[offset + at]]
                value = value + part if form == PLUS else max(value, part)
        values[op] = value
    return value
