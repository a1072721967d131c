"""A value shared by all images of a packing under rotations and reflections of the board, for the judge of lists up to
symmetry.

Every isometry of the board and of the pre-placed pieces is tried, even if it is not a symmetry of the puzzle because of
colours or of pieces that must not be turned; pieces are distinguished by their cells alone. So two packings that are images of
each other always share the value, and occasionally two others do.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from encoders.packing.packing import Packing, placed_of
from encoders.packing.referee_of_wrapped_covers import board_isometries
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Solution
from exactcover.model.layout import Layout


def orbit(packing: Packing, solution: Solution, rotations_only: bool) -> Hashable | None:
    """Return the least image of a packing; None if it is stored as arrays."""
    if isinstance(solution, Layout):
        return None
    if packing.wrap is not None:
        return _on_wrapped(packing, solution, rotations_only)
    pieces = [place.cells for place in placed_of(solution)]
    ends = np.cumsum([len(cells) for cells in pieces])[:-1]
    covered = np.array([cell for cells in pieces for cell in cells], dtype=np.int64)
    board = np.argwhere(packing.board)
    before = [np.array(place.cells) for place in packing.fixed]
    images = []
    for matrix in map(np.transpose, packing.lattice.matrices("rotations" if rotations_only else "isometries")):
        turned = board @ matrix
        shift = board.min(axis=0) - turned.min(axis=0)
        turned += shift
        on_board = (turned.max(axis=0) <= board.max(axis=0)).all() and packing.board[tuple(turned.T)].all()
        if on_board and _sets(before) == _sets([cells @ matrix + shift for cells in before]):
            places = np.ravel_multi_index(tuple((covered @ matrix + shift).T), packing.board.shape)
            images.append(sorted(tuple(sorted(part.tolist())) for part in np.split(places, ends)))
    return tuple(min(images))


def _on_wrapped(packing: Packing, solution: Solution, rotations_only: bool) -> Hashable:
    """Return the same for a board that wraps round."""
    numbers = {cell: number for number, cell in enumerate(map(tuple, np.argwhere(packing.board).tolist()))}
    before = {frozenset(numbers[cell] for cell in place.cells) for place in packing.fixed}
    pieces = [[numbers[cell] for cell in place.cells] for place in placed_of(solution)]
    images = []
    for isometry in board_isometries(packing, rotations_only=rotations_only):
        if {frozenset(isometry[list(cells)].tolist()) for cells in before} == before:
            images.append(sorted(tuple(sorted(isometry[cells].tolist())) for cells in pieces))
    return tuple(min(images))


def _sets(pieces: list[Integers]) -> set[frozenset[tuple[int, ...]]]:
    """Return the cells (n, dimension) of each piece, unordered."""
    return {frozenset(map(tuple, cells.tolist())) for cells in pieces}
