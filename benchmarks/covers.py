"""Covers of puzzles that have no kind of their own yet: queens, Langford pairs, sudoku.

Not here: their drawings and their referees (encoders will have them), and packings (which have a kind). Source: D. E.
Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, where all three are examples.
"""

from __future__ import annotations

from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput


def queens(n: int) -> Cover:
    """Return n queens on n x n, no two attacking: ranks and files are primary, diagonals secondary."""
    ranks, files = [f"rank {x}" for x in range(n)], [f"file {x}" for x in range(n)]
    rising, falling = [f"rising {x}" for x in range(2 * n - 1)], [f"falling {x}" for x in range(2 * n - 1)]
    options = [(ranks[x], files[y], rising[x + y], falling[x - y + n - 1]) for x in range(n) for y in range(n)]
    return cover([*ranks, *files], options, secondary=[*rising, *falling])


def langford(n: int) -> Cover:
    """Return the Langford pairs of n: the numbers 1..n twice each in 2n slots, with k slots between the two k.

    A solution and its mirror image count separately.
    """
    slots = [f"slot {x}" for x in range(2 * n)]
    options = [(f"number {k}", slots[x], slots[x + k + 1]) for k in range(1, n + 1) for x in range(2 * n - k - 1)]
    return cover([*(f"number {k}" for k in range(1, n + 1)), *slots], options)


def sudoku(grid: str) -> Cover:
    """Return a sudoku: one digit per cell, each digit once per rank, file and box; a given cell has only its digit's
    option.

    grid: 81 characters, `.` or `0` for an empty cell. Raises InvalidInput.
    """
    if len(grid) != 81 or set(grid) - set(".0123456789"):
        raise InvalidInput(f"the grid is {grid!r}; expected 81 digits, `.` or `0` for an empty cell")
    places = [(x, y) for x in range(9) for y in range(9)]
    groups = [f"{digit} in {what} {x}" for what in ("rank", "file", "box") for x in range(9) for digit in "123456789"]
    options = [
        (f"cell {x},{y}", f"{digit} in rank {x}", f"{digit} in file {y}", f"{digit} in box {x // 3 * 3 + y // 3}")
        for (x, y), given in zip(places, grid, strict=True)
        for digit in ("123456789" if given in ".0" else given)
    ]
    return cover([*(f"cell {x},{y}" for x, y in places), *groups], options)
