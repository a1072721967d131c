"""The judge of placements: lays every placement on the region and counts, with no list of placements to trust."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling


def faults(tiling: Tiling, selection: Integers) -> list[str]:
    """Return what is wrong with placements `kind, orientation, *offset`, a sentence a fault; none for a solution."""
    if selection.ndim != 2 or selection.shape[1] != 2 + tiling.dimension:
        return [
            f"placements have shape {selection.shape}; expected lines of kind, orientation and {tiling.dimension} offsets"
        ]
    found: list[str] = []
    times = np.zeros(tiling.region.shape, dtype=np.int64)
    copies = [0] * len(tiling.kinds)
    for kind, orientation, *offset in selection.tolist():
        if not 0 <= kind < len(tiling.kinds) or not 0 <= orientation < len(tiling.kinds[kind].orientations):
            found.append(f"placement of kind {kind}, orientation {orientation} does not exist")
            continue
        copies[kind] += 1
        for cell in (tiling.kinds[kind].orientations[orientation] + np.array(offset)).tolist():
            inside = all(0 <= x < n for x, n in zip(cell, tiling.region.shape, strict=True))
            if not inside or not tiling.region[tuple(cell)]:
                found.append(f"{tiling.kinds[kind].name!r} covers {tuple(cell)}, which is not in the region")
            else:
                times[tuple(cell)] += 1
    for cell in np.argwhere(tiling.region & (times != 1)).tolist():
        found.append(f"cell {tuple(cell)} is covered {times[tuple(cell)]} times; expected 1")
    for kind, number in zip(tiling.kinds, copies, strict=True):
        if not kind.least <= number <= kind.most:
            found.append(f"{kind.name!r} is placed {number} times; expected {kind.least} to {kind.most}")
    return found
