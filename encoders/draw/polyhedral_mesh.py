"""The surface of a piece of prisms, rhombic dodecahedra or tetrahedra as a mesh of triangles, in which each edge has two.

Where cells of a piece meet only along an edge or at a corner, each part of the surface has corners there that no other part has.
With a clearance every corner moves so that the planes that meet there move inwards by half of it; if more planes meet than can
all move so, as nearly as possible (least squares). Spheres are made as the rhombic dodecahedra around them, which share faces:
balls would share points only. Not here: cubes (as_mesh) and the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import add

import numpy as np

from encoders.draw.surface import Facet, surface
from encoders.draw.workshop import Body, Measures
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.polyhedra import FRAMES, GRAIN, Point, polyhedra

Side = tuple[Cell, Cell]
"""A face of a piece: the cell, and the step beyond."""
Vertex = tuple[float, float, float]
Triangle = tuple[int, int, int]


def polyhedral(body: Body, measures: Measures) -> tuple[list[Vertex], list[Triangle]]:
    """Return the surface of a piece as `mesh` of as_mesh.py does; the side of a cell is the unit length of its frame."""
    lattice = body.lattice
    assert lattice is not None
    facets = {(facet.cell, facet.beyond): facet for facet in surface(body.cells, lattice)}
    numbers = _numbers(facets, lattice)
    triangles: list[Triangle] = []
    places: dict[int, Cell] = {}
    planes: dict[int, set[Cell]] = {}
    for side, facet in facets.items():
        loop = [numbers[side, corner] for corner in facet.corners]
        triangles += [(loop[0], loop[at], loop[at + 1]) for at in range(1, len(loop) - 1)]
        for number, corner in zip(loop, facet.corners, strict=True):
            places[number] = corner
            planes.setdefault(number, set()).add(facet.beyond)
    vertices = [_place(places[number], planes[number], body, measures) for number in range(len(places))]
    return vertices, triangles


def _numbers(facets: dict[Side, Facet], lattice: Lattice) -> dict[tuple[Side, Cell], int]:
    """Return the number of the vertex at each corner of each face: one for faces that join around the corner."""
    join = _Classes()
    for side, facet in facets.items():
        for begin, end in facet.edges:
            other = _across(side, (begin, end), facets, lattice)
            for corner in (begin, end):
                join.join((side, corner), (other, corner))
    numbers: dict[tuple[Side, Cell], int] = {}
    return {
        (side, corner): numbers.setdefault(join.first((side, corner)), len(numbers))
        for side, facet in facets.items()
        for corner in facet.corners
    }


def _across(side: Side, edge: tuple[Cell, Cell], facets: dict[Side, Facet], lattice: Lattice) -> Side:
    """Return the face of the surface that joins another at an edge: the next one around it, through the piece."""
    cell, step = side
    while True:
        step = next(beyond for beyond in _at_edge(cell, edge, lattice) if beyond != step)
        if (cell, step) in facets:
            return cell, step
        cell, step = tuple(map(add, cell, step)), tuple(-x for x in step)


def _at_edge(cell: Cell, edge: tuple[Cell, Cell], lattice: Lattice) -> Iterator[Cell]:
    """Yield the steps beyond the two faces of a cell that have an edge."""
    ends = {tuple(x - GRAIN * at for x, at in zip(end, cell, strict=True)) for end in edge}
    for face in polyhedra(lattice)[lattice.residue(cell)]:
        if ends <= set(face.corners):
            yield face.beyond


class _Classes:
    """Classes of corners of faces that are one vertex."""

    def __init__(self) -> None:
        self.parent: dict[tuple[Side, Cell], tuple[Side, Cell]] = {}

    def first(self, corner: tuple[Side, Cell]) -> tuple[Side, Cell]:
        """Return the corner that stands for a class."""
        path = []
        while self.parent.get(corner, corner) != corner:
            path.append(corner)
            corner = self.parent[corner]
        self.parent.update(dict.fromkeys(path, corner))
        return corner

    def join(self, one: tuple[Side, Cell], other: tuple[Side, Cell]) -> None:
        """Make two classes one."""
        self.parent[self.first(one)] = self.first(other)


def _place(corner: Cell, planes: set[Cell], body: Body, measures: Measures) -> Vertex:
    """Return where a vertex is in millimetres; planes: the steps beyond the faces that meet there."""
    assert body.lattice is not None
    frame = FRAMES[body.lattice]
    up, down, right = map(add, frame.at(part / GRAIN for part in corner), body.shift)
    if measures.clearance:
        normals = np.array([_unit(frame.at(step)) for step in sorted(planes)])
        inwards = np.full(len(normals), -measures.clearance / (2 * measures.cell))
        moved = np.linalg.lstsq(normals, inwards, rcond=None)[0].tolist()
        up, down, right = map(add, (up, down, right), moved)
    return right * measures.cell, -down * measures.cell, up * measures.cell


def _unit(way: Point) -> list[float]:
    length = sum(x * x for x in way) ** 0.5
    return [x / length for x in way]
