"""The page editor of sliding-block puzzles."""

from __future__ import annotations

from typing import get_args

from encoders.editor import Brush, Editor, Field
from encoders.keys import Keys
from encoders.sliding.blocks import rush_hour
from exactcover.model.space import Metric, Motion


def _unfolded(keys: Keys) -> Keys:
    """Return keys with the board and the goal expanded from a line of Rush Hour."""
    return rush_hour.written_out(keys) if rush_hour.KEY in keys else keys


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
                Brush("Drag a block", "drag", ""),
            ),
        ),
        Field(
            "goal", "Goal", "text", "A block and its first cell there, such as A@3,0; several joined by /; or two-ls."
        ),
        Field("metric", "Metric", "choice", "What the length of a plan counts.", ("", *get_args(Metric))),
        Field(
            "motion",
            "Motion",
            "choice",
            "Whether blocks move along their length only.",
            ("", *get_args(Motion)),
            rare=True,
        ),
        Field(
            "identical",
            "Identical",
            "choice",
            "Whether blocks of one shape are interchangeable.",
            ("", "yes", "no"),
            rare=True,
        ),
    ),
    unfolded=_unfolded,
)
