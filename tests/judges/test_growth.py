"""The judge of growths: a solution passes, and each way to spoil its placements is refused for its own reason."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.judges import growth as judge
from exactcover.model.growth import Cheaper
from tests.backends.test_connected_growths import growth

MODEL = growth("blokus board=3x3 goal=cover pieces=I1,I2,V3 start=0,0 targets=2,2/1,1")
CORNER, ELBOW = [0, 0, 0, 0], [2, 1, 1, 1]
"""I1 on the start, and V3 on 1,1 1,2 2,2, which its corner joins to it."""


def test_a_solution_has_no_fault() -> None:
    """A placement on the start, and one that its corner reaches, cover both targets at the cost of four cells."""
    selection = np.array([CORNER, ELBOW])
    assert judge.faults(MODEL, selection) == []
    assert judge.cost(MODEL, selection) == 4
    assert judge.faults_below(Cheaper(MODEL, 5), selection) == []
    assert judge.faults_below(Cheaper(MODEL, 4), selection) == ["the cost is 4; expected less than 4"]


@pytest.mark.parametrize(
    ("placements", "faults"),
    [
        ([[3, 0, 0, 0]], ["placement of piece 3, orientation 0 does not exist"]),
        ([[0, 1, 0, 0]], ["placement of piece 0, orientation 1 does not exist"]),
        ([[-1, 0, 0, 0]], ["placement of piece -1, orientation 0 does not exist"]),
        (
            [CORNER],
            ["cell (1, 1) is not covered; expected it covered", "cell (2, 2) is not covered; expected it covered"],
        ),
        (
            [ELBOW],
            ["cell (0, 0) is not covered; expected it covered", "placement 0 is not connected to a root by corners"],
        ),
        (
            [CORNER, [0, 0, 0, 2], ELBOW],
            ["'I1' is placed 2 times; expected 0 to 1", "placements 1 and 2 touch by an edge, at (0, 2)"],
        ),
        (
            [CORNER, ELBOW, [1, 0, 0, 0]],
            ["placements 0 and 2 both cover (0, 0)", "placements 1 and 2 touch by an edge, at (1, 1)"],
        ),
        (
            [CORNER, [2, 1, 1, 2]],
            [
                "'V3' covers (1, 3), which is not in the region",
                "'V3' covers (2, 3), which is not in the region",
                "cell (1, 1) is not covered; expected it covered",
                "cell (2, 2) is not covered; expected it covered",
                "placement 1 is not connected to a root by corners",
            ],
        ),
    ],
)
def test_spoiled_placements_are_refused(placements: list[list[int]], faults: list[str]) -> None:
    """A piece that does not exist, cells left open, off the region, covered twice or side by side, or out of reach."""
    assert judge.faults(MODEL, np.array(placements)) == faults


def test_other_arrays_are_refused() -> None:
    """Placements need a piece, an orientation and an offset for each axis."""
    (fault,) = judge.faults(MODEL, np.zeros((1, 3), dtype=np.int64))
    assert fault == "placements have shape (1, 3); expected lines of piece, orientation and 2 offsets"
