"""The referee of Latin squares: judges filled grids by the rules alone, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from encoders.latin import Latin
from encoders.symbols import SYMBOLS, judged_cells
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model


def faults(latin: Latin, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"grid": "..."}`, one sentence each; none for a correct one."""
    n = latin.n
    grid = yield from judged_cells(solution, latin.grid, n)
    if grid is None:
        return
    for line in range(n):
        for name, values in (("row", grid[line * n : (line + 1) * n]), ("column", grid[line::n])):
            if len(set(values)) != n:
                yield f"{name} {line} is {values}: a value is there twice"


def cover_faults(latin: Latin, model: Model) -> list[str]:
    """Return the differences between a model and the square: the options must be exactly the possible entries.

    An entry is a value in a cell. It takes the cell, and the value in its row and its column; each of these is to be taken
    once.
    """
    n = latin.n
    square = n * n
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    if len(model.items) != 3 * square or (model.least != 1).any() or (model.most != 1).any():
        return [f"the model's items are not {3 * square}, each to be covered once"]
    entries = []
    for cell, before in enumerate(latin.grid):
        row, column = divmod(cell, n)
        for value in range(n) if before == "." else (SYMBOLS.index(before),):
            entries += [cell, square + row * n + value, 2 * square + column * n + value]
    if model.members.tolist() != entries or model.starts.tolist() != list(range(0, len(entries) + 1, 3)):
        return ["the model's options are not the entries that the square allows"]
    symmetries = [] if model.symmetries is None else list(map(tuple, model.symmetries.tolist()))
    expected = _turns_and_mirrors(n) if set(latin.grid) == {"."} else set()
    if set(symmetries) != expected or len(symmetries) != len(expected):
        return ["the model's symmetries are not the turns and mirrors of an empty square"]
    return []


def _turns_and_mirrors(n: int) -> set[tuple[int, ...]]:
    """Return the images of the items under each rotation and reflection: cells, values of rows, values of columns."""
    ways = set()
    for swap in (False, True):
        for flip_rows in (False, True):
            for flip_columns in (False, True):
                across = [n - 1 - k if flip_rows else k for k in range(n)]
                down = [n - 1 - k if flip_columns else k for k in range(n)]
                cells = [
                    down[column] * n + across[row] if swap else across[row] * n + down[column]
                    for row in range(n)
                    for column in range(n)
                ]
                rows, columns = (2 * n * n, n * n) if swap else (n * n, 2 * n * n)
                lines = [rows + across[k] * n + value for k in range(n) for value in range(n)]
                lines += [columns + down[k] * n + value for k in range(n) for value in range(n)]
                ways.add((*cells, *lines))
    return ways
