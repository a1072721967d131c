"""The page editor of this kind of puzzle."""

from __future__ import annotations

from encoders.editor import Editor, Field

EDITOR = Editor(
    name="Langford pairs",
    about="Two of each number in a row, k places between the two of k.",
    start={"n": "7"},
    fields=(Field("n", "Numbers", "text", "The largest number."),),
)
