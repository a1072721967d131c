"""The page editor of positions of Blokus."""

from __future__ import annotations

from typing import get_args

from encoders.blokus.blokus import Anchor, Goal
from encoders.editor import Brush, Editor, Field

SETS = ("blokus", "blokus-small", "blokus-tiny", "blokus-tiny-2", "pentominoes", "tetrominoes", "trominoes", "I1", "I2")

EDITOR = Editor(
    name="Blokus",
    about="Pieces that grow from a start and touch each other by corners only.",
    start={"board": "8x8", "pieces": "blokus", "goal": "corners"},
    fields=(
        Field(
            "board",
            "Board",
            "board",
            brushes=(
                Brush("Square", "mark", "."),
                Brush("Hole", "mark", "#"),
                Brush("Start", "cell", "s", "start"),
                Brush("Target", "cells", "t", "targets"),
                Brush("Own square", "cells", "o", "own"),
                Brush("Other player's square", "cells", "x", "others"),
            ),
        ),
        Field("goal", "Goal", "choice", "Targets belong to the goal cover.", get_args(Goal)),
        Field("pieces", "Pieces", "pieces", choices=SETS),
        Field(
            "anchor",
            "Anchor",
            "choice",
            "How squares that are covered already count.",
            ("", *get_args(Anchor)),
            rare=True,
        ),
    ),
)
