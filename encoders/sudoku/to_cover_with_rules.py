"""Encodes sudokus with further rules, regions or several grids as covers: items for the values of each unit of cells.

An option is a value in a cell. Values of rows, columns, boxes, regions and diagonals are covered once; those of a cage, of two
cells a knight's move apart, and of squares of 2x2 cells if kings' moves count, at most once. The values of a cage with a sum are
covered once, by its cells or by one option per set of values with that sum, which covers the cage and all values outside the set.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from encoders.geometry.lattice import Cell
from encoders.sudoku import NO_CELL, Sudoku
from encoders.symbols import SYMBOLS
from exactcover.model.arrays import Integers
from exactcover.model.cover import cover
from exactcover.model.encoding import Encoding, Solution


def encode_rules(sudoku: Sudoku) -> Encoding:
    """Return the cover, and the way back to a filled grid."""
    symbols = SYMBOLS[: sudoku.side]
    marks: dict[Cell, str] = {divmod(k, sudoku.width): mark for k, mark in enumerate(sudoku.grid) if mark != NO_CELL}
    whole, partial = dict(_lines(sudoku)), dict(_moves(sudoku, marks))
    sums: dict[str, int] = {}
    for number, (total, cells) in enumerate(sudoku.cages):
        (partial if total is None else whole)[f"cage {number}"] = list(cells)
        if total is not None:
            sums[f"cage {number}"] = total
    units_of: dict[Cell, list[str]] = {cell: [] for cell in marks}
    for name, unit in (whole | partial).items():
        for cell in unit:
            units_of[cell].append(name)
    items = [f"cell {row},{column}" for row, column in marks]
    items += [f"{name} value {symbol}" for name in whole for symbol in symbols] + list(sums)
    secondary = [f"{name} value {symbol}" for name in partial for symbol in symbols]
    entries = [(cell, symbol) for cell, mark in marks.items() for symbol in (symbols if mark == "." else mark)]
    options = [
        [f"cell {cell[0]},{cell[1]}", *(f"{name} value {symbol}" for name in units_of[cell])]
        for cell, symbol in entries
    ]
    for name, total in sums.items():
        for values in combinations(range(1, len(symbols) + 1), len(whole[name])):
            if sum(values) == total:
                options.append(
                    [name, *(f"{name} value {each}" for k, each in enumerate(symbols, 1) if k not in values)]
                )

    def decode(selection: Integers) -> Solution:
        filled = list(sudoku.grid)
        for option in selection.tolist():
            if option < len(entries):
                (row, column), symbol = entries[option]
                filled[row * sudoku.width + column] = symbol
        return {"grid": "".join(filled)}

    return Encoding(cover(items, options, secondary=secondary), decode)


def _lines(sudoku: Sudoku) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the units in which each value is once: of every grid its rows, columns, diagonals, and boxes or regions."""
    side, (height, width) = sudoku.side, sudoku.boxes
    for number, (top, left) in enumerate(sudoku.corners):
        grid = f" of grid {number}" if len(sudoku.corners) > 1 else ""
        for k in range(side):
            yield f"row {k}{grid}", [(top + k, left + j) for j in range(side)]
            yield f"column {k}{grid}", [(top + j, left + k) for j in range(side)]
        if sudoku.diagonal:
            yield f"falling diagonal{grid}", [(top + k, left + k) for k in range(side)]
            yield f"rising diagonal{grid}", [(top + side - 1 - k, left + k) for k in range(side)]
        if not sudoku.regions:
            for k in range(side):
                first, second = top + k // height * height, left + k % height * width
                yield f"box {k}{grid}", [(first + i, second + j) for i in range(height) for j in range(width)]
    for name in SYMBOLS[:side] if sudoku.regions else "":
        yield f"region {name}", [divmod(cell, side) for cell, own in enumerate(sudoku.regions) if own == name]


def _moves(sudoku: Sudoku, cells: dict[Cell, str]) -> Iterator[tuple[str, list[Cell]]]:
    """Yield cells with different values: two a knight's move apart, and for kings the cells of each square of 2x2."""
    for row, column in cells:
        if "knight" in sudoku.anti:
            for other in ((row + 1, column - 2), (row + 1, column + 2), (row + 2, column - 1), (row + 2, column + 1)):
                if other in cells:
                    yield f"knight {row},{column} {other[0]},{other[1]}", [(row, column), other]
    if "king" in sudoku.anti:
        height = len(sudoku.grid) // sudoku.width
        for row, column in ((r, c) for r in range(height - 1) for c in range(sudoku.width - 1)):
            square: list[Cell] = [
                (row + i, column + j) for i in (0, 1) for j in (0, 1) if (row + i, column + j) in cells
            ]
            if len(square) > 1:
                yield f"king {row},{column}", square
