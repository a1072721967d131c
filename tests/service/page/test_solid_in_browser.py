"""Bodies filled by people in a real browser: pieces lifted, moved through the layers, turned in space, by mouse and by keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PATH = "/play/soma"


class Builder:
    """Somebody who fills a body."""

    def __init__(self, reader: Reader, path: str = PATH) -> None:
        self.reader = reader
        reader.go("/check")
        reader.run("localStorage.clear()")
        reader.faults()
        reader.go(path)
        self.reads("left")

    def reads(self, words: str) -> str:
        """Return the sentence under the body once it has these words in it."""
        return self.reader.says("#say", words)

    def cells(self) -> list[str]:
        """Return what a screen reader says of the cells, layer by layer."""
        return list(
            self.reader.run(
                "return [...document.querySelectorAll('#layers [role=gridcell]')].map(each => each.ariaLabel)"
            )
        )

    def covered(self, name: str) -> list[str]:
        """Return the cells of a placed piece."""
        return [label.rsplit(", ", 1)[0] for label in self.cells() if label.endswith(f", {name}")]

    def pieces(self, words: str) -> int:
        """Return how many pieces are somewhere, in words."""
        labels = self.reader.run("return [...document.querySelectorAll('.loose')].map(each => each.ariaLabel)")
        return sum(words in label for label in labels)

    def has_placed(self, number: int) -> None:
        """Wait until so many pieces are in the body."""
        self.reader.wait(lambda: self.pieces("in the body") == number or None)

    def click(self, selector: str, number: int) -> None:
        """Click one of several elements."""
        self.reader.all(selector)[number].click()


@pytest.fixture
def builder(chrome: Chrome, address: str) -> Builder:
    """Somebody at a desktop with an empty Soma cube."""
    return Builder(Reader(chrome, address, 1440))


def test_a_piece_is_placed_by_clicks(builder: Builder) -> None:
    """A click lifts a piece, another one on a cell puts it there, and what is left is counted; undo takes it back."""
    builder.reads("11 520 solutions left.".replace(" ", "\u2009", 1))
    builder.click(".loose", 0)
    assert builder.pieces("held") == 1
    builder.click("#layers [role=gridcell]", 19)
    builder.reader.wait(lambda: builder.pieces("in the body") == 1 or None)
    assert all(cell.startswith("layer 3") for cell in builder.covered("L4"))
    builder.reads("Of 11")
    builder.reader.keys("z")
    builder.reads("11\u2009520 solutions left.")
    assert builder.pieces("in the body") == 0
    assert builder.reader.faults() == []


def test_the_keyboard_alone_places_and_turns_a_piece(builder: Builder) -> None:
    """Enter takes a piece up, arrows and page keys move it, R, F and T turn it, Enter puts it down, Backspace takes it away."""
    from selenium.webdriver.common.keys import Keys

    reader = builder.reader
    reader.run("document.querySelector('.loose').focus()")
    reader.keys(Keys.ENTER)
    assert builder.pieces("held") == 1
    reader.keys("t", Keys.PAGE_UP, Keys.PAGE_DOWN, Keys.PAGE_DOWN, Keys.ARROW_UP, *[Keys.ARROW_LEFT] * 2, Keys.ENTER)
    reader.wait(lambda: builder.pieces("in the body") == 1 or None)
    layers = {cell.split(",")[0] for cell in builder.covered("L4")}
    assert layers == {"layer 1", "layer 2", "layer 3"}
    builder.reads("Of 11")
    reader.keys(Keys.ENTER)
    assert builder.pieces("held") == 1
    reader.keys(Keys.ESCAPE)
    assert builder.pieces("in the body") == 1
    reader.keys(Keys.ENTER, Keys.BACKSPACE)
    builder.reads("11\u2009520 solutions left.")
    assert builder.pieces("in the body") == 0


def test_a_piece_does_not_lie_on_another(builder: Builder) -> None:
    """A held piece that overlaps another one is not put down, and the cells say so."""
    from selenium.webdriver.common.keys import Keys

    builder.reader.run("document.querySelector('.loose').focus()")
    builder.reader.keys(Keys.ENTER, Keys.ENTER)
    builder.reader.wait(lambda: builder.pieces("in the body") == 1 or None)
    builder.reader.run("document.querySelectorAll('.loose')[1].focus()")
    builder.reader.keys(Keys.ENTER, *[Keys.PAGE_DOWN] * 2, *[Keys.ARROW_UP] * 2, *[Keys.ARROW_LEFT] * 2, Keys.ENTER)
    assert builder.pieces("in the body") == 1
    assert any("does not fit" in cell for cell in builder.cells())


def test_hints_fill_the_body_and_it_is_judged(builder: Builder) -> None:
    """Each hint places a piece of a solution; the filled body is checked by the server, and then solved."""
    for placed in range(1, 8):
        builder.reader.keys("h")
        builder.has_placed(placed)
    assert "7 pieces fill 27 cells." in builder.reads("Solved.")
    assert len(builder.reader.all("#body .solid .face")) > 0
    builder.reader.driver.refresh()
    builder.reads("Solved.")
    builder.reader.click("#hint")
    builder.reads("11\u2009520 solutions left.")


def test_a_hint_says_how_many_solutions_have_it_and_which_move_is_wrong(chrome: Chrome, address: str) -> None:
    """In a body of two by four a piece is placed with its reason; a wrong move is named, marked and taken back."""
    keys = '{"kind":"packing","board":"1x2x4","pieces":"I2","copies":"any"}'
    builder = Builder(Reader(chrome, address, 1440), f"/play?keys={quote(keys)}")
    builder.reader.keys("h")
    assert "Hint: piece I2, copy 1; 3 of 5 solutions have it there." in builder.reads("Hint:")
    laid = [[[0, 0, 1], [0, 0, 2]], [[0, 1, 0], [0, 1, 1]], [[0, 0, 3], [0, 1, 3]]]
    state = [
        {"at": first, "cells": [[0, 0, 0], [0, second[1] - first[1], second[2] - first[2]]], "since": number}
        for number, (first, second) in enumerate(laid)
    ]
    builder.reader.go("/check")
    builder.reader.run("localStorage.clear()")
    builder.reader.go(f"/play?keys={quote(keys)}#at={quote(json.dumps([*state, None]))}")
    builder.reads("Wrong since move 2 of 3, piece I2, copy 2: no piece covers this cell.")
    assert len(builder.reader.all("#layers .wrong")) == 2
    assert builder.reader.text("#hint") == "Take 2 back"
    builder.reader.click("#hint")
    builder.reads("Exactly one solution left.")
    assert builder.pieces("in the body") == 1
    assert builder.reader.all("#layers .wrong") == []
    assert builder.reader.faults() == []


def test_cells_that_may_stay_empty_need_no_piece(chrome: Chrome, address: str) -> None:
    """A body is filled, and then judged, when all cells but those with a dot are covered."""
    keys = (
        '{"kind":"packing","board":"2x2x2","pieces":"I2","copies":"any","optional":"0,0,0/1,1,1","holes_free":"2..2"}'
    )
    builder = Builder(Reader(chrome, address, 1440), f"/play?keys={quote(keys)}")
    assert [cell for cell in builder.cells() if cell.endswith("may stay empty")] == [
        "layer 1, row 1, column 1, may stay empty",
        "layer 2, row 2, column 2, may stay empty",
    ]
    for placed in range(1, 4):
        builder.reader.keys("h")
        builder.has_placed(placed)
    assert "3 pieces fill 6 cells." in builder.reads("Solved.")


@pytest.mark.parametrize("path", [PATH, "/play/solid-pentominoes-2x3x10"])
@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_the_page_breaks_no_rule_of_accessibility(
    chrome: Chrome, address: str, path: str, width: int, *, dark: bool
) -> None:
    """Bodies break no rule that axe knows, also while a piece is held, and the page is not wider than the window."""
    reader = Reader(chrome, address, width, dark=dark)
    reader.go(path)
    reader.says("#say", "left")
    reader.run("document.querySelector('.loose').click()")
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    boxes = reader.run(
        "return [...document.querySelectorAll('.bar button:not([hidden]), .loose, .holding button, .view-tools button')]"
        ".map(each => each.getBoundingClientRect().toJSON())"
    )
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43.5
    assert reader.faults() == []
