"""Boards with names in space: heaps of spheres (tetrahedron:4), solids cut into cells, layers of plane boards (3*hexagon:2).

A heap is named by the spheres along its edges. A pyramid stands on a square, whose sides are diagonals of the lattice's rows
and columns. A solid is named by the tetrahedra along its edges, or by the edge of the cube that it is or contains: a rhombic
dodecahedron is a cube with a pyramid on each face.
Not here: sizes and pictures (board.py), boards in the plane (named_boards.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import FCC, RHOMBIC, TETRA_OCTA
from encoders.geometry.named_boards import MOST_CELLS, named_board
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput, nearest

_BODIES = {
    FCC: ("tetrahedron", "pyramid", "octahedron"),
    RHOMBIC: ("cube", "dodecahedron"),
    TETRA_OCTA: ("tetrahedron", "pyramid", "octahedron"),
}
"""The bodies of each lattice."""
_BODY = re.compile(r"([a-z]+):([1-9][0-9]{0,2})")
_LAYERS = re.compile(r"([1-9][0-9]{0,8})\*([A-Za-z-]+:.+)")


def is_named_body(text: str) -> bool:
    """Return whether a board is written as a body, or as layers of a named board."""
    body = _BODY.fullmatch(text)
    return _LAYERS.fullmatch(text) is not None or (body is not None and any(body[1] in own for own in _BODIES.values()))


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
    body = _BODY.fullmatch(text)
    if body is None or body[1] not in _BODIES.get(lattice, ()):
        raise InvalidInput(f"board is {text[:60]} of the {lattice.name} lattice; expected {_expected(text, lattice)}")
    name, n = body[1], int(body[2])
    cells = np.array(list(_heap(name, n))) if lattice == FCC else _solid(name, n, lattice)
    mask: Mask = np.zeros(cells.max(axis=0) + 1, dtype=np.bool_)
    mask[tuple(cells.T)] = True
    return mask


def _expected(text: str, lattice: Lattice) -> str:
    """Return which bodies the lattice has, or else which lattices have bodies."""
    own = _BODIES.get(lattice)
    if own:
        return f"{', '.join(f'{name}:N' for name in own)}{nearest(text.partition(':')[0], own)}"
    return "; ".join(
        f"lattice={each.name} with {', '.join(f'{name}:N' for name in names)}" for each, names in _BODIES.items()
    )


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


def _solid(name: str, n: int, lattice: Lattice) -> Integers:
    """Return the cells within a solid, a line each; raises InvalidInput if its box has too many positions.

    Cubes of the lattice's points have the edge 1 here, and their corners are whole; vertices of tetrahedra have an even sum.
    """
    points = 3 if lattice == TETRA_OCTA else 5
    size, inside = _inside(name, n)
    if (points * size) ** 3 > MOST_CELLS:
        raise InvalidInput(f"board is {name}:{n}; expected at most 10^8 positions in its box")
    periods = np.indices((-(-points * size // lattice.modulus),) * 3).reshape(3, -1, 1) * lattice.modulus
    cells = (periods + np.array(sorted(lattice.around)).T[:, None]).reshape(3, -1)
    within = inside(*((2 * cells + 1) / (2 * points))) & (cells < points * size).all(axis=0)
    kept: Integers = cells.T[within]
    return kept


def _inside(name: str, n: int) -> tuple[int, Callable[..., Mask]]:
    """Return the edge of a solid's box, and whether points that lie on no cell's border are within the solid."""
    if name == "cube":
        return n, lambda x, y, z: x < n
    if name == "tetrahedron":
        return n, lambda x, y, z: (x + y + z < 2 * n) & (x + y > z) & (y + z > x) & (z + x > y)
    if name == "octahedron":
        return 2 * n, lambda x, y, z: abs(x - n) + abs(y - n) + abs(z - n) < n
    odd = n % 2
    if name == "pyramid":  # `odd`: so that the sum of coordinates is even at every vertex
        return 2 * n + odd, lambda x, y, z: x + abs(y - n) + abs(z - n - odd) < n
    middle = n + odd / 2
    return 2 * n + odd, lambda x, y, z: np.sort(abs(np.stack([x, y, z]) - middle), axis=0)[1:].sum(axis=0) < n
