"""Regions of tilings: tests for whole boxes, and for cells that pieces may not cover, or need not."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling

COLUMNS = 64
"""The bits of a word: a board that is packed row by row has at most as many columns."""


def bounds(region: Mask) -> tuple[Integers, Mask]:
    """Return the least corner of the bounding box of a region's cells, and the region within it."""
    corner, sides = np.zeros(region.ndim, dtype=np.int64), []
    for axis in range(region.ndim):
        line = np.flatnonzero(region.any(axis=tuple(other for other in range(region.ndim) if other != axis)))
        corner[axis] = line.min(initial=region.shape[axis])
        sides.append(slice(int(corner[axis]), int(line.max(initial=-1)) + 1))
    return corner, region[tuple(sides)]


def refuse_grounds(engine: str, tiling: Tiling) -> None:
    """Raise Unsuitable for optional cells, colours, and pieces bound to cells: searches that know no grounds."""
    if tiling.grounds is not None:
        raise Unsuitable(
            f"the engine {engine} was given cells that may stay empty, colours, or pieces that its moves take to some cells only;"
            " expected a board of which pieces may cover every cell"
        )


def may_stay_empty(tiling: Tiling) -> bool:
    """Return whether cells of a tiling may stay empty."""
    return any(piece.empty for piece in tiling.pieces)


def why_not_row_by_row(tiling: Tiling) -> str:
    """Return what keeps a tiling with cells that may stay empty from being packed row by row; an empty string if nothing."""
    if tiling.dimension != 2:
        return f"cells that may stay empty on a board of {tiling.dimension} axes; expected a flat board"
    if any(piece.grounds is not None for piece in tiling.pieces if not piece.empty and piece.most):
        return (
            "cells that may stay empty and pieces bound to cells of some colour; expected pieces that may lie anywhere"
        )
    if min(bounds(tiling.region)[1].shape) > COLUMNS:
        return (
            f"cells that may stay empty on a board wider than {COLUMNS} both ways; expected at most {COLUMNS} one way"
        )
    return ""
