"""Tilings: a region of cells to be covered exactly once by placements of oriented shapes, each piece a given number of times.

A tiling is an implicit cover: placements are not listed. A placement puts one orientation of one piece at an offset; it may be
used when all its cells are in the region, and on the piece's grounds if it has some. A cell that may stay empty is covered by
a filler piece of one cell whose ground is such cells. Not here: the motions that a puzzle allows its pieces (encoders decide;
a tiling only has their orientations).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from exactcover.model.arrays import Integers, Mask, frozen
from exactcover.model.errors import InvalidModel

MOST_COPIES = 2**62
"""Larger values would not fit into 64 bits, and a bound that wraps around would invert its meaning."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece: its orientations, each (cells, dimension) with least coordinate 0 on every axis, and its copies.

    grounds: (orientations, ways, cells) numbers of the tiling's grounds: an orientation may lie where, in one of the ways,
    each of its cells is on its ground; None: anywhere in the region. empty: the piece is the filler of empty cells.
    """

    name: str
    orientations: tuple[Integers, ...]
    least: int
    most: int
    grounds: Integers | None = None
    empty: bool = False

    def __post_init__(self) -> None:
        if not self.name:
            raise InvalidModel("a piece has an empty name; expected at least one character")
        if not 0 <= self.least <= self.most < MOST_COPIES:
            raise InvalidModel(
                f"piece {self.name!r} has copies {self.least}..{self.most}; expected 0 <= least <= most, below 2^62"
            )
        if not self.orientations:
            raise InvalidModel(f"piece {self.name!r} has no orientation; expected at least one")
        stacked = self._stacked()
        self._refuse_bad_cells(stacked)
        object.__setattr__(self, "orientations", tuple(stacked))
        if self.grounds is not None:
            object.__setattr__(self, "grounds", frozen(self.grounds, dimensions=3))
            self._refuse_bad_grounds(stacked)

    def __reduce__(self) -> tuple[Callable[..., Piece], tuple[Any, ...]]:
        """Pickle the orientations as one array: hundreds of small ones are slow."""
        return _restored, (self.name, np.stack(self.orientations), self.least, self.most, self.grounds, self.empty)

    @property
    def size(self) -> int:
        """The number of cells of the piece."""
        return len(self.orientations[0])

    def _stacked(self) -> Integers:
        """Return the orientations (n, cells, dimension); raises InvalidModel if they differ in shape or have no cell."""
        arrays = [np.asarray(cells) for cells in self.orientations]
        for number, array in enumerate(arrays):
            cells = array if array.ndim == 2 and array.size else frozen(array, dimensions=2)
            where = f"piece {self.name!r}, orientation {number}"
            if not len(cells):
                raise InvalidModel(f"{where} has no cell; expected at least one")
            if cells.shape != arrays[0].shape:
                raise InvalidModel(f"{where} has shape {cells.shape}; expected {arrays[0].shape} as orientation 0 has")
        return frozen(np.stack(arrays), dimensions=3)

    def _refuse_bad_grounds(self, stacked: Integers) -> None:
        grounds = self.grounds
        assert grounds is not None
        orientations, ways, cells = grounds.shape
        if (orientations, cells) != stacked.shape[:2] or not ways or grounds.min() < 0:
            raise InvalidModel(
                f"piece {self.name!r} has grounds of shape {grounds.shape}; expected numbers for {stacked.shape[0]} orientations"
                f" of {stacked.shape[1]} cells"
            )

    def _refuse_bad_cells(self, stacked: Integers) -> None:
        astray = (stacked.min(axis=1) != 0).any(axis=1)
        if astray.any():
            where = f"piece {self.name!r}, orientation {int(np.argmax(astray))}"
            raise InvalidModel(f"{where} does not start at 0 on every axis; expected least coordinate 0")
        numbers = np.sort(_numbered(stacked), axis=1)
        twice = (numbers[:, 1:] == numbers[:, :-1]).any(axis=1)
        if twice.any():
            where = f"piece {self.name!r}, orientation {int(np.argmax(twice))}"
            raise InvalidModel(f"{where} has a cell twice; expected different cells")
        order = np.lexsort(numbers.T)
        again = order[1:][(numbers[order[1:]] == numbers[order[:-1]]).all(axis=1)]
        if len(again):
            raise InvalidModel(
                f"piece {self.name!r} has orientation {again.min()} twice; expected different orientations"
            )


def _numbered(cells: Integers) -> Integers:
    """Return a number for each cell (n, k, dimension) with nonnegative coordinates: equal cells have equal numbers."""
    sides = [side + 1 for side in cells.max(axis=(0, 1)).tolist()]
    numbers = cells[..., 0]
    for axis in range(1, cells.shape[2]):
        if prod(sides[: axis + 1]) < MOST_COPIES:
            numbers = numbers * sides[axis] + cells[..., axis]
        else:  # only coordinates that occur are numbered, so that the number fits 64 bits
            before = np.unique(numbers, return_inverse=True)[1].reshape(numbers.shape)
            values, here = np.unique(cells[..., axis], return_inverse=True)
            numbers = before * len(values) + here.reshape(numbers.shape)
    return numbers


def _restored(name: str, orientations: Integers, least: int, most: int, grounds: Integers | None, empty: bool) -> Piece:
    """Restore a pickled piece, which was validated when it was made."""
    piece = object.__new__(Piece)
    orientations.setflags(write=False)
    if grounds is not None:
        grounds.setflags(write=False)
    values = (name, tuple(orientations), least, most, grounds, empty)
    for field, value in zip(fields(Piece), values, strict=True):
        object.__setattr__(piece, field.name, value)
    return piece


@dataclass(frozen=True, eq=False)
class Fixed:
    """A pre-placed piece: its number among the tiling's pieces and its cells (n, dimension), which are not in the region."""

    piece: int
    cells: Integers

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", frozen(self.cells, dimensions=2))


@dataclass(frozen=True, eq=False)
class Tiling:
    """A tiling problem; raises InvalidModel if malformed.

    region: a mask, one axis per dimension, of the cells to cover; pieces: each with its copies still to place; fixed: the
    pre-placed pieces (relevant only for the puzzle's symmetry and the drawing); isometries: (g, d, d) integer matrices, the
    lattice's linear isometries, identity first, that symmetries may use; steps: (n, d) from a cell to its neighbours (if they
    are in the region), by default one along each axis in both directions; grounds: (n, *shape) parts of the region, each a
    mask, to which cells of pieces may be bound.

    Any offset is a translation: a position that is not a cell of the lattice is simply not in the region.
    """

    region: Mask
    pieces: tuple[Piece, ...]
    fixed: tuple[Fixed, ...] = ()
    isometries: Integers | None = None
    steps: Integers | None = None
    grounds: Mask | None = None

    def __post_init__(self) -> None:
        region = np.array(self.region)
        if region.dtype != np.bool_:
            raise InvalidModel(f"the region is an array of {region.dtype}; expected a mask of booleans")
        if region.ndim == 0:
            raise InvalidModel("the region has no dimension; expected at least one")
        region.setflags(write=False)
        object.__setattr__(self, "region", region)
        identity = np.eye(region.ndim, dtype=np.int64)
        isometries: ArrayLike = identity[None] if self.isometries is None else self.isometries
        object.__setattr__(self, "isometries", frozen(isometries, dimensions=3))
        steps: ArrayLike = np.concatenate([identity, -identity]) if self.steps is None else self.steps
        object.__setattr__(self, "steps", frozen(steps, dimensions=2))
        if self.grounds is not None:
            grounds = np.array(self.grounds)
            grounds.setflags(write=False)
            object.__setattr__(self, "grounds", grounds)
        self._refuse_bad_pieces()
        self._refuse_bad_grounds()
        self._refuse_bad_fixed()
        self._refuse_bad_isometries(identity)
        self._refuse_bad_steps()

    @property
    def dimension(self) -> int:
        """The number of axes of the region."""
        return self.region.ndim

    def cells(self) -> Integers:
        """Return the region's cells (n, dimension) in lexicographic order."""
        return np.argwhere(self.region)

    def placed(self, placements: Sequence[Sequence[int]] | Integers) -> list[tuple[str, Integers]]:
        """Return the piece's name and the cells of each placement `piece, orientation, *offset`."""
        named = []
        for piece, orientation, *offset in placements:
            cells = self.pieces[piece].orientations[orientation] + np.asarray(offset, dtype=np.int64)
            named.append((self.pieces[piece].name, cells))
        return named

    def _refuse_bad_pieces(self) -> None:
        names = [piece.name for piece in self.pieces]
        for name in names:
            if names.count(name) > 1:
                raise InvalidModel(f"piece {name!r} is named twice; expected different names")
        for piece in self.pieces:
            if piece.orientations[0].shape[1] != self.dimension:
                axes = piece.orientations[0].shape[1]
                raise InvalidModel(
                    f"piece {piece.name!r} has {axes} dimensions; expected {self.dimension} as the region has"
                )

    def _refuse_bad_grounds(self) -> None:
        grounds = self.grounds
        if grounds is not None:
            if grounds.dtype != np.bool_ or grounds.shape[1:] != self.region.shape:
                raise InvalidModel(
                    f"the grounds are {grounds.dtype} of shape {grounds.shape}; expected masks like the region"
                )
            if (grounds & ~self.region).any():
                raise InvalidModel("a ground has a cell that is not in the region; expected parts of the region")
        for piece in self.pieces:
            highest = -1 if piece.grounds is None else int(piece.grounds.max())
            if highest >= (0 if grounds is None else len(grounds)):
                raise InvalidModel(f"piece {piece.name!r} names ground {highest}; expected one of the tiling's grounds")

    def _refuse_bad_fixed(self) -> None:
        taken: set[tuple[int, ...]] = set()
        for place in self.fixed:
            if not 0 <= place.piece < len(self.pieces):
                raise InvalidModel(f"a fixed piece has number {place.piece}; expected 0 to {len(self.pieces) - 1}")
            if place.cells.shape[1] != self.dimension:
                axes = place.cells.shape[1]
                raise InvalidModel(f"a fixed piece has {axes} dimensions; expected {self.dimension} as the region has")
            for cell in map(tuple, place.cells.tolist()):
                inside = all(0 <= x < n for x, n in zip(cell, self.region.shape, strict=True))
                if inside and self.region[cell]:
                    raise InvalidModel(f"fixed cell {cell} is in the region; expected it outside what is to be covered")
                if cell in taken:
                    raise InvalidModel(f"fixed cell {cell} is covered twice; expected pieces that do not overlap")
                taken.add(cell)

    def _refuse_bad_isometries(self, identity: Integers) -> None:
        isometries = self.isometries
        assert isometries is not None  # set in __post_init__
        if isometries.shape[1:] != identity.shape or not len(isometries) or (isometries[0] != identity).any():
            raise InvalidModel(
                f"isometries have shape {isometries.shape}; expected the {identity.shape} identity first"
            )
        if (np.abs(np.rint(np.linalg.det(isometries.astype(float)))) != 1).any():
            raise InvalidModel("an isometry has a determinant other than 1 and -1; expected lattice isometries")

    def _refuse_bad_steps(self) -> None:
        steps = self.steps
        assert steps is not None  # set in __post_init__
        if steps.shape[1] != self.dimension or not steps.any(axis=1).all():
            raise InvalidModel(f"steps have shape {steps.shape}; expected {self.dimension} numbers each, not all 0")
        if set(map(tuple, steps.tolist())) != set(map(tuple, (-steps).tolist())):
            raise InvalidModel("a step leads to a cell from which none leads back; expected the opposite of every step")
