"""From a Latin square to a cover: an item per cell, and per value of a row and of a column; an option per cell and value.

Without givens, the symmetries are the rotations and reflections of the square; permutations of values, rows or columns are not
included. With givens, options that put another value there are omitted, and no symmetry is declared.
"""

from __future__ import annotations

import numpy as np

from encoders.geometry import square
from encoders.latin import Latin
from encoders.symbols import SYMBOLS
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(latin: Latin) -> Encoding:
    """Return the cover, and the way back to a filled grid."""
    n, whole = latin.n, _cover(latin.n)
    values_given = [SYMBOLS.find(character) for character in latin.grid]  # -1 for an empty cell
    options = np.flatnonzero([own in (-1, value) for own in values_given for value in range(n)])

    def decode(selection: Integers) -> Solution:
        filled = list(latin.grid)
        for option in options[selection].tolist():
            filled[option // n] = SYMBOLS[option % n]
        return {"grid": "".join(filled)}

    any_given = any(value != -1 for value in values_given)
    return Encoding(whole.with_options(options) if any_given else whole, decode)


def _cover(n: int) -> Cover:
    cells, values = np.divmod(np.arange(n**3), n)
    rows, columns = np.divmod(cells, n)
    members = np.stack([cells, n * n + rows * n + values, 2 * n * n + columns * n + values], axis=1)
    names = [f"cell {row},{column}" for row in range(n) for column in range(n)]
    names += [f"{line} {k}: {symbol}" for line in ("row", "column") for k in range(n) for symbol in SYMBOLS[:n]]
    group = np.empty((8, 3 * n * n), dtype=np.int64)
    for number, (images, swapped) in enumerate(square.symmetries(n)):
        image = members[images[cells] * n + values]
        for own, other in enumerate((0, 2, 1) if swapped else (0, 1, 2)):
            group[number, members[:, own]] = image[:, other]
    once = np.ones(3 * n * n, dtype=np.int64)
    group = np.unique(group, axis=0)  # the identity comes first
    return Cover(tuple(names), once, once, 3 * np.arange(n**3 + 1), members.ravel(), symmetries=group)
