"""People in the gallery: they filter, search, go back, use the keyboard alone, a small screen, the dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import exactcover
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

MOST_BYTES = 60_000


def shown(reader: Reader) -> int:
    """How many cards are shown."""
    return int(reader.run("return document.querySelectorAll('.card:not([hidden])').length"))


def test_the_gallery_is_small_and_drawn_as_it_is_seen(chrome: Chrome, address: str) -> None:
    """The first load is at most 60 kB, all from here; the cards in view are drawn, those far below are not yet."""
    reader = Reader(chrome, address)
    reader.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    reader.go("/catalogue")
    reader.wait(lambda: len(reader.all(".card svg")) > 5 or None)
    came = reader.transfers()
    assert all(url.startswith(address) for url, _ in came)
    assert 20_000 < sum(size for _, size in came) <= MOST_BYTES
    places = len(reader.all("[data-board]"))
    assert len(reader.all(".card svg")) < places
    reader.run("for (const each of document.querySelectorAll('section')) each.scrollIntoView()")
    assert reader.faults() == []


def test_chips_filter_count_and_stay_in_the_url(reader: Reader) -> None:
    """A chip shows its cards, as many as it says; two chips both hold; the URL keeps them, and the browser goes back."""
    reader.go("/catalogue")
    reader.one("#chips")
    assert shown(reader) == len(exactcover.puzzles())
    number = int(reader.text("[data-value=solid] span"))
    reader.click("[data-value=solid]")
    assert shown(reader) == number
    assert reader.driver.current_url.endswith("?kind=solid")
    assert [each.text.split("\n")[0] for each in reader.all("section h2") if each.is_displayed()] == [
        f"Solid bodies {number}"
    ]
    reader.click("[data-value=one]")
    assert shown(reader) == 1
    reader.driver.refresh()
    reader.one("#chips")
    assert shown(reader) == 1
    assert reader.attribute("[data-value=one]", "aria-pressed") == "true"
    reader.driver.back()
    reader.wait(lambda: shown(reader) == number or None)
    reader.click("#all")
    assert shown(reader) == len(exactcover.puzzles())


def test_a_search_that_has_nothing_says_so(reader: Reader) -> None:
    """Words of a title or a name are found as they are typed; if nothing is like that, the page says so and shows all again."""
    reader.go("/catalogue")
    reader.typed("#search", "soma")
    assert shown(reader) == 1
    assert reader.driver.current_url.endswith("?q=soma")
    reader.typed("#search", "no such puzzle")
    assert "No puzzle is like that" in reader.text("#none")
    reader.click("#clear")
    assert shown(reader) == len(exactcover.puzzles())
    assert reader.run("return document.activeElement.id") == "search"


def test_the_keyboard_is_enough(reader: Reader) -> None:
    """Tab reaches a chip, the space bar presses it, the number is spoken, and Enter opens a card."""
    from selenium.webdriver.common.keys import Keys

    reader.go("/catalogue")
    reader.one("#chips")
    reader.run("document.querySelector('#search').focus()")
    for _ in range(20):
        reader.keys(Keys.TAB)
        if reader.run("return document.activeElement.dataset.value") == "blokus":
            break
    reader.keys(Keys.SPACE)
    assert reader.run("return document.querySelector('#spoken').textContent") == f"{shown(reader)} puzzles"
    assert reader.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    reader.run("document.querySelector('.card:not([hidden])').focus()")
    reader.keys(Keys.ENTER)
    reader.wait(lambda: "/catalogue" not in reader.driver.current_url or None)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_accessibility_rules_are_kept(chrome: Chrome, address: str, width: int, dark: bool) -> None:
    """No rule of axe is broken, nothing is wider than the screen, and the browser complains of nothing."""
    reader = Reader(chrome, address, width, dark=dark)
    reader.go("/catalogue")
    reader.wait(lambda: len(reader.all(".card svg")) > 2 or None)
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    assert reader.faults() == []


def test_letters_and_paper(chrome: Chrome, address: str) -> None:
    """With letters each piece has one; on paper every board is drawn, without the controls."""
    reader = Reader(chrome, address)
    reader.go("/catalogue?kind=flat")
    reader.wait(lambda: len(reader.all(".card svg")) > 2 or None)
    reader.click("#letters")
    assert float(reader.run("return getComputedStyle(document.querySelector('.card .letter')).opacity")) > 0.5
    reader.click("#letters")
    reader.run("dispatchEvent(new Event('beforeprint'))")
    assert reader.run("return document.querySelectorAll('[data-board]:empty').length") == 0
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert not reader.all("#chips")[0].is_displayed()
        assert reader.run("return getComputedStyle(document.querySelector('.head')).display") == "none"
    finally:
        reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
