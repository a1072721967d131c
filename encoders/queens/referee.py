"""The referee of queens: judges squares by the moves of queens, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from typing import Any

import numpy as np

from encoders.queens import Queens
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.many import SolutionTable

NUMBERS_AT_ONCE = 1 << 20


def faults(queens: Queens, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"queens": [[row, column], ...]}`, one sentence each; none for a correct one."""
    squares = solution.get("queens") if isinstance(solution, dict) else None
    if not isinstance(squares, list) or not all(_is_square(each) for each in squares):
        yield 'the solution has no list of squares; expected {"queens": [[row, column], ...]}'
        return
    if len(squares) != queens.n:
        yield f"there are {len(squares)} queens; expected {queens.n}"
        return
    for row, column in squares:
        if not (0 <= row < queens.n and 0 <= column < queens.n):
            yield f"a queen is on {row},{column}; expected rows and columns from 0 to {queens.n - 1}"
            return
    for row, column in queens.fixed:
        if [row, column] not in squares:
            yield f"no queen is on {row},{column}; expected the fixed one"
    lines = (
        ("row", [row for row, _ in squares]),
        ("column", [column for _, column in squares]),
        ("rising diagonal", [row + column for row, column in squares]),
        ("falling diagonal", [row - column for row, column in squares]),
    )
    for name, numbers in lines:
        first: dict[int, int] = {}
        for queen, number in enumerate(numbers):
            if number in first:
                one, other = squares[first[number]], squares[queen]
                yield f"the queens on {one[0]},{one[1]} and {other[0]},{other[1]} are on one {name}"
            first[number] = queen


def _is_square(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(number, int) and not isinstance(number, bool) for number in value)
    )


def all_right(queens: Queens, solutions: SolutionTable) -> bool:
    """Return whether all of many solutions are correct: n squares of the board, no two on one line, with the fixed queens."""
    n, lines, parts = queens.n, solutions.lines, [marshal.loads(part) for part in solutions.parts]
    inside = all(_is_square(part) and 0 <= part[0] < n and 0 <= part[1] < n for part in parts)
    if (
        solutions.key != "queens"
        or not inside
        or lines.shape[1] != n
        or not ((lines >= 0) & (lines < len(parts))).all()
    ):
        return False
    squares = np.array(parts, dtype=np.int64).reshape(-1, 2)
    at_once = max(1, NUMBERS_AT_ONCE // n)
    for first in range(0, len(lines), at_once):
        rows, columns = squares[lines[first : first + at_once]].transpose(2, 0, 1)
        for numbers in (rows, columns, rows + columns, rows - columns):
            in_order = np.sort(numbers, axis=1)
            if (in_order[:, 1:] == in_order[:, :-1]).any():
                return False
        if any(not ((rows == row) & (columns == column)).any(axis=1).all() for row, column in queens.fixed):
            return False
    return True


def cover_faults(queens: Queens, model: Model) -> list[str]:
    """Return the differences between a model and the queens: each open square is an option that takes its four lines.

    Rows and columns, which come first, are covered once; diagonals at most once. Squares that a fixed queen attacks are not open.
    The symmetries are those of the board; with fixed queens there is none.
    """
    n = queens.n
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    if len(model.items) != 6 * n - 2 or (model.most != 1).any():
        return [f"the model's items are not {6 * n - 2}, each covered once at most"]
    if (model.least[: 2 * n] != 1).any() or model.least[2 * n :].any():
        return ["the model's rows and columns are not those that must be covered"]
    squares = [(row, column) for row in range(n) for column in range(n) if _is_open(queens, row, column)]
    expected = [(row, n + column, 2 * n + row + column, 5 * n - 2 + row - column) for row, column in squares]
    if not np.array_equal(model.members, np.ravel(expected)) or model.starts.tolist() != list(
        range(0, 4 * len(squares) + 1, 4)
    ):
        return ["the model's options are not the open squares"]
    if queens.fixed:
        return [] if model.symmetries is None else ["the model has symmetries, which fixed queens may break"]
    return _symmetry_faults(n, np.array(expected), model)


def _is_open(queens: Queens, row: int, column: int) -> bool:
    """Return whether no fixed queen on another square attacks a square."""
    others = [square for square in queens.fixed if square != (row, column)]
    return not any(
        row == other or column == line or row + column == other + line or row - column == other - line
        for other, line in others
    )


def _symmetry_faults(n: int, lines: Any, model: Cover) -> list[str]:
    """Return the faults of the symmetries: each must map squares by a rotation or reflection, and none may be missing."""
    if model.symmetries is None or len(model.symmetries) != (8 if n > 1 else 4):
        return ["the model's symmetries are not those of the board"]
    seen = set()
    for symmetry in model.symmetries:
        mapped = np.sort(symmetry[lines], axis=1)
        if (mapped[:, 0] >= n).any() or (mapped[:, 1] >= 2 * n).any() or (mapped[:, 1] < n).any():
            return ["a symmetry of the model is none of the board"]
        images = mapped[:, 0] * n + mapped[:, 1] - n
        places = np.stack(np.divmod(images, n)).reshape(2, n, n)
        # Between adjacent squares, down or across, the images move one step, everywhere the same.
        steps = [np.diff(places, axis=axis).reshape(2, -1) for axis in (1, 2)]
        straight = all((step == step[:, :1]).all() and np.abs(step[:, :1]).sum() == (n > 1) for step in steps)
        if not np.array_equal(lines[images], mapped) or not straight:
            return ["a symmetry of the model is none of the board"]
        seen.add(tuple(symmetry.tolist()))
    return [] if len(seen) == len(model.symmetries) else ["a symmetry of the model is listed twice"]
