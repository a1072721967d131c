"""Pieces: finite sets of cells, when two are congruent, and all connected ones of a size.

Not here: named sets of pieces (piece_sets.py), boards, placements, and numbers of copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from operator import add
from typing import TYPE_CHECKING

from encoders.geometry.lattice import MOTIONS, Cell, Lattice, Motions, Shape, by_period, image, mapped, normalised
from exactcover.model.errors import InvalidInput

if TYPE_CHECKING:
    from exactcover.model.arrays import Integers


@dataclass(frozen=True)
class Piece:
    """A named set of cells of a lattice, moved to the origin by its period; it need not be connected.

    cells: all different; motions: the isometries that a set with `-one-sided` or `-fixed` allows, None if the puzzle decides;
    marks: a number for each cell, in the order of the cells, if a puzzle marks them; groups, value: see Packable. Raises
    InvalidInput.
    """

    name: str
    cells: Shape
    lattice: Lattice
    motions: Motions | None = None
    marks: tuple[int, ...] | None = None
    groups: tuple[tuple[int, int | None], ...] = ()
    value: Fraction = Fraction(0)

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
        object.__setattr__(self, "cells", by_period(self.cells, self.lattice.modulus))


def orientations(cells: Shape, lattice: Lattice, motions: Motions) -> tuple[Shape, ...]:
    """Return the distinct images of the cells under the motions, normalised and in increasing order.

    Raises InvalidInput if the cells are not the lattice's (see `on_lattice`).
    """
    if not cells or len(cells[0]) != lattice.dimension:
        have = f"cells of {len(cells[0])} coordinates" if cells else "no cells"
        raise InvalidInput(f"{have} on the {lattice.name} lattice; expected cells of {lattice.dimension} coordinates")
    import numpy as np  # listing the names of pieces needs no numpy

    turned = np.array(cells) @ _turning(lattice, motions)
    turned -= turned.min(axis=1, keepdims=True)
    return tuple(sorted({tuple(sorted(map(tuple, each.tolist()))) for each in turned}))


@cache
def _turning(lattice: Lattice, motions: Motions) -> Integers:
    """Return the transposed matrices of the motions: cells times a matrix gives moved cells."""
    import numpy as np

    return np.array(lattice.matrices(motions), dtype=np.int64).transpose(0, 2, 1)


def images(cells: Shape, lattice: Lattice, motions: Motions) -> list[Shape]:
    """Return the images of cells of the lattice under the motions, each once, moved by its period to the origin."""
    if lattice.modulus == 1:
        return list(orientations(cells, lattice, motions))
    import numpy as np

    matrices, shifts = _moving(lattice, motions)
    moved = np.array(cells) @ matrices + shifts
    corners = moved.min(axis=1, keepdims=True)
    moved -= corners - corners % lattice.modulus
    return sorted({tuple(sorted(map(tuple, each.tolist()))) for each in moved})


@cache
def _moving(lattice: Lattice, motions: Motions) -> tuple[Integers, Integers]:
    """Return the transposed matrices and the shifts (n, 1, dimension) of the motions modulo the period."""
    import numpy as np

    matrices, shifts = zip(*lattice.motions(motions), strict=True)
    return np.array(matrices, dtype=np.int64).transpose(0, 2, 1), np.array(shifts, dtype=np.int64)[:, None]


def mirrored(cells: Shape, lattice: Lattice) -> Shape:
    """Return the mirror image of a piece, moved by the lattice's period to the origin."""
    at = seated(cells, lattice, "isometries")
    if lattice.modulus == 1:
        return image(lattice.mirror, at)
    shift = next(shift for matrix, shift in lattice.motions("isometries") if matrix == lattice.mirror)
    moved = (tuple(map(add, cell, shift)) for cell in mapped(lattice.mirror, at))
    return by_period(moved, lattice.modulus)


def as_body(cells: Shape, lattice: Lattice, motions: Motions) -> Motions:
    """Return the motions of a piece as a body: spheres in one plane, turned over, are their mirror image in a lattice of spheres.

    The rotation that turns them over need not be one of the lattice.
    """
    if not lattice.round or motions != "rotations":
        return motions
    import numpy as np

    flat = np.linalg.matrix_rank(np.array(cells) - np.array(cells[0])) <= 2
    return "isometries" if flat else motions


def lying(cells: Shape, lattice: Lattice, motions: Motions) -> dict[Shape, frozenset[Cell]]:
    """Return the orientations of a piece, each with where its corner may lie modulo the lattice's period.

    The corner has the least coordinate of the cells on every axis. Cells: of the lattice.
    """
    corners: dict[Shape, set[Cell]] = {}
    for image_ in images(cells, lattice, motions):
        corners.setdefault(normalised(image_), set()).add(tuple(map(min, zip(*image_, strict=True))))
    return {shape: frozenset(corners[shape]) for shape in sorted(corners)}


def coloured(
    cells: Shape, marks: Sequence[int], lattice: Lattice, motions: Motions
) -> dict[Shape, dict[Cell, frozenset[tuple[int, ...]]]]:
    """Return the same for cells with marks: for each place of the corner, the marks of the orientation's cells in every image."""
    import numpy as np

    matrices, shifts = _moving(lattice, motions)
    every: dict[Shape, dict[Cell, set[tuple[int, ...]]]] = {}
    for each in np.array(cells) @ matrices + shifts:
        least = each.min(axis=0)
        image_ = sorted(zip(map(tuple, (each - least).tolist()), marks, strict=True))
        corners = every.setdefault(tuple(cell for cell, _ in image_), {})
        corners.setdefault(tuple((least % lattice.modulus).tolist()), set()).add(tuple(mark for _, mark in image_))
    return {shape: {corner: frozenset(ways) for corner, ways in every[shape].items()} for shape in sorted(every)}


def settled(cells: Shape, lattice: Lattice, motions: Motions) -> bool:
    """Return whether a piece may lie wherever the cells of one of its orientations are cells of the lattice.

    Otherwise it is bound: a translate of an orientation may lie on cells to which no motion takes the piece.
    """
    if lattice.modulus == 1:
        return True
    return all(corners == corners_on(shape, lattice) for shape, corners in lying(cells, lattice, motions).items())


@cache
def corners_on(shape: Shape, lattice: Lattice) -> frozenset[Cell]:
    """Return where the corner of a shape may lie, modulo the period, for its cells to be cells of the lattice."""
    return frozenset(
        at
        for at in product(range(lattice.modulus), repeat=lattice.dimension)
        if all(lattice.has(tuple(map(add, cell, at))) for cell in shape)
    )


def canonical(cells: Shape, lattice: Lattice, motions: Motions) -> Shape:
    """Return the least image: the same for two shapes exactly when a motion maps one to the other.

    It is moved to the origin, for a piece that is bound only as far as its cells stay cells of the lattice. Raises
    InvalidInput for cells that are not the lattice's.
    """
    if lattice.modulus == 1:
        return orientations(cells, lattice, motions)[0]
    at = seated(cells, lattice, motions)
    return orientations(at, lattice, motions)[0] if settled(at, lattice, motions) else images(at, lattice, motions)[0]


def on_lattice(piece: Piece, lattice: Lattice) -> Shape:
    """Return a piece's cells on the lattice of a board: its own, or space for a planar piece, in layer 0.

    Raises InvalidInput for a solid piece in the plane, and for a piece of another lattice.
    """
    if piece.lattice == lattice:
        return piece.cells
    if not (_within(lattice, piece.lattice) or _within(piece.lattice, lattice)):
        raise InvalidInput(
            f"piece {piece.name!r} is of the {piece.lattice.name} lattice, the board of the {lattice.name} lattice; expected"
            " pieces of the board's"
        )
    return in_dimension(piece.cells, lattice.dimension, piece.name)


def _within(lattice: Lattice, other: Lattice) -> bool:
    """Return whether a lattice is a layer of another, or a layer of its layers."""
    layer = other.layer
    while layer is not None and layer != lattice:
        layer = layer.layer
    return layer == lattice


def in_dimension(cells: Shape, dimension: int, name: str = "") -> Shape:
    """Return the cells with that many coordinates, those of fewer being layer 0 of space.

    Raises InvalidInput for a solid piece in the plane; `name` is used in the message.
    """
    if not cells or len(cells[0]) == dimension:
        return cells
    more = dimension - len(cells[0])
    if more > 0:
        return tuple((*(0,) * more, *cell) for cell in cells)
    if any(any(cell[:-more]) for cell in cells):
        piece = f"piece {name!r}" if name else f"a piece of {len(cells)} cells"
        raise InvalidInput(f"{piece} is solid and the board is planar; expected a planar piece, or a board AxBxC")
    return tuple(cell[-more:] for cell in cells)


def seated(cells: Shape, lattice: Lattice, motions: Motions, name: str = "") -> Shape:
    """Return a drawn shape on cells of the lattice: where it is drawn, or moved to the first place where it has cells.

    Raises InvalidInput if there is none, or if motions do not map all such places to each other.
    """
    if lattice.modulus == 1 or all(map(lattice.has, cells)):
        return cells
    seats = lattice.seats(cells)
    piece = f"piece {name!r}" if name else f"a piece of {len(cells)} cells"
    if not seats:
        at = next(",".join(map(str, cell)) for cell in cells if not lattice.has(cell))
        raise InvalidInput(
            f"{piece} has a cell where the {lattice.name} lattice has none, {at}, and so has each of its translates;"
            " expected cells of the lattice"
        )
    if not settled(seats[0], lattice, motions):
        raise InvalidInput(
            f"{piece} may be moved onto cells to which none of its motions takes it; expected it drawn where its cells are"
            f" cells of the {lattice.name} lattice"
        )
    return seats[0]


@cache
def connected_shapes(n: int, lattice: Lattice, motions: Motions) -> tuple[Shape, ...]:
    """Return all connected sets of n cells up to the motions, in order of canonical form; raises InvalidInput for n < 1.

    Of squares: free polyominoes under isometries, one-sided under rotations, fixed under translations (OEIS A000105, A000988,
    A001168).
    """
    if n < 1:
        raise InvalidInput(f"shapes of {n} cells; expected at least 1")
    if motions == "isometries":
        shapes: Iterable[Shape] = _grown(n, lattice)
    else:
        shapes = (
            other
            for shape in connected_shapes(n, lattice, "isometries")
            for other in images(seated(shape, lattice, "isometries"), lattice, "isometries")
        )
    return tuple(sorted({canonical(shape, lattice, motions) for shape in shapes}))


def _grown(n: int, lattice: Lattice) -> set[Shape]:
    """Return shapes of n cells, at least one of every congruence class: smaller shapes with a neighbour added."""
    if n == 1:
        return {(cell,) for cell in lattice.around}
    return {
        images((*shape, neighbour), lattice, "translations")[0]
        for smaller in connected_shapes(n - 1, lattice, "isometries")
        for shape in [seated(smaller, lattice, "isometries")]
        for cell in shape
        for neighbour in lattice.neighbours(cell)
        if neighbour not in shape
    }
