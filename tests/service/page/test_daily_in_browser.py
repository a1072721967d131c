"""The puzzles of a day in a real browser: the clock, what is kept of a solved puzzle, and accessibility."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PATH = "/daily/2026-11-20/tiles/easy"


def test_a_solved_puzzle_is_noted_with_its_time_if_wanted(chrome: Chrome, address: str) -> None:
    """The clock is off until it is wanted, runs until the puzzle is solved, and the list then shows both."""
    reader = Reader(chrome, address, 1440)
    reader.go("/daily")
    reader.run("localStorage.clear()")
    reader.go(PATH)
    reader.says("#say", "is the shortest")
    assert reader.attribute("#clock", "aria-pressed") == "false"
    reader.click("#clock")
    reader.says("#clock-time", "0:02")
    reader.click("#watch")
    reader.says("#say", "Solved.")
    reader.go("/daily/2026-11-20")
    label = reader.attribute(".done", "aria-label")
    assert label.startswith("Easy 8-puzzle, solved 0:")
    assert len(reader.all(".done")) == 1
    reader.run("localStorage.clear()")
    assert reader.faults() == []


@pytest.mark.parametrize("path", ["/daily", PATH, "/daily/2026-11-20/pieces/hard", "/daily/2026-11-20/square/medium"])
@pytest.mark.parametrize(("width", "dark"), [(1440, True), (390, False)])
def test_the_pages_break_no_rule_of_accessibility(
    chrome: Chrome, address: str, path: str, width: int, *, dark: bool
) -> None:
    """The list and the tables of a day break no rule that axe knows, and are not wider than the window."""
    reader = Reader(chrome, address, width, dark=dark)
    reader.go(path)
    if path != "/daily":
        reader.wait(lambda: "solution" in reader.text("#say") or "shortest" in reader.text("#say") or None)
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    assert reader.faults() == []
