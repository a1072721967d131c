"""Nonograms as a kind of puzzle: its callbacks, its picture (black cells, or an empty grid) and its editor."""

from __future__ import annotations

from collections.abc import Iterator

from encoders.draw.picture import Area, Picture
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.nonogram import KEYS, Nonogram, read, referee, to_cover
from encoders.solutions import FilledGrid
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Nonogram",
    about="Cells to be made black: of each row and column the lengths of the runs of black cells are known.",
    start={"rows": "1,1/5/5/3/1", "columns": "2/4/4/4/2"},
    fields=(
        Field("rows", "Rows", "text", "The runs of each row, / between rows, 0 for none: 1,1/5/5/3/1."),
        Field("columns", "Columns", "text", "The runs of each column, from the left."),
    ),
)


def picture(puzzle: Nonogram, solution: Solution | None) -> Picture:
    """Return the picture of a solution's black cells, or of the empty grid."""
    width = len(puzzle.columns)
    cells = [(row, column) for row in range(len(puzzle.rows)) for column in range(width)]
    grid = "" if solution is None else solution["grid"]
    black = tuple(cell for cell, mark in zip(cells, grid, strict=False) if mark == "#")
    areas = (Area("#", black),) if black else ()
    return Picture((len(puzzle.rows), width), areas, frozenset(cells), labelled=True)


def notices(puzzle: Nonogram) -> Iterator[str]:
    """Yield a sentence if rows and columns have different numbers of black cells."""
    rows, columns = (sum(map(sum, lines)) for lines in (puzzle.rows, puzzle.columns))
    if rows != columns:
        yield f"the rows have {rows:,} black cells and the columns {columns:,}"


KIND = Kind(
    name="nonogram",
    keys=KEYS,
    read=read,
    canonical=Nonogram.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda puzzle, solution: None,
    identity=lambda puzzle, solution: solution["grid"],
    engines=lambda puzzle: ("exact", "cpsat", "sat"),
    solution=FilledGrid,
    notices=notices,
    editor=EDITOR,
    independent=lambda _: "encoders.nonogram.independent_encoder",
)
