"""Boards that are boxes in other coordinates: a parallelogram of triangles is a box of rhombi, each of two triangles.

Cells of triangles are two of three points of the plane; the third are corners, which two of the vectors SIDES span. A cell is
written as (u, v, t): it is in the rhombus u steps along one vector and v along another, as cell t of it. A translation of the
lattice adds to u and v and keeps t, so a piece that has cells of both kinds in every orientation is a piece in space, two
layers thick, that fits into a box two layers thick in one way only. So blocks in space are blocks of triangles, and are composed
as such (composing.py). Hexagons need nothing of it: a parallelogram of them is a rectangle in their coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Piece, Tiling

SIDES = ((1, 1), (1, -2), (2, -1))
"""From a corner of triangles to others, in the coordinates of cells: two of them span the corners, an index of 3."""
INDEX = 3


@dataclass(frozen=True, eq=False)
class Slant:
    """A tiling in the coordinates (u, v, t), and the way back.

    sides: the vectors of u and v, as rows; seats: by piece and orientation, the offset of the plane's orientation that belongs
    to offset 0 in space.
    """

    tiling: Tiling
    sides: Integers
    corner: Integers
    seats: tuple[Integers, ...]

    def flat(self, placements: Integers) -> Integers:
        """Return the placements of the plane that belong to placements in space."""
        firsts = np.cumsum([0, *map(len, self.seats)])
        seats = np.concatenate(self.seats)[firsts[placements[:, 0]] + placements[:, 1]]
        offsets = seats + (placements[:, 2:4] + self.corner) @ self.sides
        return np.concatenate((placements[:, :2], offsets), axis=1)


def slanted(tiling: Tiling) -> Slant | None:
    """Return a tiling whose region is a parallelogram of triangles as one whose region is a whole box; None if it is neither."""
    if tiling.dimension != 2 or not tiling.region.any():
        return None
    cells = tiling.cells()
    if len(np.unique(cells @ (2, 1) % INDEX)) != 2:
        return None
    for pair in combinations(SIDES, 2):
        slant = _along(tiling, cells, np.array(pair))
        if slant is not None:
            return slant
    return None


def _along(tiling: Tiling, cells: Integers, sides: Integers) -> Slant | None:
    """Return the tiling with u and v along these vectors, None if its region is no whole box then, or a piece does not suit."""
    places, kinds = _split(cells, sides)
    corner = places.min(axis=0)
    lengths = places.max(axis=0) - corner + 1
    names = np.unique(kinds)
    if len(cells) != len(names) * lengths.prod():  # cells are different, so that equal numbers mean the whole box
        return None
    pieces, seats = [], []
    for piece in tiling.pieces:
        ways = [_in_space(orientation, sides, names) for orientation in piece.orientations]
        suitable = [way for way in ways if way is not None]
        if len(suitable) < len(ways):
            return None
        pieces.append(Piece(piece.name, tuple(shape for shape, _ in suitable), piece.least, piece.most))
        seats.append(np.array([seat for _, seat in suitable]))
    region = np.ones((*lengths.tolist(), len(names)), dtype=np.bool_)
    return Slant(Tiling(region, tuple(pieces)), sides, corner, tuple(seats))


def _split(cells: Integers, sides: Integers) -> tuple[Integers, Integers]:
    """Return the rhombi (u, v) of cells, and which of the points of a rhombus each is, as a number below INDEX squared."""
    (a, b), (c, d) = sides.tolist()
    determinant = a * d - b * c
    scaled = cells @ np.array([[d, -b], [-c, a]]) * np.sign(determinant)  # cells = scaled @ sides / INDEX
    places = scaled // INDEX
    rest = scaled - places * INDEX
    return places, rest @ np.array([INDEX, 1])


def _in_space(orientation: Integers, sides: Integers, names: Integers) -> tuple[Integers, Integers] | None:
    """Return an orientation in the coordinates (u, v, t) and its seat; None unless it is in every layer, seated in one way."""
    ways = []
    for shift in np.array([(0, 0), (0, 1), (0, 2)]):  # the three classes of offsets
        places, kinds = _split(orientation + shift, sides)
        if np.isin(kinds, names).all():
            ways.append((shift, places, kinds))
    if len(ways) != 1 or len(np.unique(ways[0][2])) != len(names):
        return None
    shift, places, kinds = ways[0]
    least = places.min(axis=0)
    cells = np.concatenate((places - least, np.searchsorted(names, kinds)[:, None]), axis=1)
    return cells[np.lexsort(cells.T[::-1])], shift - least @ sides
