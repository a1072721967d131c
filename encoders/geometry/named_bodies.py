"""Boards with names in space: heaps of spheres (tetrahedron:4, pyramid:5, octahedron:3), layers of plane boards (3*hexagon:2).

A heap is named by the spheres along its edges. A pyramid stands on a square, whose sides are diagonals of the lattice's rows
and columns.
Not here: sizes and pictures (board.py), boards in the plane (named_boards.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import FCC
from encoders.geometry.named_boards import MOST_CELLS, named_board
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest

_HEAPS = ("tetrahedron", "pyramid", "octahedron")
_HEAP = re.compile(r"([a-z]+):([1-9][0-9]{0,2})")
_LAYERS = re.compile(r"([1-9][0-9]{0,8})\*([A-Za-z-]+:.+)")


def is_named_body(text: str) -> bool:
    """Return whether a board is written as a heap of spheres, or as layers of a named board."""
    heap = _HEAP.fullmatch(text)
    return _LAYERS.fullmatch(text) is not None or (heap is not None and heap[1] in _HEAPS)


def named_body(text: str, lattice: Lattice) -> Mask:
    """Return the mask of a board in space such as tetrahedron:4, of three axes; raises InvalidInput."""
    layered = _LAYERS.fullmatch(text)
    if layered is not None:
        if lattice.layer is None:
            raise InvalidInput(
                f"board is {text[:60]} of the {lattice.name} lattice; expected lattice=prism or hex-prism"
            )
        plane = named_board(layered[2], lattice.layer)
        layers = int(layered[1])
        if layers * plane.size > MOST_CELLS:
            raise InvalidInput(f"board is {text[:60]}; expected at most 10^8 positions in its box")
        return np.repeat(plane[None], layers, axis=0)
    heap = _HEAP.fullmatch(text)
    if heap is None or heap[1] not in _HEAPS or lattice != FCC:
        raise InvalidInput(
            f"board is {text[:60]} of the {lattice.name} lattice; expected lattice=fcc with {':N, '.join(_HEAPS)}:N"
            f"{nearest(text.partition(':')[0], _HEAPS)}"
        )
    cells = np.array(list(_heap(heap[1], int(heap[2]))))
    mask: Mask = np.zeros(cells.max(axis=0) + 1, dtype=np.bool_)
    mask[tuple(cells.T)] = True
    return mask


def _heap(name: str, n: int) -> Iterator[Cell]:
    """Yield the spheres of a heap with n along an edge: points with an even sum of coordinates, none negative."""
    if name == "tetrahedron":
        for a in range(n):
            for b in range(n - a):
                yield from ((b + c, a + c, a + b) for c in range(n - a - b))
    elif name == "pyramid":
        for layer in range(n):
            across = range(n - layer)
            yield from ((layer, i + j + layer, i - j + n - n % 2) for i in across for j in across)
    else:
        for point in np.ndindex(2 * n - 1, 2 * n - 1, 2 * n - 1):
            away = sum(abs(x - n + 1) for x in point)
            if away <= n - 1 and (away - n + 1) % 2 == 0:
                yield point
