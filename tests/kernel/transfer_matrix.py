"""Packings of a rectangle counted by a transfer matrix of its own: sorted arrays of states, no code of the project.

The shapes are drawn here, turned and reflected here, and laid on the board cell by cell; a state is one number, the cells
covered ahead and the copies used. A second opinion on what kernel layers counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int64]

TETROMINOES = {"I": ["####"], "L": ["###", "#.."], "T": ["###", ".#."], "O": ["##", "##"], "S": ["##.", ".##"]}


def turned(picture: Sequence[str]) -> set[tuple[tuple[int, int], ...]]:
    """Every rotation and reflection of a drawing, as cells (column, row) that start at the first one in that order."""
    cells = [(x, y) for y, line in enumerate(picture) for x, mark in enumerate(line) if mark == "#"]
    found = set()
    for flip in (1, -1):
        for turn in range(4):
            moved = [(flip * x, y) for x, y in cells]
            for _ in range(turn):
                moved = [(-y, x) for x, y in moved]
            first = min(moved)
            found.add(tuple(sorted((x - first[0], y - first[1]) for x, y in moved)))
    return found


def count(height: int, width: int, copies: Mapping[str, int], pictures: Mapping[str, Sequence[str]]) -> tuple[int, int]:
    """Return how many packings use each drawing exactly so often, and how many states that took.

    Cells are scanned column by column; bit k of a state is the k-th cell from the one scanned, the copies used stand in
    fields of their own above. Counts must stay below 2**63.
    """
    reach = max(max(len(picture), *map(len, picture)) for picture in pictures.values()) * height
    field = max(copies.values()).bit_length()
    fields = {name: reach + field * number for number, name in enumerate(pictures)}
    assert reach + field * len(fields) < 63
    shapes = [(name, shape) for name, picture in pictures.items() for shape in turned(picture)]
    keys, ways, states = np.zeros(1, np.int64), np.ones(1, np.int64), 0
    below = (1 << reach) - 1
    for place in range(height * width):
        column, row = divmod(place, height)
        covered = (keys & 1) == 1
        new_keys, new_ways = [keys[covered]], [ways[covered]]
        keys, ways = keys[~covered], ways[~covered]
        for name, shape in shapes:
            if any(not (0 <= row + y < height and column + x < width) for x, y in shape):
                continue
            bits = sum(1 << (x * height + y) for x, y in shape)
            free = (keys & bits) == 0
            free &= (keys >> fields[name]) & ((1 << field) - 1) < copies[name]
            new_keys.append(keys[free] + bits + (1 << fields[name]))
            new_ways.append(ways[free])
        keys, ways = merged(np.concatenate(new_keys), np.concatenate(new_ways))
        keys = (keys & ~below) | ((keys & below) >> 1)
        states += len(keys)
    right = sum(copies[name] << fields[name] for name in pictures)
    return int(ways[keys == right].sum()), states


def merged(keys: Numbers, ways: Numbers) -> tuple[Numbers, Numbers]:
    """The different keys in increasing order, and the sum of the ways of each."""
    order = np.argsort(keys)
    keys, ways = keys[order], ways[order]
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])
    return keys[starts], np.add.reduceat(ways, starts) if len(starts) else ways
