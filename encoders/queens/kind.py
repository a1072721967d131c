"""Queens as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.geometry import square
from encoders.kind import Kind
from encoders.queens import keys, referee, to_cover, to_picture
from encoders.queens.editor import EDITOR
from encoders.queens.queens import Queens
from exactcover.model.encoding import Solution


def _orbit(queens: Queens, solution: Solution, rotations_only: bool) -> Hashable:
    """Return the least image of the squares under rotations and reflections of the board."""
    squares = [row * queens.n + column for row, column in solution["queens"]]
    return min(tuple(sorted(images[squares].tolist())) for images, _ in square.symmetries(queens.n))


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
    orbit=_orbit,
    engines=lambda queens: ("exact", "cpsat", "sat"),
    editor=EDITOR,
)
