"""A sudoku with boxes, in plain Python, for the script that exports publish.

Items are the cells row by row, then the values of each row, each column, and each box. Options are cells with a value that they
may have, by cell and value.
"""

from itertools import product
from math import isqrt
from typing import Any

KEYS = {"kind", "kind sudoku", "grid", "boxes"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a sudoku, each covered once, and its options."""
    n = isqrt(len(puzzle["grid"]))
    low = max(k for k in range(1, n + 1) if n % k == 0 and k * k <= n)  # boxes are as square as possible
    height, width = map(int, puzzle.get("boxes", f"{low}x{n // low}").split("x"))
    values = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n]
    items = [f"cell {row},{column}" for row, column in product(range(n), repeat=2)]
    items += [f"{unit} {k}: {value}" for unit in ("row", "column", "box") for k in range(n) for value in values]
    options = []
    for (row, column), known in zip(product(range(n), repeat=2), puzzle["grid"], strict=True):
        units = f"row {row}", f"column {column}", f"box {row // height * height + column // width}"
        for value in values if known == "." else known:
            options.append([f"cell {row},{column}", *(f"{unit}: {value}" for unit in units)])
    return dict.fromkeys(items, (1, 1)), options
