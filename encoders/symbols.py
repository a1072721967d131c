"""Squares filled with symbols, a character per cell, row by row: the symbols, and the checks of cells shared by referees."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols for the values 1, 2, ...; a dot is an empty cell."""


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
