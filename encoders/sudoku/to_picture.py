"""Drawings of sudokus: the grid with a gap between boxes, given values as pre-placed pieces."""

from __future__ import annotations

from encoders.draw.picture import Area, Picture
from encoders.sudoku.sudoku import Sudoku
from encoders.symbols import SYMBOLS
from exactcover.model.encoding import Solution


def picture(sudoku: Sudoku, solution: Solution | None) -> Picture:
    """Return the picture of a filled grid, or of the givens alone."""
    side, order = sudoku.side, sudoku.order
    places = [(row + row // order, column + column // order) for row in range(side) for column in range(side)]
    grid = sudoku.grid if solution is None else solution["grid"]
    areas = []
    for symbol in SYMBOLS[:side]:
        cells = [cell for cell, value in enumerate(grid) if value == symbol]
        for fixed in (True, False):
            own = tuple(places[cell] for cell in cells if (sudoku.grid[cell] == symbol) is fixed)
            areas += [Area(symbol, own, fixed)] if own else []
    span = side + order - 1
    return Picture((span, span), tuple(areas), frozenset(places))
