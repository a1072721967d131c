"""Regions of tilings: tests for whole boxes, and for coloured or optional cells."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling


def bounds(region: Mask) -> tuple[Integers, Mask]:
    """Return the least corner of the bounding box of a region's cells, and the region within it."""
    corner, sides = np.zeros(region.ndim, dtype=np.int64), []
    for axis in range(region.ndim):
        line = np.flatnonzero(region.any(axis=tuple(other for other in range(region.ndim) if other != axis)))
        corner[axis] = line.min(initial=region.shape[axis])
        sides.append(slice(int(corner[axis]), int(line.max(initial=-1)) + 1))
    return corner, region[tuple(sides)]


def refuse_grounds(engine: str, tiling: Tiling) -> None:
    """Raise Unsuitable for optional or coloured cells: searches that list no placements support neither."""
    if tiling.grounds is not None:
        raise Unsuitable(
            f"the engine {engine} was given cells that may stay empty, or colours; expected a board of which pieces may cover"
            " every cell"
        )
