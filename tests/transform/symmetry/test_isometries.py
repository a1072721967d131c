"""Symmetry groups: the orders that are known, and on random packings those that the definition gives."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model import offsets
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover
from exactcover.transform.symmetry.isometries import Symmetry, symmetries
from tests.random_models import random_packing


def group(what: Puzzle | str) -> list[Symmetry]:
    """The symmetry group of a puzzle."""
    tiling = tiling_of(what)
    fits = offsets.fitting(tiling)
    return symmetries(tiling, lambda piece, place: bool(fits[piece][place].any()))


def tiling_of(what: Puzzle | str) -> Tiling:
    """The tiling of a puzzle."""
    model = (puzzle(what) if isinstance(what, str) else what).encode().model
    assert isinstance(model, Tiling)
    return model


@pytest.mark.parametrize(
    ("specification", "order"),
    [
        ("packing board=4x4 pieces=dominoes copies=any", 8),
        ("packing board=1x1 pieces=monomino", 8),
        ("packing board=6x10 pieces=pentominoes", 4),
        ("packing board=8x8 holes=3,3/3,4/4,3/4,4 pieces=pentominoes", 8),
        ("packing board=8x8 holes=0,0/7,7 pieces=dominoes copies=any", 4),
        ("packing board=3x4x5 pieces=pentominoes", 8),
        ("packing board=2x5x5 pieces=pentominoes", 16),
        ("packing board=3x3x3 pieces=soma", 48),
        ("packing board=3x3x3 pieces=slothouber-graatsma", 48),
        ("packing board=5x5x5 pieces=conway-5", 48),
        ("packing board=4x4x4 pieces=bedlam", 24),
        # One chiral piece that may not be reflected leaves the turns; a whole one-sided set is its own mirror image.
        ("packing board=4x4 pieces=L4 copies=4 reflections=no", 4),
        ("packing board=4x4 pieces=L4,T4 copies=2 reflections=no", 4),
        ("packing board=4x6 pieces=L4 copies=6 reflections=no", 2),
        ("packing board=4x4 pieces=T4 copies=4 reflections=no", 8),
        ("packing board=5x5 pieces=tetrominoes-one-sided copies=any", 8),
        ("packing board=3x30 pieces=pentominoes-one-sided", 4),
        ("packing board=3x3 pieces=trominoes-fixed copies=any", 8),
        ("packing board=4x4 pieces=L4,Z4 copies=L4:1,Z4:3 reflections=no", 4),
        # A mirror pair with other numbers of copies is no pair.
        ("packing board=4x6 pieces=tetrominoes-one-sided copies=L4:2,rest:1", 2),
        # A chiral piece of which there are no copies breaks nothing.
        ("packing board=4x4 pieces=L4,dominoes copies=L4:0,rest:any reflections=no", 8),
        # A chiral piece that fits nowhere breaks nothing either.
        ("packing board=2x2 pieces=L4,dominoes copies=any reflections=no", 8),
        ("packing board=../.#/.# pieces=trominoes copies=any", 1),
        ("packing board=#./.. pieces=trominoes copies=any", 2),
        ("packing board=..##/..##/..../.... pieces=dominoes copies=any", 2),
        ("packing board=4x4 holes=0,1 pieces=dominoes copies=any", 1),
        ("packing board=5x5 holes=0,2 pieces=dominoes copies=any", 2),
        ("packing board=5x5 holes=2,2 pieces=dominoes copies=any", 8),
        ("packing board=..#../..#.. pieces=dominoes copies=any", 4),
        ("packing board=5x5 pieces=monomino copies=any fixed=I1:2,2", 8),
        ("packing board=5x5 pieces=monomino copies=any fixed=I1:2,1", 2),
        ("packing board=5x5 pieces=monomino copies=any fixed=I1:2,1+I1:2,3", 4),
        ("packing board=4x4 pieces=I1,I2 copies=any fixed=I1:0,0+I2:3,2/3,3", 1),
        ("packing board=5x5 pieces=X5,I1 copies=any fixed=X5:1,2/2,1/2,2/2,3/3,2", 8),
        ("packing board=5x5 pieces=X5,I1 copies=any fixed=X5:0,1/1,0/1,1/1,2/2,1", 2),
        ("packing board=3x3 pieces=I1,I2,I3 copies=any fixed=I3:0,0/0,1/0,2+I1:2,0+I2:2,1/2,2", 1),
        ("packing board=3x3 pieces=I1,I2,I3 copies=any fixed=I3:0,0/0,1/0,2+I3:2,0/2,1/2,2", 4),
        ("packing board=3x3 pieces=I1,I3 copies=any fixed=I3:0,0/0,1/0,2+I1:2,0+I1:2,1+I1:2,2", 2),
        ("packing board=5x5 pieces=L5,I1 copies=any fixed=L5:0,0/1,0/2,0/3,0/3,1", 1),
    ],
)
def test_groups_have_the_known_orders(specification: str, order: int) -> None:
    """The order of the group of boards and sets whose symmetry can be seen, or is published."""
    assert len(group(specification)) == order


def by_definition(tiling: Tiling) -> int:
    """How many isometries map region, placements with their copies, and pre-placed pieces onto themselves."""
    cells = tiling.cells()
    every = tiling_to_cover.placements(tiling)
    laid = {
        (number, frozenset(map(tuple, shape.tolist())))
        for (number, *_), (_, shape) in zip(every.tolist(), tiling.placed(every), strict=True)
    }
    inside = set(map(tuple, cells.tolist()))
    assert tiling.isometries is not None
    order = 0
    for matrix in tiling.isometries:
        shift = cells.min(axis=0) - (cells @ matrix.T).min(axis=0)
        if set(map(tuple, (cells @ matrix.T + shift).tolist())) != inside:
            continue
        moved = {(n, frozenset(map(tuple, (np.array(sorted(shape)) @ matrix.T + shift).tolist()))) for n, shape in laid}
        copies = [(piece.least, piece.most) for piece in tiling.pieces]
        order += any(
            {(to[n], shape) for n, shape in moved} == laid and [copies[k] for k in to] == copies
            for to in itertools.permutations(range(len(tiling.pieces)))
        )
    return order


def test_random_packings_have_the_groups_of_the_definition() -> None:
    """The group of a random packing has the order that trying every isometry and every permutation of the pieces gives."""
    orders = set()
    for seed in range(100):
        what = puzzle_of("packing", random_packing(seed))
        if len(tiling_of(what).pieces) <= 5:
            orders.add(len(group(what)))
            assert len(group(what)) == by_definition(tiling_of(what)), what.canonical()
    assert len(orders) > 3


def test_symmetries_permute_the_options_of_the_cover() -> None:
    """As permutations of items, all symmetries of a cover map its options onto themselves, pieces of a pair exchanged."""
    exchanged = 0
    for specification in (
        "packing board=3x3x3 pieces=soma",
        "packing board=4x4 pieces=tetrominoes-one-sided copies=any",
    ):
        cover = tiling_to_cover.reduce(tiling_of(specification)).model
        assert not isinstance(cover, Tiling)
        options = {frozenset(cover.option(option)) for option in range(cover.options)}  # type: ignore[union-attr]
        for permutation in cover.symmetries.tolist():  # type: ignore[union-attr]
            to = dict(zip(cover.items, (cover.items[item] for item in permutation), strict=True))  # type: ignore[union-attr]
            assert {frozenset(to[name] for name in option) for option in options} == options
            exchanged += to.get("A4") == "B4" or to.get("L4") == "J4"
    assert exchanged == 24 + 4
