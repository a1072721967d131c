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
    about="Two of each number in a row, k places between the two of k.",
    start={"n": "7"},
    fields=(Field("n", "Numbers", "text", "The largest number."),),
)


def picture(langford: Langford, solution: Solution | None) -> Picture:
    """Return the picture of a solution's row, or of the empty places."""
    row = [] if solution is None else solution["sequence"]
    pairs = [(k, tuple((0, place) for place, other in enumerate(row) if other == k)) for k in sorted(set(row))]
    places = frozenset((0, place) for place in range(2 * langford.n))
    return Picture((1, 2 * langford.n), tuple(Area(str(k), cells) for k, cells in pairs), places)


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
        tuple(solution["sequence"]), tuple(solution["sequence"][::-1])
    ),
    engines=lambda langford: ("exact", "cpsat", "sat"),
    solution=NumberRow,
    editor=EDITOR,
)
