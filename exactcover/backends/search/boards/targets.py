"""Target counts: numbers of copies within their ranges whose areas add up to the region's."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling

LARGEST_REST = 4096  # cells that are distributed by searching for a combination


def targets(tiling: Tiling) -> Integers | None:
    """Return copies within their ranges that cover the region's area, as even as can be; None if there are none.

    Even: pieces without bounds share the remaining area equally. Only the last few thousand cells are searched for a
    combination that adds up, so None may be a false negative for very different sizes and tight bounds.
    """
    sizes = np.array([piece.size for piece in tiling.pieces], dtype=np.int64)
    least = np.array([piece.least for piece in tiling.pieces], dtype=np.int64)
    area = int(tiling.region.sum())
    most = np.array([piece.most for piece in tiling.pieces], dtype=np.int64)
    if not len(sizes) or int(least.astype(object) @ sizes.astype(object)) > area:
        return None if area else least
    most = np.minimum(most, area // sizes)
    copies = _even(sizes, least, most, area)
    rest = area - int(copies @ sizes)
    back = 0
    while rest + back <= LARGEST_REST:
        lower = np.maximum(least, copies - -(-back // sizes))
        open_ = area - int(lower @ sizes)
        extra = _combination(sizes, most - lower, open_) if open_ <= 2 * LARGEST_REST else None
        if extra is not None:
            exact: Integers = lower + extra
            return exact
        if (lower == least).all():
            return None
        back = max(2 * back, 8)
    return None


def _even(sizes: Integers, least: Integers, most: Integers, area: int) -> Integers:
    """Return the most even numbers of copies within their ranges that do not exceed the area: one level, clipped to the
    ranges."""
    low, high = 0, area
    while low < high:
        level = (low + high + 1) // 2
        if int(np.clip(level, least, most) @ sizes) <= area:
            low = level
        else:
            high = level - 1
    copies: Integers = np.clip(low, least, most)
    return copies


def _combination(sizes: Integers, room: Integers, rest: int) -> Integers | None:
    """Return copies, at most `room` of each, whose sizes sum to `rest`; None if there are none."""
    # reached[k][r]: the least copies of piece k with which pieces 0..k sum to r, -1 if they cannot.
    layers = []
    before = np.zeros(rest + 1, dtype=np.bool_)
    before[0] = True
    for size, most in zip(sizes.tolist(), room.tolist(), strict=True):
        fewest = np.where(before, 0, -1)
        for total in range(size, rest + 1):
            if fewest[total] < 0 and 0 <= fewest[total - size] < most:
                fewest[total] = fewest[total - size] + 1
        layers.append(fewest)
        before = fewest >= 0
    if not before[rest]:
        return None
    copies = np.zeros(len(sizes), dtype=np.int64)
    for piece in range(len(sizes) - 1, -1, -1):
        copies[piece] = layers[piece][rest]
        rest -= int(copies[piece] * sizes[piece])
    return copies
