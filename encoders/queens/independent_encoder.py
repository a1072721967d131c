"""Queens, rooks or superqueens, in plain Python, for the script that exports publish.

Items are the rows, the columns and the diagonals, rising ones by row + column, falling ones by row - column, then the pairs of
squares that are a knight's move apart, for superqueens. Options are the squares, row by row, that are not forbidden and that no
fixed piece attacks. On a torus, each diagonal has a piece, since n pieces have n diagonals.
"""

from itertools import product
from typing import Any

KEYS = {"kind", "kind queens", "n", "fixed", "forbidden", "torus", "pieces"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a board with their bounds, and its options."""
    n, torus, pieces = puzzle["n"], puzzle.get("torus", False), puzzle.get("pieces", "queens")
    squares = list(product(range(n), range(n)))
    items = {f"{line} {k}": (1, 1) for line in ("row", "column") for k in range(n)}
    if pieces != "rooks":
        due = (1, 1) if torus else (0, 1)
        items |= {f"rising {k}": due for k in range(n if torus else 2 * n - 1)}
        items |= {f"falling {k}": due for k in range(0 if torus else 1 - n, n)}
    own: dict[tuple[int, int], list[str]] = {}
    for row, column in squares:
        rising, falling = ((row + column) % n, (row - column) % n) if torus else (row + column, row - column)
        lines = [f"row {row}", f"column {column}", f"rising {rising}", f"falling {falling}"]
        own[row, column] = [line for line in lines if line in items]
    for (row, column), (down, right) in product(squares, ((1, 2), (1, -2), (2, 1), (2, -1))):
        other = ((row + down) % n, (column + right) % n) if torus else (row + down, column + right)
        name = f"knight {sorted(((row, column), other))}"
        if pieces == "superqueens" and other in own and other != (row, column) and name not in items:
            items[name] = 0, 1
            own[row, column].append(name)
            own[other].append(name)
    closed = {(row, column) for row, column in puzzle.get("forbidden", [])}
    for row, column in puzzle.get("fixed", []):
        lines = own[row, column]
        closed |= {square for square in squares if square != (row, column) and set(own[square]) & set(lines)}
    return items, [own[square] for square in squares if square not in closed]
