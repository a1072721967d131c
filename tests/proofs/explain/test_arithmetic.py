"""Arguments from sizes and numbers in words."""

from __future__ import annotations

import pytest

from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.proofs import explain
from tests.judges.test_arithmetic import SHARED
from tests.packings import tiling
from tests.proofs.provers.arguments import proved


@pytest.mark.parametrize(
    ("model", "told"),
    [
        (
            tiling("board=3x3 pieces=dominoes copies=any"),
            ["The region has 9 cells.", "Every piece has 2 cells, and 9 is no multiple of 2."],
        ),
        (
            tiling("board=4x6 pieces=tetrominoes copies=1"),
            ["The region has 24 cells.", "The pieces have 20 cells in all."],
        ),
        (
            tiling("board=4x4 pieces=tetrominoes copies=1..2"),
            [
                "The region has 16 cells.",
                "The pieces that must be placed have 20 cells.",
                "With copies=0..2 not every piece has to be placed, and the sizes would come out.",
            ],
        ),
        (
            tiling("board=4x4 pieces=tetrominoes"),
            [
                "The region has 16 cells.",
                "The pieces have 20 cells in all.",
                "With copies=0..1 not every piece has to be placed, and the sizes would come out.",
            ],
        ),
        (
            tiling("board=3x3 pieces=tetrominoes"),
            ["The region has 9 cells.", "The pieces have 20 cells in all."],
        ),
        (
            tiling("board=6x8 pieces=tetrominoes copies=0..2"),
            ["The region has 48 cells.", "All pieces that may be placed have 40 cells."],
        ),
        (
            tiling("board=1x7 pieces=I3,I5 copies=any"),
            [
                "The region has 7 cells.",
                "The pieces have sizes 3 and 5; no numbers of them within their copies cover 7 cells.",
            ],
        ),
        (
            tiling("board=2x5 pieces=X5,T4 copies=any holes=0,0"),
            [
                "The region has 9 cells.",
                "There is no place on it for X5.",
                "Every piece has 4 cells, and 9 is no multiple of 4.",
            ],
        ),
        (tiling("board=1x20 pieces=tetrominoes copies=1"), ["The piece L4 must be placed once, but it fits nowhere."]),
        (
            tiling("board=2x5 pieces=I5 copies=3 holes=0,0"),
            ["The region has 9 cells.", "The pieces have 15 cells in all."],
        ),
        (
            tiling("board=3x4 pieces=V3 copies=any holes=0,1/1,0/1,1"),
            ["No placement of any piece covers the cell (0, 0)."],
        ),
        (
            tiling("board=1x10 pieces=I3 copies=any holes=0,4"),
            [
                "No placement joins the component of 4 cells at (0, 0) to other cells.",
                "No numbers of pieces within their copies cover 4 cells.",
            ],
        ),
        (
            SHARED,
            [
                "No placement joins the component of 3 cells at (3, 0) to other cells.",
                "The pieces cannot be divided so that it and the rest each get as many cells as they have.",
            ],
        ),
        (
            cover({"a": 1, "b": 2}, [["a", "b"], ["a"]]),
            ["The item b must be covered twice, but it is in only 1 option."],
        ),
        (cover(["a", "b"], [["a"]]), ["The item b must be covered once, but it is in no option."]),
    ],
)
def test_arguments_are_told(model: Model, told: list[str]) -> None:
    """Each argument is told with its numbers."""
    assert explain.sentences(model, proved("arithmetic", model)) == told
