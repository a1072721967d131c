"""Layers folded by symmetry: counts are those of layers that are not folded, of an oracle, and of the literature."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.strategy import bare, bare_symmetries
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.folds import Folds
from exactcover.kernel.layers.shares import DEFAULT_SIZES, SharedCounting, Sizes
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import random_symmetric_cover
from tests.kernel.instances import brute, built

SMALL = Sizes(wide=1, share=1)
"""Layers of any width are shared, a state or two to a share."""
SHAPES = (
    ((0, 0),),
    ((0, 0), (0, 1)),
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (0, 1), (1, 1), (1, 2)),
)


def symmetric_board(seed: int) -> tuple[Instance, Integers]:
    """Return a board with holes and optional cells that mirrors map onto itself, to be covered by a few shapes in all
    orientations, some of them in a range of copies; and its symmetries."""
    rng = random.Random(seed)
    height, width = rng.randint(2, 5), rng.randint(2, 4)
    every = list(product(range(height), range(width)))
    mirrored = [
        [(r, width - 1 - c) for r, c in every],
        [(height - 1 - r, c) for r, c in every],
        [(height - 1 - r, width - 1 - c) for r, c in every],
    ]
    group = [dict(zip(every, images, strict=True)) for images in rng.choice((mirrored[:1], mirrored[1:2], mirrored))]
    holes = {cell for cell in every if rng.random() < 0.1}
    optional = {cell for cell in every if rng.random() < 0.15}
    for some in (holes, optional):
        some |= {image[cell] for cell in some for image in group}
    cells = [cell for cell in every if cell not in holes]
    number = {cell: k for k, cell in enumerate(cells)}
    options, least, most = list[tuple[int, ...]](), [int(cell not in optional) for cell in cells], [1] * len(cells)
    for shape in rng.sample(SHAPES, rng.randint(1, 3)):
        placed = {
            frozenset(
                number.get((r + (a if not turned else b) * x, c + (b if not turned else a) * y), -1) for a, b in shape
            )
            for r, c in cells
            for x, y, turned in product((-1, 1), (-1, 1), (False, True))
        }
        counted = rng.random() < 0.4
        if counted:
            fewest, greatest = sorted((rng.randint(0, 2), rng.randint(1, 4)))
            least, most = [*least, fewest], [*most, greatest]
        options += [
            (*sorted(place), *[len(least) - 1] * counted) for place in sorted(placed, key=sorted) if -1 not in place
        ]
    symmetries = [[*(number[image[cell]] for cell in cells), *range(len(cells), len(least))] for image in group]
    return built(least, most, options), np.array(symmetries, dtype=np.int64)


def counted(
    instance: Instance, symmetries: Integers, sizes: Sizes = SMALL, workers: int = 2
) -> tuple[SharedCounting, Folds]:
    """Return a finished count by folded layers, and how it was folded."""
    order, tail = orders.layer_order(instance)
    tables = layers.prepare(instance, order, tail)
    folds = Folds(instance, order, tail, tables, symmetries)
    counting = SharedCounting(tables, workers=workers, sizes=sizes, folds=folds)
    while not counting.run(50 if sizes is SMALL else 10**6).finished:
        pass
    return counting, folds


def symmetric(cover: Cover) -> tuple[Instance, Integers]:
    """Return the instance of a cover that a count has, with its symmetries except the identity."""
    return bare(cover), bare_symmetries(cover, Orbits(cover).group[1:])


def covers() -> Iterator[tuple[Instance, Integers]]:
    """Boxes whose slices have eight symmetries, and boards that wrap round, whose rows are turned too."""
    for line in (
        "packing board=3x3x4 pieces=dominoes copies=any",
        "packing board=2x2x5 pieces=tetracubes copies=any",
        "packing board=6x4 wrap=columns pieces=trominoes copies=any",
        "packing board=+++++/...../..+../...../+++++ pieces=tetrominoes copies=0..2",
    ):
        yield symmetric(cover_of(puzzle(line).value))


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_symmetric_boards_have_the_count_of_an_oracle(first: int) -> None:
    """Boards with holes, optional cells and copies in a range have the count of all selections, and most are folded."""
    judged = folded = 0
    for seed in range(first, first + 100):
        instance, symmetries = symmetric_board(seed)
        counting, folds = counted(instance, symmetries)
        plain, _ = counted(instance, symmetries[:0])
        assert counting.count == plain.count, seed
        assert counting.progress.states <= plain.progress.states
        folded += bool(folds.steps)
        if instance.options < 40 and plain.count < 2_000:
            judged += 1
            assert counting.count == len(brute(instance)), seed
    assert judged > 25
    assert folded > 25


def test_random_covers_are_counted_alike() -> None:
    """Covers with random symmetries, which seldom keep the items from a step on, have the same count folded."""
    folded = 0
    for seed in range(150):
        instance, symmetries = symmetric(random_symmetric_cover(seed))
        counting, folds = counted(instance, symmetries)
        assert counting.count == counted(instance, symmetries[:0])[0].count, seed
        folded += bool(folds.steps)
    assert folded > 5


@pytest.mark.parametrize("workers", [1, 2])
def test_solids_and_boards_that_wrap_round_are_counted_alike(workers: int) -> None:
    """Several symmetries of a slice or of a ring are used at once, and the layers become smaller."""
    for instance, symmetries in covers():
        counting, folds = counted(instance, symmetries, workers=workers)
        plain, _ = counted(instance, symmetries[:0], workers=workers)
        assert folds.steps
        assert counting.count == plain.count
        assert counting.progress.states < plain.progress.states


def test_mirror_images_of_rows_are_one_state() -> None:
    """Rows are mirrored: the tilings of 8x8 by tetrominoes take fewer states and are as many as published (OEIS A230031)."""
    instance, symmetries = symmetric(cover_of(puzzle("packing board=8x8 pieces=tetrominoes copies=any").value))
    counting, folds = counted(instance, symmetries, DEFAULT_SIZES)
    plain, _ = counted(instance, symmetries[:0], DEFAULT_SIZES)
    assert set(folds.steps) >= set(range(8, 64, 8))
    assert len(folds.images(8)) == 1
    assert (folds.end_of(7, 12), folds.end_of(8, 12), folds.end_of(56, 64)) == (8, 12, 64)
    assert counting.count == plain.count == 19_077_209_438
    assert counting.progress.states < 0.7 * plain.progress.states
