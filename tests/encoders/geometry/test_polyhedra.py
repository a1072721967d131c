"""Cells in space as polyhedra: they fill space, share whole faces, and each face is perpendicular to the step beyond."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import isclose, sqrt
from operator import add

import pytest

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import CUBIC, FCC, HEXAGONAL_PRISM, LATTICES, PRISM, RHOMBIC, TETRA_OCTA
from encoders.geometry.polyhedra import FRAMES, GRAIN, Face, between, cross, dot, polyhedra

LATTICES_IN_SPACE = pytest.mark.parametrize("lattice", FRAMES, ids=lambda lattice: lattice.name)


def volume(lattice: Lattice, cell: Cell) -> float:
    """The volume of a cell, as the sum of pyramids over its faces."""
    total = 0.0
    for face in polyhedra(lattice)[cell]:
        first, *rest = (FRAMES[lattice].corner((0, 0, 0), corner) for corner in face.corners)
        total += sum(dot(first, cross(a, b)) for a, b in pairwise(rest)) / 6
    return total


def test_every_lattice_in_space_has_polyhedra() -> None:
    """A lattice of bodies is seen in space."""
    assert {lattice for lattice in LATTICES.values() if lattice.dimension == 3} == set(FRAMES)


@pytest.mark.parametrize(
    ("lattice", "faces"),
    [
        (CUBIC, {(4,) * 6}),
        (PRISM, {(3, 3, 4, 4, 4)}),
        (HEXAGONAL_PRISM, {(4, 4, 4, 4, 4, 4, 6, 6)}),
        (FCC, {(4,) * 12}),
        (RHOMBIC, {(3,) * 4}),
        (TETRA_OCTA, {(3,) * 4}),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_cells_have_the_faces_of_their_names(lattice: Lattice, faces: set[tuple[int, ...]]) -> None:
    """Cubes, prisms, rhombic dodecahedra, tetrahedra."""
    assert {tuple(sorted(len(face.corners) for face in cell)) for cell in polyhedra(lattice).values()} == faces


@LATTICES_IN_SPACE
def test_cells_fill_space(lattice: Lattice) -> None:
    """The volumes of the cells of a period are its volume."""
    frame = FRAMES[lattice]
    side = lattice.modulus
    edges = frame.at((side, 0, 0)), frame.at((0, side, 0)), frame.at((0, 0, side))
    assert isclose(sum(volume(lattice, cell) for cell in polyhedra(lattice)), dot(edges[0], cross(edges[1], edges[2])))


@LATTICES_IN_SPACE
def test_neighbours_share_a_whole_face(lattice: Lattice) -> None:
    """From the cell beyond, the face has the same corners the other way round."""
    for cell, faces in polyhedra(lattice).items():
        for face in faces:
            back = tuple(-step for step in face.beyond)
            (other,) = [
                each for each in polyhedra(lattice)[lattice.residue(map(add, cell, face.beyond))] if each.beyond == back
            ]
            corners = [
                tuple(x - GRAIN * step for x, step in zip(each, face.beyond, strict=True)) for each in face.corners
            ]
            first = corners.index(other.corners[0])
            assert (*corners[first::-1], *corners[:first:-1]) == other.corners


@LATTICES_IN_SPACE
def test_faces_are_perpendicular_to_the_step_beyond(lattice: Lattice) -> None:
    """So that cells in the order of their depth hide each other rightly: the step leads out of the cell along the normal."""
    frame = FRAMES[lattice]
    for faces in polyhedra(lattice).values():
        for face in faces:
            step = frame.at(face.beyond)
            normal = _normal(lattice, face)
            assert isclose(dot(step, normal), sqrt(dot(step, step) * dot(normal, normal)))


@LATTICES_IN_SPACE
def test_the_edges_of_a_cell_belong_to_two_faces(lattice: Lattice) -> None:
    """Each edge is there once in each direction: the surface of a cell is closed."""
    for faces in polyhedra(lattice).values():
        ways = Counter(
            (begin, end)
            for face in faces
            for begin, end in zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True)
        )
        assert set(ways.values()) == {1}
        assert all((end, begin) in ways for begin, end in ways)


def _normal(lattice: Lattice, face: Face) -> tuple[float, float, float]:
    first, second, third = (FRAMES[lattice].corner((0, 0, 0), corner) for corner in face.corners[:3])
    return cross(between(first, second), between(first, third))
