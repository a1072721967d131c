"""Orientations laid on a region at every offset at once, for judges: where they fit, and which cells they cover.

A window is the view of an array under one cell of an orientation as the orientation is moved over all its offsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Piece, Tiling


def windows(values: NDArray[Any], orientation: Integers, first: int = 0) -> Iterator[NDArray[Any]]:
    """Yield, for each cell of an orientation from the first one on, the values under it at every offset within the array."""
    ends = [max(0, n - int(far)) for n, far in zip(values.shape, orientation.max(axis=0), strict=True)]
    for cell in orientation[first:].tolist():
        yield values[tuple(slice(x, x + end) if end else slice(0) for x, end in zip(cell, ends, strict=True))]


def fits(region: Mask, orientation: Integers) -> Mask:
    """Return the mask of the offsets at which all cells of an orientation are in the region."""
    fit: Mask | None = None
    for window in windows(region, orientation):
        if fit is None:
            fit = window.copy()
        else:
            fit &= window
    assert fit is not None  # an orientation has at least one cell
    return fit


def lies(tiling: Tiling, piece: Piece, number: int) -> Mask:
    """Return the mask of the offsets at which an orientation of a piece may lie: in the region, and on the piece's grounds."""
    orientation = piece.orientations[number]
    fit = fits(tiling.region, orientation)
    if piece.grounds is None:
        return fit
    assert tiling.grounds is not None  # a tiling refuses grounds that it has not
    ways = np.zeros_like(fit)
    for way in piece.grounds[number].tolist():
        right = fit
        for place, ground in enumerate(way):
            right = right & next(windows(tiling.grounds[ground], orientation, place))
        ways |= right
    return ways


def sums(values: NDArray[Any], orientation: Integers) -> NDArray[Any]:
    """Return the sum of the values under an orientation at every offset, exact if it fits into the values' type."""
    total: NDArray[Any] | None = None
    for window in windows(values, orientation):
        if total is None:
            total = window.copy()
        else:
            total += window
    assert total is not None
    return total
