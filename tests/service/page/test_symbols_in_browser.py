"""Squares to be filled with symbols, and queens, used by people in a real browser: typing, notes, hints, the keyboard alone."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.service.page.reader import Reader
from tests.service.page.test_symbols_served import GRID, SOLVED

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SUDOKU = {"kind": "sudoku", "grid": GRID}
NEARLY = {"kind": "sudoku", "grid": SOLVED[:40] + "." + SOLVED[41:79] + ".."}


def path_of(keys: dict[str, Any]) -> str:
    """The link of a puzzle."""
    return f"/play?keys={quote(json.dumps(keys))}"


class Filler:
    """Somebody who fills a square."""

    def __init__(self, reader: Reader, keys: dict[str, Any]) -> None:
        self.reader = reader
        reader.go("/check")
        reader.run("localStorage.clear()")
        reader.faults()
        reader.go(path_of(keys))
        self.reads("solution")

    def reads(self, words: str) -> str:
        """Return the sentence under the square once it has these words in it."""
        return self.reader.says("#say", words)

    def names(self) -> list[str]:
        """Return what a screen reader says of the cells."""
        names = "return [...document.querySelectorAll('#square [role=gridcell]')].map(each => each.ariaLabel)"
        return list(self.reader.run(names))

    def has_filled(self, number: int) -> bool | None:
        """Return whether so many cells are filled, None if not."""
        return sum("empty" not in name and "notes" not in name for name in self.names()) == number or None

    def click(self, cell: int) -> None:
        """Click a cell."""
        self.reader.all("#square [role=gridcell]")[cell].click()

    def pad(self, symbol: str) -> None:
        """Press the button of a symbol."""
        self.reader.all("#pad .symbol")[int(symbol) - 1].click()


@pytest.fixture
def filler(chrome: Chrome, address: str) -> Filler:
    """Somebody at a desktop with a sudoku."""
    return Filler(Reader(chrome, address, 1440), SUDOKU)


def test_symbols_are_typed_and_what_is_left_is_said(filler: Filler) -> None:
    """A right symbol leaves the only solution, a wrong one none; the button takes it back, and undo and redo go both ways."""
    filler.reads("Exactly one solution.")
    filler.click(2)
    filler.reader.keys("4")
    assert "You are on the only way." in filler.reads("Exactly one solution left.")
    assert filler.names()[2] == "row 1, column 3, 4"
    filler.click(3)
    filler.reader.keys("2")
    assert filler.reads("No solution from here:")
    assert filler.reader.text("#hint") == "Take it back"
    filler.reader.click("#hint")
    filler.reads("Exactly one solution left.")
    filler.reader.keys("y")
    filler.reads("No solution from here:")
    filler.reader.keys("z", "z")
    filler.reads("Exactly one solution.")
    assert filler.names()[2] == "row 1, column 3, empty"
    assert filler.reader.faults() == []


def test_a_symbol_that_is_twice_is_marked(filler: Filler) -> None:
    """Both cells of a double symbol are at fault and named; given cells do not change."""
    filler.click(2)
    filler.reader.keys("5")
    assert "two 5s in row 1." in filler.reads("No solution from here:")
    assert [name for name in filler.names() if "at fault" in name] == [
        "row 1, column 1, 5, given, at fault",
        "row 1, column 3, 5, at fault",
    ]
    filler.click(0)
    filler.reader.keys("1")
    assert filler.names()[0].startswith("row 1, column 1, 5, given")


def test_a_cell_without_a_symbol_is_the_reason(chrome: Chrome, address: str) -> None:
    """If nothing can go into a cell, the page names that cell and marks it."""
    filler = Filler(Reader(chrome, address, 1440), {"kind": "latin", "n": 4})
    for cell, symbol in ((0, "1"), (1, "2"), (2, "3"), (7, "4")):
        filler.click(cell)
        filler.reader.keys(symbol)
    assert "nothing can go into row 1, column 4." in filler.reads("No solution from here:")
    assert "row 1, column 4, empty, at fault" in filler.names()


def test_notes_are_kept_and_follow_what_is_filled_in(filler: Filler) -> None:
    """Shift, or the button, writes notes; a symbol in the same row takes its note away; a reload keeps all."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    filler.click(2)
    ActionChains(filler.reader.driver).key_down(Keys.SHIFT).send_keys("1", "4").key_up(Keys.SHIFT).perform()
    assert filler.names()[2] == "row 1, column 3, notes 1 4"
    filler.reader.keys(" ")
    assert filler.reader.attribute("#notes", "aria-pressed") == "true"
    filler.click(3)
    filler.pad("4")
    assert filler.names()[3] == "row 1, column 4, notes 4"
    filler.reader.click("#notes")
    filler.click(11)
    filler.pad("4")
    assert filler.names()[2] == "row 1, column 3, notes 1"
    filler.reader.driver.refresh()
    filler.reads("solution")
    assert filler.names()[2] == "row 1, column 3, notes 1"
    assert filler.names()[11] == "row 2, column 3, 4"


def test_hints_lead_to_the_solution_with_reasons(filler: Filler) -> None:
    """A hint fills a cell of the solution, and says why it follows."""
    for filled in range(31, 34):
        filler.reader.keys("h")
        filler.reader.wait(functools.partial(filler.has_filled, filled))
    assert "Nothing but" in filler.reader.text("#reason") or "no other place" in filler.reader.text("#reason")
    for name, right in zip(filler.names(), SOLVED, strict=True):
        assert name.split(", ")[2] in ("empty", right)
    filler.reads("Exactly one solution left.")


def test_a_filled_square_is_judged(chrome: Chrome, address: str) -> None:
    """The last symbol has the square checked by the server: only then it is solved."""
    filler = Filler(Reader(chrome, address, 1440), NEARLY)
    for cell in (40, 79, 80):
        filler.click(cell)
        filler.reader.keys(SOLVED[cell])
    filler.reads("Solved.")
    filler.reader.click("#hint")
    filler.reads("Exactly one solution.")
    refusal = "new Response(JSON.stringify({ accepted: false, faults: ['row 4 is wrong'] }))"
    filler.reader.run(
        f"const real = fetch; window.fetch = async (url, o) => url === '/v1/check' ? {refusal} : real(url, o)"
    )
    for cell in (40, 79, 80):
        filler.click(cell)
        filler.reader.keys(SOLVED[cell])
    assert "row 4 is wrong" in filler.reads("refused")


def test_the_keyboard_alone_fills_a_square(chrome: Chrome, address: str) -> None:
    """Tab reaches the square, arrows go from cell to cell, symbols are typed, Backspace empties, and the verdict is spoken."""
    from selenium.webdriver.common.keys import Keys

    filler = Filler(Reader(chrome, address, 1440), NEARLY)
    reader = filler.reader
    reader.run("document.querySelector('.seg a:last-child').focus()")
    reader.keys(Keys.TAB)
    assert reader.run("return document.activeElement.ariaLabel") == "row 5, column 5, empty"
    reader.keys("1")
    filler.reads("No solution from here:")
    reader.keys(Keys.BACKSPACE, SOLVED[40])
    filler.reads("Exactly one solution left.")
    reader.keys(*[Keys.ARROW_DOWN] * 4, *[Keys.ARROW_RIGHT] * 3, SOLVED[79], Keys.ARROW_RIGHT, SOLVED[80])
    filler.reads("Solved.")
    spoken = "return document.querySelector('#spoken').textContent"
    reader.wait(lambda: "Solved." in reader.run(spoken) or None)


def test_queens_are_placed_by_clicks_and_keys(chrome: Chrome, address: str) -> None:
    """A click places a queen and shades what it attacks; a second one in its row is at fault; six of them solve the board."""
    from selenium.webdriver.common.keys import Keys

    filler = Filler(Reader(chrome, address, 1440), {"kind": "queens", "n": 6})
    filler.reads("4 solutions left.")
    filler.click(1)
    filler.reads("Exactly one solution left.")
    assert len(filler.reader.all("#square .attacked")) == 15
    filler.click(3)
    assert "two queens in row 1." in filler.reads("No solution from here:")
    filler.reader.click("#hint")
    filler.reads("Exactly one solution left.")
    filler.click(0)
    filler.reader.keys("z")
    filler.click(9)
    filler.reader.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "q")
    for cell in (18, 26, 34):
        filler.click(cell)
    filler.reads("Solved.")
    assert "One of 4 solutions." in filler.reads("Solved.")


def test_a_lost_server_costs_no_work(filler: Filler) -> None:
    """Without an answer the page says so and tries again; what was filled in stays."""
    driver = filler.reader.driver
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/v1/remaining"]})
    filler.click(2)
    filler.reader.keys("4")
    assert "What you filled in stays." in filler.reads("The server cannot be reached.")
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    filler.reader.run("document.querySelector('#again').click()")
    filler.reads("Exactly one solution left.")
    assert filler.names()[2] == "row 1, column 3, 4"
    filler.reader.faults()


@pytest.mark.parametrize("keys", [SUDOKU, {"kind": "queens", "n": 8}, {"kind": "sudoku", "grid": "." * 256}])
@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_the_page_breaks_no_rule_of_accessibility(
    chrome: Chrome, address: str, keys: dict[str, Any], width: int, *, dark: bool
) -> None:
    """Squares break no rule that axe knows, and on a phone the page is not wider than the window."""
    reader = Reader(chrome, address, width, dark=dark)
    reader.go(path_of(keys))
    reader.wait(lambda: "Counting" not in reader.text("#say") or None)
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    buttons = "[...document.querySelectorAll('.bar button:not([hidden]), .pens button, #pad:not(.many) button')]"
    boxes = reader.run(f"return {buttons}.map(each => each.getBoundingClientRect().toJSON())")
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43.5
    assert reader.faults() == []


def test_more_ways_than_can_be_counted_are_said(chrome: Chrome, address: str) -> None:
    """An empty square of seven symbols can be filled, in more ways than a moment is enough to count, and the page says so."""
    filler = Filler.__new__(Filler)
    filler.reader = Reader(chrome, address, 1440)
    filler.reader.go(path_of({"kind": "latin", "n": 7}))
    filler.reads("It can be done.")
