"""The page editor of this kind of puzzle."""

from __future__ import annotations

from encoders.editor import Editor, Field

EDITOR = Editor(
    name="Queens",
    about="Queens on a square board, one in each row, none attacking another.",
    start={"n": "8"},
    fields=(Field("n", "Queens", "text", "How many queens, and squares to a side."),),
)
