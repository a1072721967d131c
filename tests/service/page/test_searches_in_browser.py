"""People who watch searches side by side in a real browser: boards in step, controls, and what cannot be watched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from exactcover.api.visits import visits
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

READY = "return document.querySelector('#comparison')?.hasAttribute('data-ready') || null"
TILES = "tiles board=3x3 start=125340678 goal=012345678"
TILE_KEYS = {"kind": "tiles", "board": "3x3", "start": "125340678", "goal": "012345678"}
PACKING_KEYS = {"kind": "packing", "board": "5x5", "pieces": "F5,L5,P5,W5,U5"}
HEXAGON_KEYS = {"kind": "packing", "lattice": "hexagon", "board": "3x3", "pieces": "trihexes"}
TICK = """for (const box of document.querySelectorAll('.engine input')) {
  if (box.checked !== arguments[0].includes(box.value)) box.click();
}"""
CALM = [{"name": "prefers-reduced-motion", "value": "reduce"}]


def animated(reader: Reader, keys: dict[str, str], engines: list[str], *, calm: bool = True) -> Reader:
    """Open the page of a puzzle, tick engines and have them animated; calm: the reader prefers that nothing moves."""
    if calm:
        scheme = reader.driver.execute_script(
            "return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
        )
        features = [*CALM, {"name": "prefers-color-scheme", "value": scheme}]
        reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    reader.go(f"/compare?keys={quote(json.dumps(keys))}")
    reader.wait(lambda: reader.run(READY))
    reader.run(TICK, engines)
    reader.run("document.querySelector('[data-part=animate]').click()")
    return reader


def tiles(reader: Reader, number: int) -> dict[tuple[int, int], str]:
    """The tiles on the board of a search, by row and column."""
    texts = reader.run(
        "return [...document.querySelectorAll('.searches li')[arguments[0]].querySelectorAll('.board text')]"
        ".map(each => [each.getAttribute('x'), each.getAttribute('y'), each.textContent])",
        number,
    )
    return {(int(float(y) // 24), int(float(x) // 24)): name for x, y, name in texts}


def test_searches_go_in_step_to_the_goal(chrome: Chrome, address: str) -> None:
    """Next, Back and the slider show the boards that the searches visit; one that has ended waits at the goal."""
    engines = ["bfs", "greedy", "idastar"]
    reader = animated(Reader(chrome, address, 1440), TILE_KEYS, engines)
    reader.says("[data-part=visited]", "Each search looks at its boards in this order")
    recorded = {engine: visits(TILES, engine)["visits"] for engine in engines}
    titles = [each.text for each in reader.all(".searches h3")]
    assert sorted(titles) == sorted(["Breadth first", "Greedy", "Iterative A*"])
    order = [{"Breadth first": "bfs", "Greedy": "greedy", "Iterative A*": "idastar"}[title] for title in titles]
    longest = max(map(len, recorded.values()))
    assert reader.text(".steps .btn.main") == "Play"
    for step in range(longest):
        for number, engine in enumerate(order):
            state = recorded[engine][min(step, len(recorded[engine]) - 1)]
            assert tiles(reader, number) == {(place // 3, place % 3): name for name, (place,) in state["pieces"]}
        counters = [int(each.text) for each in reader.all(".searches .big")]
        assert counters == [min(step + 1, len(recorded[engine])) for engine in order]
        if step < longest - 1:
            reader.run("document.querySelectorAll('.steps .btn')[2].click()")
    assert len(reader.all(".searches li.goal")) == 3
    reader.run("document.querySelector('.steps input').focus()")
    reader.keys("\ue011")  # Home
    assert [each.text for each in reader.all(".searches .big")] == ["1", "1", "1"]
    assert not reader.all(".steps .btn")[1].is_enabled()
    assert reader.faults() == []


def test_the_animation_plays_unless_the_reader_prefers_stillness(chrome: Chrome, address: str) -> None:
    """It begins by itself, is paused by a button, and waits to be played where motion is to be reduced."""
    reader = animated(Reader(chrome, address, 1440), TILE_KEYS, ["greedy"], calm=False)
    reader.wait(lambda: reader.text(".steps .btn.main") == "Play again" or None)
    assert reader.text(".searches .big") == str(len(visits(TILES, "greedy")["visits"]))
    still = animated(Reader(chrome, address, 1440), TILE_KEYS, ["greedy"])
    still.wait(lambda: still.all(".searches") or None)
    assert still.text(".searches .big") == "1"
    still.click(".steps .btn.main")
    assert still.text(".steps .btn.main") == "Pause"
    still.click(".steps .btn.main")
    assert still.text(".steps .btn.main").startswith("Play")


def test_partial_boards_of_an_exact_cover_search_end_in_the_solution(chrome: Chrome, address: str) -> None:
    """Next to a search that places pieces naively, the exact cover search fills the board."""
    reader = animated(Reader(chrome, address, 1440), PACKING_KEYS, ["dfs", "exact"])
    reader.wait(lambda: reader.all(".searches") or None)
    reader.run("document.querySelector('.steps input').focus()")
    reader.keys("\ue010")  # End
    pieces = "return [...document.querySelectorAll('.searches li')].map(each => each.querySelectorAll('.pc').length)"
    titles = [each.text for each in reader.all(".searches h3")]
    assert reader.run(pieces)[titles.index("Exact cover")] == 5
    assert len(reader.all(".searches li.goal")) == 1
    assert "of the first 300" in reader.text(".searches")
    assert "nodes" in reader.text(".searches")


def test_what_cannot_be_watched_is_said(chrome: Chrome, address: str) -> None:
    """Without an engine that can be watched the page names some; boards of other lattices are not drawn as squares."""
    reader = animated(Reader(chrome, address, 1440), TILE_KEYS, [])
    assert "tick one of" in reader.says("[data-part=visited]", "can be watched")
    reader.go(f"/compare?keys={quote(json.dumps(HEXAGON_KEYS))}")
    reader.wait(lambda: reader.run(READY))
    assert reader.run("return document.querySelector('[data-part=watch]').hidden")


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
@pytest.mark.parametrize("keys", [TILE_KEYS, PACKING_KEYS], ids=["tiles", "packing"])
def test_controls_are_for_everybody(chrome: Chrome, address: str, keys: dict[str, str], width: int, dark: bool) -> None:
    """No rule of axe is broken, nothing moves sideways, and controls are large enough for a finger."""
    reader = animated(Reader(chrome, address, width, dark=dark), keys, ["greedy", "dfs", "exact", "bfs"])
    reader.wait(lambda: reader.all(".searches") or None)
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    heights = "return [...document.querySelectorAll('.steps > *')].map(e => e.getBoundingClientRect().height)"
    assert min(reader.run(heights)) >= 43.5
    assert reader.faults() == []
