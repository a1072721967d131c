"""Blokus played alone in a real browser: where pieces may begin, what is refused and why, and the verdict on a finished game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.service.page.player import Player
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

KEYS = {"kind": "blokus", "board": "4x4", "pieces": "I1,I2,V3", "goal": "cover", "targets": "3,3"}
PATH = f"/play?keys={quote(json.dumps(KEYS))}"


class Gamer(Player):
    """A player of Blokus."""

    def __init__(self, reader: Reader, path: str = PATH) -> None:
        self.reader = reader
        reader.go("/check")
        reader.run("localStorage.clear()")
        reader.faults()
        reader.go(path)
        self.reads("Place a piece.")

    def dots(self) -> int:
        """Return the number of squares at which the next piece may begin."""
        return len(self.reader.all("#table .corner"))


@pytest.fixture
def gamer(chrome: Chrome, address: str) -> Gamer:
    """Somebody at a desktop with an empty board of four by four."""
    return Gamer(Reader(chrome, address, 1440))


def test_pieces_begin_at_corners_and_the_best_way_is_told(gamer: Gamer) -> None:
    """The first piece covers the start, the next ones begin at dots, and each step says what the best way is from there."""
    gamer.reads("6 in all is the best.")
    assert gamer.dots() == 1
    gamer.drag("V3", 0, 0)
    assert "6 in all is the best from here" in gamer.reads("3 squares so far.")
    assert gamer.dots() >= 1
    assert gamer.reader.faults() == []


def test_what_is_not_legal_is_refused_with_the_reason(gamer: Gamer) -> None:
    """A first piece beside the start, and one that touches an edge or no corner, goes back to the tray, and the page says why."""
    gamer.drag("I1", 2, 2)
    assert "the first piece must cover row 1, column 1" in gamer.reader.says("#reason", "I1")
    gamer.drag("I1", 0, 0)
    gamer.reads("1 square so far.")
    gamer.drag("V3", 2, 2)
    gamer.reader.says("#reason", "no square of yours by a corner")
    gamer.drag("I2", 0, 1)
    gamer.reader.says("#reason", "touch a square of yours by an edge")
    assert gamer.placed() == ["Piece I1, on the board, row 1, column 1"]


def test_a_piece_that_others_hang_on_stays(gamer: Gamer) -> None:
    """The first of two pieces cannot be taken up, and the page says why; the last one can."""
    from selenium.webdriver.common.keys import Keys

    gamer.drag("I1", 0, 0)
    gamer.reads("1 square so far.")
    gamer.drag("I2", 1, 1)
    gamer.reads("3 squares so far.")
    gamer.reader.run("document.querySelector('.table .pc[aria-label^=\"Piece I1\"]').focus()")
    gamer.reader.keys(Keys.BACKSPACE)
    gamer.reader.says("#reason", "take them away first")
    assert len(gamer.placed()) == 2
    gamer.reader.run("document.querySelector('.table .pc[aria-label^=\"Piece I2\"]').focus()")
    gamer.reader.keys(Keys.BACKSPACE)
    gamer.reads("1 square so far.")


def test_hints_lead_to_a_game_that_is_judged(chrome: Chrome, address: str) -> None:
    """Hints follow a best way to the targets; the server checks the order of play, and the page compares with the best."""
    gamer = Gamer(Reader(chrome, address, 1440), "/play/blokus-corners-5x5")
    gamer.reads("13 in all is the best.")
    for placed in range(1, 6):
        gamer.reader.keys("h")
        gamer.has_placed(placed)
    assert "13 squares, and no way is better." in gamer.reads("Solved.")
    gamer.reader.keys("z")
    gamer.reads("so far.")
    gamer.reader.keys("y")
    gamer.reads("Solved.")
    lying = gamer.placed()
    gamer.reader.driver.refresh()
    gamer.reads("Solved.")
    assert gamer.placed() == lying, "also a piece that comes in the tray before one it hangs on"


def test_a_game_that_cannot_be_won_is_said(chrome: Chrome, address: str) -> None:
    """If no way leads to the targets, the page says so before a piece is placed."""
    keys = KEYS | {"pieces": "I1,I2"}
    gamer = Gamer.__new__(Gamer)
    gamer.reader = Reader(chrome, address, 1440)
    gamer.reader.go(f"/play?keys={quote(json.dumps(keys))}")
    gamer.reads("Impossible:")
    assert gamer.placed() == []


@pytest.mark.parametrize("path", [PATH, "/play/blokus-mini-contest-10x10"])
@pytest.mark.parametrize(("width", "dark"), [(1440, True), (390, False)])
def test_the_page_breaks_no_rule_of_accessibility(
    chrome: Chrome, address: str, path: str, width: int, *, dark: bool
) -> None:
    """The table of Blokus breaks no rule that axe knows, and the page is not wider than the window."""
    reader = Reader(chrome, address, width, dark=dark)
    reader.go(path)
    reader.says("#say", "is the best.")
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    assert reader.faults() == []
