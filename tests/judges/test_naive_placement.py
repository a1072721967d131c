"""The judge of placed boards refuses empty cells, unknown labels, pieces out of shape and boards of another size."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import judges
from exactcover.model.space import NaivePlacement

PAIR = NaivePlacement(
    2,
    np.array([0, 1]),
    np.array([[True, True, False], [False, False, True]]),
    np.array([[-1, 1], [0, 2], [1, -1]]),
)


def test_a_right_board_passes() -> None:
    """A domino and a square in a row of three have no fault and no cost."""
    assert judges.faults(PAIR, np.array([1, 1, 2])) == []
    assert judges.cost(PAIR, np.array([1, 1, 2])) is None


@pytest.mark.parametrize(
    ("labels", "fault"),
    [
        ([1, 1], "has shape"),
        ([1, 1, 0], "cell 2 has label 0"),
        ([1, 1, 3], "cell 2 has label 3; expected 1 to 2"),
        ([2, 1, 1], "piece 0 is at none of its placements"),
        ([1, 1, 1], "piece 0 is at none"),
    ],
)
def test_spoiled_boards_are_refused(labels: list[int], fault: str) -> None:
    """Each fault has a sentence of its own."""
    assert fault in judges.faults(PAIR, np.array(labels))[0]
