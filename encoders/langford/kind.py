"""Langford pairs as a kind of puzzle: its callbacks, its picture (the row of numbers, from left to right) and its editor."""

from __future__ import annotations

from encoders.draw.picture import Area, Picture
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.langford import KEYS, Langford, read, referee, to_cover
from encoders.solutions import NumberRow
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Langford pairs",
    about="Two or more of each number in a row, k places between one of k and the next.",
    start={"n": "7"},
    fields=(
        Field("n", "Numbers", "text", "The largest number."),
        Field("of", "Copies", "text", "How many of each number: 2, or 3 for triples.", rare=True),
        Field("hooked", "Hooked", "choice", "Whether the last place but one is empty.", ("no", "yes"), rare=True),
    ),
)


def picture(langford: Langford, solution: Solution | None) -> Picture:
    """Return the picture of a solution's row, or of the empty places."""
    row = [] if solution is None else solution["sequence"]
    pairs = [(k, tuple((0, place) for place, other in enumerate(row) if other == k)) for k in sorted({*row} - {0})]
    hole = langford.length - 2 if langford.hooked else -1
    places = frozenset((0, place) for place in range(langford.length) if place != hole)
    return Picture((1, langford.length), tuple(Area(str(k), cells) for k, cells in pairs), places)


KIND = Kind(
    name="langford",
    keys=KEYS,
    read=read,
    canonical=Langford.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda langford, solution: None,
    identity=lambda langford, solution: tuple(solution["sequence"]),
    orbit=lambda langford, solution, rotations_only: min(
        tuple(solution["sequence"]), tuple(solution["sequence"][:: 1 if langford.hooked else -1])
    ),
    engines=lambda langford: ("exact", "cpsat", "sat"),
    solution=NumberRow,
    editor=EDITOR,
    independent=lambda _: "encoders.langford.independent_encoder",
)
