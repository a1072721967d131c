"""BurrTools files of grids 1 to 4: which cells voxels become, and how many assemblies there are."""

from __future__ import annotations

import gzip
import os
from collections.abc import Collection, Sequence
from itertools import product
from pathlib import Path

import pytest

from encoders.geometry.burrtools_grids import GRIDS, Place
from encoders.imports.xmpuzzle import keys
from encoders.puzzle import Puzzle, puzzle_of
from tests.encoders.imports.test_xmpuzzle import classes, file_of, number, problem, read

BOX = range(-6, 9)
EXAMPLES = os.environ.get("BURRTOOLS_EXAMPLES", "")
"""The folder `examples` of BurrTools, which is no part of this project."""
ASSEMBLIES = {
    "12PieceSeparation": (1,),
    "AugmentedSecondStellation": (2,),
    "BallRoom": (2, 1, 3),
    "Bermuda": (1,),
    "BrokenSticks": (2,),
    "DiagonalCube": (2,),
    "FourPieceTetrahedron": (1,),
    "HexSticks": (33,),
    "PermutatedThirdStellation": (2,),
    "PiecesOfEight": (6, 4, 43, 12, 20, 12),
    "Prisgon": (1, 1),
}
"""For each file the assemblies that BurrTools stored with its problems: up to rotation, and reflection if it maps all pieces to
pieces."""


def shape(cells: Collection[Sequence[int]]) -> str:
    """A shape of voxels x,y,z."""
    width, height, depth = (max(axis) + 1 for axis in zip(*cells, strict=True))
    filled = set(map(tuple, cells))
    box = product(range(depth), range(height), range(width))
    text = "".join("#" if (x, y, z) in filled else "_" for z, y, x in box)
    return f'<voxel x="{width}" y="{height}" z="{depth}" type="0">{text}</voxel>'


def puzzle(grid: int, result: Collection[Sequence[int]], copies: str, *pieces: Collection[Sequence[int]]) -> Puzzle:
    """The puzzle of a file with these pieces, `copies` of each, and a result."""
    return read(file_of([*map(shape, pieces), shape(result)], problem(copies, len(pieces)), grid=grid))


@pytest.mark.parametrize("grid", range(5))
def test_every_voxel_has_its_own_cell_and_back(grid: int) -> None:
    """The voxel of the cell of a voxel is that voxel."""
    cell, voxel = GRIDS[grid].cell, GRIDS[grid].voxel
    assert all(voxel(cell((x, y, z))) == (x, y, z) for x, y, z in product(BOX, repeat=3))


def test_prisms_have_the_neighbours_of_triangles_that_point_up_or_down() -> None:
    """Every voxel of grid 1 is a cell; its neighbours are left, right, above, below, and over the base: y-1 of triangles up."""
    grid = GRIDS[1]
    for x, y, z in product(BOX, repeat=3):
        base = y + 1 if (x + y) % 2 else y - 1
        beside = ((x - 1, y, z), (x + 1, y, z), (x, y, z - 1), (x, y, z + 1), (x, base, z))
        assert grid.lattice.has(grid.cell((x, y, z)))
        assert set(map(grid.cell, beside)) == set(grid.lattice.neighbours(grid.cell((x, y, z))))


@pytest.mark.parametrize(
    ("grid", "voxels"),
    [
        (2, {place for place in product(range(2), repeat=3) if sum(place) % 2 == 0}),
        (3, {place for place in product(range(5), repeat=3) if sorted(min(x, 4 - x) for x in place) == [0, 1, 2]}),
        (4, {(1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)}),
    ],
)
def test_the_points_of_a_cube_that_are_voxels_are_cells(grid: int, voxels: set[Place]) -> None:
    """Of the first cube of points of grids 2, 3 and 4 those are cells of the lattice that are voxels of the grid."""
    sides = range(max(map(max, voxels)) + 1)
    lattice, cell = GRIDS[grid].lattice, GRIDS[grid].cell
    assert {(x, y, z) for x, y, z in product(sides, repeat=3) if lattice.has(cell((x, y, z)))} == voxels


def test_a_hexagon_of_prisms() -> None:
    """Two layers of six prisms around an edge: 2 tilings by flat pairs in each; 20 by all pairs, the matchings of the graph."""
    hexagon = [(x, y, z) for z in range(2) for y in range(2) for x in range(1, 4)]
    flat, high = [(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (0, 0, 1)]
    assert number(puzzle(1, hexagon, "0:6", flat)) == 4
    assert number(puzzle(1, hexagon, "0:0-6 1:0-6", flat, high)) == 20
    assert classes(puzzle(1, hexagon[:6], "0:2", [(0, 0, 0), (1, 0, 0), (2, 0, 0)])) == 1


def test_shapes_of_prisms_may_begin_with_a_triangle_of_either_sort() -> None:
    """Three prisms in a row, up, down, up, turned are down, up, down; over the base lies one that is no row."""
    row, turned = [(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(1, 0, 0), (2, 0, 0), (3, 0, 0)]
    star = [(1, 0, 0), (2, 0, 0), (3, 0, 0), (2, 1, 0)]
    assert number(puzzle(1, turned, "0:1", row)) == 1
    assert number(puzzle(1, row, "0:1", turned)) == 1
    assert number(puzzle(1, [(0, 1, 0), (1, 1, 0), (2, 1, 0), (1, 0, 0)], "0:1", star)) == 0
    assert number(puzzle(1, [(0, 1, 0), (1, 1, 0), (2, 1, 0), (1, 2, 0)], "0:1", star)) == 1


def test_flat_pieces_of_spheres_are_turned_over_and_others_are_not() -> None:
    """Three spheres in line and one more in their plane fill their image in a point; four that are in no plane do not."""
    flat = [(0, 2, 2), (1, 1, 2), (2, 0, 2), (2, 1, 1)]
    bent = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (2, 1, 1)]
    for piece, copies in ((flat, 1), (bent, 0)):
        inverted = [(2 - x, 2 - y, 4 - z) for x, y, z in piece]
        assert number(puzzle(2, piece, "0:1", piece)) == 1
        assert number(puzzle(2, inverted, "0:1", piece)) == copies
    pyramid = [(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    assert number(puzzle(2, pyramid, "0:2", [(0, 0, 0), (1, 1, 0)])) == 3


def test_a_cube_of_rhombic_tetrahedra() -> None:
    """The 24 tetrahedra of a cube: one tiling by pyramids on its faces, one by pairs at its edges, 2^6 by halves of pyramids."""
    cube = [place for place in product(range(5), repeat=3) if sorted(min(x, 4 - x) for x in place) == [0, 1, 2]]
    pyramid = [place for place in cube if place[0] == 0]
    assert number(puzzle(3, cube, "0:6", pyramid)) == 1
    assert number(puzzle(3, cube, "0:12", [(0, 1, 2), (1, 0, 2)])) == 1
    assert number(puzzle(3, cube, "0:12", [(0, 1, 2), (0, 2, 1)])) == 64


def test_an_octahedron_of_eighths_and_a_tetrahedron_in_a_cube() -> None:
    """Pairs tile an octahedron as dominoes do a cube of 2x2x2: in 9 ways; a tetrahedron takes one of four corners with it."""
    octahedron = list(product((2, 3), repeat=3))
    assert number(puzzle(4, octahedron, "0:4", [(2, 2, 2), (3, 2, 2)])) == 9
    assert classes(puzzle(4, octahedron, "0:4", [(2, 2, 2), (3, 2, 2)])) == 2
    cube = [(1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)]
    assert number(puzzle(4, cube, "0:1 1:3", [(1, 1, 1), (2, 0, 0)], [(2, 2, 2)])) == 4


@pytest.mark.slow
@pytest.mark.skipif(not EXAMPLES, reason="needs BURRTOOLS_EXAMPLES, the folder of BurrTools' examples")
@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, stored in ASSEMBLIES.items() for place in range(1, len(stored) + 1)]
)
def test_the_examples_of_burrtools_have_their_assemblies(name: str, place: int) -> None:
    """What BurrTools counted and stored with its examples is what is counted here up to symmetry."""
    text = gzip.decompress((Path(EXAMPLES) / f"{name}.xmpuzzle").read_bytes()).decode("latin-1")
    assert classes(puzzle_of("packing", keys(text, place))) == ASSEMBLIES[name][place - 1]
