"""The page editor of exact covers."""

from __future__ import annotations

from encoders.cover.naming import listed
from encoders.editor import Editor, Field

EDITOR = Editor(
    name="Exact cover",
    about="Options, each a few items: choose options so that every item is in exactly one of them.",
    start={
        "items": ["a", "b", "c", "d", "e", "f", "g"],
        "options": [["c", "e"], ["a", "d", "g"], ["b", "c", "f"], ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]],
    },
    fields=(
        Field("items", "Items", "items", "One item a line; name least most, where it is not to be covered just once."),
        Field("options", "Options", "lines", "One option a line: the items in it, blanks between them."),
        Field(
            "costs",
            "Costs",
            "whole",
            "One number for each option, commas between them, like 2.5 or 1/3; empty if options cost nothing.",
            rare=True,
        ),
        Field("names", "Names of options", "text", "One name for each option, commas between them.", rare=True),
        Field("maximise", "Maximise", "choice", "Find the greatest sum of costs.", ("", "yes", "no"), rare=True),
    ),
    unfolded=listed,
)
