"""How sliding-block puzzles are edited on a page."""

from __future__ import annotations

from typing import get_args

from encoders.editor import Brush, Editor, Field
from exactcover.model.space import Metric

EDITOR = Editor(
    name="Sliding blocks",
    about="Blocks of any shape that slide among walls until one of them is where it should be.",
    start={"board": "AABB/AACC/DE../FGHH/FGII", "goal": "A@3,0", "metric": "moves"},
    fields=(
        Field(
            "board",
            "Board",
            "board",
            brushes=(
                Brush("Empty", "mark", "."),
                Brush("Wall", "mark", "#"),
                Brush("Block", "letter", "A"),
                Brush("Goal of a block", "place", "A", "goal"),
            ),
        ),
        Field(
            "goal", "Goal", "text", "A block and its first cell there, such as A@3,0; several joined by /; or two-ls."
        ),
        Field("metric", "Metric", "choice", "What the length of a plan counts.", ("", *get_args(Metric))),
        Field(
            "identical",
            "Identical",
            "choice",
            "Whether blocks of one shape are interchangeable.",
            ("", "yes", "no"),
            rare=True,
        ),
    ),
)
