"""Wraps: the groups that their generators generate, and the cells of a board by the points of the plane."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import HEXAGON, SQUARE
from encoders.geometry.wrap import IDENTITY, Folding, Isometry, Wrap

FLIP = ((-1, 0), (0, 1))
TURN_BACK = ((1, 0), (0, -1))
WRAPS = {
    "cylinder": Wrap((Isometry(IDENTITY, (0, 4)),)),
    "twisted cylinder": Wrap((Isometry(IDENTITY, (-1, 4)),)),
    "torus": Wrap((Isometry(IDENTITY, (3, 0)), Isometry(IDENTITY, (0, 4)))),
    "twisted torus": Wrap((Isometry(IDENTITY, (3, 0)), Isometry(IDENTITY, (-2, 4)))),
    "Moebius strip": Wrap((Isometry(FLIP, (2, 4)),)),
    "Klein bottle": Wrap((Isometry(IDENTITY, (3, 0)), Isometry(FLIP, (2, 4)))),
    "projective plane": Wrap((Isometry(FLIP, (2, 4)), Isometry(TURN_BACK, (3, 3)))),
}
BOX = list(itertools.product(range(3), range(4)))


def reached(wrap: Wrap, cell: Cell, reach: int) -> set[Cell]:
    """The points within reach to which the generators and their inverses take a cell, one after the other."""
    steps = [*wrap.generators, *(generator.inverse() for generator in wrap.generators)]
    points, fresh = {cell}, [cell]
    while fresh:
        point = fresh.pop()
        for step in steps:
            further = step.of(point)
            if further not in points and max(map(abs, further)) <= reach:
                points.add(further)
                fresh.append(further)
    return points


@pytest.mark.parametrize("name", WRAPS)
def test_every_point_is_the_cell_to_which_the_generators_take_it(name: str) -> None:
    """By applying the generators again and again; a point that they take to no cell is off the board."""
    wrap = WRAPS[name]
    folding = Folding(wrap, BOX)
    assert (folding.clash, folding.fixed) == (None, None)
    cell_of = {point: number for number, cell in enumerate(BOX) for point in reached(wrap, cell, 40)}
    points = list(itertools.product(range(-10, 14), repeat=2))
    numbers = folding.numbers(np.array(points)).tolist()
    assert numbers == [cell_of.get(point, -1) for point in points]


@pytest.mark.parametrize("name", WRAPS)
def test_other_generators_of_a_group_have_the_same_canonical_form(name: str) -> None:
    """Products of generators, in any order, and the canonical form itself as generators."""
    wrap = WRAPS[name]
    first, last = wrap.generators[0], wrap.generators[-1]
    for generators in [(last, first), (first, last.after(first)), (first.inverse(), last.inverse().after(first))]:
        if len(wrap.generators) > 1:
            assert Wrap(generators).canonical() == wrap.canonical()
    tables = wrap.canonical()
    read = [Isometry(tuple(map(tuple, each["matrix"])), tuple(each["shift"])) for each in tables]
    assert Wrap(tuple(read)).canonical() == tables
    assert Wrap(tuple(read)).translations == wrap.translations


def test_groups_that_differ_have_different_canonical_forms() -> None:
    """Each of the wraps is another group."""
    assert len({repr(wrap.canonical()) for wrap in WRAPS.values()}) == len(WRAPS)


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGON], ids=lambda lattice: lattice.name)
def test_random_tori_have_as_many_cells_as_the_area_of_their_steps(lattice: Lattice) -> None:
    """Two steps span a parallelogram; the points of the plane fall into as many orbits as it has points."""
    rng = random.Random(5)
    for _ in range(40):
        (a, b), (c, d) = ((rng.randint(-4, 4), rng.randint(-4, 4)) for _ in range(2))
        if a * d == b * c:
            continue
        wrap = Wrap((Isometry(IDENTITY, (a, b)), Isometry(IDENTITY, (c, d))))
        points = np.array(list(itertools.product(range(-9, 10), repeat=2)))
        assert len(set(map(tuple, wrap.reduced(points).tolist()))) == abs(a * d - b * c)
        assert all(Isometry(IDENTITY, shift).keeps_cells(lattice) for shift in wrap.translations)


def test_two_cells_that_are_one_are_found() -> None:
    """A board longer than the way round."""
    folding = Folding(WRAPS["torus"], [(0, 0), (1, 1), (3, 0)])
    assert folding.clash == ((0, 0), (3, 0))


def test_a_cell_that_is_turned_about_itself_is_found() -> None:
    """Half a turn about a cell fixes it."""
    assert Folding(Wrap((Isometry(((-1, 0), (0, -1)), (2, 2)),)), [(0, 0), (1, 1)]).fixed == (1, 1)


def test_the_inverse_and_the_product_of_isometries() -> None:
    """Of every linear part of both lattices, with a shift."""
    for lattice in (SQUARE, HEXAGON):
        for matrix in lattice.matrices("isometries"):
            isometry = Isometry(matrix, (3, -2))
            assert isometry.after(isometry.inverse()) == Isometry(IDENTITY, (0, 0))
            other = Isometry(FLIP, (1, 5))
            assert isometry.after(other).of((4, 7)) == isometry.of(other.of((4, 7)))
