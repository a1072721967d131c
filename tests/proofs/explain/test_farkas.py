"""The words for Farkas multipliers: which items weigh what, and what options and all items come to."""

from __future__ import annotations

from exactcover.model.cover import cover
from exactcover.proofs import explain
from tests.packings import tiling
from tests.proofs.provers.arguments import proved


def test_weights_of_a_board_are_told() -> None:
    """Cells are named by weight, and the total is said."""
    model = tiling("board=6x12 pieces=T4 copies=any")
    refutation = proved("farkas", model)
    told = explain.sentences(model, refutation)
    assert told[0].startswith("Give weights to cells: ")
    assert told[0].endswith("; all others weigh 0.")
    assert told[1:] == [
        "Then the weights of every placement of a piece, its cells together, sum to 0 or more, and so do those of a solution.",
        (
            f"But the board demands a total of {sum(refutation.body['multipliers'])}:"
            " there is no solution, not even one with fractions of pieces."
        ),
    ]


def test_weights_of_pieces_are_told() -> None:
    """A piece that weighs something is told apart from the cells, and so is a number of copies that is not fixed."""
    model = tiling("board=3x5 pieces=V3 copies=any")
    assert explain.sentences(model, proved("farkas", model)) == [
        "Give weights to cells: -1 to 0,0 0,2 0,4 2,0 2,2 2,4; all others weigh 0.",
        "Each copy of a piece has a weight too: 1 to V3.",
        (
            "Then the weights of every placement of a piece, its cells and its copy together, sum to 0 or more,"
            " and so do those of a solution."
        ),
        (
            "But the board demands a total of at most -1, each taken as often as makes the total greatest:"
            " there is no solution, not even one with fractions of pieces."
        ),
    ]


def test_many_cells_are_told_in_short() -> None:
    """Of over 24 cells of one weight the number is said, and the first and last."""
    model = tiling("board=8x8 pieces=dominoes copies=any holes=0,0/7,7")
    assert "32 of them, 0,1 to 7,6" in explain.sentences(model, proved("farkas", model))[0]


def test_covers_are_told_by_their_items() -> None:
    """Items of a cover have their names, and its options are no pieces."""
    model = cover({"left": (3, 4), "right": (0, 2)}, [["left", "right"], ["left", "right", "c"]], secondary=["c"])
    assert explain.sentences(model, proved("farkas", model)) == [
        "Give weights to items: -1 to left; 1 to right; all others weigh 0.",
        "Then the weights of every option, its items together, sum to 0 or more, and so do those of a solution.",
        (
            "But the cover demands a total of at most -1, each taken as often as makes the total greatest:"
            " there is no solution, not even one with fractions of options."
        ),
    ]
