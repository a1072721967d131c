"""Colourings in words: each form of words, with its numbers."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.tiling import Piece, Tiling
from exactcover.proofs import explain
from tests.packings import tiling
from tests.proofs.provers.arguments import proved

WORDS = {
    "board=10x14 pieces=tetrominoes copies=7": (
        "Colour the board as a chessboard, dark where r + c is even."
        " Wherever it is placed, each of I4, L4, O4 and S4 covers an even number of dark cells."
        " Wherever it is placed, T4 covers an odd number of dark cells."
        " There are 7 such pieces, so all together cover an odd number; but the board has 70 of them, an even number."
    ),
    "board=4x5 pieces=tetrominoes copies=1": (
        "Colour the board as a chessboard, dark where r + c is even."
        " Wherever it is placed, each of I4, L4, O4 and S4 covers an even number of dark cells."
        " Wherever it is placed, T4 covers an odd number of dark cells."
        " One such piece is placed, so all together cover an odd number; but the board has 10 of them, an even number."
    ),
    "board=4x5 pieces=tetrominoes copies=0..1": (
        "Colour the board as a chessboard, dark where r + c is even."
        " Wherever it is placed, each of I4, L4, O4 and S4 covers an even number of dark cells."
        " Wherever it is placed, T4 covers an odd number of dark cells."
        " Numbers of pieces within their copies that fill the area cover an odd number of dark cells;"
        " but the board has 10 of them, an even number."
    ),
    "board=10x10 pieces=L4 copies=any": (
        "Give the rows the weights 5, 1 in turn. Wherever it is placed, L4 weighs 0 modulo 8."
        " So all pieces together weigh 0 modulo 8, but the board weighs 300, which is 4 modulo 8."
    ),
    "board=8x8 pieces=dominoes copies=any holes=0,0/7,7": (
        "Colour the board as a chessboard, dark where r + c is even; dark cells weigh 1, light ones -1."
        " I2 covers 1 dark and 1 light cell. Wherever it is placed, I2 weighs 0."
        " So all pieces together weigh 0, but the board, with 30 dark and 32 light cells, weighs -2."
    ),
    "board=10x10 pieces=T4 copies=any": (
        "Colour the board as a chessboard, dark where r + c is even; dark cells weigh 5, light ones 1."
        " T4 covers 3 dark and 1 light or 1 dark and 3 light cells. Wherever it is placed, T4 weighs 0 modulo 8."
        " So all pieces together weigh 0 modulo 8, but the board, with 50 dark and 50 light cells, weighs 300,"
        " which is 4 modulo 8."
    ),
    "board=10x10 pieces=I4 copies=any": (
        "Colour the cells (r, c) in which (r mod 2, c mod 2) is (0, 0)."
        " Wherever it is placed, I4 covers an even number of coloured cells."
        " So all pieces together cover an even number of coloured cells, but the board has 25 of them, an odd number."
    ),
}


@pytest.mark.parametrize("line", WORDS)
def test_colourings_are_told(line: str) -> None:
    """Chessboards and stripes are named as such, and the two residues that differ are told."""
    model = tiling(line)
    assert " ".join(explain.sentences(model, proved("colouring", model))) == WORDS[line]


def test_long_lists_of_pieces_are_cut() -> None:
    """Of many pieces some are named and the others counted."""
    model = tiling("board=15x14 pieces=hexominoes copies=1")
    words = " ".join(explain.sentences(model, proved("colouring", model)))
    assert "P6-11, P6-12 and 14 more covers an odd number of dark cells. There are 24 such pieces" in words


def test_bounds_of_copies_are_told() -> None:
    """Where numbers of copies are not known, what they can weigh is told."""
    region = np.ones((5, 5), dtype=np.bool_)
    region[0, 0] = False
    sticks = (np.array([[0, 0], [0, 1], [0, 2]]), np.array([[0, 0], [1, 0], [2, 0]]))
    model = Tiling(region, (Piece("I", sticks, 0, 8), Piece("V", (np.array([[0, 0], [0, 1], [1, 0]]),), 0, 1)))
    board = "but the board weighs 28, which is 1 modulo 3."
    assert explain.sentences(model, proved("colouring", model)) == [
        "Give the rows the weights 2, 1, 0 in turn.",
        "Wherever it is placed, I weighs 0 modulo 3.",
        "Wherever it is placed, V weighs 2 modulo 3.",
        f"Numbers of pieces within their copies that fill the area can weigh only 0 or 2 modulo 3; {board}",
    ]


def test_weights_by_cell_and_known_numbers_are_told() -> None:
    """Weights without a template are those of the drawing; of pieces of known number the totals are told."""
    region = np.ones((2, 2, 2, 2), dtype=np.bool_)
    region[0, 0, 0, 0] = region[1, 1, 1, 1] = False
    domino = tuple(np.stack((np.zeros(4, dtype=np.int64), axis)) for axis in np.eye(4, dtype=np.int64))
    model = Tiling(region, (Piece("D", domino, 0, 7),))
    words = explain.sentences(model, proved("colouring", model))
    assert words[0] == "Give the cells the weights that are drawn, other than 0 to 14 cells."
    corner = (np.array([[0, 0], [0, 1], [1, 0]]),)
    row = (np.array([[0, 0], [0, 1], [0, 2]]),)
    fixed = Tiling(np.ones((3, 4), dtype=np.bool_), (Piece("V", corner, 2, 2), Piece("I", row, 2, 2)))
    told = explain.sentences(fixed, proved("colouring", fixed))
    assert told[-1].startswith("With V twice")


def test_covers_are_told_by_item() -> None:
    """A cover's weights are listed by item."""
    triangle = cover(["a", "b", "c"], [["a", "b"], ["b", "c"], ["a", "c"]])
    assert explain.sentences(triangle, proved("colouring", triangle)) == [
        "Give items these weights: a 1, b 1, c 1; all others weigh 0.",
        "Every option then weighs 0 modulo 2.",
        "But the chosen options must weigh 3, each item counted as often as it must be covered, which is 1 modulo 2.",
    ]
    ranged = cover({"a": 1, "b": 1, "c": 1, "x": (1, 2)}, [["a", "x"], ["b", "x"], ["c", "x"]])
    body = Refutation("colouring", {"modulus": 0, "weights": [1, 1, 1, -1]})
    assert explain.sentences(ranged, body)[-1] == "But items covered as often as they must be cannot weigh 0 together."
