"""People who read a proof in a real browser: scenes and the seal, by keyboard, on a phone, and when it takes long."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

READY = "return document.querySelector('#proof')?.hasAttribute('data-ready') || null"
WIDE = {"kind": "packing", "board": "4x6", "pieces": "T4", "copies": "any"}
HARD = {"kind": "packing", "board": "15x18", "pieces": "Y5", "copies": "any"}
SOLID = {"kind": "packing", "board": "2x2x5", "pieces": "T4", "copies": "any"}


def address_of(keys: dict[str, Any]) -> str:
    """The address of the page for keys."""
    return f"/prove?keys={quote(json.dumps(keys))}"


def told(reader: Reader, path: str) -> Reader:
    """Open a page and wait for its story."""
    reader.go(path)
    reader.wait(lambda: reader.run(READY))
    return reader


def test_a_proof_is_told_in_four_scenes(chrome: Chrome, address: str) -> None:
    """The colours, what a piece covers, the sums, and an attempt; the seal, and files that are there to be saved."""
    reader = told(Reader(chrome, address, 1440), "/prove")
    assert reader.text("[data-part=say]").startswith("Impossible: the colours do not add up.")
    titles = [each.text for each in reader.all(".scene h2")]
    assert [title.splitlines()[-1] for title in titles] == [
        "Colour it like a chessboard", "See what a piece covers", "Add it up", "Try as you like",
    ]  # fmt: skip
    assert len(reader.all(".scene:first-child .tone-dark")) == 30
    assert len(reader.all(".scene:first-child .tone-light")) == 32
    assert len(reader.all(".groups .alone")) == 2
    assert len(reader.all(".scene:nth-child(2) .seen")) == 6
    assert reader.text(".seal").startswith("Checked.")
    for link in reader.all(".files a"):
        status = "return fetch(arguments[0]).then(reply => reply.status)"
        assert reader.run(status, link.get_attribute("href")) == 200
    assert reader.faults() == []


def test_dark_squares_have_the_colour_of_dark_squares(chrome: Chrome, address: str) -> None:
    """The square of row 0, column 2 is dark in the words, and darker than its neighbour in the picture, in both themes."""
    lightness = """
    const fill = each => getComputedStyle(each).fill, canvas = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll(".scene:first-child rect")].filter(each => each.y.baseVal.value === 0).map(each => {
      canvas.fillStyle = fill(each); canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part) });
    """
    for dark in (False, True):
        reader = told(Reader(chrome, address, 1440, dark=dark), "/prove")
        row = reader.run(lightness)
        assert len(row) == 7
        assert max(row[1], row[3], row[5]) < min(row[0], row[2], row[4], row[6])


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (1440, True), (390, False), (390, True)])
@pytest.mark.parametrize("path", ["/prove", address_of(WIDE), address_of(SOLID), "/prove?puzzle=8-puzzle"])
def test_nothing_is_in_the_way_of_anybody(chrome: Chrome, address: str, path: str, width: int, dark: bool) -> None:
    """The story breaks no rule of axe, does not move sideways, and its buttons and links are large enough to touch."""
    reader = told(Reader(chrome, address, width, dark=dark), path)
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    targets = "[...document.querySelectorAll('main .btn, main input, summary')].filter(each => each.checkVisibility())"
    boxes = reader.run(f"return {targets}.map(each => each.getBoundingClientRect().height)")
    assert min(boxes) >= 43.5


def test_a_plan_is_gone_through_by_keyboard(chrome: Chrome, address: str) -> None:
    """Arrows on the slider move the tiles step by step, and the caption says which."""
    reader = told(Reader(chrome, address, 1440), "/prove?puzzle=8-puzzle")
    assert reader.text("[data-part=say]").startswith("31 moves is the shortest.")
    places = "return [...document.querySelectorAll('.screen .pc')].map(each => each.style.transform)"
    before = reader.run(places)
    reader.run("document.querySelector('.filmed input').focus()")
    reader.keys("\ue014", "\ue014")  # the right arrow
    assert reader.text(".filmed p").startswith("2 of 31:")
    after = reader.run(places)
    assert sum(one != other for one, other in zip(before, after, strict=True)) in (1, 2)
    assert len(reader.all(".screen .moved")) == 1


def test_placements_are_struck_out_in_a_row(chrome: Chrome, address: str) -> None:
    """Dead placements are drawn one after another, each crossed out, and the row can be moved by keyboard."""
    reader = told(Reader(chrome, address, 1440), address_of(WIDE))
    crossed = len(reader.all(".strip li .strike"))
    assert crossed == len(reader.all(".strip li")) > 5
    assert reader.attribute(".strip", "tabindex") == "0"


def test_a_long_proof_is_cancelled(chrome: Chrome, address: str) -> None:
    """While a proof is looked for, a sentence says what is done, and Cancel ends it; nothing is claimed then."""
    reader = Reader(chrome, address, 1440)
    reader.go(address_of(HARD))
    reader.one("[data-part=progress] a")
    assert "Looking for a proof" in reader.text("[data-part=say]")
    reader.click("[data-part=progress] button")
    reader.wait(lambda: reader.run(READY))
    assert "ancelled" in reader.text("[data-part=say]")
    assert reader.all(".scene") == []
    assert reader.faults() == []


def test_a_server_that_is_too_busy_is_tried_again(chrome: Chrome, address: str) -> None:
    """A refusal for want of time is said as such, and the proof is submitted again."""
    reader = Reader(chrome, address, 1440)
    refuse = """
    let refused = false; const before = window.fetch;
    window.fetch = async (url, options) => {
      if (String(url).endsWith("/v1/jobs") && !refused) {
        refused = true;
        return new Response("{}", { status: 429, headers: { "Retry-After": "1" } });
      }
      return before(url, options);
    };
    const note = () => { window.said = `${window.said} ${document.querySelector("[data-part=say]")?.innerText}`; };
    new MutationObserver(note)
      .observe(document, { subtree: true, childList: true, characterData: true });
    """
    script = reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": refuse})
    try:
        told(reader, "/prove?puzzle=14-15-puzzle")
        assert "Trying again in 1 s." in reader.run("return window.said")
        assert reader.text("[data-part=say]").startswith("Impossible:")
    finally:
        reader.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_letters_are_shown_on_the_pieces(chrome: Chrome, address: str) -> None:
    """With letters, each piece of the attempt shows its letter."""
    reader = told(Reader(chrome, address, 1440), "/prove")
    reader.keys("l")
    opacity = "return getComputedStyle(document.querySelector('.scene:last-child .pc .letter')).opacity"
    assert float(reader.run(opacity)) > 0.5
    reader.keys("l")


def test_an_undecided_puzzle_can_be_tried_longer(chrome: Chrome, address: str) -> None:
    """When the time is over nothing is claimed, and Keep trying submits the same proof with an hour."""
    reader = Reader(chrome, address, 1440)
    shorten = """
    const before = window.fetch; window.sent = [];
    window.fetch = (url, options) => {
      if (String(url).endsWith("/v1/jobs")) {
        window.sent.push(JSON.parse(options.body).time_limit);
        options = { ...options, body: options.body.replace('"time_limit":60', '"time_limit":1') };
      }
      return before(url, options);
    };
    """
    script = reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": shorten})
    try:
        told(reader, address_of(HARD))
        assert reader.text("[data-part=say]").startswith("Not decided in 1 s.")
        assert reader.text("[data-part=tag]") == "Not decided"
        assert reader.all(".scene") == []
        reader.click("[data-part=longer]")
        reader.one("[data-part=progress] a")
        assert reader.run("return window.sent") == [60, 3600]
        reader.click("[data-part=progress] button")
        reader.says("[data-part=say]", "ancelled")
    finally:
        reader.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_the_front_page_leads_to_a_proof(chrome: Chrome, address: str) -> None:
    """The third door of the front page opens the proof of the clipped chessboard."""
    reader = Reader(chrome, address, 1440)
    reader.go("/")
    reader.click(".door[href='/prove']")
    reader.wait(lambda: reader.run(READY))
    assert len(reader.all(".scene")) == 4


@pytest.mark.parametrize("path", ["/prove", "/compare"])
def test_the_first_load_is_small_and_all_of_it_from_here(chrome: Chrome, address: str, path: str) -> None:
    """The first load of either page is at most 60 kB, and asks no other server."""
    reader = Reader(chrome, address)
    reader.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    reader.go(path)
    reader.wait(lambda: reader.run("return document.querySelector('main [data-ready]') ? true : null"))
    came = reader.transfers()
    assert all(url.startswith(address) for url, _ in came)
    assert 20_000 < sum(size for _, size in came) <= 60_000


def test_another_kind_of_argument_is_looked_for(chrome: Chrome, address: str) -> None:
    """The reader chooses a kind: the same board is refuted by weights, whose numbers are on the cells; or by a link to that."""
    reader = told(Reader(chrome, address, 1440), address_of({**WIDE, "board": "6x12"}))
    reader.run("document.querySelector('[data-part=argument]').value = 'farkas'")
    reader.click("[data-part=look]")
    reader.wait(lambda: reader.run("return document.querySelector('.scene .weight') && true"))
    assert reader.text(".scene h2").endswith("Give cells weights")
    assert len(reader.all(".scene:first-child .weight")) > 10
    assert reader.violations() == []
    told(reader, "/prove?argument=farkas")
    assert reader.attribute("[data-part=argument]", "value") == "farkas"
    assert "farkas" in reader.text("[data-part=seal]")
