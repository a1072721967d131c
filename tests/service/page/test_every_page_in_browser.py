"""Every page keeps to the rules of accessibility, and to the width of a small screen, until something is asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

KINDS = (
    "packing",
    "blokus",
    "tiles",
    "blocks",
    "sudoku",
    "queens",
    "cover",
    "latin",
    "langford",
    "edge-matching",
    "nonogram",
    "star-battle",
    "dominosa",
    "golfers",
    "block-design",
)
PAGES = ("/", "/daily", "/check", "/batch", "/login", *(f"/design?kind={kind}" for kind in KINDS))
WAITS = """const line = document.querySelector('#say');
return Boolean(line?.classList.contains('wait') && !line.textContent.includes('Not decided in a moment'))"""
"""Whether a verdict is awaited: that nothing was decided in a moment, as on a busy machine, is one."""


def opened(reader: Reader, path: str) -> None:
    """Open a page, and its details if it has any, once nothing is awaited."""
    reader.go(path)
    reader.wait(lambda: not reader.run(WAITS) or None)
    reader.run("document.querySelector('#details-button')?.click()")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_small_screen(chrome: Chrome, address: str, path: str) -> None:
    """On a screen of 360 pixels no page has to be moved sideways."""
    reader = Reader(chrome, address, 360)
    opened(reader, path)
    assert reader.run("return document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_accessibility_rules_are_kept(chrome: Chrome, address: str, path: str, dark: bool) -> None:
    """No rule of axe is broken, in the light and in the dark."""
    reader = Reader(chrome, address, dark=dark)
    opened(reader, path)
    assert reader.violations() == []
    assert reader.faults() == []
