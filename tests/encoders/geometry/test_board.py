"""Boards and drawn pieces: read as they are drawn, and each fault of a drawing refused with one sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoders.geometry.board import board, drawn_piece, picture
from exactcover.model.errors import InvalidInput


def rows(mask: Any) -> list[list[int]]:
    """A mask as lists of 0 and 1."""
    found: list[list[int]] = mask.astype(int).tolist()
    return found


@pytest.mark.parametrize(
    ("text", "shape"),
    [("6x10", (6, 10)), ("3x4x5", (3, 4, 5)), ("1x1", (1, 1)), (" 6x10 \n", (6, 10)), ("10000x10000", (10000, 10000))],
)
def test_sizes_are_boxes(text: str, shape: tuple[int, ...]) -> None:
    """`HxW` and `AxBxC` are boards with every cell, up to 10^8 of them, and no letters."""
    found = board(text)
    assert found.cells.shape == shape
    assert found.cells.all()
    assert found.letters == {}


def test_pictures_are_read_as_drawn() -> None:
    """Dots and letters are cells, # and blanks are not, with rows on lines or between slashes."""
    for text in ("..#\nA.A\n B.", "..#/A.A/ B.", "\n..#\nA.A\n B.\n"):
        found = board(text)
        assert rows(found.cells) == [[1, 1, 0], [1, 1, 1], [0, 1, 1]]
        assert found.letters == {"A": ((1, 0), (1, 2)), "B": ((2, 1),)}


def test_pictures_in_layers_are_boards_in_space() -> None:
    """`//` separates layers, and letters then have three coordinates; one layer is a board in the plane."""
    found = board("../.#//a./..")
    assert found.cells.tolist() == [[[True, True], [True, False]], [[True, True], [True, True]]]
    assert found.letters == {"a": ((1, 0, 0),)}
    assert board("...").cells.shape == (1, 3)


@given(st.integers(1, 4), st.integers(1, 5), st.data())
def test_any_mask_is_read_back(height: int, width: int, data: st.DataObject) -> None:
    """A drawing of any mask with a cell in it gives that mask."""
    cells = data.draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width).filter(any))
    mask = np.array(cells).reshape(height, width)
    drawing = "/".join("".join(".#"[not cell] for cell in row) for row in mask)
    assert (picture(drawing).cells == mask).all()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0x5", "board is 0x5; expected sides of at least 1"),
        ("5x0", "expected sides of at least 1"),
        ("3x0x3", "expected sides of at least 1"),
        ("-3x4", "board is '-3x4'; expected a size such as 6x10"),
        ("+3x4", "expected a size such as 6x10"),
        ("6x", "board is '6x'; expected a size"),
        ("x6x6", "expected a size"),
        ("6", "expected a size"),
        ("6 x 10", "expected a size"),
        ("6X10", "expected a size"),
        ("6*10", "expected a size"),
        ("6,10", "expected a size"),
        ("2x2x2x2x2x2", "expected a size"),
        ("6.5x10", "expected a size"),
        ("6x10x", "expected a size"),
        ("", "board is ''; expected a size"),
        ("\n\n", "expected a size"),
        ("1000000000x1000000000", "board is '1000000000x1000000000'; expected at most 10^8 cells"),
        ("10001x10000", "expected at most 10^8 cells"),
        ("9" * 5000 + "x1", "expected at most 10^8 cells"),
        ("1x" + "9" * 5000, "expected at most 10^8 cells"),
        ("６x10", "row 0, column 0 has '６'"),
        (".../..", "the board, row 1 has 2 characters; expected 3 as row 0 has"),
        ("..\n...", "the board, row 1 has 3 characters; expected 2"),
        ("../..//...", "layer 1 has 1 rows; expected 2 as layer 0 has"),
        ("../..//../...", "layer 1, row 1 has 3 characters; expected 2"),
        ("..//..//", "layer 2"),
        ("..?/...", "the board, row 0, column 2 has '?'; expected . for a cell, # for none, or a letter"),
        (".1/..", "row 0, column 1 has '1'"),
        ("é.", "row 0, column 0 has 'é'"),
        (".\t.", "column 1 has '\\t'"),
        ("..\r\n..", "'\\r'"),
        ("\x00", "has '\\x00'"),
        ("##/##", "the board's picture has no cell"),
        (" ", "the board's picture has no cell"),
    ],
)
def test_bad_boards_are_refused(text: str, sentence: str) -> None:
    """Whatever is typed for a board that is none, the sentence says where and what was expected."""
    with pytest.raises(InvalidInput) as refused:
        board(text)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("value", [6, None, True, ["6x10"], {"size": "6x10"}, 6.5, [[1] * 10**5]])
def test_boards_that_are_no_text_are_refused(value: Any) -> None:
    """A number, a list or a table is no board, and is quoted shortly."""
    with pytest.raises(InvalidInput, match=r"^board is .{0,60}; expected a size such as 6x10 or a picture$"):
        board(value)


@pytest.mark.parametrize("separator", ["\n.", "//"])
def test_ragged_pictures_of_many_rows_ask_for_no_memory(separator: str) -> None:
    """A long row and very many short ones are refused before room for their product is asked for."""
    with pytest.raises(InvalidInput, match="the board's picture is too large"):
        board("." * 1_500_000 + separator * 500_000 + ".")


def test_an_empty_line_begins_a_layer() -> None:
    """Layers are separated by an empty line as by //, in boards and in pieces; lines of blanks are rows."""
    assert (board("\n..\n..\n\n..\n.#\n").cells == board("../..//../.#").cells).all()
    assert (
        drawn_piece("\n##\n.#\n\n#.\n", "A")
        == drawn_piece("##/.#//#.", "A")
        == ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0))
    )
    assert drawn_piece("#\n \n#", "A") == ((0, 0), (2, 0))


@given(st.text(max_size=30) | st.text("0123456789x-+. #/AB\n", max_size=12))
def test_any_text_is_a_board_or_one_sentence(text: str) -> None:
    """No text whatever makes anything but a board or a refusal."""
    sentence = ""
    try:
        assert board(text).cells.any()
    except InvalidInput as fault:
        sentence = str(fault)
    assert "\n" not in sentence


def test_drawn_pieces_are_read_as_drawn() -> None:
    """#, letters and digits are cells, dots and blanks are not; rows may end early, layers give three coordinates."""
    assert drawn_piece("#.#\n###", "U5") == ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2))
    assert drawn_piece("a/ b", "skew") == ((0, 0), (1, 1))
    assert drawn_piece("##//#", "corner") == ((0, 0, 0), (0, 0, 1), (1, 0, 0))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("", "piece 'p' has no cell in its picture"),
        ("../..", "piece 'p' has no cell in its picture"),
        ("#\n#?", "piece 'p', row 1, column 1 has '?'; expected # for a cell and . for none"),
        ("é", "piece 'p', row 0, column 0 has 'é'"),
        (5, "piece 'p' is 5; expected a picture of # and ."),
        (["##"], "piece 'p' is ['##']; expected a picture"),
        (None, "piece 'p' is None; expected a picture"),
    ],
)
def test_bad_drawn_pieces_are_refused(value: Any, sentence: str) -> None:
    """Each fault of a drawn piece has its own sentence with the piece's name in it."""
    with pytest.raises(InvalidInput) as refused:
        drawn_piece(value, "p")
    assert sentence in str(refused.value)
