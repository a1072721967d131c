"""Meshes of pieces of prisms, rhombic dodecahedra and tetrahedra: closed, of the right volume, with the clearance set."""

from __future__ import annotations

import random

import pytest

from encoders.draw.as_mesh import in_file, mesh
from encoders.draw.workshop import Body, Measures, bodies
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import CUBIC, FCC
from encoders.geometry.polyhedra import FRAMES, cross, dot, polyhedra
from tests.encoders.draw.bodies_in_space import SIDES, grown_body
from tests.encoders.draw.test_workshop import edges, volume

OTHERS = pytest.mark.parametrize(
    "lattice", [lattice for lattice in SIDES if lattice != CUBIC], ids=lambda lattice: lattice.name
)


def volume_of_cells(lattice: Lattice, cells: frozenset[Cell]) -> float:
    """The volume of cells, as pyramids from each to its faces."""
    total = 0.0
    for cell in cells:
        for face in polyhedra(lattice)[lattice.residue(cell)]:
            first, *rest = (FRAMES[lattice].corner((0, 0, 0), corner) for corner in face.corners)
            total += sum(dot(first, cross(rest[at], rest[at + 1])) for at in range(len(rest) - 1)) / 6
    return total


@OTHERS
def test_each_edge_has_two_triangles(lattice: Lattice) -> None:
    """Of connected pieces of every size each edge is passed once in each direction, and the volume is that of the cells."""
    for size in (1, 2, 3, 5, 8):
        for area in grown_body(lattice, size, seed=size).areas:
            cells = frozenset(area.cells)
            vertices, triangles = mesh(Body("A", cells, lattice), Measures(cell=2), plane=False)
            passed = edges(triangles)
            assert set(passed.values()) == {1}
            assert all((b, a) in passed for a, b in passed)
            assert volume(vertices, triangles) == pytest.approx(8 * volume_of_cells(lattice, cells))


@OTHERS
def test_scattered_cells_have_a_closed_surface_too(lattice: Lattice) -> None:
    """Cells that meet only along edges and at corners: each part of the surface has vertices of its own."""
    rng = random.Random(7)
    every = sorted(grown_body(lattice, 1, seed=1).cells)
    for _ in range(40):
        cells = frozenset(rng.sample(every, 9))
        vertices, triangles = mesh(Body("A", cells, lattice), Measures(), plane=False)
        assert set(edges(triangles).values()) == {1}
        assert volume(vertices, triangles) == pytest.approx(15**3 * volume_of_cells(lattice, cells))


@OTHERS
def test_a_clearance_moves_every_face_of_a_cell_by_half_of_it(lattice: Lattice) -> None:
    """Each corner of a single cell is half a millimetre further in along the normal of each of its faces."""
    cell = min(grown_body(lattice, 1, seed=1).cells)
    body = Body("A", frozenset({cell}), lattice)
    before, triangles = mesh(body, Measures(cell=20), plane=False)
    after, _ = mesh(body, Measures(cell=20, clearance=1), plane=False)
    for corners in triangles:
        a, b, c = (before[number] for number in corners)
        normal = cross((b[0] - a[0], b[1] - a[1], b[2] - a[2]), (c[0] - a[0], c[1] - a[1], c[2] - a[2]))
        length = dot(normal, normal) ** 0.5
        for number in corners:
            moved = [y - x for x, y in zip(before[number], after[number], strict=True)]
            assert dot(normal, (moved[0], moved[1], moved[2])) / length == pytest.approx(-0.5)


@OTHERS
def test_pieces_apart_stand_on_the_ground(lattice: Lattice) -> None:
    """Each piece begins at height 0, and no two are nearer than a side of a cell, as their boxes show."""
    pieces, plane = bodies(grown_body(lattice, 4, seed=2), apart=True)
    assert not plane
    boxes = []
    for body in pieces:
        vertices, _ = mesh(body, Measures(cell=1), plane=False)
        boxes.append([(min(axis), max(axis)) for axis in zip(*vertices, strict=True)])
    assert {round(box[2][0], 9) for box in boxes} == {0.0}
    for number, box in enumerate(boxes):
        for other in boxes[:number]:
            gaps = [max(box[axis][0] - other[axis][1], other[axis][0] - box[axis][1]) for axis in (0, 1)]
            assert max(gaps) > 1 - 1e-9


def test_spheres_are_made_as_rhombic_dodecahedra() -> None:
    """A disphere is two of them joined at a face: 22 rhombi of two triangles each, in both formats."""
    body = Body("A", frozenset({(0, 0, 0), (0, 1, 1)}), FCC)
    _, triangles = mesh(body, Measures(), plane=False)
    assert len(triangles) == 44
    assert len(in_file([body], ".stl", Measures(), plane=False)) == 84 + 50 * 44
    assert in_file([body], ".obj", Measures(), plane=False).count(b"\nf ") == 44
