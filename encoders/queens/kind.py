"""Queens as a kind of puzzle: what the rest of the program may ask of them."""

from __future__ import annotations

from encoders.kind import Kind
from encoders.queens import keys, referee, to_cover, to_picture
from encoders.queens.editor import EDITOR
from encoders.queens.queens import Queens

KIND = Kind(
    name="queens",
    keys=keys.KEYS,
    read=keys.queens,
    canonical=Queens.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    all_right=referee.all_right,
    encoding_faults=referee.cover_faults,
    picture=to_picture.picture,
    cost=lambda queens, solution: None,
    identity=lambda queens, solution: frozenset(map(tuple, solution["queens"])),
    engines=lambda queens: ("exact", "cpsat", "sat"),
    editor=EDITOR,
)
