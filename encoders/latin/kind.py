"""Latin squares as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.geometry import square
from encoders.kind import Kind
from encoders.latin import keys, referee, to_cover, to_picture
from encoders.latin.editor import EDITOR
from encoders.latin.latin import Latin
from exactcover.model.encoding import Solution


def _orbit(latin: Latin, solution: Solution, rotations_only: bool) -> Hashable:
    """Return the least of the grid's images under rotations and reflections."""
    grid = solution["grid"]
    return min("".join(grid[cell] for cell in images) for images, _ in square.symmetries(latin.n))


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
    orbit=_orbit,
    engines=lambda latin: ("exact", "cpsat", "sat"),
    editor=EDITOR,
)
