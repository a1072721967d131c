"""The page editor of n-puzzles."""

from __future__ import annotations

from encoders.editor import Editor, Field

EDITOR = Editor(
    name="Number tiles",
    about="Numbered tiles that slide into the one empty place until they are in order.",
    start={"board": "3x3", "start": "8,0,6,5,4,7,2,3,1"},
    fields=(
        Field("board", "Size", "text", "Rows and columns, such as 4x4."),
        Field("start", "Start", "numbers", "Choose two places to exchange what is in them.", size="board"),
        Field("goal", "Goal", "numbers", "The blank first, then the tiles in order, unless changed.", size="board"),
    ),
)
