"""Filled boards from which the puzzles of a day are made, as `encoders/puzzles/daily.json` has them.

`python -m tests.daily_bases` writes the file anew: solutions of packings drawn uniformly, and squares filled at random, by one
seed. No puzzle of a day that was ever made stays the same if this file changes.
"""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import exactcover
from encoders.daily import BASES
from encoders.symbols import SYMBOLS

BOARDS = (
    "pentominoes-6x10",
    "pentominoes-5x12",
    "pentominoes-4x15",
    "pentominoes-8x8-centre",
    "pentominoes-8x8-corners",
)
PACKINGS, SUDOKUS, SQUARES, CUBES = 24, 40, 12, 24
SEED = 2026


def picture(solution: Any) -> str:
    """A solution as rows of the letters of its pieces, `#` for holes."""
    owner = {tuple(cell): each["piece"][0] for each in solution.placements for cell in each["cells"]}
    rows, columns = (max(cell[axis] for cell in owner) + 1 for axis in (0, 1))
    return "/".join("".join(owner.get((row, column), "#") for column in range(columns)) for row in range(rows))


def layers(solution: Any) -> str:
    """A filled cube of 3 by 3 by 3 cells as the letters of its pieces, cell by cell in the order of layer, row and column."""
    owner = {tuple(cell): each["piece"][0] for each in solution.placements for cell in each["cells"]}
    return "".join(owner[cell] for cell in product(range(3), repeat=3))


def square(numbers: random.Random, side: int, box: int) -> str:
    """A square of side by side cells filled at random, each symbol once in every row, column and box."""
    grid = [""] * (side * side)

    def free(cell: int) -> list[str]:
        row, column = divmod(cell, side)
        near = {grid[row * side + k] for k in range(side)} | {grid[k * side + column] for k in range(side)}
        if box:
            top, left = row // box * box, column // box * box
            near |= {grid[(top + k // box) * side + left + k % box] for k in range(side)}
        return [symbol for symbol in SYMBOLS[:side] if symbol not in near]

    def fill() -> bool:
        open_cells = [(len(free(cell)), cell) for cell in range(side * side) if not grid[cell]]
        if not open_cells:
            return True
        cell = min(open_cells)[1]
        symbols = free(cell)
        numbers.shuffle(symbols)
        for symbol in symbols:
            grid[cell] = symbol
            if fill():
                return True
        grid[cell] = ""
        return False

    assert fill()
    return "".join(grid)


def main() -> None:
    """Draw and fill the boards, and write them, a line for each."""
    numbers = random.Random(SEED)
    bases = {
        "packings": [picture(solution) for name in BOARDS for solution in exactcover.sample(name, PACKINGS, seed=SEED)],
        "cubes": [layers(solution) for solution in exactcover.sample("soma", CUBES, seed=SEED)],
        "sudokus": [square(numbers, 9, 3) for _ in range(SUDOKUS)],
        "squares": [square(numbers, side, 0) for side in (5, 6, 7) for _ in range(SQUARES)],
    }
    BASES.write_text(json.dumps(bases, indent=1) + "\n")


if __name__ == "__main__":
    main()
