"""The judge of placements: a planted tiling is right, and every spoiling of it is refused for its own reason."""

from __future__ import annotations

import gc
import random

import numpy as np
import pytest

from exactcover import check
from exactcover.check import tiling
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Fixed, Piece, Tiling

DOMINO = Piece("domino", (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]])), 2, 2)
SQUARE = Piece("square", (np.array([[0, 0]]),), 1, 1)
REGION = np.array([[1, 1, 1, 0], [1, 0, 1, 1]], dtype=np.bool_)  # a hole at 1,1; 0,3 is taken by a fixed piece
TILING = Tiling(REGION, (DOMINO, SQUARE), (Fixed(1, np.array([[0, 3]])),))
PLANTED = [[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 2]]


def placed(lines: list[list[int]]) -> Integers:
    """A selection of placements `piece, orientation, row, column`."""
    return np.array(lines, dtype=np.int64).reshape(-1, 4)


def test_planted_tiling_is_accepted() -> None:
    """Three dominoes cover the region; with three asked for nothing is wrong, in any order."""
    three = Tiling(REGION, (Piece("domino", DOMINO.orientations, 3, 3), Piece("square", SQUARE.orientations, 0, 1)))
    assert not check.faults(three, placed(PLANTED))
    assert not check.faults(three, placed(PLANTED[::-1]))


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (PLANTED, "'domino' is placed 3 times; expected 2 to 2"),
        (PLANTED, "'square' is placed 0 times; expected 1 to 1"),
        (PLANTED[1:], "cell (0, 0) is covered 0 times; expected 1"),
        ([*PLANTED, [1, 0, 0, 0]], "cell (0, 0) is covered 2 times; expected 1"),
        ([*PLANTED, PLANTED[0]], "cell (1, 0) is covered 2 times; expected 1"),
        ([[0, 1, 0, 1]], "'domino' covers (1, 1), which is not in the region"),
        ([[0, 0, 0, 2]], "'domino' covers (0, 3), which is not in the region"),
        ([[0, 0, 1, 3]], "'domino' covers (1, 4), which is not in the region"),
        ([[0, 0, 0, -1]], "'domino' covers (0, -1), which is not in the region"),
        ([[0, 0, 2**63 - 1, 2**63 - 1]], "which is not in the region"),
        ([[2, 0, 0, 0]], "placement of piece 2, orientation 0 does not exist"),
        ([[-1, 0, 0, 0]], "placement of piece -1, orientation 0 does not exist"),
        ([[0, 2, 0, 0]], "placement of piece 0, orientation 2 does not exist"),
        ([[1, -1, 0, 0]], "placement of piece 1, orientation -1 does not exist"),
        ([], "cell (0, 0) is covered 0 times"),
    ],
)
def test_spoiled_placements_are_refused(lines: list[list[int]], fault: str) -> None:
    """Shifted, overlapping, missing, extra, unknown placements and wrong copies are each named."""
    assert any(fault in each for each in check.faults(TILING, placed(lines)))


@pytest.mark.parametrize(
    ("selection", "fault"),
    [
        (np.array([[0, 0, 0]]), "placements have shape (1, 3); expected lines of piece, orientation and 2 offsets"),
        (np.array([0, 0, 0, 0]), "placements have shape (4,)"),
        (np.array([[0.0, 0.0, 0.0, 0.0]]), "the selection is an array of float64"),
        (np.array([[None] * 4]), "the selection is an array of object"),
    ],
)
def test_selections_that_are_no_placements_are_refused(selection: Integers, fault: str) -> None:
    """An array of another shape or type is a fault, not a crash."""
    (found,) = check.faults(TILING, selection)
    assert found.startswith(fault)


def test_tilings_have_no_cost() -> None:
    """Nothing is to be minimised in a tiling."""
    assert check.cost(TILING, placed(PLANTED)) is None


def test_remembered_placements_weaken_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 3000 random lists of placements, seen before or not, the judge finds what one without a memory finds."""
    rng = random.Random(0)
    three = Tiling(REGION, (Piece("domino", DOMINO.orientations, 3, 3), Piece("square", SQUARE.orientations, 0, 1)))
    asked = []
    for _ in range(3_000):
        lines = [list(line) for line in rng.choice([PLANTED, PLANTED, PLANTED[1:], [*PLANTED, PLANTED[0]], []])]
        for line in lines:
            if rng.random() < 0.15:
                line[rng.randrange(4)] += rng.choice([-1, 1, 2])
        rng.shuffle(lines)
        asked.append((rng.choice([three, TILING]), placed(lines)))
    remembering = [check.faults(*each) for each in asked]
    monkeypatch.setattr(tiling, "LARGEST_REMEMBERED", 0)
    assert remembering == [check.faults(*each) for each in asked]
    assert 100 < sum(not faults for faults in remembering) < 2_000


def test_what_is_remembered_of_a_tiling_is_not_used_for_another() -> None:
    """Placements that are right on one region are judged anew on a smaller one, and forgotten with their tiling."""
    three = Tiling(REGION, (Piece("domino", DOMINO.orientations, 3, 3),))
    assert not check.faults(three, placed(PLANTED))
    less = REGION.copy()
    less[0, 0] = False
    smaller = Tiling(less, (Piece("domino", DOMINO.orientations, 3, 3),))
    assert any("(0, 0), which is not in the region" in fault for fault in check.faults(smaller, placed(PLANTED)))
    before = len(tiling._memories)
    del three, smaller
    gc.collect()
    assert len(tiling._memories) <= before - 2
