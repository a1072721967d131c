"""People who compare engines in a real browser: cards, the chart, two films, the boards of a search, a table to be saved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

READY = "return document.querySelector('#comparison')?.hasAttribute('data-ready') || null"
DONE = "return document.querySelector('[data-part=details]').hidden ? null : true"
TILES = {"kind": "tiles", "board": "3x3", "start": "125340678", "goal": "012345678"}
PACKING = {"kind": "packing", "board": "4x10", "pieces": "tetrominoes", "copies": "2"}


def path_of(keys: dict[str, Any]) -> str:
    """The address of the page for keys."""
    return f"/compare?keys={quote(json.dumps(keys))}"


def opened(reader: Reader, path: str) -> Reader:
    """Open a page and wait for its cards."""
    reader.go(path)
    reader.wait(lambda: reader.run(READY))
    return reader


def press(reader: Reader, selector: str) -> None:
    """Click what lies in the middle of the window, where the bar of a phone does not cover it."""
    reader.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
    reader.click(selector)


def compared(reader: Reader, path: str) -> Reader:
    """Open a page, press Compare and wait for the verdict."""
    opened(reader, path).click("[data-part=compare]")
    reader.wait(lambda: reader.run(DONE))
    return reader


def test_the_8_puzzle_is_two_clicks_from_the_front_page(chrome: Chrome, address: str) -> None:
    """The link at the foot of the front page, and Compare: 31 moves is the shortest, and greedy search finds more."""
    reader = Reader(chrome, address, 1440)
    reader.go("/")
    reader.click(".foot a[href='/compare?puzzle=8-puzzle']")
    reader.wait(lambda: reader.run(READY))
    reader.click("[data-part=compare]")
    reader.wait(lambda: reader.run(DONE))
    verdict = reader.text("[data-part=say]")
    assert verdict.startswith("31 moves is the shortest plan.")
    assert "Greedy looks at" in verdict
    names = [each.text for each in reader.all(".chart .name")]
    assert {"Breadth first", "A*", "Greedy"} <= set(names)
    assert len(reader.all(".chart .proved")) == 1
    assert len(reader.all(".film")) == 2
    assert reader.faults() == []


def test_two_films_go_under_one_slider(chrome: Chrome, address: str) -> None:
    """The slider moves both plans, by keyboard too; the shorter one rests at its goal; another plan can be chosen."""
    reader = compared(Reader(chrome, address, 1440), "/compare?puzzle=8-puzzle")
    reader.run("document.querySelector('.ctl input').focus()")
    reader.keys("\ue014", "\ue014", "\ue014")  # the right arrow
    assert [each.text for each in reader.all(".film .big")] == ["3", "3"]
    reader.keys("\ue010")  # End
    assert [each.text for each in reader.all(".film .big")] == ["31", "45"]
    goal = "return [...document.querySelectorAll('.film .screen')].map(each => each.querySelectorAll('.moved').length)"
    assert reader.run(goal)[1] == 1
    reader.run(
        "const s = document.querySelectorAll('.film select')[1]; s.value = '1'; s.dispatchEvent(new Event('change'))"
    )
    assert reader.all(".film .big")[1].text == "31"
    reader.click(".ctl .btn")
    reader.wait(lambda: reader.text(".ctl .btn") == "Pause" or None)
    reader.click(".ctl .btn")


def test_a_search_shows_the_boards_it_looks_at(chrome: Chrome, address: str) -> None:
    """Greedy search is shown board by board, with moves and estimates, a few dozen at a time, up to the goal."""
    reader = opened(Reader(chrome, address, 1440), "/compare?puzzle=8-puzzle")
    reader.run("document.querySelector('[data-part=watch] select').value = 'greedy'")
    reader.click("[data-part=watch] button")
    told = reader.says("[data-part=visited]", "boards in all")
    assert "Greedy looks at 84 boards" in told
    assert len(reader.all(".visits li")) == 48
    assert reader.text(".visits li .figures").split() == ["g", "0", "h", "21", "f", "21"]
    reader.click("[data-part=visits] .btn")
    assert len(reader.all(".visits li")) == 84
    assert "goal" in reader.all(".visits li")[-1].text
    assert reader.violations() == []


def test_engines_are_ticked_by_keyboard(chrome: Chrome, address: str) -> None:
    """Space unticks an engine, the button counts them, and with none ticked nothing can be compared."""
    reader = opened(Reader(chrome, address, 1440), path_of(TILES))
    boxes = reader.all(".engine input")
    ticked = [box for box in boxes if box.is_selected()]
    assert reader.text("[data-part=compare]") == f"Compare {len(ticked)} engines"
    for box in ticked:
        reader.run("arguments[0].focus()", box)
        reader.keys(" ")
    assert not reader.one("[data-part=compare]").is_enabled()
    reader.run("arguments[0].focus()", ticked[0])
    reader.keys(" ")
    assert reader.text("[data-part=compare]") == "Run 1 engine"
    reasons = "return [...document.querySelectorAll('.engine.un span')].map(each => each.textContent)"
    assert "It fills boards, and the blocks of this puzzle move." in reader.run(reasons)


def test_packings_are_shown_side_by_side(chrome: Chrome, address: str) -> None:
    """Each engine that packs the board shows its solution, and the chart has a line for each engine."""
    reader = opened(Reader(chrome, address, 1440), path_of(PACKING))
    for box in reader.all(".engine input"):
        if box.is_selected() and box.get_attribute("value") in ("bfs", "dfs"):
            box.click()
    reader.click("[data-part=compare]")
    reader.wait(lambda: reader.run(DONE))
    assert len(reader.all(".solutions .board")) == 3
    assert len(reader.all(".solutions li:first-child .pc")) == 10
    assert len(reader.all(".chart .stem")) == 3
    assert reader.faults() == []


def test_the_table_is_saved_as_csv(chrome: Chrome, address: str) -> None:
    """The link has a line for each engine, with the cost and the nodes of the table."""
    reader = opened(Reader(chrome, address, 1440), path_of(TILES))
    keep = "const made = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return made(blob); }"
    reader.run(keep)
    reader.click("[data-part=compare]")
    reader.wait(lambda: reader.run(DONE))
    reader.click("[data-part=details] summary")
    assert reader.attribute("[data-part=csv]", "href").startswith("blob:")
    text = reader.run("return window.saved.text()")
    lines = text.strip().splitlines()
    assert lines[0].startswith('"engine","status","evidence","cost"')
    assert len(lines) == 1 + len(reader.all("[data-part=rows] tr"))
    assert '"bfs","OPTIMAL","exhausted"' in text


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
@pytest.mark.parametrize("keys", [TILES, PACKING], ids=["tiles", "packing"])
def test_nothing_is_in_the_way_of_anybody(
    chrome: Chrome, address: str, keys: dict[str, Any], width: int, dark: bool
) -> None:
    """Before and after a comparison no rule of axe is broken, and nothing moves sideways."""
    reader = opened(Reader(chrome, address, width, dark=dark), path_of(keys))
    assert reader.violations() == []
    for box in reader.all(".engine input"):
        if box.is_selected() and box.get_attribute("value") in ("bfs", "dfs") and keys is PACKING:
            reader.run("arguments[0].click()", box)
    press(reader, "[data-part=compare]")
    reader.wait(lambda: reader.run(DONE))
    reader.run("document.querySelectorAll('details').forEach(each => { each.open = true })")
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    targets = "[...document.querySelectorAll('main .btn, main select, main summary, label.engine')]"
    boxes = reader.run(f"return {targets}.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)")
    assert min(boxes) >= 43.5


def test_a_comparison_is_cancelled(chrome: Chrome, address: str) -> None:
    """Cancel ends a comparison that takes long; the cards keep what has ended."""
    reader = opened(Reader(chrome, address, 1440), "/compare?puzzle=pentominoes-6x10")
    reader.click("[data-part=compare]")
    reader.wait(lambda: reader.run("return document.querySelectorAll('.engine .result').length > 0 || null"))
    reader.click("[data-part=stop]")
    reader.wait(lambda: reader.run("return document.querySelector('[data-part=stop]').hidden || null"))
    assert "Exact cover" in reader.text("[data-part=say]")
    assert reader.one("[data-part=compare]").is_enabled()


def test_engines_are_drawn_over_sizes(chrome: Chrome, address: str) -> None:
    """A series runs puzzle by puzzle, each engine has a curve with a mark for each size, and a table has the same figures."""
    reader = opened(Reader(chrome, address, 1440), path_of(TILES))
    choose = "const s = document.querySelector('[data-part=series]'); s.value = 3; s.dispatchEvent(new Event('change'))"
    reader.run(choose)
    assert "Exact cover" in reader.text("[data-part=sized]")
    reader.click("[data-part=run]")
    reader.says("[data-part=sized]", "Done.")
    marks = "return [...document.querySelectorAll('[data-part=curves] .pc')].map(e => e.querySelectorAll('.b').length)"
    assert reader.run(marks) == [6, 6, 6, 6]
    reader.click("[data-part=sizes-table] summary")
    rows = reader.all("[data-part=sizes-rows] tbody tr")
    assert [row.text.split()[0] for row in rows] == ["4", "6", "8", "10", "12", "16"]
    before = reader.attribute("[data-part=curves] .curved", "d")
    reader.run(
        "const s = document.querySelector('[data-part=measure]'); s.value = 'seconds'; s.dispatchEvent(new Event('change'))"
    )
    assert reader.attribute("[data-part=curves] .curved", "d") != before
    assert reader.violations() == []
    assert reader.faults() == []
