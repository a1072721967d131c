"""The referee of sudokus with further rules, regions or several grids: their filled grids and their models.

It decides for two cells whether their values must differ and, cell by cell, which items an entry takes; the encoder lists units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from encoders.geometry.lattice import Cell
from encoders.sudoku import NO_CELL, Sudoku
from encoders.symbols import SYMBOLS
from exactcover.model.cover import Cover


def rules_faults(sudoku: Sudoku, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"grid": "..."}`, one sentence each; none for a correct one."""
    grid = solution.get("grid") if isinstance(solution, dict) else None
    if not isinstance(grid, str) or len(grid) != len(sudoku.grid):
        yield f'the solution has no grid of {len(sudoku.grid)} cells; expected {{"grid": "..."}}, a character per cell'
        return
    known, filled = SYMBOLS[: sudoku.side], {}
    for number, (value, due) in enumerate(zip(grid, sudoku.grid, strict=True)):
        row, column = divmod(number, sudoku.width)
        if due == NO_CELL or value not in known:
            if value != due or due != NO_CELL:
                expected = f"{NO_CELL}, for it is no cell" if due == NO_CELL else f"{known[0]} to {known[-1]}"
                yield f"row {row}, column {column} has {value!r}; expected {expected}"
            continue
        if due not in (".", value):
            yield f"row {row}, column {column} has {value}, and {due} is given there"
        filled[row, column] = value
    by_value: dict[str, list[Cell]] = {}
    for cell, value in filled.items():
        for other in by_value.setdefault(value, []):
            rule = _rule_between(sudoku, other, cell)
            if rule:
                yield f"{other[0]},{other[1]} and {cell[0]},{cell[1]} have {value}, and are {rule}"
        by_value[value].append(cell)
    for total, cells in sudoku.cages:
        reached = sum(known.index(filled[cell]) + 1 for cell in cells if cell in filled)
        if total is not None and reached != total:
            yield f"the cage at {cells[0][0]},{cells[0][1]} has the sum {reached}; expected {total}"


def _rule_between(sudoku: Sudoku, one: Cell, other: Cell) -> str:
    """Return why the values of two cells must differ, nothing if they need not."""
    distances = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
    lines = (_line_of_both(sudoku, corner, one, other) for corner in sudoku.corners)
    return next((line for line in lines if line), "") or next(
        (
            rule
            for rule, holds in (
                ("in one region", sudoku.regions and _region(sudoku, one) == _region(sudoku, other)),
                ("in one cage", any(one in cells and other in cells for _, cells in sudoku.cages)),
                ("a knight's move apart", "knight" in sudoku.anti and distances == [1, 2]),
                ("a king's move apart", "king" in sudoku.anti and distances[1] == 1),
            )
            if holds
        ),
        "",
    )


def _region(sudoku: Sudoku, cell: Cell) -> str:
    return sudoku.regions[cell[0] * sudoku.width + cell[1]]


def _line_of_both(sudoku: Sudoku, corner: Cell, one: Cell, other: Cell) -> str:
    """Return the line or box of a grid in which two cells are, nothing if there is none."""
    side, (height, width) = sudoku.side, sudoku.boxes
    (row, column), (line, place) = ((cell[0] - corner[0], cell[1] - corner[1]) for cell in (one, other))
    if not all(0 <= each < side for each in (row, column, line, place)):
        return ""
    if row == line:
        return "in one row"
    if column == place:
        return "in one column"
    if not sudoku.regions and (row // height, column // width) == (line // height, place // width):
        return "in one box"
    falling, rising = row == column and line == place, row + column == line + place == side - 1
    return "on one diagonal" if sudoku.diagonal and (falling or rising) else ""


def model_faults(sudoku: Sudoku, model: Cover) -> list[str]:
    """Return the differences between a cover and the sudoku, by the names of items.

    Entries take the items of their cell; sets of values with the sum of a cage take the cage and the values outside the set.
    """
    known = SYMBOLS[: sudoku.side]
    if model.symmetries is not None or model.colours is not None:
        return ["the model has symmetries or colours; expected neither"]
    cells = [divmod(k, sudoku.width) for k, mark in enumerate(sudoku.grid) if mark != NO_CELL]
    expected: Counter[frozenset[str]] = Counter()
    due: dict[str, int] = {}
    shared = Counter(name for cell in cells for name, least in _units_at(sudoku, cell) if not least)
    for row, column in cells:
        mark = sudoku.grid[row * sudoku.width + column]
        units = [(name, least) for name, least in _units_at(sudoku, (row, column)) if least or shared[name] > 1
                 or name.startswith("cage")]  # fmt: skip
        due[f"cell {row},{column}"] = 1
        due.update((f"{name} value {symbol}", least) for name, least in units for symbol in known)
        for symbol in known if mark == "." else mark:
            expected[frozenset({f"cell {row},{column}", *(f"{name} value {symbol}" for name, _ in units)})] += 1
    for number, (total, own) in enumerate(sudoku.cages):
        if total is not None:
            due[f"cage {number}"] = 1
            for outside in _outside(len(known), len(own), total):
                expected[frozenset({f"cage {number}", *(f"cage {number} value {known[k - 1]}" for k in outside)})] += 1
    bounds = zip(model.items, zip(model.least.tolist(), model.most.tolist(), strict=True), strict=True)
    if dict(bounds) != {name: (least, 1) for name, least in due.items()}:
        return ["the model's items are not the cells and values of the sudoku, each covered once, or at most once"]
    members = [model.items[item] for item in model.members.tolist()]
    options = Counter(frozenset(members[begin:end]) for begin, end in pairwise(model.starts.tolist()))
    return [] if options == expected else ["the model's options are not the entries and sums that the sudoku allows"]


def _outside(most: int, size: int, total: int) -> Iterator[frozenset[int]]:
    """Yield the values from 1 to most outside each set of so many of them with a sum."""
    if most == 0:
        if size == total == 0:
            yield frozenset()
        return
    yield from (rest | {most} for rest in _outside(most - 1, size, total))
    if size and total >= most:
        yield from _outside(most - 1, size - 1, total - most)


def _units_at(sudoku: Sudoku, cell: Cell) -> Iterator[tuple[str, int]]:
    """Yield the names of the units of a cell, each with how often it covers a value at least."""
    side, (height, width), (row, column) = sudoku.side, sudoku.boxes, cell
    for number, (top, left) in enumerate(sudoku.corners):
        down, right, grid = row - top, column - left, f" of grid {number}" if len(sudoku.corners) > 1 else ""
        if 0 <= down < side and 0 <= right < side:
            yield f"row {down}{grid}", 1
            yield f"column {right}{grid}", 1
            if not sudoku.regions:
                yield f"box {down // height * height + right // width}{grid}", 1
            if sudoku.diagonal and down == right:
                yield f"falling diagonal{grid}", 1
            if sudoku.diagonal and down + right == side - 1:
                yield f"rising diagonal{grid}", 1
    if sudoku.regions:
        yield f"region {sudoku.regions[row * side + column]}", 1
    for number, (total, own) in enumerate(sudoku.cages):
        if cell in own:
            yield f"cage {number}", 0 if total is None else 1
    yield from _moves_at(sudoku, cell)


def _moves_at(sudoku: Sudoku, cell: Cell) -> Iterator[tuple[str, int]]:
    """Yield the names of the pairs and of the squares of 2x2 cells in which moves forbid equal values."""
    row, column = cell
    if "knight" in sudoku.anti:
        for down, right in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
            pair = sorted((cell, (row + down, column + right)))
            yield f"knight {pair[0][0]},{pair[0][1]} {pair[1][0]},{pair[1][1]}", 0
    if "king" in sudoku.anti:
        height = len(sudoku.grid) // sudoku.width
        for top, first in ((row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)):
            if 0 <= top < height - 1 and 0 <= first < sudoku.width - 1:
                yield f"king {top},{first}", 0
