"""Pieces of edges that may not cross: `crossing=no`.

Two pieces cross at a vertex if each has two edges there or more, and edges of the one and of the other alternate around the
vertex. So that no two do, pieces cover further cells, the joints, which may stay empty. On the lattice of squares a joint is a
vertex, and a piece covers those that it goes straight through. On the lattice of triangles the joints are the vertices and the
ends of edges: a piece with two edges at a vertex that are in line covers the vertex and the ends of both; a piece with two edges
that are a third of a turn apart covers their ends and the end between. Two disjoint sets of the edges at a vertex, each of two or
more, have a joint in common exactly if they alternate; a test tries all such sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from operator import add, sub
from typing import NamedTuple

import numpy as np

from encoders.geometry.lattice import Cell, Lattice, Motions, Shape
from encoders.geometry.lattices import SQUARE_EDGES_AND_VERTICES, TRIANGLE_EDGES_AND_ENDS, UNCROSSED
from encoders.geometry.piece import Piece, on_lattice, seated
from encoders.keys import Keys
from encoders.piece_keys import Wanted
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput

_AROUND: dict[Lattice, tuple[Cell, ...]] = {
    SQUARE_EDGES_AND_VERTICES: ((0, 1), (1, 0), (0, -1), (-1, 0)),
    TRIANGLE_EDGES_AND_ENDS: ((0, 2), (2, 0), (2, -2), (0, -2), (-2, 0), (-2, 2)),
}
"""The steps from a vertex to its edges, in their order around it."""
_INSTEAD = {"holes_free": "with which vertices are cells that may stay empty"}
_INSTEAD_ON_FINER = _INSTEAD | dict.fromkeys(("colours", "grounds"), "with which coordinates are doubled")


class Uncrossed(NamedTuple):
    """A board with its joints, its lattice, the cells that may stay empty, and the pieces.

    scale: by how much coordinates are multiplied.
    """

    cells: Mask
    lattice: Lattice
    optional: Mask | None
    wanted: list[Wanted]
    scale: int


def uncrossed(
    keys: Keys, cells: Mask, lattice: Lattice, optional: Mask | None, wanted: list[Wanted], usual: Motions
) -> Uncrossed:
    """Return a packing of edges in which no two pieces may cross; raises InvalidInput for other lattices.

    usual: the motions of pieces that have none.
    """
    if lattice not in UNCROSSED:
        known = " or ".join(each.name for each in UNCROSSED)
        raise InvalidInput(
            f"crossing=no on the {lattice.name} lattice, where no two pieces cross; expected lattice={known}"
        )
    finer = UNCROSSED[lattice]
    scale = finer.modulus // lattice.modulus
    for key, why in (_INSTEAD if scale == 1 else _INSTEAD_ON_FINER).items():
        if key in keys:
            raise InvalidInput(f"the packing has {key} and crossing=no, {why}; expected one of them")
    board = _scaled(cells, scale)
    free = np.zeros_like(board) if optional is None else _scaled(optional, scale)
    for joint in _joints(list(map(tuple, np.argwhere(board).tolist())), finer):
        board[joint] = free[joint] = True
    pieces = [(_on_finer(piece, lattice, finer, piece.motions or usual), copies) for piece, copies in wanted]
    return Uncrossed(board, finer, free if free.any() else None, pieces, scale)


def _scaled(mask: Mask, scale: int) -> Mask:
    """Return a mask with the coordinates of its cells multiplied."""
    larger = np.zeros(tuple(scale * side for side in mask.shape), dtype=np.bool_)
    larger[tuple(slice(None, None, scale) for _ in mask.shape)] = mask
    return larger


def scaled(cells: Shape, scale: int) -> Shape:
    """Return cells with their coordinates multiplied."""
    return tuple(tuple(scale * x for x in cell) for cell in cells)


def _on_finer(piece: Piece, lattice: Lattice, finer: Lattice, motions: Motions) -> Piece:
    """Return a piece of edges on the lattice with joints, which it does not cover yet."""
    edges = seated(on_lattice(piece, lattice), lattice, motions, piece.name)
    return replace(piece, cells=scaled(edges, finer.modulus // lattice.modulus), lattice=finer)


def guarded(piece: Piece, lattice: Lattice, motions: Motions) -> Piece:
    """Return a piece with the joints at which it may not be crossed; raises InvalidInput if it has others.

    A piece on a lattice without joints is unchanged.
    """
    if lattice not in _AROUND or piece.lattice != lattice:
        return piece
    cells = seated(piece.cells, lattice, motions, piece.name)
    whole = with_joints(cells, lattice)
    if set(cells) - _edges(cells, lattice) - set(_joints(cells, lattice)):
        raise InvalidInput(
            f"piece {piece.name!r} covers joints of the {lattice.name} lattice at which it cannot be crossed; expected its edges,"
            " to which those at which it can be are added"
        )
    marks = None if piece.marks is None else (*piece.marks, *[0] * (len(whole) - len(cells)))
    return replace(piece, cells=whole, marks=marks)


def with_joints(cells: Shape, lattice: Lattice) -> Shape:
    """Return cells with the joints that their edges cover; those of other lattices, or off the lattice, unchanged."""
    if lattice not in _AROUND or not all(map(lattice.has, cells)):
        return cells
    return (*cells, *sorted(_joints(cells, lattice) - set(cells)))


def is_joint(cell: Cell, lattice: Lattice) -> bool:
    """Return whether a cell is a vertex between edges, or the end of an edge."""
    return lattice in _AROUND and lattice.residue(cell) not in map(lattice.residue, _AROUND[lattice])


def without_joints(cells: Iterable[Cell], lattice: Lattice) -> list[Cell]:
    """Return the cells that goals count: those that are no joints."""
    return [cell for cell in cells if not is_joint(cell, lattice)] if lattice in _AROUND else list(cells)


def is_end(cell: Cell, lattice: Lattice) -> bool:
    """Return whether a cell is the end of an edge, which pictures do not show."""
    return is_joint(cell, lattice) and any(lattice.residue(cell))


def ends(sides: tuple[int, ...], lattice: Lattice) -> Mask:
    """Return the mask of the positions within a box that are ends of edges."""
    if lattice not in _AROUND:
        return np.zeros(sides, dtype=np.bool_)
    period = lattice.modulus
    block = np.array([[is_end((row, column), lattice) for column in range(period)] for row in range(period)])
    mask: Mask = np.tile(block, [-(-side // period) for side in sides])[tuple(map(slice, sides))]
    return mask


def _edges(cells: Shape, lattice: Lattice) -> set[Cell]:
    return {cell for cell in cells if not is_joint(cell, lattice)}


def _joints(cells: Collection[Cell], lattice: Lattice) -> set[Cell]:
    """Return the joints at which the edges among cells may not be crossed."""
    steps = _AROUND[lattice]
    around: dict[Cell, list[int]] = defaultdict(list)
    for number, step in enumerate(steps):
        for cell in cells:
            vertex = tuple(map(sub, cell, step))
            if not any(lattice.residue(vertex)):
                around[vertex].append(number)
    joints: set[Cell] = set()
    for vertex, numbers in around.items():
        for first, second in combinations(numbers, 2):
            joints.update(tuple(map(add, vertex, step)) for step in _between(first, second, steps))
    return joints


def _between(first: int, second: int, steps: tuple[Cell, ...]) -> Iterator[Cell]:
    """Yield the steps from a vertex to the joints that a piece with these two of its edges covers; first: the lower number."""
    half = len(steps) // 2
    if second - first == half:
        yield 0, 0
    if len(steps) == 4 or second - first in (1, 5):
        return
    ends = [first, second]
    if second - first != half:
        ends.append(((first + second) // 2 + (half if second - first > half else 0)) % len(steps))
    yield from (tuple(x // 2 for x in steps[number]) for number in ends)
