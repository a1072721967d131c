"""The surface of a piece in space: the faces of its cells that no other cell of it has, and the edges at which it folds.

Not here: the cells as polyhedra (encoders/geometry/polyhedra.py), projections and meshes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import add

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.polyhedra import GRAIN, polyhedra

Edge = tuple[Cell, Cell]


@dataclass(frozen=True)
class Facet:
    """A face of a piece: its cell, the step beyond it, its corners in units of GRAIN; folds: whether the edge after each is one.

    The corners are anticlockwise as seen from outside. At an edge that is no fold the piece goes on in the same plane.
    """

    cell: Cell
    beyond: Cell
    corners: tuple[Cell, ...]
    folds: tuple[bool, ...]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges, from each corner to the next."""
        return tuple(pairwise((*self.corners, self.corners[0])))


def surface(cells: Collection[Cell], lattice: Lattice) -> list[Facet]:
    """Return the faces of a piece, by cell."""
    inside = set(cells)
    facets = [facet for cell in sorted(inside) for facet in _facets(cell, inside, lattice)]
    in_plane = Counter((frozenset(edge), facet.beyond) for facet in facets for edge in facet.edges)
    return [
        Facet(facet.cell, facet.beyond, facet.corners,
              tuple(in_plane[frozenset(edge), facet.beyond] == 1 for edge in facet.edges))
        for facet in facets
    ]  # fmt: skip


def _facets(cell: Cell, inside: set[Cell], lattice: Lattice) -> Iterator[Facet]:
    for face in polyhedra(lattice)[lattice.residue(cell)]:
        if tuple(map(add, cell, face.beyond)) not in inside:
            corners = tuple(
                tuple(GRAIN * x + step for x, step in zip(cell, corner, strict=True)) for corner in face.corners
            )
            yield Facet(cell, face.beyond, corners, (True,) * len(corners))
