"""The symmetry group of a tiling: isometries of the region that map the set of placements onto itself.

Pieces may be permuted (Soma's mirror pair), copies and pre-placed pieces must be preserved. A bounded region fixes the
translation that goes with each linear isometry: the least corner of the image must be that of the region. A matrix may be
any of determinant 1 or -1, not only a signed permutation of the axes: hexagons turn by sixths.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling

CODE_BASE = 1 << 20  # a shape's coordinates are below this, so a cell's code is one number
_Signature: TypeAlias = tuple[int, int, frozenset[bytes]]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """The map x -> matrix @ x + shift, and where it sends each piece."""

    matrix: Integers
    shift: Integers
    pieces: tuple[int, ...]


def shape_keys(shapes: Integers) -> frozenset[bytes]:
    """Return keys of shapes (n, cells, dimension); two shapes share one when they are translates of each other."""
    return _key_sets(shapes[None])[0]


def _key_sets(shapes: Integers) -> list[frozenset[bytes]]:
    """Return the keys of each lot of shapes (lots, n, cells, dimension)."""
    moved = shapes - shapes.min(axis=2, keepdims=True)
    codes = np.sort(moved @ (CODE_BASE ** np.arange(shapes.shape[3])), axis=2)
    size = codes.shape[2] * codes.itemsize
    lots = [lot.tobytes() for lot in codes]
    return [frozenset(lot[at : at + size] for at in range(0, len(lot), size)) for lot in lots]


def symmetries(tiling: Tiling, usable: Callable[[int, int], bool]) -> list[Symmetry]:
    """Return the symmetry group, the identity first.

    usable(piece, orientation) says whether that orientation has a placement; one that has none does not matter.
    """
    cells = tiling.cells()
    identity = Symmetry(
        np.eye(tiling.dimension, dtype=np.int64),
        np.zeros(tiling.dimension, dtype=np.int64),
        tuple(range(len(tiling.pieces))),
    )
    if not len(cells) or tiling.isometries is None:
        return [identity]
    matrices, shifts = _keeping_the_region(tiling, cells)
    pieces = _piece_permutations(tiling, usable, matrices)
    return [identity] + [
        Symmetry(matrix, shift, permutation)
        for matrix, shift, permutation in zip(matrices, shifts, pieces, strict=True)
        if permutation is not None and _keeps_fixed(tiling, matrix, shift, permutation)
    ]


def _keeping_the_region(tiling: Tiling, cells: Integers) -> tuple[list[Integers], list[Integers]]:
    """Return the linear isometries other than the identity that map the region onto itself, and their translations."""
    assert tiling.isometries is not None
    matrices, shifts = [], []
    for matrix in tiling.isometries[1:]:
        image = cells @ matrix.T
        shift = cells.min(axis=0) - image.min(axis=0)
        image += shift
        if (image.max(axis=0) <= cells.max(axis=0)).all() and tiling.region[tuple(image.T)].all():
            matrices.append(matrix)
            shifts.append(shift)
    return matrices, shifts


def _orientations_that_matter(tiling: Tiling, number: int, usable: Callable[[int, int], bool]) -> Integers:
    """Return the orientations (n, cells, dimension) of a piece that have a placement; all of a pre-placed piece."""
    everything = any(place.piece == number for place in tiling.fixed)
    piece = tiling.pieces[number]
    shapes = [
        cells for place, cells in enumerate(piece.orientations) if everything or (piece.most and usable(number, place))
    ]
    return np.stack(shapes) if shapes else np.empty((0, 1, tiling.dimension), dtype=np.int64)


def _piece_permutations(
    tiling: Tiling, usable: Callable[[int, int], bool], matrices: list[Integers]
) -> list[tuple[int, ...] | None]:
    """Return where each linear isometry sends the pieces, or None where a piece has no image among the pieces."""
    if not matrices:
        return []
    signatures, images = [], []
    for number, piece in enumerate(tiling.pieces):
        shapes = _orientations_that_matter(tiling, number, usable)
        moved = np.einsum("nkd,ged->gnke", shapes, np.stack(matrices))
        signatures.append((piece.least, piece.most, shape_keys(shapes)))
        images.append([(piece.least, piece.most, keys) for keys in _key_sets(moved)])
    return [_matched(signatures, [image[g] for image in images]) for g in range(len(matrices))]


def _matched(signatures: list[_Signature], images: list[_Signature]) -> tuple[int, ...] | None:
    free = list(range(len(signatures)))
    pieces = []
    for number, image in enumerate(images):
        # A piece that the isometry keeps goes to itself, whatever other piece looks the same.
        choice = next((k for k in [number, *free] if k in free and signatures[k] == image), None)
        if choice is None:
            return None
        free.remove(choice)
        pieces.append(choice)
    return tuple(pieces)


def _keeps_fixed(tiling: Tiling, matrix: Integers, shift: Integers, pieces: tuple[int, ...]) -> bool:
    def places(
        move: Callable[[Integers], Integers], piece_of: Callable[[int], int]
    ) -> set[tuple[int, frozenset[tuple[int, ...]]]]:
        return {(piece_of(p.piece), frozenset(map(tuple, move(p.cells).tolist()))) for p in tiling.fixed}

    return places(lambda cells: cells @ matrix.T + shift, lambda piece: pieces[piece]) == places(
        lambda c: c, lambda k: k
    )
