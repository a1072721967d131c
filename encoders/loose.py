"""Pieces of a tiling beside its flat board: on which cells one may lie, and whether a person can turn it and flip it.

Not here: tables and benches, which show them (exactcover/api).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import sub
from typing import Any, NamedTuple

import numpy as np

from encoders.geometry.lattice import Cell, Lattice, Matrix, Shape
from exactcover.model.arrays import Mask
from exactcover.model.tiling import Piece

Classes = Mapping[int, Cell | None]
"""For each ground that is a residue class of cells, its coordinates modulo the period; None if the board has no such cell."""


class Loose(NamedTuple):
    """A piece as it lies beside the board: its cells, cells of the lattice, each with its colour, and whether it can be moved.

    A piece whose points may be cells of different classes is turned although it is the same turned.
    """

    cells: Shape
    turns: bool
    flips: bool


def classes_of(region: Mask, grounds: Any, lattice: Lattice) -> Classes:
    """Return the grounds, by number, to which the classes of cells bind pieces; they are no colours. The first is the region."""
    if lattice.modulus == 1 or grounds is None:
        return {}
    classes: dict[int, Cell | None] = {}
    for number, mask in enumerate(grounds[1:], start=1):
        cells = np.argwhere(mask)
        if not len(cells):
            classes[number] = None
            continue
        residue = lattice.residue(cells[0].tolist())
        own = np.zeros_like(region)
        places = tuple(slice(start, None, lattice.modulus) for start in residue)
        own[places] = region[places]
        if np.array_equal(own, mask):
            classes[number] = residue
    return classes


def loose(
    piece: Piece, lattice: Lattice, classes: Classes, colours: Mapping[int, int], depth: Callable[[Shape], Any]
) -> Loose:
    """Return a flat piece in the orientation of least depth; colours: of grounds, others have colour 0."""
    ways = _ways(piece, lattice, classes, colours) or _ways(piece, lattice, {}, colours)
    flattest = min(ways, key=lambda marked: (depth(tuple(cell[:2] for cell in marked)), marked))
    cells = ways[flattest][0]
    keys = {_key(seat, lattice) for seats in ways.values() for seat in seats}
    turned, flipped = (
        len(keys) > 1 and _key(_moved(cells, matrix, lattice), lattice) in keys
        for matrix in (lattice.turns[0], lattice.mirror)
    )
    return Loose(cells, turned, flipped)


def _ways(piece: Piece, lattice: Lattice, classes: Classes, colours: Mapping[int, int]) -> dict[Shape, list[Shape]]:
    """Return each orientation with its colours, its least coordinates 0, and where it may lie, up to translations."""
    ways: dict[Shape, list[Shape]] = {}
    for number, cells in enumerate(piece.orientations):
        every = [[0] * piece.size] if piece.grounds is None else np.unique(piece.grounds[number], axis=0).tolist()
        for grounds in every:
            pairs = sorted(zip(map(tuple, cells.tolist()), grounds, strict=True))
            marked = tuple((*cell, colours.get(ground, 0)) for cell, ground in pairs)
            bound = [(cell, classes[ground]) for cell, ground in pairs if ground in classes]
            seats = _bound(marked, *bound[0], lattice) if bound else _free(marked, lattice)
            if seats:
                ways.setdefault(marked, []).extend(seats)
    return ways


def _free(marked: Shape, lattice: Lattice) -> list[Shape]:
    seats = lattice.seats(tuple(cell[:2] for cell in marked))
    return [tuple((*at, cell[2]) for at, cell in zip(seat, marked, strict=True)) for seat in seats]


def _bound(marked: Shape, cell: Cell, residue: Cell | None, lattice: Lattice) -> list[Shape]:
    """Return the piece moved so that a cell of it is in a residue class; no such place if the board has no cell of the class."""
    if residue is None:
        return []
    down, right = lattice.residue(map(sub, residue, cell))
    return [tuple((row + down, column + right, colour) for row, column, colour in marked)]


def _moved(cells: Shape, matrix: Matrix, lattice: Lattice) -> Shape:
    """Return the image of coloured cells under the motion of the lattice with that linear part."""
    shift = next(shift for each, shift in lattice.motions("isometries") if each == matrix)
    (a, b), (c, d) = matrix
    return tuple(
        (a * row + b * column + shift[0], c * row + d * column + shift[1], colour) for row, column, colour in cells
    )


def _key(cells: Shape, lattice: Lattice) -> tuple[Shape, int]:
    """Return the same value for coloured cells that are a translation of the lattice apart, and for no others."""
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    ordered = tuple(sorted(cells))
    return tuple((row - top, column - left, colour) for row, column, colour in ordered), lattice.class_of(
        ordered[0][:2]
    )
