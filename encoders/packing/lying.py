"""Placements of pieces on a board, flat or wrapping round: the sets of cells that a piece may cover.

On a board that wraps round, a placement is the image of a placement in the plane: any orientation that the piece is allowed, at
any offset, whose points are all cells of the board, and all different ones. Placements with equal cells are one placement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.wrap import Folding, Wrap
from encoders.packing.packing import Packable, Placed
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput

LONGEST = 4
"""The most rows or columns of a piece, for each cell of the board."""


class Lying(NamedTuple):
    """The placements of a piece: (n, cells) numbers of cells, increasing in each and from one to the next; and whether some
    images were omitted because they overlap themselves."""

    cells: Integers
    overlapping: bool


class Flat:
    """The cells of a flat board by its points: a cell is the point itself. See Folding."""

    def __init__(self, board: Mask) -> None:
        self.points: Integers = np.argwhere(board)
        self._numbers: Integers = np.full(board.shape, -1, dtype=np.int64)
        self._numbers[board] = np.arange(len(self.points))

    def numbers(self, points: Integers) -> Integers:
        """Return the number of the cell that each of the points (..., dimension) is, -1 for a point off the board."""
        inside: Mask = np.all((points >= 0) & (points < self._numbers.shape), axis=-1)
        places: Integers = np.where(inside[..., None], points, 0)
        numbers: Integers = np.where(inside, self._numbers[tuple(np.moveaxis(places, -1, 0))], -1)
        return numbers


class BoardCells:
    """A board: its cells, numbered in lexicographic order, and the placements of pieces on it; wrap: None if it is flat."""

    def __init__(self, board: Mask, wrap: Wrap | None, lattice: Lattice, grounds: Sequence[Mask] = ()) -> None:
        places = np.argwhere(board)
        self.cells: list[Cell] = list(map(tuple, places.tolist()))
        self.folding = Flat(board) if wrap is None else Folding(wrap, self.cells)
        self._period = lattice.modulus
        self._grounds = [np.ones(len(places), dtype=np.bool_), *(mask[tuple(places.T)] for mask in grounds)]

    def lying(self, piece: Packable, *, anywhere: bool = False) -> Lying:
        """Return the placements of a piece; anywhere: of its cells whatever their grounds."""
        size = len(piece.cells)
        every, overlapping = [np.empty((0, size), dtype=np.int64)], False
        for number, shape in enumerate(piece.orientations if size <= len(self.cells) else ()):
            lying = self.folding.points[:, None] + (shape - shape[0])
            covered = self.folding.numbers(lying)
            right = (covered >= 0).all(axis=1)
            if piece.ways is not None:
                right &= self._lies_right(piece, number, lying.min(axis=1), covered, anywhere)
            covered = np.sort(covered[right], axis=1)
            single = (np.diff(covered, axis=1) > 0).all(axis=1)
            overlapping = overlapping or not single.all()
            every.append(covered[single])
        return Lying(np.unique(np.concatenate(every), axis=0), overlapping)

    def _lies_right(self, piece: Packable, number: int, corners: Integers, covered: Integers, anywhere: bool) -> Mask:
        """Return which placements of an orientation lie right; corners: in the plane; anywhere: on any grounds."""
        assert piece.ways is not None
        right: Mask = np.zeros(len(covered), dtype=np.bool_)
        for place, way in enumerate(piece.ways[number]):
            own: Mask = np.ones(len(covered), dtype=np.bool_)
            if piece.corners is not None:
                known = np.array(piece.corners[number][place])
                own &= (corners[:, None] % self._period == known).all(axis=2).any(axis=1)
            for column, ground in enumerate(() if anywhere else way):
                own &= self._grounds[ground][covered[:, column]]
            right |= own
        return right

    def refuse_bad(self, pieces: Sequence[Packable]) -> None:
        """Raise InvalidInput for a piece that is to be placed and overlaps itself wherever it lies, or that is in parts far away
        from each other."""
        for piece in pieces:
            length = int(piece.orientations.max()) + 1
            if len(piece.cells) <= len(self.cells) < length / LONGEST:
                raise InvalidInput(
                    f"the board wraps round and piece {piece.name} has cells in {length:,} rows or columns; expected at most"
                    f" {LONGEST * len(self.cells):,}"
                )
            lying = self.lying(piece, anywhere=True) if piece.least else None
            if lying is not None and lying.overlapping and not len(lying.cells):
                raise InvalidInput(
                    f"piece {piece.name} goes round the board and overlaps itself wherever it lies; expected a larger board"
                )

    def refuse_fixed(self, place: Placed, piece: Packable, called: str) -> None:
        """Raise InvalidInput for a pre-placed piece that does not lie as the piece may."""
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        row = np.array([numbers[cell] for cell in place.cells])
        if not (self.lying(piece, anywhere=True).cells == row).all(axis=1).any():
            raise InvalidInput(
                f"fixed {called} covers cells of another shape; expected the {len(piece.cells)} cells of {called}"
            )
        if piece.ways is not None and not (self.lying(piece).cells == row).all(axis=1).any():
            raise InvalidInput(f"fixed {called} covers cells of colours that its own do not go with; expected others")
