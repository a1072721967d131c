"""The referee of queens: judges squares by the moves of queens, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from encoders.queens import Queens
from exactcover.model.arrays import Integers
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
    yield from _attacks(queens, squares)


def _attacks(queens: Queens, squares: list[list[int]]) -> Iterator[str]:
    """Yield a fault for each forbidden square that has a queen, and for queens that attack each other."""
    for row, column in squares:
        if (row, column) in queens.forbidden:
            yield f"a queen is on {row},{column}, which is forbidden"
    for name, numbers in _lines(queens, [row for row, _ in squares], [column for _, column in squares]):
        first: dict[int, int] = {}
        for queen, number in enumerate(numbers):
            if number in first:
                one, other = squares[first[number]], squares[queen]
                yield f"the queens on {one[0]},{one[1]} and {other[0]},{other[1]} are on one {name}"
            first[number] = queen
    if queens.pieces == "superqueens":
        for number, one in enumerate(squares):
            for other in squares[:number]:
                if _jump(queens, one, other):
                    yield f"the queens on {other[0]},{other[1]} and {one[0]},{one[1]} are a knight's move apart"


def _lines(queens: Queens, rows: Any, columns: Any) -> list[tuple[str, Any]]:
    """Return the names of the kinds of lines, and for lists of rows and columns the number of the line of each square."""
    pairs = list(zip(rows, columns, strict=True))
    modulus = queens.n if queens.torus else 4 * queens.n
    lines = [("row", list(rows)), ("column", list(columns))]
    if queens.pieces != "rooks":
        lines.append(("rising diagonal", [(row + column) % modulus for row, column in pairs]))
        lines.append(("falling diagonal", [(row - column) % modulus for row, column in pairs]))
    return lines


def _jump(queens: Queens, one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether two squares are a knight's move apart."""
    n = queens.n
    ends = {(one[0] + a, one[1] + b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)}
    if queens.torus:
        ends = {(row % n, column % n) for row, column in ends} - {(one[0], one[1])}
    return (other[0], other[1]) in ends


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
    if set(map(tuple, squares[np.unique(lines)].tolist())) & set(queens.forbidden):
        return False
    at_once = max(1, NUMBERS_AT_ONCE // n)
    modulus = n if queens.torus else 4 * n
    for first in range(0, len(lines), at_once):
        rows, columns = squares[lines[first : first + at_once]].transpose(2, 0, 1)
        diagonals = () if queens.pieces == "rooks" else ((rows + columns) % modulus, (rows - columns) % modulus)
        for numbers in (rows, columns, *diagonals):
            in_order = np.sort(numbers, axis=1)
            if (in_order[:, 1:] == in_order[:, :-1]).any():
                return False
        if queens.pieces == "superqueens" and _any_jump(queens, rows, columns):
            return False
        if any(not ((rows == row) & (columns == column)).any(axis=1).all() for row, column in queens.fixed):
            return False
    return True


def _any_jump(queens: Queens, rows: Integers, columns: Integers) -> bool:
    """Return whether two queens of a solution are a knight's move apart; each row has one."""
    n = queens.n
    by_row = np.take_along_axis(columns, np.argsort(rows, axis=1), axis=1)
    for down, right in ((1, 2), (2, 1)):
        if n <= down:
            continue
        steps = np.abs((np.roll(by_row, -down, axis=1) - by_row)[:, : None if queens.torus else -down])
        if ((steps == right) | (queens.torus & (steps == n - right))).any():
            return True
    return False


def cover_faults(queens: Queens, model: Model) -> list[str]:
    """Return the differences between a model and the queens: each open square is an option that takes its lines.

    Rows and columns, which come first, are covered once, and so are the diagonals of a torus; other diagonals at most once, and
    items that each two squares a knight's move apart share. Squares that are forbidden or that a fixed piece attacks are not
    open. The symmetries are those of the board; on a torus, with fixed or with forbidden squares there is none.
    """
    n = queens.n
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    diagonals = 0 if queens.pieces == "rooks" else n if queens.torus else 2 * n - 1
    lines, due = 2 * n + 2 * diagonals, 2 * n + 2 * n * queens.torus
    more = len(model.items) - lines
    if more < 0 or (more and queens.pieces != "superqueens") or (model.most != 1).any():
        return [f"the model's items are not {lines}, each covered once at most"]
    if (model.least[:due] != 1).any() or model.least[due:].any():
        return ["the model's rows and columns are not those that must be covered"]
    fault = _option_fault(queens, model, diagonals)
    if fault:
        return [fault]
    if queens.fixed or queens.forbidden or queens.torus:
        return [] if model.symmetries is None else ["the model has symmetries, which fixed queens may break"]
    return _symmetry_faults(n, model)


def _option_fault(queens: Queens, model: Cover, diagonals: int) -> str:
    """Return what is wrong with the options of a model, of which each open square is one; diagonals: of one direction."""
    n, lines = queens.n, 2 * queens.n + 2 * diagonals
    squares = [(row, column) for row in range(n) for column in range(n) if _is_open(queens, row, column)]
    offset = 0 if queens.torus else n - 1
    modulus = n if queens.torus else 4 * n
    expected = [[row, n + column] for row, column in squares]
    for own, (row, column) in zip(expected, squares, strict=True) if diagonals else ():
        own += [2 * n + (row + column) % modulus, 2 * n + diagonals + (row - column + offset) % modulus]
    owners = np.repeat(np.arange(model.options), np.diff(model.starts))
    of_lines = model.members < lines
    if model.options != len(squares) or not np.array_equal(model.members[of_lines], np.ravel(expected)):
        return "the model's options are not the open squares"
    if not np.array_equal(np.bincount(owners[of_lines], minlength=len(squares)), list(map(len, expected))):
        return "the model's options are not the open squares"
    if not _are_jumps(queens, squares, owners[~of_lines], model.members[~of_lines]):
        return "the model's items are not those of the squares a knight's move apart"
    return ""


def _are_jumps(queens: Queens, squares: list[tuple[int, int]], owners: Integers, items: Integers) -> bool:
    """Return whether the items that two options have are one for each two squares a knight's move apart, and no item has more."""
    pairs: dict[int, list[int]] = {}
    for owner, item in zip(owners.tolist(), items.tolist(), strict=True):
        pairs.setdefault(item, []).append(owner)
    shared = sorted(tuple(sorted(own)) for own in pairs.values() if len(own) > 1)
    place = {square: number for number, square in enumerate(squares)}
    due = set()
    for (row, column), number in place.items() if queens.pieces == "superqueens" else ():
        for down in (-2, -1, 1, 2):
            for right in (3 - abs(down), abs(down) - 3):
                end = (row + down, column + right)
                other = place.get((end[0] % queens.n, end[1] % queens.n) if queens.torus else end, number)
                if other != number:
                    due.add((min(number, other), max(number, other)))
    return shared == sorted(due)


def _is_open(queens: Queens, row: int, column: int) -> bool:
    """Return whether a square is not forbidden, and no fixed piece on another square attacks it."""
    if (row, column) in queens.forbidden:
        return False
    for other, line in queens.fixed:
        if (other, line) == (row, column):
            continue
        if any(one == two for _, (one, two) in _lines(queens, (row, other), (column, line))):
            return False
        if queens.pieces == "superqueens" and _jump(queens, (row, column), (other, line)):
            return False
    return True


def _symmetry_faults(n: int, model: Cover) -> list[str]:
    """Return the faults of the symmetries: each must map squares by a rotation or reflection, and none may be missing."""
    diagonal = len(model.items) > 2 * n
    if model.symmetries is None or len(model.symmetries) != (8 if n > 1 else 4 if diagonal else 2):
        return ["the model's symmetries are not those of the board"]
    square = np.arange(n * n)
    owners = np.repeat(square, np.diff(model.starts))
    own = np.sort(owners * len(model.items) + model.members)
    seen = set()
    for symmetry in model.symmetries:
        ends = np.sort(symmetry[np.stack([square // n, n + square % n], axis=1)], axis=1)
        if (ends[:, 0] >= n).any() or (ends[:, 1] >= 2 * n).any() or (ends[:, 1] < n).any():
            return ["a symmetry of the model is none of the board"]
        images = ends[:, 0] * n + ends[:, 1] - n
        places = np.stack(np.divmod(images, n)).reshape(2, n, n)
        # Between adjacent squares, down or across, the images move one step, everywhere the same.
        steps = [np.diff(places, axis=axis).reshape(2, -1) for axis in (1, 2)]
        straight = all((step == step[:, :1]).all() and np.abs(step[:, :1]).sum() == (n > 1) for step in steps)
        mapped = np.sort(images[owners] * len(model.items) + symmetry[model.members])
        if not np.array_equal(own, mapped) or not straight:
            return ["a symmetry of the model is none of the board"]
        seen.add(tuple(symmetry.tolist()))
    return [] if len(seen) == len(model.symmetries) else ["a symmetry of the model is listed twice"]
