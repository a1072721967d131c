"""The judge of placements: a planted tiling is right, and every spoiling of it is refused for its own reason."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import check
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Fixed, Kind, Tiling

DOMINO = Kind("domino", (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]])), 2, 2)
SQUARE = Kind("square", (np.array([[0, 0]]),), 1, 1)
REGION = np.array([[1, 1, 1, 0], [1, 0, 1, 1]], dtype=np.bool_)  # a hole at 1,1; 0,3 is taken by a fixed piece
TILING = Tiling(REGION, (DOMINO, SQUARE), (Fixed(1, np.array([[0, 3]])),))
PLANTED = [[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 2]]


def placed(lines: list[list[int]]) -> Integers:
    """A selection of placements `kind, orientation, row, column`."""
    return np.array(lines, dtype=np.int64).reshape(-1, 4)


def test_planted_tiling_is_accepted() -> None:
    """Three dominoes cover the region; with three asked for nothing is wrong, in any order."""
    three = Tiling(REGION, (Kind("domino", DOMINO.orientations, 3, 3), Kind("square", SQUARE.orientations, 0, 1)))
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
        ([[2, 0, 0, 0]], "placement of kind 2, orientation 0 does not exist"),
        ([[-1, 0, 0, 0]], "placement of kind -1, orientation 0 does not exist"),
        ([[0, 2, 0, 0]], "placement of kind 0, orientation 2 does not exist"),
        ([[1, -1, 0, 0]], "placement of kind 1, orientation -1 does not exist"),
        ([], "cell (0, 0) is covered 0 times"),
    ],
)
def test_spoiled_placements_are_refused(lines: list[list[int]], fault: str) -> None:
    """Shifted, overlapping, missing, extra, unknown placements and wrong copies are each named."""
    assert any(fault in each for each in check.faults(TILING, placed(lines)))


@pytest.mark.parametrize(
    ("selection", "fault"),
    [
        (np.array([[0, 0, 0]]), "placements have shape (1, 3); expected lines of kind, orientation and 2 offsets"),
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
