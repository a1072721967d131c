"""Encodes a packing on a board that wraps round as a cover: an item per free cell and per piece, an option per placement.

A placement is a set of cells (see lying.py): two ways to lie on the same cells are one option. Items are the cells in
lexicographic order, then the pieces; options come by piece, then by their cells. If cells may stay empty, a last item counts
them, with an option for each such cell; solutions omit these.
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from encoders.packing.board_symmetries import Movable, board_permutations, symmetries
from encoders.packing.covers import EMPTY, decoding, movables
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding


def encode(packing: Packing) -> Encoding:
    """Return the cover of a packing whose board wraps round; `decode` returns placements, pre-placed pieces first."""
    assert packing.wrap is not None
    board = BoardCells(packing.board, packing.wrap, packing.lattice, packing.grounds)
    free = np.array([not any(cell in place.cells for place in packing.fixed) for cell in board.cells])
    pieces = movables(packing, board, free)
    isometries = list(board_permutations(board, packing.wrap, packing.lattice))
    group = symmetries((images for images, _ in isometries), pieces, len(free))
    proper = {images.tobytes() for images, is_proper in isometries if is_proper}
    rotations = group[[images[: len(free)].tobytes() in proper for images in group]]
    model = _cover(packing, board, free, pieces, group, rotations)
    return Encoding(model, *decoding(packing, board, pieces))


def _cover(
    packing: Packing, board: BoardCells, free: Mask, pieces: list[Movable], group: Integers, rotations: Integers
) -> Cover:
    """Return the cover with its group of symmetries and their rotations; cells under pre-placed pieces are no items."""
    kept = np.concatenate([np.flatnonzero(free), np.arange(len(free), len(free) + len(pieces))])
    item_of = np.full(len(free) + len(pieces), -1, dtype=np.int64)
    item_of[kept] = np.arange(len(kept))
    cells = int(free.sum())
    lots = [
        np.concatenate([item_of[piece.placements], np.full((len(piece.placements), 1), cells + number)], axis=1)
        for number, piece in enumerate(pieces)
    ]
    lengths = list(chain.from_iterable([lot.shape[1]] * len(lot) for lot in lots))
    names = [",".join(map(str, cell)) for cell, is_free in zip(board.cells, free.tolist(), strict=True) if is_free]
    names += [piece.name for piece in packing.pieces] + [EMPTY] * (len(pieces) - len(packing.pieces))
    return Cover(
        items=tuple(names),
        least=np.array([1] * cells + [piece.copies[0] for piece in pieces], dtype=np.int64),
        most=np.array([1] * cells + [piece.copies[1] for piece in pieces], dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(np.array(lengths, dtype=np.int64))]),
        members=np.concatenate([lot.reshape(-1) for lot in lots]),
        symmetries=np.unique(item_of[group[:, kept]], axis=0),  # the identity comes first
        rotations=np.unique(item_of[rotations[:, kept]], axis=0),
    )
