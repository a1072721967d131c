"""Lattices: groups of matrices, normal form, connectedness, hexagons and triangles."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoders.geometry.lattice import MOTIONS, Cell, Lattice, Matrix, Motions, Shape, connected, image, normalised
from encoders.geometry.lattices import CUBIC, HEXAGON, SQUARE, TRIANGLE, lattice_named
from encoders.geometry.lattices import LATTICES as REGISTERED
from encoders.geometry.piece import connected_shapes, seated, settled
from exactcover.model.errors import InvalidInput

LATTICES = (SQUARE, CUBIC)


def shapes(dimension: int, most: int = 6) -> st.SearchStrategy[Shape]:
    """Sets of cells, connected or not, at the origin or away from it."""
    cell = st.tuples(*[st.integers(-3, 3)] * dimension)
    return st.sets(cell, min_size=1, max_size=most).map(lambda cells: tuple(sorted(cells)))


def applied(matrix: Matrix, cell: Cell) -> Cell:
    """The matrix times the cell, in the words of the definition."""
    return tuple(sum(matrix[i][j] * cell[j] for j in range(len(cell))) for i in range(len(matrix)))


def times(left: Matrix, right: Matrix) -> Matrix:
    """The matrix of `right`, then `left`."""
    columns = [applied(left, tuple(row[j] for row in right)) for j in range(len(right))]
    return tuple(tuple(column[i] for column in columns) for i in range(len(right)))


def determinant(matrix: Matrix) -> int:
    """By cofactors along the first row."""
    if not matrix:
        return 1
    minors = [tuple(row[:j] + row[j + 1 :] for row in matrix[1:]) for j in range(len(matrix))]
    return sum((-1) ** j * matrix[0][j] * determinant(minors[j]) for j in range(len(matrix)))


@pytest.mark.parametrize(
    ("lattice", "motions", "order"),
    [
        (SQUARE, "isometries", 8),
        (SQUARE, "rotations", 4),
        (SQUARE, "translations", 1),
        (CUBIC, "isometries", 48),
        (CUBIC, "rotations", 24),
        (CUBIC, "translations", 1),
    ],
)
def test_matrices_are_a_group_with_the_identity_first(lattice: Lattice, motions: Motions, order: int) -> None:
    """The point group has its known order, is closed, and starts with the identity."""
    matrices = lattice.matrices(motions)
    assert len(set(matrices)) == len(matrices) == order
    assert {times(a, b) for a in matrices for b in matrices} == set(matrices)
    assert all(times(matrices[0], a) == a for a in matrices)


@pytest.mark.parametrize("lattice", LATTICES)
def test_isometries_are_all_signed_permutations_rotations_those_of_determinant_one(lattice: Lattice) -> None:
    """The isometries of Z^d are the integer matrices with one 1 or -1 in every row and column."""
    d = lattice.dimension
    rows = [tuple(sign if i == j else 0 for j in range(d)) for i in range(d) for sign in (1, -1)]
    signed = {m for m in product(rows, repeat=d) if all(sum(map(abs, column)) == 1 for column in zip(*m, strict=True))}
    isometries = lattice.matrices("isometries")
    assert set(isometries) == signed
    half = len(isometries) // 2
    assert isometries[:half] == lattice.matrices("rotations")
    assert [determinant(m) for m in isometries] == [1] * half + [-1] * half


@pytest.mark.parametrize("lattice", LATTICES)
def test_neighbours_are_the_cells_at_distance_one(lattice: Lattice) -> None:
    """Neighbours come in increasing order and differ by one in one coordinate."""
    origin = (0,) * lattice.dimension
    near = [cell for cell in product((-1, 0, 1), repeat=lattice.dimension) if sum(map(abs, cell)) == 1]
    assert lattice.neighbours(origin) == tuple(sorted(near))
    assert all(origin in lattice.neighbours(cell) for cell in near)


def test_boards_without_a_named_lattice_are_of_squares_or_cubes() -> None:
    """The plane and space of three to five dimensions have a lattice of their own; a line and six dimensions are refused."""
    assert lattice_named(None, 2) is SQUARE
    assert lattice_named(None, 3) is CUBIC
    assert [lattice_named(None, n).name for n in (4, 5)] == ["4-cubic", "5-cubic"]
    for dimension in (0, 1, 6):
        with pytest.raises(InvalidInput, match=r"expected 2 \(row,column\), 3 \(layer,row,column\), 4 or 5"):
            lattice_named(None, dimension)


def test_lattices_go_by_their_names() -> None:
    """A lattice is known by its name; an unknown name is refused with the nearest, one of other dimensions with both numbers."""
    assert all(lattice_named(name, lattice.dimension) is lattice for name, lattice in REGISTERED.items())
    with pytest.raises(
        InvalidInput, match=r"lattice is 'sqare'; expected square, cubic, hexagon, triangle, .*; did you mean 'square'"
    ):
        lattice_named("sqare", 2)
    with pytest.raises(InvalidInput, match="lattice is 7; expected square, cubic, hexagon, triangle"):
        lattice_named(7, 2)
    with pytest.raises(InvalidInput, match="lattice is cubic, whose cells have 3 coordinates; the board's have 2"):
        lattice_named("cubic", 2)


@pytest.mark.parametrize("lattice", list(REGISTERED.values()), ids=lambda lattice: lattice.name)
def test_every_lattice_keeps_what_lattices_promise(lattice: Lattice) -> None:
    """Every neighbour leads back, and the motions take cells to cells and the steps from a cell to those from its image."""
    assert list(lattice.steps) == sorted({step for steps in lattice.around.values() for step in steps})
    for cell in lattice.around:
        assert lattice.has(cell)
        assert all(lattice.has(other) and cell in lattice.neighbours(other) for other in lattice.neighbours(cell))
    motions = lattice.motions("isometries")
    for matrix, shift in motions[:: 1 + len(motions) // 500]:
        for cell, steps in lattice.around.items():
            image_of_cell = tuple(a + b for a, b in zip(applied(matrix, cell), shift, strict=True))
            assert lattice.has(image_of_cell)
            assert sorted(applied(matrix, step) for step in steps) == list(
                lattice.around[lattice.residue(image_of_cell)]
            )


def test_unknown_motions_are_refused_with_the_nearest() -> None:
    """A misspelt word for the motions names the right one."""
    with pytest.raises(InvalidInput, match="did you mean 'rotations'"):
        SQUARE.matrices("rotation")  # type: ignore[arg-type]
    assert MOTIONS == ("isometries", "rotations", "translations")


@given(shapes(3), st.tuples(*[st.integers(-9, 9)] * 3))
def test_normalised_forgets_the_translation_and_only_that(cells: Shape, shift: Cell) -> None:
    """A translated shape has the same normal form, which is a translate of it with least coordinates 0."""
    moved = [tuple(a + b for a, b in zip(cell, shift, strict=True)) for cell in reversed(cells)]
    normal = normalised(cells)
    assert normalised(moved) == normal == normalised(normal)
    assert [min(axis) for axis in zip(*normal, strict=True)] == [0, 0, 0]
    steps = {tuple(a - b for a, b in zip(x, y, strict=True)) for x, y in zip(sorted(cells), normal, strict=True)}
    assert len(steps) == 1


def test_no_cells_have_an_empty_normal_form() -> None:
    """Nothing stays nothing, and is connected."""
    assert normalised(()) == () == image(SQUARE.mirror, ())
    assert connected((), SQUARE)


@pytest.mark.parametrize("lattice", LATTICES)
def test_image_is_the_matrix_applied_to_every_cell(lattice: Lattice) -> None:
    """`image` agrees with the product of matrix and vector, for every isometry and for a shear."""
    cells = (*list(product(range(2), repeat=lattice.dimension))[1:], (5,) * lattice.dimension)
    shear = ((1, 2), (-1, 1)) if lattice is SQUARE else ((1, 2, 0), (-1, 1, 3), (0, 0, 1))
    for matrix in (*lattice.matrices("isometries"), shear):
        assert image(matrix, cells) == normalised([applied(matrix, cell) for cell in cells])


@given(shapes(2, most=7))
def test_connected_agrees_with_merging_neighbours(cells: Shape) -> None:
    """A shape is connected when merging the groups of adjacent cells ends in one group."""
    groups = [{cell} for cell in cells]
    for cell in cells:
        joined = [group for group in groups if group & {cell, *SQUARE.neighbours(cell)}]
        groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    assert connected(cells, SQUARE) == (len(groups) == 1)


def test_a_corner_does_not_connect() -> None:
    """Cells that share a corner, or in space an edge, are apart."""
    assert not connected([(0, 0), (1, 1)], SQUARE)
    assert not connected([(0, 0, 0), (0, 1, 1)], CUBIC)
    assert connected([(0, 0, 0), (0, 0, 1), (0, 1, 1)], CUBIC)


@pytest.mark.parametrize(
    ("lattice", "motions", "published"),
    [
        (HEXAGON, "isometries", [1, 1, 3, 7, 22, 82, 333]),  # OEIS A000228
        (HEXAGON, "rotations", [1, 1, 3, 10, 33, 147]),  # OEIS A006535
        (HEXAGON, "translations", [1, 3, 11, 44, 186, 814]),  # OEIS A001207
        (TRIANGLE, "isometries", [1, 1, 1, 3, 4, 12, 24, 66, 160]),  # OEIS A000577
        (TRIANGLE, "rotations", [1, 1, 1, 4, 6, 19, 43, 120]),  # OEIS A006534
    ],
)
def test_polyhexes_and_polyiamonds_are_as_many_as_published(
    lattice: Lattice, motions: Motions, published: list[int]
) -> None:
    """They are generated by the code that makes polyominoes."""
    assert [len(connected_shapes(n, lattice, motions)) for n in range(1, len(published) + 1)] == published


def test_neighbours_may_depend_on_the_class_of_a_cell() -> None:
    """A triangle has three neighbours, all of the other class, and a step back to it from each."""
    for cell in ((0, 1), (0, 2), (5, -3)):
        near = TRIANGLE.neighbours(cell)
        assert len(near) == 3
        assert {TRIANGLE.class_of(other) for other in near} == {3 - TRIANGLE.class_of(cell)}
        assert all(cell in TRIANGLE.neighbours(other) for other in near)
    assert not TRIANGLE.has((0, 0))
    assert connected(((0, 1), (0, 2)), TRIANGLE)


def test_pieces_are_settled_if_every_place_with_cells_is_one_of_theirs() -> None:
    """A lopsided piece of one class may lie where no motion takes it; neighbours, and a triangle that may be turned, may not."""
    lopsided: Shape = ((0, 1), (0, 4), (3, 7))
    assert settled(((0, 1),), TRIANGLE, "rotations")
    assert settled(((0, 1), (0, 2)), TRIANGLE, "translations")
    assert not settled(lopsided, TRIANGLE, "isometries")
    assert not settled(((0, 1),), TRIANGLE, "translations")


def test_a_shape_drawn_off_the_cells_is_moved_if_that_is_unambiguous() -> None:
    """A drawn shape begins anywhere; one whose places differ is to be drawn where its cells are."""
    assert seated(((0, 0), (0, 1)), TRIANGLE, "isometries") == ((0, 1), (0, 2))
    with pytest.raises(InvalidInput, match="piece 'A' may be moved onto cells to which none of its motions takes it"):
        seated(((0, 0), (0, 3), (3, 6)), TRIANGLE, "isometries", "A")
    with pytest.raises(InvalidInput, match="piece 'A' has a cell where the triangle lattice has none"):
        seated(((0, 1), (0, 2), (0, 3)), TRIANGLE, "isometries", "A")
