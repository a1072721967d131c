"""The eight symmetries of a square of cells, rotations and reflections, as permutations of the cells' numbers."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers


def symmetries(side: int) -> list[tuple[Integers, bool]]:
    """Return for each symmetry the image of every cell, cells numbered row by row, and whether rows become columns."""
    rows, columns = np.divmod(np.arange(side * side), side)
    last = side - 1
    images = []
    for swapped in (False, True):
        for down in (rows, last - rows):
            for right in (columns, last - columns):
                images.append((right * side + down if swapped else down * side + right, swapped))
    return images
