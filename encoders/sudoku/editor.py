"""The page editor of this kind of puzzle."""

from __future__ import annotations

from encoders.editor import Editor, Field

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
