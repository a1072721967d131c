"""From queens to a cover: an item per row and column, a secondary one per diagonal; an option per square.

Without fixed queens, the symmetries are the rotations and reflections of the board. With some, the options of squares that they
attack are omitted, and no symmetry is declared.
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


def encode(queens: Queens) -> Encoding:
    """Return the cover, and the way back to squares, row by row."""
    n, whole = queens.n, _cover(queens.n)
    squares = _open_squares(queens)

    def decode(selection: Integers) -> Solution:
        return {"queens": [list(divmod(square, n)) for square in sorted(squares[selection].tolist())]}

    def decode_many(selections: SelectionTable) -> SolutionTable:
        options, lines = in_order(selections)
        parts = (written(list(divmod(square, n))) for square in squares[options].tolist())
        return SolutionTable("queens", tuple(parts), lines)

    return Encoding(whole.with_options(squares) if queens.fixed else whole, decode, decode_many)


def _open_squares(queens: Queens) -> Integers:
    """Return the squares, numbered row by row, that no fixed queen attacks from another square.

    Of fixed queens that attack each other the squares are not among them: then their rows have none.
    """
    rows, columns = np.divmod(np.arange(queens.n**2), queens.n)
    attacked = np.zeros(queens.n**2, dtype=bool)
    for row, column in queens.fixed:
        down, right = rows - row, columns - column
        on_a_line = (down == 0) | (right == 0) | (np.abs(down) == np.abs(right))
        attacked |= on_a_line & ((down != 0) | (right != 0))
    return np.flatnonzero(~attacked)


def _cover(n: int) -> Cover:
    rows, columns = np.divmod(np.arange(n * n), n)
    members = np.stack([rows, n + columns, 2 * n + rows + columns, 5 * n - 2 + rows - columns], axis=1)
    names = [f"{line} {k}" for line in ("row", "column") for k in range(n)]
    names += [f"rising {k}" for k in range(2 * n - 1)] + [f"falling {k}" for k in range(1 - n, n)]
    least = (np.arange(len(names)) < 2 * n).astype(np.int64)
    group = np.empty((8, len(names)), dtype=np.int64)
    for number, (images, swapped) in enumerate(square.symmetries(n)):
        image = members[images]
        # A reflection across a row or column swaps rising and falling diagonals; one across the main diagonal does not.
        crossed = number % 4 in (1, 2)
        line = (COLUMN, ROW) if swapped else (ROW, COLUMN)
        diagonal = (FALLING, RISING) if crossed else (RISING, FALLING)
        for own, other in enumerate((*line, *diagonal)):
            group[number, members[:, own]] = image[:, other]
    once = np.ones(len(names), dtype=np.int64)
    group = np.unique(group, axis=0)  # the identity comes first
    return Cover(tuple(names), least, once, 4 * np.arange(n * n + 1), members.ravel(), symmetries=group)
