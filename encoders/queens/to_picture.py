"""Drawings of queens: the board, with a Q on the square of each queen."""

from __future__ import annotations

from encoders.draw.picture import Area, Picture
from encoders.queens.queens import Queens
from exactcover.model.encoding import Solution


def picture(queens: Queens, solution: Solution | None) -> Picture:
    """Return the picture of a solution's queens, or of the empty board."""
    squares = [] if solution is None else solution["queens"]
    board = frozenset((row, column) for row in range(queens.n) for column in range(queens.n))
    return Picture((queens.n, queens.n), tuple(Area("Q", (tuple(square),)) for square in squares), board)
