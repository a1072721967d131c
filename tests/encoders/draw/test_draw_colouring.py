"""Drawings of colourings: every cell shows its weight, in text, SVG and PNG."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest

from encoders.draw import Picture, png, svg, text
from encoders.draw.colouring import colouring_picture
from exactcover.model.errors import InvalidInput

BOARD = np.ones((3, 4), dtype=np.bool_)
BOARD[0, 0] = False
BARE = Picture((3, 4), (), frozenset(map(tuple, np.argwhere(BOARD).tolist())))
CHESSBOARD = (np.indices((3, 4)).sum(axis=0) + 1) % 2


def test_areas_are_the_cells_of_a_weight() -> None:
    """Cells of one weight, modulo the modulus, are one area named after it; cells off the board are in none."""
    picture = colouring_picture(BARE, BOARD, CHESSBOARD * 9 - 4, 8)
    assert len(picture.cells) == 11
    assert [area.name for area in picture.areas] == ["4", "5"]
    for area in picture.areas:
        assert {int(CHESSBOARD[cell]) for cell in area.cells} == {int(area.name) - 4}
    whole = colouring_picture(BARE, BOARD, CHESSBOARD * 9 - 4, 0)
    assert [area.name for area in whole.areas] == ["-4", "5"]


def test_weights_are_written_in_the_cells() -> None:
    """On a chessboard each cell shows its weight; a stripe shows it once."""
    assert text(colouring_picture(BARE, BOARD, CHESSBOARD, 2)).splitlines() == [
        "    ┌───┬───┬───┐",
        "    │ 0 │ 1 │ 0 │",
        "┌───┼───┼───┼───┤",
        "│ 0 │ 1 │ 0 │ 1 │",
        "├───┼───┼───┼───┤",
        "│ 1 │ 0 │ 1 │ 0 │",
        "└───┴───┴───┴───┘",
    ]
    rows = np.indices((3, 4))[0] * 4 + 1
    drawn = svg(colouring_picture(BARE, BOARD, rows, 8))
    assert [drawn.count(f">{weight}</text>") for weight in (1, 5)] == [2, 1]


def test_boxes_and_png() -> None:
    """A box is drawn by layers; a PNG is written, the same twice."""
    box = np.ones((2, 2, 2), dtype=np.bool_)
    weights = np.indices((2, 2, 2)).sum(axis=0) % 2
    bare = Picture((2, 2, 2), (), frozenset(map(tuple, np.argwhere(box).tolist())))
    picture = colouring_picture(bare, box, weights, 2)
    assert "layer 1" in text(picture)
    first, second = BytesIO(), BytesIO()
    png(picture, first)
    png(picture, second)
    assert first.getvalue() == second.getvalue()
    assert first.getvalue().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_refused() -> None:
    """Weights of cells that lie outside the puzzle's picture are refused by the picture."""
    with pytest.raises(InvalidInput, match=r"cell \(3, [0-3]\) lies outside"):
        colouring_picture(BARE, np.ones((4, 4), dtype=np.bool_), np.zeros((4, 4), dtype=np.int64), 2)
