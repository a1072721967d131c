"""Boxes cut into boxes of known shapes."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest

from exactcover.backends.search.boards.guillotine import Cut, Cutter, Shape, Sums, boxes

FOUR = ((4, 10), (5, 8), (3, 40), (6, 20))
"""Blocks that compose every board of an even number of tetromino sets."""


def covered(cut: Cut) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Count for each cell of a box the parts of its cut that cover it."""
    times = np.zeros(cut.sides, dtype=np.int64)
    for shape, corners in cut.corners().items():
        for corner in corners.tolist():
            times[tuple(slice(low, low + side) for low, side in zip(corner, shape, strict=True))] += 1
    return times


@pytest.mark.parametrize("lengths", [(1,), (3,), (3, 5), (4, 6), (6, 10, 15), (4, 6, 9), (7, 7 * 3, 10), (12, 20, 30)])
def test_sums_agree_with_a_table(lengths: tuple[int, ...]) -> None:
    """Which numbers are sums of some lengths is what a table of all of them says, and the parts add up."""
    sums, table = Sums(lengths), {0}
    for total in range(1, 200):
        if any(total - length in table for length in lengths):
            table.add(total)
        assert sums.has(total) == (total in table)
        if sums.has(total):
            parts = sums.parts(total)
            assert sum(length * number for length, number in parts) == total
            assert {length for length, _ in parts} <= set(lengths)


def test_sums_of_nothing_are_none() -> None:
    """Without lengths no box has a cut."""
    assert not Sums(()).has(5)
    assert Cutter(()).cut((2, 2)) is None


def test_four_blocks_compose_every_board_of_even_tetromino_sets() -> None:
    """Up to 160x160 each board of 2, 4, 6, ... sets with sides of 3 or more is cut into the four blocks."""
    shapes = {shape for block in FOUR for shape in (block, block[::-1])}
    cutter, boards = Cutter(shapes), 0
    for board in product(range(3, 161), repeat=2):
        if prod(board) % 40 == 0:
            cut = cutter.cut(board)
            assert cut is not None, board
            numbers = cut.numbers()
            assert set(numbers) <= shapes
            assert sum(prod(shape) * number for shape, number in numbers.items()) == prod(board)
            boards += 1
            if prod(board) <= 2_000:
                assert (covered(cut) == 1).all()
    assert boards == 2_856


@pytest.mark.parametrize(
    ("shapes", "box"),
    [([(2, 3), (3, 2)], (5, 6)), ([(1, 2, 2), (2, 1, 2), (2, 2, 1)], (3, 4, 6)), ([(2, 3, 4), (4, 3, 2)], (4, 9, 6))],
)
def test_parts_cover_each_cell_once(shapes: list[Shape], box: Shape) -> None:
    """The parts of a cut lie side by side, in the plane and in space."""
    cut = Cutter(shapes).cut(box)
    assert cut is not None
    assert (covered(cut) == 1).all()
    assert {shape: len(corners) for shape, corners in cut.corners().items()} == cut.numbers()


def test_boxes_that_cannot_be_cut_are_refused() -> None:
    """No cut is made up where the sides do not allow one."""
    assert Cutter([(2, 2)]).cut((4, 5), deeper=True) is None
    assert Cutter([(2, 3), (3, 2)]).cut((1, 6), deeper=True) is None


def test_deeper_cuts_reach_more_boxes() -> None:
    """A slab that is as thick as two different parts together is cut when one more cut is allowed."""
    cutter = Cutter([(2, 7), (3, 7), (5, 4), (6, 11)])
    assert cutter.cut((11, 11)) is None
    deeper = cutter.cut((11, 11), deeper=True)
    assert deeper is not None
    assert (covered(deeper) == 1).all()


def test_boxes_of_a_volume_stay_within() -> None:
    """All boxes of a volume that fit are listed, each once."""
    listed = boxes(24, (4, 6, 5))
    wanted = [box for box in product(range(1, 5), range(1, 7), range(1, 6)) if prod(box) == 24]
    assert sorted(listed) == wanted
