"""People who play on boards of hexagons and triangles, with a mouse and with the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.keys import Keys

from tests.service.page.player import Player
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HEXAGONS, TRIANGLES = "/play/tetrahexes-4x7", "/play/hexiamonds-4x9"
GRIP = """
const group = document.querySelector(`.table .pc[aria-label^="Piece ${arguments[0]},"]:not(.under)`);
const { x, y, width, height } = group.querySelector(".letter").getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""
BODY = """return document.querySelector(`.table .pc[aria-label^="Piece ${arguments[0]},"] .b`).getAttribute("d")"""
CELL = """
const all = [...document.querySelectorAll("#board [role=gridcell]")];
const cell = all.find(each => each.ariaLabel.startsWith(`row ${arguments[0]}, column ${arguments[1]},`));
const { x, y, width, height } = cell.getBoundingClientRect();
return [x + width / 2, y + height / 2, cell.ariaLabel];
"""


@pytest.fixture
def hexagons(chrome: Chrome, address: str) -> Player:
    """Somebody with seven tetrahexes and a parallelogram for them."""
    return Player(Reader(chrome, address, 1440), HEXAGONS)


@pytest.fixture
def triangles(chrome: Chrome, address: str) -> Player:
    """Somebody with twelve hexiamonds and a parallelogram for them."""
    return Player(Reader(chrome, address, 1440), TRIANGLES)


def focus(player: Player, name: str) -> None:
    """Go to a piece, as Tab would."""
    player.reader.run("document.querySelector(`.table .pc[aria-label^='Piece ${arguments[0]},']`).focus()", name)


@pytest.mark.parametrize(
    ("path", "pieces"), [(HEXAGONS, 7), (TRIANGLES, 12), ("/play/trihexes-tetrahexes-hexagon", 10)]
)
def test_hints_lead_to_a_solution(chrome: Chrome, address: str, path: str, pieces: int) -> None:
    """Each hint turns a piece as it lies in a solution, and places it; the last board is accepted by the check."""
    player = Player(Reader(chrome, address, 1440), path)
    for placed in range(1, pieces + 1):
        player.reader.keys("h")
        player.has_placed(placed)
    player.reads("Solved.")
    assert player.reader.faults() == []


@pytest.mark.parametrize(("path", "name"), [(HEXAGONS, "pistol"), (TRIANGLES, "sphinx")])
def test_six_turns_are_a_whole_one(chrome: Chrome, address: str, path: str, name: str) -> None:
    """A piece has six ways to lie, six more once it is flipped, and two flips are none."""
    player = Player(Reader(chrome, address, 1440), path)
    focus(player, name)
    seen = []
    for key in "rrrrrrfrrrrrrf":
        seen.append(player.reader.run(BODY, name))
        player.reader.keys(key)
    assert len(set(seen)) == 12
    assert seen[6] == seen[0] == player.reader.run(BODY, name)


@pytest.mark.parametrize(
    ("path", "name", "cell"),
    [
        (HEXAGONS, "bar", (2, 3)),
        (HEXAGONS, "propeller", (2, 4)),
        (TRIANGLES, "hexagon", (7, 11)),
        (TRIANGLES, "hexagon", (7, 12)),
    ],
)
def test_a_piece_is_dropped_on_a_cell(
    chrome: Chrome, address: str, path: str, name: str, cell: tuple[int, int]
) -> None:
    """The cell under its middle is covered, as the board says to a screen reader."""
    player = Player(Reader(chrome, address, 1440), path)
    player.rests()
    start = player.reader.run(GRIP, name)
    *target, before = player.reader.run(CELL, *cell)
    assert before.endswith("open")
    player.pointer(tuple(start), "down", (target[0] - 40, target[1] + 10), tuple(target), "up")
    player.reader.wait(lambda: player.placed() or None)
    assert player.reader.run(CELL, *cell)[2].endswith(f", {name}")


def test_the_keyboard_alone_places_a_hexagonal_piece(hexagons: Player) -> None:
    """Arrows move along the rows and to the rows above and below, and no further than the board."""
    focus(hexagons, "bar")
    hexagons.reader.keys(Keys.ENTER, *[Keys.ARROW_LEFT] * 9, *[Keys.ARROW_UP] * 9, *[Keys.ARROW_LEFT] * 9, Keys.ENTER)
    hexagons.reads("left.")
    assert hexagons.where("bar") == "Piece bar, on the board, row 1, column 1"


def test_the_keyboard_alone_places_a_triangular_piece(triangles: Player) -> None:
    """A piece moves by whole triangles, from those that point down to those that point down."""
    focus(triangles, "bar")
    triangles.reader.keys(Keys.ENTER, *[Keys.ARROW_DOWN] * 9, *[Keys.ARROW_LEFT] * 2, Keys.ENTER)
    triangles.reader.wait(lambda: triangles.placed() or None)
    assert triangles.where("bar").startswith("Piece bar, on the board, row ")


def test_a_pocket_of_hexagons_is_marked(hexagons: Player) -> None:
    """Cells that no piece can cover are outlined, as on a board of squares."""
    focus(hexagons, "bar")
    hexagons.reader.keys(Keys.ENTER, "r", *[Keys.ARROW_UP] * 9, *[Keys.ARROW_LEFT] * 9, Keys.ARROW_RIGHT, Keys.ENTER)
    hexagons.reader.wait(lambda: hexagons.placed() or None)
    hexagons.reads("No solution from here")
    assert len(hexagons.reader.all("#table .dead")) >= 1, (hexagons.placed(), hexagons.verdict())


def test_a_link_shares_a_position_of_triangles(triangles: Player) -> None:
    """A reload takes the pieces up again, and the way to them."""
    triangles.reader.keys("h")
    triangles.has_placed(1)
    triangles.reader.wait(lambda: (len(triangles.way()) == 2 and triangles.way()[1].isdecimal()) or None)
    way, placed = triangles.way(), triangles.placed()
    triangles.reader.driver.refresh()
    triangles.reader.wait(lambda: triangles.way() == way or None)
    assert triangles.placed() == placed
