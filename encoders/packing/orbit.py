"""What packings have in common that turns and mirrors of the board make of each other, for the judge of lists up to symmetry.

Every isometry of the board and of the pre-placed pieces is tried, also one that is no symmetry of the puzzle because of colours
or of pieces that must not be turned; pieces are told apart by their cells alone. So two packings that a symmetry makes of each
other always have it in common, and once in a while two others have.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from encoders.packing.packing import Packing, placed_of
from exactcover.model.encoding import Solution
from exactcover.model.layout import Layout


def orbit(packing: Packing, solution: Solution, rotations_only: bool) -> Hashable | None:
    """Return the least of the images of a packing; None where it is written as arrays."""
    if isinstance(solution, Layout):
        return None
    pieces = [place.cells for place in placed_of(solution)]
    ends = np.cumsum([len(cells) for cells in pieces])[:-1]
    covered = np.array([cell for cells in pieces for cell in cells], dtype=np.int64)
    board = np.argwhere(packing.board)
    before = {frozenset(place.cells) for place in packing.fixed}
    images = []
    for matrix in packing.lattice.matrices("rotations" if rotations_only else "isometries"):
        turned = board @ np.array(matrix).T
        shift = board.min(axis=0) - turned.min(axis=0)
        turned += shift
        moved = {
            frozenset(map(tuple, (np.array(list(cells)) @ np.array(matrix).T + shift).tolist())) for cells in before
        }
        on_board = (turned.max(axis=0) <= board.max(axis=0)).all() and packing.board[tuple(turned.T)].all()
        if on_board and moved == before:
            places = np.ravel_multi_index(tuple((covered @ np.array(matrix).T + shift).T), packing.board.shape)
            images.append(sorted(tuple(sorted(part.tolist())) for part in np.split(places, ends)))
    return tuple(min(images))
