"""Models without a solution that searches must refute, by name."""

from __future__ import annotations

from collections.abc import Callable

from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from tests.classic_covers import langford, queens, sudoku
from tests.packings import tiling

# A sudoku of 17 clues with one solution, and a 7 in its third cell, where that has another digit; no two clues clash.
SUDOKU = "..7....1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."


def filled(grid: str) -> Cover:
    """The sudoku with some cells given: options that they exclude, and items that they cover, are left out."""
    model = sudoku(3)
    given = [9 * place + int(mark) - 1 for place, mark in enumerate(grid) if mark != "."]
    covered = {int(item) for o in given for item in model.members[model.starts[o] : model.starts[o + 1]]}
    open_options = [
        model.option(o)
        for o in range(model.options)
        if not covered & set(model.members[model.starts[o] : model.starts[o + 1]].tolist())
    ]
    return cover([name for number, name in enumerate(model.items) if number not in covered], open_options)


IMPOSSIBLE: dict[str, Callable[[], Model]] = {
    "langford-5": lambda: langford(5),
    "langford-6": lambda: langford(6),
    "queens-3": lambda: queens(3),
    "sudoku": lambda: filled(SUDOKU),
    "mutilated-chessboard": lambda: tiling("board=8x8 pieces=dominoes copies=any holes=0,0/7,7"),
    "y-9x10": lambda: tiling("board=9x10 pieces=Y5 copies=any"),
    "y-5x15": lambda: tiling("board=5x15 pieces=Y5 copies=any"),
    "y-10x13": lambda: tiling("board=10x13 pieces=Y5 copies=any"),
    "t-6x12": lambda: tiling("board=6x12 pieces=T4 copies=any"),
    "tetrominoes-4x5": lambda: tiling("board=4x5 pieces=tetrominoes copies=1"),
}
