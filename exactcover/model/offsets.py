"""Where the orientations of a tiling's pieces fit, and which cells they can cover, without listing placements.

Both use windows on the region, shifted by each cell of an orientation.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Piece, Tiling


def fits(tiling: Tiling, piece: Piece, number: int) -> Mask:
    """Return the mask of the offsets at which an orientation may lie, its cells in the region and on their grounds."""
    cells = piece.orientations[number]
    room = np.maximum(np.array(tiling.region.shape) - cells.max(axis=0), 0)
    fit = np.ones(tuple(room), dtype=np.bool_)
    for cell in cells:
        fit &= tiling.region[_window(cell, fit)]
    if piece.grounds is not None and tiling.grounds is not None:
        on_grounds = np.zeros_like(fit)
        for way in piece.grounds[number].tolist():
            on_ground = fit.copy()
            for cell, ground in zip(cells, way, strict=True):
                on_ground &= tiling.grounds[ground][_window(cell, fit)]
            on_grounds |= on_ground
        return on_grounds
    return fit


def fitting(tiling: Tiling) -> list[list[Mask]]:
    """Return the mask of offsets of every orientation of every piece."""
    return [[fits(tiling, piece, number) for number in range(len(piece.orientations))] for piece in tiling.pieces]


def covered(tiling: Tiling, offsets: list[list[Mask]]) -> Mask:
    """Return the cells covered by some placement of a piece that may be placed, given the masks of `fitting`."""
    cells_covered = np.zeros(tiling.region.shape, dtype=np.bool_)
    for piece, masks in zip(tiling.pieces, offsets, strict=True):
        for cells, mask in zip(piece.orientations if piece.most else (), masks, strict=False):
            for cell in cells:
                cells_covered[_window(cell, mask)] |= mask
    return cells_covered


def _window(cell: Integers, mask: Mask) -> tuple[slice, ...]:
    return tuple(slice(x, x + n) for x, n in zip(cell.tolist(), mask.shape, strict=True))
