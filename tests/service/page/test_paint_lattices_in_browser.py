"""Designers who paint boards of hexagons and triangles, and draw pieces of them, with a mouse and with the keyboard alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from selenium.webdriver.common.keys import Keys

import exactcover
from exactcover.api import editing
from tests.service.page.designer import Designer
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HIGH = 3**0.5 / 2
SEVEN: dict[str, Any] = {
    "kind": "packing",
    "lattice": "hexagon",
    "board": "hexagon:2",
    "pieces": ["monohex"],
    "copies": "any",
}
FOUR: dict[str, Any] = {
    "kind": "packing",
    "lattice": "triangle",
    "board": "triangle:2",
    "pieces": ["moniamond"],
    "copies": "any",
}
PICTURE_OF_SEVEN, PICTURE_OF_FOUR = "#../.../..#", "##.#/##../#.##"
BODY = """return document.querySelector("[data-focus='piece-" + arguments[0] + "'] .b").getAttribute("d")"""
PLACE = """
const box = document.querySelector(`.sketch [data-cell="${arguments[0]}"]`).getBoundingClientRect();
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
"""


class Painter(Designer):
    """A designer at a board of hexagons or triangles."""

    def point(self, row: float, column: float) -> tuple[int, int]:
        """Return the middle of a cell of the board in the window."""
        if self.keys()["lattice"] == "hexagon":
            return super().point(row * HIGH + 1 / (2 * HIGH) - 0.5, column + row / 2)
        return super().point((2 * row + column) / 3 * 1.4 * HIGH - 0.5, column * 0.7 - 0.5)

    def cursor(self) -> str:
        """Return what a screen reader reads of the cell at the cursor."""
        return str(self.reader.run("return document.activeElement.ariaLabel"))

    def focus(self, selector: str) -> None:
        """Go to an element, as Tab would."""
        self.reader.run("document.querySelector(arguments[0]).focus()", selector)

    def reached(self, *keys: str) -> list[str]:
        """Return where the cursor is after each of these keys."""
        seen = []
        for key in keys:
            self.reader.keys(key)
            seen.append(self.cursor())
        return seen

    def turned(self, name: str, keys: str) -> list[str]:
        """Return how a piece lies in the tray before each of these keys."""
        seen = []
        for key in keys:
            self.focus(f"[data-focus='piece-{name}']")
            seen.append(str(self.reader.run(BODY, name)))
            self.reader.keys(key)
        return seen


@pytest.fixture
def seven(chrome: Chrome, address: str) -> Painter:
    """Somebody with seven hexagons around one of them."""
    return Painter(Reader(chrome, address, 1440), SEVEN)


@pytest.fixture
def four(chrome: Chrome, address: str) -> Painter:
    """Somebody with a triangle of four triangles."""
    return Painter(Reader(chrome, address, 1440), FOUR)


def test_hexagons_are_painted_and_erased(seven: Painter) -> None:
    """A named board stays a name until it is changed; erased again, the board has its name again after an undo."""
    assert seven.board() == "hexagon:2"
    seven.stroke((0, 0))
    assert seven.board() == ".../.../..#"
    seven.reads("Exactly one solution.")
    seven.tool("Undo")
    assert seven.board() == "hexagon:2"
    seven.stroke((1, 1))
    assert seven.board() == "#../.#./..#"
    seven.tool("Cell that may stay empty")
    seven.stroke((1, 1))
    assert seven.board() == "#../.+./..#"
    assert seven.reader.faults() == []


def test_a_board_of_hexagons_grows_to_every_side(seven: Painter) -> None:
    """A stroke above the board paints all hexagons on its way; the picture begins at the first row and column."""
    seven.stroke((-1, 3), (-1, 0))
    assert seven.board() == "..../#..#/...#/..##"


def test_triangles_are_painted(four: Painter) -> None:
    """A triangle at the right of the lowest row is painted, and then one may stay empty."""
    four.stroke((2, 3))
    assert four.board() == "##.#/##../#.#."
    four.tool("Cell that may stay empty")
    four.stroke((2, 3))
    assert four.board() == "##.#/##../#.#+"
    four.reads("2 solutions")
    assert four.reader.faults() == []


@pytest.mark.parametrize(("keys", "picture"), [(SEVEN, PICTURE_OF_SEVEN), (FOUR, PICTURE_OF_FOUR)])
def test_a_painted_board_is_the_board_with_its_name(
    chrome: Chrome, address: str, keys: dict[str, Any], picture: str
) -> None:
    """A board to which a cell is added and from which it is erased again is the same puzzle, with the same digest."""
    painter = Painter(Reader(chrome, address, 1440), keys | {"board": picture})
    painter.stroke((2, 3))
    assert painter.board() != picture
    painter.tool("Hole")
    painter.stroke((2, 3))
    assert painter.board() == picture
    digests = {exactcover.info(editing.puzzle(each))["puzzle_sha256"] for each in (painter.keys(), keys)}
    assert len(digests) == 1


def test_a_rectangle_of_hexagons_is_painted(seven: Painter) -> None:
    """Shift and a drag paint the cells whose middles are in the upright rectangle, rows shifted against each other."""
    seven.stroke((3, 0), (5, 2), shift=True)
    assert seven.keys()["board"].count(".") > 7 + 6


@pytest.mark.parametrize(
    ("keys", "name"), [(SEVEN | {"pieces": ["pistol"]}, "pistol"), (FOUR | {"pieces": ["sphinx"]}, "sphinx")]
)
def test_six_turns_of_a_piece_are_a_whole_one(chrome: Chrome, address: str, keys: dict[str, Any], name: str) -> None:
    """R turns a piece in the tray by a sixth, F flips it: twelve ways to lie, and then those from before."""
    painter = Painter(Reader(chrome, address, 1440), keys)
    seen = painter.turned(name, "rrrrrrfrrrrrrf")
    assert len(set(seen)) == 12
    assert seen[6] == seen[0]


def test_a_board_is_turned_and_mirrored(four: Painter) -> None:
    """A sixth of a turn has the triangle point down, a second one up again; a mirror image of it is itself."""
    four.tool("Turn")
    once = four.board()
    assert once == "####./##..#/###.#"
    four.tool("Turn")
    assert four.board() == PICTURE_OF_FOUR
    four.tool("Mirror")
    assert four.board() == PICTURE_OF_FOUR


@pytest.mark.parametrize(
    ("keys", "cells", "picture", "words"),
    [
        (SEVEN, ["0,2,0", "0,2,1"], "##", "66 solutions"),
        (FOUR, ["0,1,2", "0,2,1"], ".#/#.", "4 solutions"),
    ],
)
def test_a_piece_is_drawn(
    chrome: Chrome, address: str, keys: dict[str, Any], cells: list[str], picture: str, words: str
) -> None:
    """A piece is drawn on a grid of the lattice and kept beside the pieces of one cell; the number of solutions appears."""
    painter = Painter(Reader(chrome, address, 1440), keys)
    painter.reader.click("#draw-piece")
    painter.reader.one(f".sketch [data-cell='{cells[0]}']")
    for cell in cells:
        x, y = painter.reader.run(PLACE, cell)
        painter.mouse((x, y), True, False)
    painter.reader.click("#sketch .main")
    painter.reads(words)
    assert painter.keys()["pieces"][1]["picture"] == picture
    assert painter.reader.faults() == []


def test_the_keyboard_paints_hexagons(seven: Painter) -> None:
    """Arrows move along a row and in the column on the screen, End and Home to the last and first cell; Space erases it."""
    seven.focus(".cursor[tabindex='0']")
    down, up, left, end, home = Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.END, Keys.HOME
    assert seven.reached(down, down, up, up, left, end, home) == [
        *("row 2, column 1, cell", "row 3, column 0, no cell", "row 2, column 1, cell", "row 1, column 1, no cell"),
        *("row 1, column 0, no cell", "row 1, column 3, cell", "row 1, column 2, cell"),
    ]
    seven.reader.keys(Keys.SPACE)
    assert seven.board() == "##./.../..#"
    seven.reader.keys("z")
    assert seven.board() == "hexagon:2"


def test_the_keyboard_paints_triangles(four: Painter) -> None:
    """Arrows lead along a strip of triangles, and up and down through sides and corners; Space paints a cell."""
    four.focus(".cursor[tabindex='0']")
    down, up, left, right = Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_RIGHT
    assert four.reached(down, right, left, left, down, up, down) == [
        *("row 2, column 3, cell", "row 2, column 4, cell", "row 2, column 3, cell", "row 3, column 2, cell"),
        *("row 4, column 2, no cell", "row 3, column 2, cell", "row 4, column 2, no cell"),
    ]
    four.reader.keys(Keys.SPACE)
    assert four.board() == "##.#/##../#.##/#.##"


def is_of(designer: Painter, lattice: str) -> bool | None:
    """Whether the board is of a lattice by now."""
    return designer.keys().get("lattice") == lattice or None


def test_the_form_begins_a_board_of_a_lattice(reader: Reader) -> None:
    """With a lattice, a board of it and pieces for it are chosen; it can be undone."""
    designer = Painter(reader, {"kind": "packing", "board": "3x4", "pieces": ["dominoes"], "copies": "any"})
    before = designer.keys()
    for lattice, words in (("hexagon", "147 480 solutions"), ("triangle", "33 906 solutions")):
        reader.run(
            "const field = document.querySelector('#field-lattice'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('change'))",
            lattice,
        )
        reader.wait(partial(is_of, designer, lattice))
        designer.reads(words, "It fits.")
    designer.tool("Undo")
    designer.tool("Undo")
    designer.reads("11 solutions")
    assert designer.keys() == before
    assert reader.faults() == []


def test_a_piece_is_dragged_onto_hexagons(seven: Painter) -> None:
    """A piece that is dragged from the tray is pre-placed on the hexagon where it is dropped."""
    seven.drags("hex1", 1, 2)
    assert seven.keys()["fixed"] == [{"piece": "hex1", "cells": [[1, 2]]}]
    seven.reads("Exactly one solution.")
    assert seven.covered() == 1


def test_a_piece_is_dragged_and_turned_over_triangles(chrome: Chrome, address: str) -> None:
    """R turns a dragged triangle by a sixth: it points down, and fits only in the middle of a board that points up."""
    keys = FOUR | {"board": "triangle:4", "pieces": ["tetriamonds"]}
    painter = Painter(Reader(chrome, address, 1440), keys)
    painter.drags("tri4-3", 3, 5, turns=1)
    assert painter.keys()["fixed"] == [{"piece": "tri4-3", "cells": [[2, 6], [3, 4], [3, 5], [4, 5]]}]
    assert editing.puzzle(painter.keys())
