"""What the referee of packings knows of crossings: pieces of edges that cross at a vertex, by angles in the plane.

On the lattices of pieces that may not cross, these also cover joints, so that of two pieces that cross one joint is covered
twice. Here pieces are judged by their edges alone, and it is checked that joints mean what they should. The encoder's table of
joints is not used: an edge is a cell half a period from the two vertices nearest to it in the plane.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from encoders.geometry.lattice import Cell, Lattice, Shape
from encoders.packing.packing import Packing, Placed
from encoders.packing.referee_of_lattices import affine_maps, mapped, on_cells

Point: TypeAlias = tuple[float, float]
PLANE: dict[str, tuple[Point, Point]] = {
    "square-edges+vertices": ((0.0, 1.0), (1.0, 0.0)),
    "triangle-edges+ends": ((0.5, math.sqrt(3) / 2), (1.0, 0.0)),
}
"""By lattice, where (x, y) one step down and one step right lead. Vertices have coordinates that are multiples of the period."""


class Passage(NamedTuple):
    """What a piece covers at a vertex: the angles of its edges, in whole degrees, and the places of joints, from the vertex."""

    angles: frozenset[int]
    joints: frozenset[Cell]


def guards(lattice: Lattice) -> bool:
    """Return whether pieces on the lattice may not cross."""
    return lattice.name in PLANE


def passages(cells: Iterable[Cell], lattice: Lattice) -> dict[Cell, Passage]:
    """Return the vertices at which cells have two edges or more, and what is covered there."""
    angles: dict[Cell, set[int]] = {}
    joints: dict[Cell, set[Cell]] = {}
    for cell in cells:
        nearest = _nearest_vertices(cell, lattice)
        if len(nearest) == 2:
            for vertex in nearest:
                x, y = _way(vertex, cell, lattice)
                angles.setdefault(vertex, set()).add(round(math.degrees(math.atan2(y, x))) % 360)
        else:
            vertex = nearest[0]
            joints.setdefault(vertex, set()).add((cell[0] - vertex[0], cell[1] - vertex[1]))
    return {
        vertex: Passage(frozenset(own), frozenset(joints.get(vertex, ())))
        for vertex, own in angles.items()
        if len(own) > 1
    }


def is_edge(cell: Cell, lattice: Lattice) -> bool:
    """Return whether a cell is an edge; on other lattices than those of pieces that may not cross every cell counts as one."""
    return not guards(lattice) or len(_nearest_vertices(cell, lattice)) == 2


def _nearest_vertices(cell: Cell, lattice: Lattice) -> list[Cell]:
    """Return the two vertices of an edge, and of a joint the one nearest to it."""
    period = lattice.modulus
    corners = itertools.product(*((x // period * period, x // period * period + period) for x in cell))
    ways = sorted((round(math.hypot(*_way(corner, cell, lattice)), 6), corner) for corner in corners)
    is_between = ways[0][0] == ways[1][0] == period / 2
    return [vertex for _, vertex in ways[: 2 if is_between else 1]]


def _way(vertex: Cell, cell: Cell, lattice: Lattice) -> Point:
    """Return the vector in the plane from a vertex to a cell."""
    down, right = PLANE[lattice.name]
    rows, columns = cell[0] - vertex[0], cell[1] - vertex[1]
    return rows * down[0] + columns * right[0], rows * down[1] + columns * right[1]


def alternate(some: frozenset[int], others: frozenset[int]) -> bool:
    """Return whether two disjoint sets of angles alternate: around the vertex one follows the other four times."""
    owners = [angle in some for angle in sorted(some | others)]
    return sum(one != other for one, other in zip(owners, [*owners[1:], owners[0]], strict=True)) >= 4


def crossings(packing: Packing, placed: list[Placed | None]) -> Iterator[str]:
    """Yield the pairs of placements that cross, on a lattice of pieces that may not."""
    if not guards(packing.lattice):
        return
    at: dict[Cell, list[tuple[int, Passage]]] = {}
    for number, place in enumerate(placed):
        for vertex, passage in passages(place.cells, packing.lattice).items() if place else ():
            at.setdefault(vertex, []).append((number, passage))
    for vertex in sorted(at):
        for (one, some), (other, others) in itertools.combinations(at[vertex], 2):
            if not some.angles & others.angles and alternate(some.angles, others.angles):
                yield f"placements {one} and {other} cross at the vertex {vertex}"


def faults_of_joints(packing: Packing) -> list[str]:
    """Return a sentence if the joints of pieces permit a crossing, or forbid what is none.

    Otherwise two placements without a common edge cross exactly if they cover one joint. All isometries of the lattice are tried.
    """
    if not guards(packing.lattice):
        return []
    seen: set[Passage] = set()
    matrices = [matrix for matrix, _ in affine_maps(packing.lattice)]
    for piece in packing.pieces:
        cells = on_cells(piece.cells, packing.lattice)
        for matrix in matrices:
            moved: Shape = tuple(mapped(matrix, cell) for cell in cells)
            seen.update(passages(moved, packing.lattice).values())
    for one, other in itertools.combinations(sorted(seen, key=lambda each: tuple(map(sorted, each))), 2):
        if not one.angles & other.angles and alternate(one.angles, other.angles) != bool(one.joints & other.joints):
            return ["the joints that two pieces cover at a vertex do not say whether they cross there"]
    return []
