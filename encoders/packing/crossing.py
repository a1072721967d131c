"""Pieces of edges that may not cross: `crossing=no`.

Two pieces cross at a vertex if both go straight through it. So that no two do, a piece also covers the vertices that it goes
straight through, and the vertices of the board are further cells, which may stay empty.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from encoders.geometry.lattice import Cell, Lattice, Shape
from encoders.geometry.lattices import WITH_VERTICES
from encoders.keys import Keys
from encoders.piece_keys import Wanted
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput


class Uncrossed(NamedTuple):
    """The board with its vertices, its lattice, the cells that may stay empty, and the pieces with theirs."""

    cells: Mask
    lattice: Lattice
    optional: Mask
    wanted: list[Wanted]


def uncrossed(keys: Keys, cells: Mask, lattice: Lattice, optional: Mask | None, wanted: list[Wanted]) -> Uncrossed:
    """Return a packing of edges in which no two pieces may cross; raises InvalidInput for other lattices."""
    if lattice not in WITH_VERTICES:
        known = " or ".join(each.name for each in WITH_VERTICES)
        raise InvalidInput(
            f"crossing=no on the {lattice.name} lattice, where no two pieces cross; expected lattice={known}"
        )
    if "holes_free" in keys:
        raise InvalidInput(
            "the packing has holes_free and crossing=no, with which vertices are cells that may stay empty; expected one of them"
        )
    finer = WITH_VERTICES[lattice]
    vertices = np.zeros_like(cells)
    edges = frozenset(map(tuple, np.argwhere(cells).tolist()))
    for vertex in _straight_through(edges, finer):
        vertices[vertex] = True
    pieces = [
        (replace(piece, cells=with_vertices(piece.cells, finer), lattice=finer), copies) for piece, copies in wanted
    ]
    return Uncrossed(cells | vertices, finer, vertices if optional is None else optional | vertices, pieces)


def with_vertices(edges: Shape, lattice: Lattice) -> Shape:
    """Return edges with the vertices at which two of them are in line; those of other lattices unchanged."""
    if lattice not in WITH_VERTICES.values() or not all(map(lattice.has, edges)):
        return edges
    return (*edges, *sorted(_straight_through(frozenset(edges), lattice) - set(edges)))


def is_vertex(cell: Cell, lattice: Lattice) -> bool:
    """Return whether a cell is a vertex between edges."""
    return lattice in WITH_VERTICES.values() and not any(x % 2 for x in cell)


def _straight_through(edges: frozenset[Cell], lattice: Lattice) -> set[Cell]:
    """Return the vertices with an edge of the set on either side in one line."""
    through = set[Cell]()
    for row, column in edges:
        for down, right in lattice.around[0, 0]:
            if (row % 2, column % 2) == (down % 2, right % 2) and (row + 2 * down, column + 2 * right) in edges:
                through.add((row + down, column + right))
    return through
