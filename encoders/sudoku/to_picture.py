"""From a sudoku and its solution to a picture: values in boxes that gaps divide, regions and cages in colours.

A cell of a cage shows its value, the first one the sum if it has none.
"""

from __future__ import annotations

from encoders.draw.picture import Area, Picture
from encoders.geometry.lattice import Cell
from encoders.sudoku import NO_CELL, Sudoku
from encoders.symbols import SYMBOLS, areas
from exactcover.model.encoding import Solution

NAMES = SYMBOLS[:20:2]
"""Names of areas whose colours are no two shades of one hue, if all symbols are kinds."""


def picture(sudoku: Sudoku, solution: Solution | None) -> Picture:
    """Return the picture of a filled grid, or of the given cells alone."""
    grid = sudoku.grid if solution is None else solution["grid"]
    height, width = sudoku.boxes
    numbers: list[Cell] = [divmod(number, sudoku.width) for number in range(len(grid))]
    gap = 0 if sudoku.regions else 1
    places: list[Cell] = [(row + gap * (row // height), column + gap * (column // width)) for row, column in numbers]
    cells = frozenset(place for place, mark in zip(places, grid, strict=True) if mark != NO_CELL)
    dims = (max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1)
    parts = _coloured(sudoku)
    if not parts:
        return Picture(dims, areas(grid, sudoku.grid, sudoku.side, places), cells)
    place_of = dict(zip(numbers, places, strict=True))
    sums = {own[0]: str(total) for total, own in sudoku.cages if total is not None}
    shown = {cell: mark if mark != "." else sums.get(cell, "") for cell, mark in zip(numbers, grid, strict=True)}
    marks = tuple((place_of[cell], mark) for cell, mark in shown.items() if mark not in ("", NO_CELL))
    coloured = tuple(Area(name, tuple(place_of[cell] for cell in own)) for name, own in parts)
    return Picture(dims, coloured, cells, marks=marks, kinds=tuple(SYMBOLS), labelled=False, written=True)


def _coloured(sudoku: Sudoku) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return the cages, or the regions, with symbols as colours: touching ones have different colours."""
    parts = [own for _, own in sudoku.cages]
    if not parts and sudoku.regions:
        cells = [(divmod(cell, sudoku.width), name) for cell, name in enumerate(sudoku.regions)]
        parts = [tuple(cell for cell, own in cells if own == name) for name in SYMBOLS[: sudoku.side]]
    colours: dict[Cell, str] = {}
    for own in parts:
        around = {(row + down, column + right) for row, column in own for down in (-1, 0, 1) for right in (-1, 0, 1)}
        used = {colours[cell] for cell in around if cell in colours}
        free = next((name for name in NAMES if name not in used), NAMES[0])
        colours.update(dict.fromkeys(own, free))
    return [(colours[own[0]], own) for own in parts]
