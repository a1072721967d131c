"""From a star battle to a cover: rows, columns and regions are items to be covered by the stars, squares of 2x2 secondary ones.

An option is a cell with a star. Two stars touch exactly if they are in one square of 2x2 cells.
"""

from __future__ import annotations

from encoders.star_battle import StarBattle
from encoders.symbols import SYMBOLS
from exactcover.model.arrays import Integers
from exactcover.model.cover import cover
from exactcover.model.encoding import Encoding, Solution


def encode(puzzle: StarBattle) -> Encoding:
    """Return the cover, and the way back to the grid of stars."""
    n, stars = puzzle.n, puzzle.stars
    lines = [f"{line} {k}" for line in ("row", "column") for k in range(n)] + [f"region {name}" for name in SYMBOLS[:n]]
    squares = [f"square {row},{column}" for row in range(n - 1) for column in range(n - 1)]
    known = set(squares)
    options = []
    for cell, region in enumerate(puzzle.regions):
        row, column = divmod(cell, n)
        around = [f"square {r},{c}" for r in (row - 1, row) for c in (column - 1, column)]
        options.append(
            [f"row {row}", f"column {column}", f"region {region}", *(name for name in around if name in known)]
        )

    def decode(selection: Integers) -> Solution:
        chosen = set(selection.tolist())
        return {"grid": "".join("*" if cell in chosen else "." for cell in range(n * n))}

    return Encoding(cover(dict.fromkeys(lines, stars), options, secondary=squares), decode)
