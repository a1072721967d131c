"""Encodes a sudoku as a cover: an item per cell, and per value of a row, a column and a box; an option per cell and value.

The cover of an empty grid is built once for each shape of boxes. A sudoku is that cover without the options that put another
value into a given cell. Sudokus with further rules are encoded by to_cover_with_rules.py.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from encoders.sudoku import Sudoku
from encoders.sudoku.to_cover_with_rules import encode_rules
from encoders.symbols import SYMBOLS
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(sudoku: Sudoku) -> Encoding:
    """Return the cover, and the way back to a filled grid."""
    if not sudoku.is_plain:
        return encode_rules(sudoku)
    side = sudoku.side
    cells = np.frombuffer(sudoku.grid.encode(), dtype=np.uint8)
    symbols = np.frombuffer(SYMBOLS[:side].encode(), dtype=np.uint8)
    allowed = (cells[:, None] == ord(".")) | (cells[:, None] == symbols)
    options = np.flatnonzero(allowed)

    def decode(selection: Integers) -> Solution:
        filled = cells.copy()
        places, values = np.divmod(options[selection], side)
        filled[places] = symbols[values]
        return {"grid": filled.tobytes().decode()}

    return Encoding(_empty(*sudoku.boxes).with_options(options), decode)


@lru_cache(maxsize=4)
def _empty(height: int, width: int) -> Cover:
    """Return the cover of the empty grid with boxes of so many rows and columns; option `cell * side + value`."""
    side = height * width
    names = [f"cell {row},{column}" for row in range(side) for column in range(side)]
    names += [
        f"{line} {k}: {symbol}" for line in ("row", "column", "box") for k in range(side) for symbol in SYMBOLS[:side]
    ]
    cells, values = np.divmod(np.arange(side**3), side)
    rows, columns = np.divmod(cells, side)
    boxes = rows // height * height + columns // width
    lines = [(k + 1) * side**2 + line * side + values for k, line in enumerate((rows, columns, boxes))]
    members = np.stack([cells, *lines], axis=1).ravel()
    once = np.ones(len(names), dtype=np.int64)
    return Cover(tuple(names), once, once, np.arange(side**3 + 1) * 4, members)
