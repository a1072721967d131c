"""A dominosa, in plain Python, for the script that exports publish.

Items are the dominoes 0-0, 0-1, ..., 1-1, ..., then the cells row by row. Options are two neighbouring cells with the domino that
they show: of each cell, row by row, the one to the right of it, then the one below.
"""

from typing import Any

KEYS = {"kind", "kind dominosa", "grid"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a dominosa, each covered once, and its options."""
    rows = puzzle["grid"].split("/")
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    cells = [(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]
    numbers = next(n for n in range(1, 37) if n * (n + 1) == len(cells))  # 0 to n - 1; the dominoes have as many halves
    names = [f"{digits[low]}-{digits[high]}" for low in range(numbers) for high in range(low, numbers)]
    options = []
    for row, column in cells:
        for other in ((row, column + 1), (row + 1, column)):
            if other in cells:
                low, high = sorted((rows[row][column], rows[other[0]][other[1]]), key=digits.index)
                options.append([f"{low}-{high}", f"cell {row},{column}", f"cell {other[0]},{other[1]}"])
    return dict.fromkeys([*names, *(f"cell {row},{column}" for row, column in cells)], (1, 1)), options
