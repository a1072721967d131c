"""A star battle, in plain Python, for the script that exports publish.

Items are the rows, the columns, the regions in the order of their names 1 to 9, A to Z, and the squares of 2x2 cells, which have
one star at most: two stars touch exactly if such a square has both. Options are the cells, row by row.
"""

from typing import Any

KEYS = {"kind", "kind star-battle", "regions", "stars"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a star battle with their bounds, and its options."""
    rows, stars = puzzle["regions"].split("/"), puzzle["stars"]
    n = range(len(rows))
    names = [f"row {k}" for k in n] + [f"column {k}" for k in n] + sorted({f"region {name}" for name in "".join(rows)})
    items = dict.fromkeys(names, (stars, stars))
    items |= {f"square {row},{column}": (0, 1) for row in n[:-1] for column in n[:-1]}
    options = []
    for row in n:
        for column in n:
            around = [f"square {r},{c}" for r in (row - 1, row) for c in (column - 1, column)]
            lines = [f"row {row}", f"column {column}", f"region {rows[row][column]}"]
            options.append(lines + [name for name in around if name in items])
    return items, options
