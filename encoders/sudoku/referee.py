"""The referee of sudokus: judges filled grids by the rules alone, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options; models of sudokus with further rules are
compared by referee_of_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from encoders.sudoku import Sudoku
from encoders.sudoku.referee_of_rules import model_faults, rules_faults
from encoders.symbols import SYMBOLS, judged_cells
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model


def faults(sudoku: Sudoku, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"grid": "..."}`, one sentence each; none for a correct one."""
    side, (height, width) = sudoku.side, sudoku.boxes
    if not sudoku.is_plain:
        yield from rules_faults(sudoku, solution)
        return
    grid = yield from judged_cells(solution, sudoku.grid, side)
    if grid is None:
        return
    symbols = set(SYMBOLS[:side])
    for line in range(side):
        top, left = line // height * height, line % height * width
        inside = [grid[(top + k) * side + left : (top + k) * side + left + width] for k in range(height)]
        for name, values in (
            ("row", grid[line * side : (line + 1) * side]),
            ("column", grid[line::side]),
            ("box", "".join(inside)),
        ):
            if set(values) != symbols:
                missing = min(symbols - set(values), key=SYMBOLS.index, default="")
                yield f"{name} {line} is {values}" + (f": it has no {missing}" if missing else "")


def cover_faults(sudoku: Sudoku, model: Model) -> list[str]:
    """Return the differences between a model and the sudoku: the options must be exactly the possible entries.

    An entry is a value in a cell. It takes the cell, and the value in its row, its column and its box; each of these is to be
    taken once.
    """
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    if not sudoku.is_plain:
        return model_faults(sudoku, model)
    side, (height, width) = sudoku.side, sudoku.boxes
    square = side * side
    if len(model.items) != 4 * square or (model.least != 1).any() or (model.most != 1).any():
        return [f"the model's items are not {4 * square}, each to be covered once"]
    before, symbols = np.array(list(sudoku.grid))[:, None], np.array(list(SYMBOLS[:side]))
    cells, values = np.nonzero((before == ".") | (before == symbols))
    rows, columns = cells // side, cells % side
    boxes = rows // height * height + columns // width
    lines = ((k + 1) * square + line * side + values for k, line in enumerate((rows, columns, boxes)))
    entries = np.stack([cells, *lines], axis=1)
    starts = 4 * np.arange(len(entries) + 1)
    if not np.array_equal(model.starts, starts) or not np.array_equal(model.members, entries.ravel()):
        return ["the model's options are not the entries that the sudoku allows"]
    return []
