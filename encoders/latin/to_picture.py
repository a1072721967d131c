"""Drawings of Latin squares: the grid, given values as pre-placed pieces."""

from __future__ import annotations

from encoders.draw.picture import Area, Picture
from encoders.latin.latin import Latin
from encoders.symbols import SYMBOLS
from exactcover.model.encoding import Solution


def picture(latin: Latin, solution: Solution | None) -> Picture:
    """Return the picture of a filled grid, or of the givens alone."""
    n, grid = latin.n, latin.grid if solution is None else solution["grid"]
    areas = []
    for symbol in SYMBOLS[:n]:
        cells = [cell for cell, value in enumerate(grid) if value == symbol]
        for fixed in (True, False):
            own = [divmod(cell, n) for cell in cells if (latin.grid[cell] == symbol) is fixed]
            areas += [Area(symbol, tuple(own), fixed)] if own else []
    board = frozenset(divmod(cell, n) for cell in range(n * n))
    return Picture((n, n), tuple(areas), board)
