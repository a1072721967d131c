"""Squares filled with symbols, a character per cell, row by row: the symbols, and the checks of cells shared by referees."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from encoders.begun import solution_in
from encoders.draw.picture import Area
from encoders.geometry.lattice import Cell
from encoders.keys import shown
from exactcover.model.errors import InvalidInput

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols for the values 1, 2, ...; a dot is an empty cell."""


def areas(grid: str, before: str, side: int, places: Sequence[Cell]) -> tuple[Area, ...]:
    """Return the areas of a filled grid for a picture, a symbol's given cells apart from the rest; places: of each cell."""
    drawn = []
    for symbol in SYMBOLS[:side]:
        cells = [cell for cell, value in enumerate(grid) if value == symbol]
        for fixed in (True, False):
            own = tuple(places[cell] for cell in cells if (before[cell] == symbol) is fixed)
            drawn += [Area(symbol, own, fixed)] if own else []
    return tuple(drawn)


def regions_of(value: Any, least: int, most: int, of_size: bool) -> str:
    """Return of each cell of a square the symbol of its region, symbols in the order of first cells; raises InvalidInput.

    value: a picture with a character per cell; least, most: rows; of_size: regions have as many cells as the square has rows,
    or else there are as many regions as rows.
    """
    if not isinstance(value, str):
        raise InvalidInput(
            f"regions is {shown(value)}; expected a picture with a character per cell, such as AAB/ACB/CCB"
        )
    rows = value.replace("/", "\n").split()
    side = len(rows)
    if not least <= side <= most:
        raise InvalidInput(f"regions has {side} rows; expected {least} to {most}")
    wrong = next((row for row in rows if len(row) != side), None)
    if wrong is not None:
        raise InvalidInput(f"regions has the row {shown(wrong)}; expected {side} cells, as many as rows")
    cells = "".join(rows)
    names = dict.fromkeys(cells)
    odd = next((name for name in names if of_size and cells.count(name) != side), None)
    if odd is not None:
        raise InvalidInput(f"region {shown(odd)} has {cells.count(odd)} cells; expected {side}, as many as rows")
    if len(names) != side:
        raise InvalidInput(f"regions has {len(names)} regions; expected {side}, as many as rows")
    symbols = dict(zip(names, SYMBOLS, strict=False))
    return "".join(symbols[name] for name in cells)


def begun_grid(before: str, value: Any, side: int) -> str:
    """Return the given cells with those of a partly filled grid: a text, a solution, or an answer; raises InvalidInput."""
    solution = solution_in(value, "begun")
    text = solution if isinstance(solution, str) else solution.get("grid")
    if not isinstance(text, str):
        raise InvalidInput('begun has no grid; expected {"grid": "..."}, or a character for each cell')
    cells = "".join(mark for mark in text if mark not in "/|+-" and not mark.isspace()).replace("0", ".")
    if len(cells) != len(before):
        raise InvalidInput(f"begun has {len(cells)} cells; expected {len(before)}, as the puzzle has")
    known = {*SYMBOLS[:side], "."}
    merged = []
    for number, (mark, own) in enumerate(zip(cells, before, strict=True)):
        empty = own == "."
        if mark != own and (mark not in known or (not empty and mark != ".")):
            place = f"cell {number + 1}"
            due = f"{own}, which is given there" if not empty else f"1 to {SYMBOLS[side - 1]}, or . for what is open"
            raise InvalidInput(f"begun has {mark!r} in {place}; expected {due}")
        merged.append(mark if empty else own)
    return "".join(merged)


def judged_cells(solution: Any, before: str, side: int) -> Generator[str, None, str | None]:
    """Yield the faults of the cells of an untrusted solution `{"grid": "..."}`; return its grid, None if it has none.

    before: the givens, of a square of `side` by `side` cells.
    """
    grid = solution.get("grid") if isinstance(solution, dict) else None
    if not isinstance(grid, str) or len(grid) != side * side:
        yield f'the solution has no grid of {side * side} cells; expected {{"grid": "..."}}, a character per cell'
        return None
    symbols = set(SYMBOLS[:side])
    for cell, (value, due) in enumerate(zip(grid, before, strict=True)):
        if value not in symbols:
            yield f"row {cell // side}, column {cell % side} has {value!r}; expected {SYMBOLS[0]} to {SYMBOLS[side - 1]}"
        elif due not in (".", value):
            yield f"row {cell // side}, column {cell % side} has {value}, and {due} is given there"
    return grid


def lines(side: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the rows and columns of a square, each with its name, counted from 1, and its cells."""
    for number in range(side):
        yield f"row {number + 1}", list(range(number * side, (number + 1) * side))
    for number in range(side):
        yield f"column {number + 1}", list(range(number, side * side, side))


def table(
    name: str, aim: str, grid: str, side: int, units: Sequence[tuple[str, list[int]]], box: int
) -> dict[str, Any]:
    """Return a square to be filled as data of the page on which a person fills it: see Kind.table.

    rows: the cells, row by row, as `.` or a symbol that stays; units: each with its name and the cells, numbered row by row,
    that have every symbol once (`least` and at most one of each); filled: every cell has a symbol at the end; box: the side of
    a box, 0 without boxes; position: the key of the grid, and how it is written.
    """
    return {
        "plays": "symbols",
        "name": name,
        "aim": aim,
        "rows": [grid[first : first + side] for first in range(0, side * side, side)],
        "symbols": SYMBOLS[:side],
        "units": [{"name": unit, "cells": cells, "least": 1} for unit, cells in units],
        "filled": True,
        "box": box,
        "position": {"key": "grid", "form": "grid"},
    }
