"""Sudokus as a kind of puzzle: its callbacks, its table for play and its editor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from encoders import symbols
from encoders.clues import clues
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.solutions import FilledGrid
from encoders.sudoku import Sudoku, referee, to_cover
from encoders.sudoku.keys import KEYS, read
from encoders.sudoku.to_picture import picture
from encoders.symbols import SYMBOLS

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
            ("9", "4", "6", "8", "12", "16", "25"),
            boxes=True,
        ),
        Field("boxes", "Boxes", "text", "Rows and columns of a box, such as 2x3.", rare=True),
        Field("regions", "Regions", "text", "Instead of boxes a character for each cell, / between rows.", rare=True),
        Field(
            "diagonal",
            "Diagonals",
            "choice",
            "Whether both diagonals have each digit once.",
            ("", "yes", "no"),
            rare=True,
        ),
        Field("anti", "Moves", "text", "knight or king: digits a move apart differ; or king,knight.", rare=True),
        Field(
            "cages",
            "Cages",
            "text",
            "A letter for each cage, . elsewhere, / between rows: its digits differ.",
            rare=True,
        ),
        Field("sums", "Sums of cages", "text", "The sum of each letter: A:15,B:7.", rare=True),
    ),
)


def table(sudoku: Sudoku) -> dict[str, Any] | None:
    """Return the sudoku as data of the page on which a person fills it; None for several grids and for sums."""
    side, (height, width) = sudoku.side, sudoku.boxes
    if len(sudoku.corners) > 1 or sudoku.width != side or any(total is not None for total, _ in sudoku.cages):
        return None
    numbers = [divmod(cell, side) for cell in range(side * side)]
    regions = sudoku.regions or [row // height * height + column // width for row, column in numbers]
    name = "region" if sudoku.regions else "box"
    parts = [[cell for cell, own in enumerate(regions) if own == part] for part in dict.fromkeys(regions)]
    units = [*symbols.lines(side), *((f"{name} {number}", cells) for number, cells in enumerate(parts, 1))]
    if sudoku.diagonal:
        units.append(("falling diagonal", [k * side + k for k in range(side)]))
        units.append(("rising diagonal", [(side - 1 - k) * side + k for k in range(side)]))
    aim = f"Every row, column and {name}{' and both diagonals have' if sudoku.diagonal else ' has'} each symbol once."
    data = symbols.table("Sudoku", aim, sudoku.grid, side, units, height if height == width else 0)
    apart = [(f"cage {number}", [row * side + column for row, column in own])
             for number, (_, own) in enumerate(sudoku.cages, 1)]  # fmt: skip
    for move, steps in (("knight", ((1, 2), (1, -2), (2, 1), (2, -1))), ("king", ((0, 1), (1, -1), (1, 0), (1, 1)))):
        for row, column in numbers if move in sudoku.anti else ():
            ends = [(row + down, column + right) for down, right in steps]
            apart += [
                (f"{move}'s move of row {row + 1}, column {column + 1}", [row * side + column, end[0] * side + end[1]])
                for end in ends
                if end in numbers
            ]
    data["units"] += [{"name": unit, "cells": cells, "least": 0} for unit, cells in apart]
    letters = [SYMBOLS[list(dict.fromkeys(regions)).index(own)] for own in regions]
    return data if data["box"] and not sudoku.regions else data | {"box": 0, "regions": "".join(letters)}


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
    varied=clues(lambda sudoku: sudoku.grid, lambda sudoku, grid: replace(sudoku, grid=grid)),
    independent=lambda sudoku: f"encoders.sudoku.independent_encoder{'' if sudoku.is_plain else '_of_rules'}",
)
