"""The subsets of one size of the points 0, 1, ..., in lexicographic order: their ranks, and their images under permutations."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from math import comb, factorial

import numpy as np

from exactcover.model.arrays import Integers

MOST_IMAGES = 1_000_000
"""The greatest number of images of items for which a group of permutations is listed."""


def subsets(points: int, size: int) -> Integers:
    """Return all subsets of one size, each an increasing row; the subset of rank r is row r."""
    entries = chain.from_iterable(combinations(range(points), size))
    return np.fromiter(entries, dtype=np.int64, count=comb(points, size) * size).reshape(-1, size)


def ranks(rows: Integers, points: int) -> Integers:
    """Return the lexicographic rank of subsets whose points are along the last axis, increasing."""
    size = rows.shape[-1]
    after = np.zeros(rows.shape[:-1], dtype=np.int64)  # the number of later subsets
    for place in range(size):
        later = np.array([comb(points - 1 - point, size - place) for point in range(points)], dtype=np.int64)
        after += later[rows[..., place]]
    return comb(points, size) - 1 - after


def parts(rows: Integers, size: int, points: int) -> Integers:
    """Return, for each subset, the ranks of the smaller subsets that it contains, increasing."""
    return ranks(rows[:, subsets(rows.shape[1], size)], points)


def all_permutations(points: int) -> Integers:
    """Return every permutation of the points as the row of their images, the identity first."""
    return np.array(list(permutations(range(points))), dtype=np.int64).reshape(factorial(points), points)


def images(group: Integers, rows: Integers) -> Integers:
    """Return the rank of the image of each subset under each permutation of a group, a row for each permutation."""
    return ranks(np.sort(group[:, rows], axis=-1), group.shape[1])
