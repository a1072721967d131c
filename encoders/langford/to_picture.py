"""Drawings of Langford pairs: the row of numbers, from left to right."""

from __future__ import annotations

from encoders.draw.picture import Area, Picture
from encoders.langford.langford import Langford
from exactcover.model.encoding import Solution


def picture(langford: Langford, solution: Solution | None) -> Picture:
    """Return the picture of a solution's row, or of the empty places."""
    row = [] if solution is None else solution["sequence"]
    pairs = [(k, tuple((0, place) for place, other in enumerate(row) if other == k)) for k in sorted(set(row))]
    places = frozenset((0, place) for place in range(2 * langford.n))
    return Picture((1, 2 * langford.n), tuple(Area(str(k), cells) for k, cells in pairs), places)
