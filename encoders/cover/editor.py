"""The page editor of exact covers."""

from __future__ import annotations

from encoders.cover.layout import as_text as layout_text
from encoders.cover.naming import listed
from encoders.cover.symmetries import as_text as symmetries_text
from encoders.editor import Editor, Field
from encoders.keys import Keys


def _unfolded(keys: Keys) -> Keys:
    """Return keys with listed options, and with positions and symmetries as texts if these have one; raises InvalidInput."""
    plain = dict(listed(keys))
    for key, text in (("layout", layout_text), ("symmetries", symmetries_text)):
        plain |= {} if key not in plain or isinstance(plain[key], str) else {key: text(plain[key]) or plain[key]}
    return plain


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
        Field(
            "layout",
            "Positions of items",
            "text",
            "Row and column of each item that pictures show, like a:0,0/b:0,1.",
            rare=True,
        ),
        Field(
            "symmetries",
            "Symmetries",
            "text",
            "Permutations of the items in cycles, like (a b)(c d e)/(a c)(b d); found if empty, for counts up to symmetry.",
            rare=True,
        ),
        Field("maximise", "Maximise", "choice", "Find the greatest sum of costs.", ("", "yes", "no"), rare=True),
    ),
    unfolded=_unfolded,
)
