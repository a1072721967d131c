"""Designers who paint boards of parts of squares and of hexagons, and of edges, with a mouse and with the keyboard alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

import exactcover
from encoders.draw.outlines import OUTLINED, outlines
from encoders.geometry.board import board
from encoders.geometry.lattices import LATTICES
from encoders.geometry.piece import images
from encoders.geometry.piece_sets import piece_set
from encoders.packing.editor import PAINTED
from exactcover.api import editing
from tests.service.page.designer import BOARD, Designer
from tests.service.page.reader import Reader
from tests.service.page.test_paint_lattices_in_browser import PLACE, Painter

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SQUARE: dict[str, Any] = {
    "kind": "packing",
    "lattice": "tetrakis",
    "board": "grid:1x2",
    "pieces": ["monoabolo"],
    "copies": "any",
}
WINDOW: dict[str, Any] = {
    "kind": "packing",
    "lattice": "square-edges",
    "board": "grid:1x1",
    "pieces": ["monostick"],
    "copies": "any",
}
PICTURE_OF_SQUARE = "#.##.#/.#..#./#.##.#"


class Tiler(Painter):
    """A designer at a board whose cells the server describes."""

    def first(self) -> tuple[int, int]:
        """Return the first cell of the board."""
        row, column = np.argwhere(board(self.board(), self.keys()["lattice"]).cells)[0].tolist()
        return row, column

    def point(self, row: float, column: float) -> tuple[int, int]:
        """Return the middle of a cell of the board in the window."""
        about = outlines(LATTICES[self.keys()["lattice"]])
        (down, y), (right, x) = (divmod(int(each), about["period"]) for each in (row, column))
        own = next(each for each in about["cells"] if each["at"] == (y, x))
        points = own.get("corners") or own["ends"]
        left, top, size = self.reader.run(BOARD)

        def far(axis: int) -> float:
            mean = sum(each[axis] for each in points) / len(points)
            there = mean + down * about["rows"][axis] + right * about["columns"][axis]
            return float(there * about["unit"][axis] * size)

        return round(left + far(0)), round(top + far(1))


@pytest.fixture
def square(chrome: Chrome, address: str) -> Tiler:
    """Somebody with two squares, each of four triangles."""
    return Tiler(Reader(chrome, address, 1440), SQUARE)


@pytest.fixture
def window(chrome: Chrome, address: str) -> Tiler:
    """Somebody with the four edges of a square."""
    return Tiler(Reader(chrome, address, 1440), WINDOW)


def new(lattice: str, **more: Any) -> dict[str, Any]:
    """Return the puzzle with which the page begins on a lattice."""
    return {"kind": "packing", "lattice": lattice, **PAINTED[lattice].start, **more}


def _has(designer: Designer, lattice: str) -> bool | None:
    return designer.keys().get("lattice") == lattice or None


def test_triangles_of_squares_are_painted(square: Tiler) -> None:
    """A triangle is erased and is back after an undo; then it may stay empty."""
    square.stroke((1, 0))
    assert square.board() == "#.##.#/##..#./#.##.#"
    square.reads("Erase 1.")
    square.tool("Undo")
    assert square.board() == "grid:1x2"
    square.tool("Cell that may stay empty")
    square.stroke((1, 0))
    assert square.board() == "#.##.#/+#..#./#.##.#"
    assert square.reader.faults() == []


def test_a_board_grows_by_whole_periods(square: Tiler) -> None:
    """A triangle above the board is painted; the picture begins where a square does, so that every cell stays one."""
    square.stroke((-1, 1))
    assert square.board() == f"######/######/#.####/{PICTURE_OF_SQUARE}"
    assert editing.puzzle(square.keys())


def test_edges_are_painted(window: Tiler) -> None:
    """An edge is erased; a stroke along a line paints the edges on it, and none of those that only end there."""
    window.stroke((0, 1))
    assert window.board() == "###/.#./#.#"
    window.stroke((2, 3), (2, 5))
    assert window.board() == "######/.#.###/#.#.#."
    window.reads("Exactly one solution.")
    assert window.reader.faults() == []


def test_a_board_of_edges_is_turned_and_mirrored(window: Tiler) -> None:
    """A quarter of a turn takes the gap at the top to the right, and a mirror takes it to the left."""
    window.stroke((0, 1))
    window.tool("Turn")
    assert window.board() == "3x2"
    window.tool("Mirror")
    assert window.board() == "#.#/##./#.#"


@pytest.mark.parametrize("lattice", OUTLINED)
def test_a_painted_board_is_the_board_with_its_name(chrome: Chrome, address: str, lattice: str) -> None:
    """A board of which a cell is erased and painted again is the same puzzle, with the same digest."""
    keys = new(lattice)
    painter = Tiler(Reader(chrome, address, 1440), keys)
    cell = painter.first()
    painter.stroke(cell)
    assert painter.board() != keys["board"]
    painter.stroke(cell)
    assert not painter.board().startswith(("grid", "hexagon"))
    digests = {exactcover.info(editing.puzzle(each))["puzzle_sha256"] for each in (painter.keys(), keys)}
    assert len(digests) == 1
    assert painter.reader.faults() == []


@pytest.mark.parametrize("lattice", OUTLINED)
def test_the_turns_of_a_piece_are_a_whole_one(chrome: Chrome, address: str, lattice: str) -> None:
    """R turns a piece without symmetry in the tray, F flips it: as many ways to lie as the lattice has, then the first again."""
    turns = len(LATTICES[lattice].matrices("rotations"))
    members = [member.piece for member in piece_set(PAINTED[lattice].sets[-1])]
    piece = next(each for each in members if len(images(each.cells, each.lattice, "isometries")) == 2 * turns)
    painter = Tiler(Reader(chrome, address, 1440), new(lattice, pieces=[piece.name], copies="any"))
    seen = painter.turned(piece.name, ("r" * turns + "f") * 2)
    assert len(set(seen)) == 2 * turns
    assert seen[turns] == seen[0]


@pytest.mark.parametrize("lattice", OUTLINED)
def test_a_mirrored_and_turned_board_is_the_same_puzzle(chrome: Chrome, address: str, lattice: str) -> None:
    """The board of a symmetric name without one cell keeps its number of cells, and six or four turns are none."""
    painter = Tiler(Reader(chrome, address, 1440), new(lattice))
    painter.stroke(painter.first())
    board = painter.board()
    for _ in range(len(LATTICES[lattice].matrices("rotations"))):
        painter.tool("Turn")
        assert painter.board().count(".") == board.count(".")
        assert editing.puzzle(painter.keys())
    assert painter.board() == board
    painter.tool("Mirror")
    painter.tool("Mirror")
    assert painter.board() == board


def test_a_piece_of_triangles_is_drawn(square: Tiler) -> None:
    """A half-square is drawn, its picture where its cells are cells of the lattice; each square has two ways, as without it."""
    square.reader.click("#draw-piece")
    square.reader.one(".sketch [data-cell='0,1,2']")
    for cell in ("0,1,2", "0,2,1"):
        x, y = square.reader.run(PLACE, cell)
        square.mouse((x, y), True, False)
    square.reader.click("#sketch .main")
    assert square.reader.wait(lambda: square.keys()["pieces"][1:] or None)[0]["picture"] == ".../..#/.#."
    square.reads("4 solutions")
    assert square.reader.faults() == []


def test_the_keyboard_paints_edges(window: Tiler) -> None:
    """Arrows lead from edge to edge through their ends; Space erases the one at the cursor."""
    window.focus(".cursor[tabindex='0']")
    down, up, left, right = Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_RIGHT
    assert window.reached(down, down, right, up, left) == [
        *("row 2, column 1, cell", "row 4, column 1, no cell", "row 3, column 2, cell"),
        *("row 2, column 1, cell", "row 1, column 0, no cell"),
    ]
    window.reader.keys(right, right, Keys.SPACE)
    assert window.board() != "grid:1x1"
    assert window.reader.faults() == []


def test_a_piece_is_dragged_and_turned_over_edges(window: Tiler) -> None:
    """R turns a dragged edge: it stands, and is pre-placed at the right of the square."""
    window.drags("stick1", 1, 2, turns=1)
    assert window.keys()["fixed"] == [{"piece": "stick1", "cells": [[1, 2]]}]
    window.reads("Exactly one solution.")
    assert window.covered() == 1


def test_a_piece_is_chosen_and_placed_on_triangles(square: Tiler) -> None:
    """A piece that is chosen in the tray is pre-placed on a triangle that is clicked, if it has such a one as it lies."""
    square.focus("[data-focus='piece-tan1']")
    square.reader.keys(Keys.ENTER)
    square.stroke((1, 0))
    assert square.keys().get("fixed") is None
    square.stroke((1, 5))
    assert square.keys()["fixed"] == [{"piece": "tan1", "cells": [[0, 4], [1, 5]]}]
    square.reads("2 solutions")


def test_the_form_begins_a_board_of_edges(reader: Reader) -> None:
    """A lattice that is chosen in the form has a board of it and pieces for it; it can be undone."""
    designer = Tiler(reader, {"kind": "packing", "board": "3x4", "pieces": ["dominoes"], "copies": "any"})
    before = designer.keys()
    for lattice in OUTLINED:
        reader.run(
            "const field = document.querySelector('#field-lattice'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('change'))",
            lattice,
        )
        reader.wait(partial(_has, designer, lattice))
        designer.settles()
        assert reader.all(".plan .ground")
    for _ in OUTLINED:
        designer.tool("Undo")
    designer.reads("11 solutions")
    assert designer.keys() == before
    assert reader.faults() == []
