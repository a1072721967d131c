"""Regions of tilings that are whole boxes."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask


def bounds(region: Mask) -> tuple[Integers, Mask]:
    """Return the least corner of the smallest box around the cells of a region, and the region in that box."""
    corner, sides = np.zeros(region.ndim, dtype=np.int64), []
    for axis in range(region.ndim):
        line = np.flatnonzero(region.any(axis=tuple(other for other in range(region.ndim) if other != axis)))
        corner[axis] = line.min(initial=region.shape[axis])
        sides.append(slice(int(corner[axis]), int(line.max(initial=-1)) + 1))
    return corner, region[tuple(sides)]
