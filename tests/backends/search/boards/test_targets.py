"""Targets: copies within their ranges whose areas add up, found wherever brute force finds some."""

from __future__ import annotations

import itertools
import random

import numpy as np

from exactcover.backends.search.boards.targets import targets
from exactcover.model.tiling import Piece, Tiling


def test_targets_add_up_wherever_they_can() -> None:
    """On random sizes and ranges the targets are within them and have the area; there are none only where none can."""
    rng = random.Random(0)
    possible = 0
    for _ in range(200):
        pieces, ranges, sizes = [], [], rng.sample(range(1, 7), 3)
        for size in sizes:
            least = rng.randint(0, 2)
            ranges.append((least, least + rng.randint(0, 3)))
            cells = np.stack([np.zeros(size, np.int64), np.arange(size)], axis=1)
            pieces.append(Piece(str(size), (cells,), *ranges[-1]))
        area = rng.randint(1, 40)
        copies = targets(Tiling(np.ones((1, area), dtype=np.bool_), tuple(pieces)))
        every = itertools.product(*(range(least, most + 1) for least, most in ranges))
        exists = any(sum(n * size for n, size in zip(each, sizes, strict=True)) == area for each in every)
        possible += exists
        assert (copies is not None) == exists
        if copies is not None:
            assert int(copies @ np.array(sizes)) == area
            assert all(least <= n <= most for n, (least, most) in zip(copies.tolist(), ranges, strict=True))
    assert 20 < possible < 180


def test_free_copies_share_the_area() -> None:
    """Pieces without bounds have the same target, but for a few cells."""
    sizes = (2, 3, 5)
    pieces = tuple(
        Piece(str(size), (np.stack([np.zeros(size, np.int64), np.arange(size)], axis=1),), 0, 1_000) for size in sizes
    )
    copies = targets(Tiling(np.ones((1, 1_003), dtype=np.bool_), pieces))
    assert copies is not None
    assert copies.max() - copies.min() < 10
