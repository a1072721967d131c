"""From a nonogram to a cover: items for the runs and cells of each line; the colour of a cell is an item of row and column.

A run at a place covers its cells and, if there is one, the cell behind it, which is white; any other white cell is an option.
Rows and columns have items each for their cells, and agree on the coloured item of a cell, black `1` or white `0`. Between two
runs of a line a secondary item for each number of cells k by which they can be moved to the end keeps them in order: the first
covers it if it is moved by more than k cells, the second if it is moved by at most k.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoders.nonogram import Nonogram
from exactcover.model.arrays import Integers
from exactcover.model.cover import cover
from exactcover.model.encoding import Encoding, Solution

BLACK, WHITE = ":1", ":0"


def encode(puzzle: Nonogram) -> Encoding:
    """Return the cover, and the way back to the grid of black cells."""
    height, width = len(puzzle.rows), len(puzzle.columns)
    items: list[str] = []
    secondary = [f"cell {row},{column}" for row in range(height) for column in range(width)]
    options: list[list[str]] = []
    black: list[list[int]] = []
    for row, runs in enumerate(puzzle.rows):
        cells = [row * width + column for column in range(width)]
        _add_line(f"row {row}", runs, cells, items, secondary, options, black)
    for column, runs in enumerate(puzzle.columns):
        cells = [row * width + column for row in range(height)]
        _add_line(f"column {column}", runs, cells, items, secondary, options, black)

    def decode(selection: Integers) -> Solution:
        filled = {cell for option in selection.tolist() for cell in black[option]}
        return {"grid": "".join("#" if cell in filled else "." for cell in range(height * width))}

    return Encoding(cover(items, options, secondary=secondary), decode)


def _add_line(
    name: str,
    runs: tuple[int, ...],
    cells: list[int],
    items: list[str],
    secondary: list[str],
    options: list[list[str]],
    black: list[list[int]],
) -> None:
    """Add the items and options of a line, and the cells that each option makes black; secondary begins with all cells."""
    slack = len(cells) - sum(runs) - max(0, len(runs) - 1)
    items += [f"{name} run {run}" for run in range(len(runs))] + [f"{name} cell {k}" for k in range(len(cells))]
    secondary += [f"{name} after {run} by {k}" for run in range(len(runs) - 1) for k in range(slack)]
    for run, start, moved in _places(runs, slack):
        end = start + runs[run]
        option = [f"{name} run {run}", *(f"{name} cell {k}" for k in range(start, min(end + 1, len(cells))))]
        option += [secondary[cells[k]] + BLACK for k in range(start, end)]
        option += [secondary[cells[end]] + WHITE] if end < len(cells) else []
        option += [f"{name} after {run} by {k}" for k in range(moved)] if run < len(runs) - 1 else []
        option += [f"{name} after {run - 1} by {k}" for k in range(moved, slack)] if run else []
        options.append(option)
        black.append(cells[start:end])
    for k, cell in enumerate(cells):
        options.append([f"{name} cell {k}", secondary[cell] + WHITE])
        black.append([])


def _places(runs: tuple[int, ...], slack: int) -> Iterator[tuple[int, int, int]]:
    """Yield each run with each cell at which it may start, and how far that is from its first."""
    first = 0
    for run, length in enumerate(runs):
        for moved in range(slack + 1):
            yield run, first + moved, moved
        first += length + 1
