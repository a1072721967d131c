"""A Latin square, in plain Python, for the script that exports publish.

Items are the cells row by row, then the values of each row, then those of each column. Options are cells with a value that they
may have, by cell and value.
"""

from itertools import product
from typing import Any

KEYS = {"kind", "kind latin", "n", "grid"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a Latin square, each covered once, and its options."""
    n, grid, values = puzzle["n"], puzzle["grid"], "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: puzzle["n"]]
    cells = list(product(range(n), repeat=2))
    items = [f"cell {row},{column}" for row, column in cells]
    items += [f"{line} {k}: {value}" for line in ("row", "column") for k in range(n) for value in values]
    options = [
        [f"cell {row},{column}", f"row {row}: {value}", f"column {column}: {value}"]
        for (row, column), known in zip(cells, grid, strict=True)
        for value in (values if known == "." else known)
    ]
    return dict.fromkeys(items, (1, 1)), options
