"""The page of sliding blocks and tiles, used by people in a real browser: mouse, clicks, keyboard alone, plans that are shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HUARONG = "/play/huarong-dao-moves"
SHORT = {"kind": "blocks", "board": "AA./BC./...", "goal": "A@1,1", "metric": "moves"}
TILES = {"kind": "tiles", "board": "3x3", "start": "1,2,b,3,4,5,6,7,8"}


class Slider:
    """Somebody who slides blocks."""

    def __init__(self, reader: Reader, path: str) -> None:
        self.reader = reader
        reader.go("/check")
        reader.run("localStorage.clear()")
        reader.faults()
        reader.go(path)
        self.reads("so far")

    def reads(self, words: str) -> str:
        """Return the sentence under the board once it has these words in it."""
        return self.reader.says("#say", words)

    def where(self, name: str) -> str:
        """Return what a screen reader says of a block."""
        label = "return [...document.querySelectorAll('.slide .pc')].find(e => e.textContent.trim() === arguments[0]).ariaLabel"
        return str(self.reader.run(label, name))

    def box(self, name: str) -> dict[str, float]:
        """Return where a block is drawn once nothing moves."""
        self.reader.wait(lambda: self.reader.run("return document.getAnimations().length === 0") or None)
        box = (
            "const e = [...document.querySelectorAll('.slide .pc')].find(e => e.textContent.trim() === arguments[0]);"
            "const b = e.querySelector('.b').getBoundingClientRect();"
            "return { x: b.x + b.width / 2, y: b.y + b.height / 2, width: b.width, height: b.height };"
        )
        value: dict[str, float] = self.reader.run(box, name)
        return value

    def pointer(self, *steps: tuple[float, float] | str) -> None:
        """Move the mouse to points, and press or release its button."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.reader.driver, duration=20)
        pointer: Any = chain.w3c_actions.pointer_action
        for step in steps:
            if isinstance(step, str):
                pointer.pointer_down() if step == "down" else pointer.pointer_up()
            else:
                pointer.move_to_location(round(step[0]), round(step[1]))
        chain.perform()

    def cell(self) -> float:
        """Return the size of a cell in pixels."""
        size = "const s = document.querySelector('svg.slide'); return 80 * s.getScreenCTM().a"
        return float(self.reader.run(size))

    def drag(self, name: str, *ways: tuple[float, float]) -> None:
        """Drag a block by rows and columns, one leg after the other."""
        box, size = self.box(name), self.cell()
        x, y = box["x"], box["y"]
        steps: list[tuple[float, float] | str] = [(x, y), "down"]
        for down, right in ways:
            x, y = x + right * size, y + down * size
            steps += [(x - right * size / 2, y - down * size / 2), (x, y)]
        self.pointer(*steps, "up")


def opened(chrome: Chrome, address: str, keys: dict[str, Any], width: int = 1440) -> Slider:
    """Somebody with a puzzle of a link."""
    from urllib.parse import quote

    return Slider(Reader(chrome, address, width), f"/play?keys={quote(json.dumps(keys))}")


def test_blocks_follow_the_mouse_as_far_as_they_can(chrome: Chrome, address: str) -> None:
    """A block goes where the mouse takes it, stops at others, and its moves are counted; undo, redo and a reload keep them."""
    slider = Slider(Reader(chrome, address, 1440), HUARONG)
    assert "81 is the shortest" in slider.reads("Drag a block. 0 moves so far; 81 is the shortest.")
    assert slider.where("I").endswith("can go right")
    slider.drag("I", (0, 3))
    assert slider.where("I").startswith("Block I, row 5, column 3")
    slider.reads("1 move so far. 81 is the shortest;")
    slider.drag("A", (1, 0))
    assert slider.where("A").startswith("Block A, row 1, column 1")
    slider.reads("1 move so far.")
    slider.drag("I", (0, -1))
    slider.reads("1 move so far.")
    slider.reader.driver.refresh()
    slider.reads("1 move so far.")
    assert slider.where("I").startswith("Block I, row 5, column 2")
    slider.drag("I", (0, -1))
    slider.reads("0 moves so far")
    slider.reader.click("#undo")
    slider.reads("1 move so far.")
    slider.reader.keys("y")
    slider.reads("0 moves so far")
    assert slider.reader.faults() == []


def test_a_block_resists_beyond_what_is_legal(chrome: Chrome, address: str) -> None:
    """While it is held, a block that cannot go follows a little, and lies in its place again when it is let go."""
    slider = Slider(Reader(chrome, address, 1440), HUARONG)
    before, size = slider.box("A"), slider.cell()
    slider.pointer(
        (before["x"], before["y"]), "down", (before["x"], before["y"] + 10), (before["x"], before["y"] + size)
    )
    held = slider.box("A")
    assert 1 < held["y"] - before["y"] < 0.1 * size
    slider.pointer("up")
    assert abs(slider.box("A")["y"] - before["y"]) < 1
    slider.reads("0 moves so far")


def test_steps_and_moves_are_counted_as_the_puzzle_counts(chrome: Chrome, address: str) -> None:
    """Around a corner and on is one move of a puzzle in moves, and as many as its cells in one of steps."""
    slider = opened(chrome, address, SHORT)
    slider.drag("C", (1, 0), (0, 1))
    slider.reads("1 move so far.")
    slider.reader.keys("z")
    slider.reads("0 moves so far")
    slider = opened(chrome, address, SHORT | {"metric": "steps"})
    slider.drag("C", (1, 0), (0, 1))
    slider.reads("2 steps so far.")


def test_a_finished_game_is_judged(chrome: Chrome, address: str) -> None:
    """At the goal the moves are checked by the server, and the page says how many they were against the shortest."""
    slider = opened(chrome, address, SHORT)
    slider.reads("2 is the shortest")
    slider.drag("C", (1, 0))
    slider.drag("A", (0, 1), (1, 0))
    slider.reads("Solved. 2 moves, and no way is shorter.")
    assert slider.reader.text("#watch") == "Play again"
    slider.reader.click("#watch")
    slider.reads("0 moves so far")


def test_a_refused_game_is_not_called_solved(chrome: Chrome, address: str) -> None:
    """If the check refuses the moves, the page says so with the fault, and does not say that the puzzle is solved."""
    slider = opened(chrome, address, SHORT)
    verdict = "new Response(JSON.stringify({ accepted: false, faults: ['move 2 is wrong'] }))"
    slider.reader.run(
        f"const real = fetch; window.fetch = async (url, o) => url === '/v1/check' ? {verdict} : real(url, o)"
    )
    slider.drag("C", (1, 0))
    slider.drag("A", (0, 1), (1, 0))
    text = slider.reads("refused")
    assert "move 2 is wrong" in text
    assert "Solved" not in text


def test_the_shortest_plan_is_shown_from_the_present_position(chrome: Chrome, address: str) -> None:
    """The film goes from the present position to the goal; the end says how many moves were shown, and undo takes them back."""
    keys = TILES | {"start": "1,2,5,3,4,b,6,7,8"}
    slider = opened(chrome, address, keys)
    slider.reads("3 is the shortest")
    slider.reader.keys("h")
    slider.reads("1 move so far.")
    slider.reader.click("#watch")
    text = slider.reads("Solved.")
    assert "3 moves, and no way is shorter. All of it was shown to you." in text
    slider.reader.keys("z")
    slider.reads("1 move so far.")


def test_a_film_is_stopped(chrome: Chrome, address: str) -> None:
    """A second press stops the film; the moves so far stay, and can be undone."""
    slider = Slider(Reader(chrome, address, 1440), HUARONG)
    slider.reader.click("#watch")
    slider.reader.says("#watch", "Stop")
    slider.reader.wait(lambda: "row 5, column 4" not in slider.where("J") or None)
    slider.reader.click("#watch")
    slider.reads("so far. 81 is the shortest;")
    assert slider.reader.text("#watch") == "Watch the shortest"
    slider.reader.keys("z")
    slider.reads("0 moves so far; 81 is the shortest.")


def test_the_keyboard_alone_solves_a_puzzle(chrome: Chrome, address: str) -> None:
    """Tab goes to a block, arrows slide it, what is blocked is said, and the end is spoken."""
    from selenium.webdriver.common.keys import Keys

    slider = opened(chrome, address, SHORT)
    slider.reads("2 is the shortest")
    reader = slider.reader
    reader.run("document.querySelector('.slide .pc').focus()")
    reader.keys(Keys.TAB, Keys.TAB)
    assert reader.run("return document.activeElement.ariaLabel").startswith("Block C")
    reader.keys(Keys.ARROW_UP)
    spoken = "return document.querySelector('#spoken').textContent"
    reader.wait(lambda: "Block C cannot go up." in reader.run(spoken) or None)
    reader.keys(Keys.ARROW_DOWN)
    slider.reads("1 move so far.")
    reader.run("document.querySelector('.slide .pc').focus()")
    reader.keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    slider.reads("Solved.")
    reader.wait(lambda: "Solved." in reader.run(spoken) or None)


def test_arrows_and_clicks_slide_tiles(chrome: Chrome, address: str) -> None:
    """An arrow slides the tile beside the gap; a click slides a tile with all those between it and the gap."""
    from selenium.webdriver.common.keys import Keys

    slider = opened(chrome, address, TILES)
    slider.reads("2 is the shortest")
    slider.reader.keys(Keys.ARROW_RIGHT)
    slider.reads("1 move so far.")
    assert slider.where("2").startswith("Tile 2, row 1, column 3")
    slider.reader.keys("z")
    slider.reads("0 moves")
    box = slider.box("1")
    slider.pointer((box["x"], box["y"]), "down", "up")
    slider.reads("Solved. 2 moves, and no way is shorter.")


def test_a_block_is_moved_by_clicks_alone(chrome: Chrome, address: str) -> None:
    """A click chooses a block, and a click on an empty cell brings it there, around a corner in one move."""
    slider = opened(chrome, address, SHORT)
    box, size = slider.box("C"), slider.cell()
    slider.pointer((box["x"], box["y"]), "down", "up")
    slider.pointer((box["x"] + size, box["y"] + size), "down", "up")
    slider.reads("1 move so far.")
    assert slider.where("C").startswith("Block C, row 3, column 3")


def test_what_cannot_be_done_is_said(chrome: Chrome, address: str) -> None:
    """The 14-15 puzzle is impossible, with the reason; nothing is offered to be watched."""
    reader = Reader(chrome, address, 1440)
    reader.go("/play/14-15-puzzle")
    assert "every move keeps a parity" in reader.says("#say", "Impossible:")
    assert reader.run("return document.querySelector('#watch').hidden && document.querySelector('#hint').disabled")


@pytest.mark.parametrize("path", [HUARONG, "/play/two-ls", "/play/15-puzzle"])
@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_the_page_breaks_no_rule_of_accessibility(
    chrome: Chrome, address: str, path: str, width: int, *, dark: bool
) -> None:
    """Boards break no rule that axe knows, wide and narrow, light and dark; on a phone all fits and targets have 44 pixels."""
    reader = Reader(chrome, address, width, dark=dark)
    reader.go(path)
    reader.says("#say", "is the shortest")
    assert reader.violations() == []
    assert reader.run("return document.documentElement.scrollWidth") <= width
    targets = "[...document.querySelectorAll('.slide .pc .b, .bar button:not([hidden])')]"
    boxes = reader.run(f"return {targets}.map(each => each.getBoundingClientRect().toJSON())")
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43.5
    assert reader.faults() == []


def test_the_keys_are_listed(chrome: Chrome, address: str) -> None:
    """`?` opens the list of keys, in which no key plays, and Escape closes it."""
    from selenium.webdriver.common.keys import Keys

    slider = Slider(Reader(chrome, address, 1440), HUARONG)
    slider.reader.keys("?")
    assert "watch a shortest plan" in slider.reader.text("#keys")
    assert slider.reader.violations() == []
    slider.reader.keys("h")
    slider.reader.keys(Keys.ESCAPE)
    slider.reader.wait(lambda: not slider.reader.run("return document.querySelector('#keys').open") or None)
    slider.reads("0 moves so far")


def test_a_link_shares_the_moves(chrome: Chrome, address: str) -> None:
    """*Share this position* makes a link with the moves so far; without a clipboard it is in the address bar."""
    slider = opened(chrome, address, SHORT)
    slider.drag("C", (1, 0))
    slider.reads("1 move so far.")
    slider.reader.run("navigator.clipboard.writeText = async () => { throw new Error(); }")
    slider.reader.click("#share")
    slider.reader.says("#share", "Link is in the address bar")
    link = slider.reader.driver.current_url
    slider.reader.go("/check")
    slider.reader.run("localStorage.clear()")
    slider.reader.driver.get(link)
    slider.reads("1 move so far.")
    assert slider.where("C").startswith("Block C, row 3, column 2")


def test_a_finger_slides_a_block(chrome: Chrome, address: str) -> None:
    """On a touch screen a block follows the finger, and the page does not scroll."""
    slider = opened(chrome, address, SHORT, 390)
    driver = slider.reader.driver
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    try:
        box, size = slider.box("C"), slider.cell()
        for step in range(5):
            point = {"x": box["x"], "y": box["y"] + step * size / 4}
            kind = "touchStart" if step == 0 else "touchMove"
            driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        slider.reads("1 move so far.")
        assert slider.where("C").startswith("Block C, row 3, column 2")
        assert slider.reader.run("return scrollY") == 0
    finally:
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize("spoiled", ["[null]", "[1]", "{}", "nonsense", '[{"block":99,"path":["UP"]}]'])
def test_a_spoiled_position_is_the_start(reader: Reader, spoiled: str) -> None:
    """Moves in a link that are none leave the board at its start, and the page goes on."""
    from urllib.parse import quote

    reader.go("/jobs")
    reader.go(f"/play/8-puzzle#at={quote(spoiled)}")
    assert "0 moves" in reader.says("#say", "Slide a tile.")
    assert reader.faults() == []
