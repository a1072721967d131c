"""Sudokus as a kind of puzzle: its callbacks, its picture (given values as pre-placed pieces) and its editor."""

from __future__ import annotations

from typing import Any

from encoders import symbols
from encoders.draw.picture import Picture
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.solutions import FilledGrid
from encoders.sudoku import KEYS, Sudoku, read, referee, to_cover
from encoders.symbols import areas
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Sudoku",
    about="Every row, column and box has each digit once; some are given.",
    start={"grid": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"},
    fields=(
        Field(
            "grid",
            "Grid",
            "symbols",
            "Type 1 to 9, then A to P, into the cells; a point empties one.",
            ("9", "4", "16", "25"),
            boxes=True,
        ),
    ),
)


def picture(sudoku: Sudoku, solution: Solution | None) -> Picture:
    """Return the picture of a filled grid, or of the given cells alone."""
    side, order = sudoku.side, sudoku.order
    places = [(row + row // order, column + column // order) for row in range(side) for column in range(side)]
    grid = sudoku.grid if solution is None else solution["grid"]
    span = side + order - 1
    return Picture((span, span), areas(grid, sudoku.grid, side, places), frozenset(places))


def table(sudoku: Sudoku) -> dict[str, Any]:
    """Return the sudoku as data of the page on which a person fills it."""
    side, order = sudoku.side, sudoku.order
    boxes = [
        (
            f"box {number + 1}",
            [
                (number // order * order + row) * side + number % order * order + column
                for row in range(order)
                for column in range(order)
            ],
        )
        for number in range(side)
    ]
    aim = "Every row, column and box has each symbol once."
    return symbols.table("Sudoku", aim, sudoku.grid, side, [*symbols.lines(side), *boxes], order)


KIND = Kind(
    name="sudoku",
    keys=KEYS,
    read=read,
    canonical=Sudoku.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda sudoku, solution: None,
    identity=lambda sudoku, solution: solution["grid"],
    engines=lambda sudoku: ("exact", "cpsat", "sat"),
    solution=FilledGrid,
    table=table,
    line_key="grid",
    editor=EDITOR,
)
