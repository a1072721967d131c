"""Langford pairs as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from encoders.kind import Kind
from encoders.langford import keys, referee, to_cover, to_picture
from encoders.langford.editor import EDITOR
from encoders.langford.langford import Langford

KIND = Kind(
    name="langford",
    keys=keys.KEYS,
    read=keys.langford,
    canonical=Langford.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=to_picture.picture,
    cost=lambda langford, solution: None,
    identity=lambda langford, solution: tuple(solution["sequence"]),
    orbit=lambda langford, solution, rotations_only: min(
        tuple(solution["sequence"]), tuple(solution["sequence"][::-1])
    ),
    engines=lambda langford: ("exact", "cpsat", "sat"),
    editor=EDITOR,
)
