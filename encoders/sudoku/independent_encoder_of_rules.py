"""A sudoku with several grids or further rules, in plain Python, for the script that exports publish.

Items are the cells row by row; the values of the rows, columns, diagonals and boxes of each grid, of regions, and of cages with
sums; these cages; and, at most once, the values of cells that a knight or a king joins, and of other cages. Options are cells
with values, then the sets of values of each cage with a sum, as the values that are not in the set.
"""

from itertools import chain, combinations, product
from math import isqrt
from typing import Any

KEYS = {"kind", "kind sudoku", "grid", "regions", "boxes", "diagonal", "anti", "cages"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a sudoku with their bounds, and its options."""
    rows, regions, cages = (
        puzzle["grid"].split("/"),
        puzzle.get("regions", "").replace("/", ""),
        puzzle.get("cages", []),
    )
    n, several, anti = isqrt(len(rows[0])), len(rows) > 1, puzzle.get("anti", "")
    low = max(k for k in range(1, n + 1) if n % k == 0 and k * k <= n)  # boxes are as square as possible
    height, width = map(int, puzzle.get("boxes", "3x3" if several else f"{low}x{n // low}").split("x"))
    n, rows = (height * width, rows) if several else (n, [rows[0][k : k + n] for k in range(0, n * n, n)])
    marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "#"}
    corners = product(range(0, len(rows) - n + 1, height), range(0, len(rows[0]) - n + 1, width))
    grids = [[[(r + i, c + j) for j in range(n)] for i in range(n)] for r, c in corners]
    once = list[Any]()
    for grid in (grid for grid in grids if {*marks}.issuperset(chain(*grid))):
        once += chain(*zip(grid, zip(*grid, strict=True), strict=True))
        if puzzle.get("diagonal"):
            once += [[grid[k][k] for k in range(n)], [grid[n - 1 - k][k] for k in range(n)]]
        for k in range(0 if regions else n):
            down, right = k // height * height, k % height * width
            once.append([cell for row in grid[down : down + height] for cell in row[right : right + width]])
    once += [[divmod(k, n) for k, own in enumerate(regions) if own == name] for name in sorted({*regions})]
    sums, first = [cage for cage in cages if cage[0]], len(once)
    once += [list(map(tuple, cells)) for _, cells in sums]
    jumps = [[(r, c), (r + i, c + j)] for r, c in marks for i, j in ((1, -2), (1, 2), (2, -1), (2, 1))]
    squares = product(range(len(rows) - 1), range(len(rows[0]) - 1)) if "king" in anti else ()
    units = once + [pair for pair in jumps if "knight" in anti]
    units += [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in squares]
    units += [list(map(tuple, cells)) for total, cells in cages if not total]
    values = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n]
    items = {str(cell): (1, 1) for cell in marks} | {f"{k} {x}": (1, 1) for k in range(len(once)) for x in values}
    items |= {f"cage {k}": (1, 1) for k in range(len(sums))}
    items |= {f"{k} {x}": (0, 1) for k in range(len(once), len(units)) for x in values}
    options = []
    for cell, mark in marks.items():
        own = [k for k, unit in enumerate(units) if cell in unit]
        options += [[str(cell), *(f"{k} {x}" for k in own)] for x in (values if mark == "." else mark)]
    for k, (total, cells) in enumerate(sums):
        for chosen in combinations(values, len(cells)):
            if sum(values.index(x) + 1 for x in chosen) == total:
                options.append([f"cage {k}", *(f"{first + k} {x}" for x in values if x not in chosen)])
    return items, options
