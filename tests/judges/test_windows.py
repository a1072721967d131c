"""Windows: where an orientation fits and what it covers, against looking at every cell."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.judges.windows import fits, sums
from exactcover.model.arrays import Integers

DOMINO = np.array([[0, 0], [0, 1]])
CORNER = np.array([[0, 1], [1, 0], [1, 1]])
STICK = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0]])


@pytest.mark.parametrize("orientation", [DOMINO, CORNER, STICK], ids=["domino", "corner", "stick"])
@pytest.mark.parametrize("seed", range(5))
def test_windows_see_every_cell(orientation: Integers, seed: int) -> None:
    """An orientation fits where all its cells are in the region, and the values there are summed."""
    rng = np.random.default_rng(seed)
    shape = tuple(int(rng.integers(1, 5)) for _ in range(orientation.shape[1]))
    region, values = rng.random(shape) < 0.7, rng.integers(-9, 9, size=shape)
    room = [max(0, int(n - far)) for n, far in zip(shape, orientation.max(axis=0), strict=True)]
    found, total = fits(region, orientation), sums(values, orientation)
    if 0 in room:
        assert not found.size
        assert not total.size
        return
    assert found.shape == total.shape == tuple(room)
    for offset in np.ndindex(*room):
        cells = [tuple(cell) for cell in (orientation + np.array(offset)).tolist()]
        assert found[offset] == all(region[cell] for cell in cells)
        assert total[offset] == sum(values[cell] for cell in cells)
