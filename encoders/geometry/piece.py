"""Pieces: finite sets of cells, when two are congruent, and all connected ones of a size.

Not here: named sets of pieces (piece_sets.py), boards, placements, and numbers of copies.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from encoders.geometry.lattice import (
    MOTIONS,
    Cell,
    Lattice,
    Matrix,
    Motions,
    Shape,
    normalised,
)
from exactcover.model.errors import InvalidInput

if TYPE_CHECKING:
    from exactcover.model.arrays import Integers


@dataclass(frozen=True)
class Piece:
    """A named set of cells of a lattice, moved to the origin; it need not be connected.

    cells: all different; motions: the isometries that a set with `-one-sided` or `-fixed` allows, None if the puzzle decides;
    marks: a number for each cell, in the order of the cells, if a puzzle marks them. Raises InvalidInput.
    """

    name: str
    cells: Shape
    lattice: Lattice
    motions: Motions | None = None
    marks: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not self.name:
            raise InvalidInput("a piece without a name; expected letters, digits and dashes")
        if not self.cells:
            raise InvalidInput(f"piece {self.name!r} has no cells; expected at least one")
        lengths = sorted({len(cell) for cell in self.cells})
        if lengths != [self.lattice.dimension]:
            raise InvalidInput(
                f"piece {self.name!r} has cells of {' and '.join(map(str, lengths))} coordinates; expected"
                f" {self.lattice.dimension} each on the {self.lattice.name} lattice"
            )
        if len(set(self.cells)) < len(self.cells):
            twice = Counter(self.cells).most_common(1)[0][0]
            raise InvalidInput(f"piece {self.name!r} has the cell {','.join(map(str, twice))} twice; expected it once")
        if self.motions is not None and self.motions not in MOTIONS:
            known = ", ".join(MOTIONS)
            raise InvalidInput(f"piece {self.name!r} has unknown motions {self.motions!r}; expected one of {known}")
        if self.marks is not None:
            if len(self.marks) != len(self.cells):
                raise InvalidInput(f"piece {self.name!r} has {len(self.marks)} marks; expected one for each cell")
            marked = sorted(zip(self.cells, self.marks, strict=True))  # from here on cells are in increasing order
            object.__setattr__(self, "marks", tuple(mark for _, mark in marked))
        object.__setattr__(self, "cells", normalised(self.cells))


def orientations(cells: Shape, lattice: Lattice, motions: Motions) -> tuple[Shape, ...]:
    """Return the distinct images of the cells under the motions, normalised and in increasing order.

    Raises InvalidInput if the cells are not the lattice's (see `on_lattice`).
    """
    if not cells or len(cells[0]) != lattice.dimension:
        have = f"cells of {len(cells[0])} coordinates" if cells else "no cells"
        raise InvalidInput(f"{have} on the {lattice.name} lattice; expected cells of {lattice.dimension} coordinates")
    import numpy as np  # listing the names of pieces needs no numpy

    images = np.array(cells) @ _turning(lattice, motions)
    images -= images.min(axis=1, keepdims=True)
    return tuple(sorted({tuple(sorted(map(tuple, turned.tolist()))) for turned in images}))


@cache
def _turning(lattice: Lattice, motions: Motions) -> Integers:
    """Return the transposed matrices of the motions: cells times a matrix gives moved cells."""
    import numpy as np

    return np.array(lattice.matrices(motions), dtype=np.int64).transpose(0, 2, 1)


def canonical(cells: Shape, lattice: Lattice, motions: Motions) -> Shape:
    """Return the least orientation: the same for two shapes exactly when a motion maps one to the other."""
    return orientations(cells, lattice, motions)[0]


def on_lattice(piece: Piece, lattice: Lattice) -> Shape:
    """Return a piece's cells on the lattice of a board: its own, or space for a planar piece, in layer 0.

    Raises InvalidInput for a solid piece in the plane, and for a piece of another lattice.
    """
    if piece.lattice == lattice:
        return piece.cells
    if lattice != piece.lattice.layer and piece.lattice != lattice.layer:
        raise InvalidInput(
            f"piece {piece.name!r} is of the {piece.lattice.name} lattice, the board of the {lattice.name} lattice; expected"
            " pieces of the board's"
        )
    return in_dimension(piece.cells, lattice.dimension, piece.name)


def in_dimension(cells: Shape, dimension: int, name: str = "") -> Shape:
    """Return the cells with that many coordinates, 2 or 3, planar ones being layer 0 of space.

    Raises InvalidInput for a solid piece in the plane; `name` is used in the message.
    """
    if not cells or len(cells[0]) == dimension:
        return cells
    if dimension == 3:
        return tuple((0, *cell) for cell in cells)
    if any(cell[0] for cell in cells):
        piece = f"piece {name!r}" if name else f"a piece of {len(cells)} cells"
        raise InvalidInput(f"{piece} is solid and the board is planar; expected a planar piece, or a board AxBxC")
    return tuple(cell[1:] for cell in cells)


def refuse_unsettled(piece: Piece, lattice: Lattice, motions: Motions) -> None:
    """Raise InvalidInput for a piece that is not a shape of the lattice, or whose placements its cells do not determine.

    Placements are translates of orientations that lie on cells. If all cells of a piece are of one class (apart from each
    other, on triangles) a translate may lie on cells to which no motion maps it: such a piece is rejected.
    """
    if lattice.modulus == 1:
        return
    seats = lattice.seats(on_lattice(piece, lattice))
    if not seats:
        raise InvalidInput(f"piece {piece.name!r} has a cell where the {lattice.name} lattice has none")
    images = (tuple(_product(matrix, cell) for cell in seats[0]) for matrix in lattice.matrices(motions))
    reached = {(normalised(cells), lattice.class_of(min(cells))) for cells in images}
    if any((normalised(cells), lattice.class_of(min(cells))) not in reached for cells in seats):
        raise InvalidInput(
            f"piece {piece.name!r} may be moved onto cells to which none of its motions takes it; expected a piece of"
            " neighbouring cells"
        )


def _product(matrix: Matrix, cell: Cell) -> Cell:
    return tuple(sum(factor * x for factor, x in zip(row, cell, strict=True)) for row in matrix)


@cache
def connected_shapes(n: int, lattice: Lattice, motions: Motions) -> tuple[Shape, ...]:
    """Return all connected sets of n cells up to the motions, in order of canonical form; raises InvalidInput for n < 1.

    Of squares: free polyominoes under isometries, one-sided under rotations, fixed under translations (OEIS A000105, A000988,
    A001168).
    """
    if n < 1:
        raise InvalidInput(f"shapes of {n} cells; expected at least 1")
    if motions == "isometries":
        shapes = _grown(n, lattice)
    else:
        shapes = {
            other
            for shape in connected_shapes(n, lattice, "isometries")
            for other in orientations(shape, lattice, "isometries")
        }
    forms: list[Shape] = []
    seen: set[Shape] = set()
    for shape in shapes:
        if shape not in seen:
            turned = orientations(shape, lattice, motions)
            seen.update(turned)
            forms.append(turned[0])
    return tuple(sorted(forms))


def _grown(n: int, lattice: Lattice) -> set[Shape]:
    """Return shapes of n cells, at least one of every congruence class: smaller shapes with a neighbour added."""
    if n == 1:
        return {((0,) * lattice.dimension,)}
    return {
        normalised((*shape, neighbour))
        for smaller in connected_shapes(n - 1, lattice, "isometries")
        for shape in lattice.seats(smaller)
        for cell in shape
        for neighbour in lattice.neighbours(cell)
        if neighbour not in shape
    }
