"""The words for frontiers: what the sweep does, what it counts, where it is stuck."""

from __future__ import annotations

import pytest

from exactcover.model.certificate import Refutation
from exactcover.proofs import explain
from tests.packings import tiling
from tests.proofs.provers.arguments import proved


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "board=3x9 pieces=V3 copies=any",
            ["Fill the board column by column", "none continues beyond cell 0,8, number 25 of 27"],
        ),
        ("board=9x3 pieces=V3 copies=any", ["Fill the board row by row", "17 such states", "at most 2 at one cell"]),
        (
            "board=2x80 pieces=tetrominoes copies=8",
            [
                "and the copies used so far.",
                "Only packings with at least 1 T4 are considered, because the puzzle demands no fewer.",
            ],
        ),
        ("board=3x3 pieces=I1,O4 copies=I1:0..4,O4:any", ["Only packings with 0 to 4 I1 are considered."]),
        ("board=4x5 pieces=tetrominoes copies=1", ["Only packings with exactly 1 T4 are considered."]),
        ("board=3x3x3 pieces=L4 copies=any", ["along axis 2, then 1, then 0", "6,282 such states"]),
    ],
)
def test_frontiers_are_told(line: str, said: list[str]) -> None:
    """The way of the sweep, what is counted and the last state are in the words."""
    model = tiling(line)
    told = " ".join(explain.sentences(model, proved("frontier", model)))
    for part in said:
        assert part in told
    assert told.endswith(".")


def test_copies_that_do_not_fit_are_told() -> None:
    """Where the sweep does not even begin, because copies are too many, that is said instead."""
    model = tiling("board=2x2 pieces=I2 copies=3")
    refutation = Refutation("frontier", {"axes": [0, 1], "counted": [[0, 3, None]], "states": [0, 0, 0, 0]})
    assert explain.sentences(model, refutation)[-1] == (
        "The copies demanded need more cells than the board has, so there is no packing."
    )


def test_both_ends_are_told() -> None:
    """Where both ends meet, the place and the numbers of states on either side are said."""
    body = {"axes": [0, 1], "counted": [], "states": [1, 0, 1, 1, 1], "meet": 3}
    model = tiling("board=1x5 pieces=dominoes copies=any")
    assert explain.sentences(model, Refutation("frontier", body))[1:] == [
        "Continue up to cell 0,3, number 4 of 5: 2 states are reached.",
        "From the other end find the states that can be completed, at most 1 at one cell.",
        "None of those for that cell is among those reached: there is no packing.",
    ]
