"""Latin squares as a kind of puzzle: what the rest of the program may ask of them."""

from __future__ import annotations

from encoders.kind import Kind
from encoders.latin import keys, referee, to_cover, to_picture
from encoders.latin.editor import EDITOR
from encoders.latin.latin import Latin

KIND = Kind(
    name="latin",
    keys=keys.KEYS,
    read=keys.latin,
    canonical=Latin.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=to_picture.picture,
    cost=lambda latin, solution: None,
    identity=lambda latin, solution: solution["grid"],
    engines=lambda latin: ("exact", "cpsat", "sat"),
    editor=EDITOR,
)
