"""The page editor of this kind of puzzle."""

from __future__ import annotations

from encoders.editor import Editor, Field

EDITOR = Editor(
    name="Latin square",
    about="A square with each symbol once in every row and column; some may be given.",
    start={"n": "4"},
    fields=(
        Field("n", "Symbols", "text", "How many symbols, and cells to a side."),
        Field(
            "grid", "Given cells", "symbols", "Type 1 to 9, then A to Z, into the cells; a point empties one.", size="n"
        ),
    ),
)
