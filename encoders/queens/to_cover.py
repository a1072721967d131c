"""From queens to a cover: an item per row and column, a secondary one per diagonal; an option per square.

On a torus, diagonals wrap round, and each has a queen. Rooks have no diagonals; superqueens have a secondary item for each two
squares that are a knight's move apart. The symmetries are the rotations and reflections of the board, except on a torus. With
fixed or forbidden squares the options of these and of squares that fixed pieces attack are omitted, and no symmetry is declared.
"""

from __future__ import annotations

import numpy as np

from encoders.geometry import square
from encoders.queens import Queens
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.many import SelectionTable, SolutionTable, in_order, written

ROW, COLUMN, RISING, FALLING = range(4)
KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
"""Half of a knight's moves; the others lead back."""


def encode(queens: Queens) -> Encoding:
    """Return the cover, and the way back to squares, row by row."""
    n, whole = queens.n, _cover(queens)
    squares = _open_squares(queens)

    def decode(selection: Integers) -> Solution:
        return {"queens": [list(divmod(square, n)) for square in sorted(squares[selection].tolist())]}

    def decode_many(selections: SelectionTable) -> SolutionTable:
        options, lines = in_order(selections)
        parts = (written(list(divmod(square, n))) for square in squares[options].tolist())
        return SolutionTable("queens", tuple(parts), lines)

    whole = whole.with_options(squares) if queens.fixed or queens.forbidden else whole
    return Encoding(whole, decode, decode_many)


def _open_squares(queens: Queens) -> Integers:
    """Return the squares, numbered row by row, that are not forbidden and that no fixed piece attacks from another square.

    Of fixed pieces that attack each other the squares are not among them: then their rows have none.
    """
    n = queens.n
    rows, columns = np.divmod(np.arange(n**2), n)
    closed = np.zeros(n**2, dtype=bool)
    closed[[row * n + column for row, column in queens.forbidden]] = True
    for row, column in queens.fixed:
        down, right = np.abs(rows - row), np.abs(columns - column)
        near = [(down, right)]
        if queens.torus:
            near = [(a, b) for a in (down, n - down) for b in (right, n - right)]
        on_a_line = (down == 0) | (right == 0)
        for a, b in near if queens.pieces != "rooks" else ():
            on_a_line |= a == b
            if queens.pieces == "superqueens":
                on_a_line |= (np.minimum(a, b) == 1) & (np.maximum(a, b) == 2)
        closed |= on_a_line & ((down != 0) | (right != 0))
    return np.flatnonzero(~closed)


def _lines(queens: Queens) -> tuple[Integers, list[str], int]:
    """Return for each square its lines, by slots; the names of lines; and how many lines must be covered."""
    n = queens.n
    rows, columns = np.divmod(np.arange(n * n), n)
    lines, names = [rows, n + columns], [f"{line} {k}" for line in ("row", "column") for k in range(n)]
    if queens.pieces == "rooks":
        return np.stack(lines, axis=1), names, 2 * n
    if queens.torus:
        lines += [2 * n + (rows + columns) % n, 3 * n + (rows - columns) % n]
        names += [f"{line} {k}" for line in ("rising", "falling") for k in range(n)]
        return np.stack(lines, axis=1), names, 4 * n
    lines += [2 * n + rows + columns, 5 * n - 2 + rows - columns]
    names += [f"rising {k}" for k in range(2 * n - 1)] + [f"falling {k}" for k in range(1 - n, n)]
    return np.stack(lines, axis=1), names, 2 * n


def _jumps(queens: Queens) -> Integers:
    """Return the pairs of squares that are a knight's move apart."""
    n = queens.n
    pairs: dict[tuple[int, int], None] = {}
    for cell in range(n * n if queens.pieces == "superqueens" else 0):
        for down, right in KNIGHT:
            row, column = cell // n + down, cell % n + right
            if queens.torus:
                row, column = row % n, column % n
            other = row * n + column
            if 0 <= row < n and 0 <= column < n and other != cell:
                pairs[min(cell, other), max(cell, other)] = None
    return np.array(list(pairs), dtype=np.int64).reshape(-1, 2)


def _cover(queens: Queens) -> Cover:
    n = queens.n
    lines, names, due = _lines(queens)
    first, jumps = len(names), _jumps(queens)
    names += [f"knight {one // n},{one % n} {other // n},{other % n}" for one, other in jumps.tolist()]
    least = (np.arange(len(names)) < due).astype(np.int64)
    owners = np.concatenate([np.repeat(np.arange(n * n), lines.shape[1]), jumps.T.ravel()])
    items = np.concatenate([lines.ravel(), np.tile(first + np.arange(len(jumps)), 2)])
    order = np.lexsort((items, owners))
    starts = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=n * n))])
    once = np.ones(len(names), dtype=np.int64)
    symmetric = not (queens.torus or queens.fixed or queens.forbidden)
    group = _symmetries(n, lines, jumps, len(names)) if symmetric else None
    return Cover(tuple(names), least, once, starts, items[order], symmetries=group)


def _symmetries(n: int, lines: Integers, jumps: Integers, items: int) -> Integers:
    """Return the permutations of items by the rotations and reflections of the board, the identity first."""
    group = np.empty((8, items), dtype=np.int64)
    first, codes = items - len(jumps), jumps[:, 0] * n * n + jumps[:, 1]
    in_order = np.argsort(codes)
    for number, (images, swapped) in enumerate(square.symmetries(n)):
        image = lines[images]
        # A reflection across a row or column swaps rising and falling diagonals; one across the main diagonal does not.
        crossed = number % 4 in (1, 2)
        line = (COLUMN, ROW) if swapped else (ROW, COLUMN)
        diagonal = (FALLING, RISING) if crossed else (RISING, FALLING)
        for own, other in enumerate((*line, *diagonal)[: lines.shape[1]]):
            group[number, lines[:, own]] = image[:, other]
        moved = np.sort(np.asarray(images)[jumps], axis=1)
        group[number, first:] = first + in_order[np.searchsorted(codes[in_order], moved[:, 0] * n * n + moved[:, 1])]
    return np.unique(group, axis=0)
