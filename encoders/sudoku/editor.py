"""How puzzles of this kind are edited on a page."""

from __future__ import annotations

from encoders.editor import Editor, Field

EDITOR = Editor(
    name="Sudoku",
    about="Every row, column and box has each digit once; some are given.",
    start={"grid": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"},
    fields=(
        Field(
            "grid", "Grid", "text", "Row by row: . for an empty cell, 1 to 9, then A to P; 16, 81, 256 or 625 in all."
        ),
    ),
)
