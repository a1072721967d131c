"""People who play by hand in a real browser: with a mouse, fingers, the keyboard alone, and when the server is gone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.service.page.player import Player
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PATH = "/play/pentominoes-6x10"
MOST_BYTES = 60_000
UPRIGHT = [[row, 0] for row in range(5)]
CORNER = [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]
HOOK = [[0, 0], [1, 0], [1, 1], [1, 2], [1, 3]]


@pytest.fixture
def player(chrome: Chrome, address: str) -> Player:
    """Somebody at a desktop with an empty board of six by ten."""
    return Player(Reader(chrome, address, 1440), PATH)


@pytest.mark.parametrize("path", ["/", PATH])
def test_the_first_load_is_small_and_all_of_it_from_here(chrome: Chrome, address: str, path: str) -> None:
    """The first load is at most 60 kB, asks no other server, and nothing of it is blocked or refused."""
    reader = Reader(chrome, address)
    reader.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    reader.go(path)
    reader.wait(lambda: reader.run("return document.querySelectorAll('.pc .b[d]').length > 12 || null"))
    came = reader.transfers()
    assert all(url.startswith(address) for url, _ in came)
    assert 20_000 < sum(size for _, size in came) <= MOST_BYTES
    assert reader.faults() == []


AGAIN = "document.querySelector('#again')?.click()"
"""Presses *Try again*, which is gone once the page has tried by itself."""


def test_the_front_page_shows_a_solution_and_leads_to_play(chrome: Chrome, address: str) -> None:
    """Twelve pieces are drawn, each by one path, one of them half out; another solution moves them; apart leads to the table."""
    reader = Reader(chrome, address)
    reader.go("/")
    reader.wait(lambda: len(reader.all(".hero .pc .b")) == 12 or None)
    assert len(reader.all(".hero .up")) == 1
    assert len(reader.all(".card .picture svg")) == 5
    before = reader.run("return [...document.querySelectorAll('.hero .b')].map(each => each.getAttribute('d')).sort()")
    reader.click("#another")
    after = reader.run("return [...document.querySelectorAll('.hero .b')].map(each => each.getAttribute('d')).sort()")
    assert before != after
    reader.click("#apart")
    reader.wait(lambda: reader.driver.current_url.endswith(PATH) or None)
    reader.one("#table svg")
    assert reader.faults() == []


def test_pieces_are_dragged_and_what_is_left_is_counted(player: Player) -> None:
    """A click turns a piece, a drag places it, and each drop says how many solutions are left, also on the way so far."""
    player.reads("9 356 solutions left, 2 339 different.")
    player.lies("I5", UPRIGHT)
    player.drag("I5", 0, 0)
    player.reads("838 solutions left.")
    player.lies("V5", CORNER)
    player.drag("V5", 0, 7)
    player.reads("143 solutions left.")
    assert player.where("V5") == "Piece V5, on the board, row 1, column 8"
    assert player.way() == ["9 356", "838", "143"]
    assert "of 9 356" in player.reader.text("#meter").replace("\u2009", " ")
    spoken = "return document.querySelector('[role=status]').textContent"
    player.reader.wait(lambda: "143" in player.reader.run(spoken) or None)
    named = "return document.querySelectorAll('#board [role=gridcell]')[arguments[0]].ariaLabel"
    assert player.reader.run(named, 7) == "row 1, column 8, V5"
    assert player.reader.run(named, 12) == "row 2, column 3, open"
    assert player.reader.faults() == []


def test_a_wrong_turn_is_marked_and_taken_back(player: Player) -> None:
    """A pocket too small for any piece is outlined and named; the button takes the piece back; undo and redo go both ways."""
    player.lies("V5", CORNER)
    player.drag("V5", 0, 7)
    player.reads("solutions left")
    player.lies("L5", HOOK)
    player.drag("L5", 0, 4)
    assert "this pocket of 2 cells is too small for any piece." in player.reads("No solution from here:")
    assert len(player.reader.all("#table .dead")) == 1
    assert player.way()[-1] == "0"
    assert player.reader.text("#hint") == "Take it back"
    player.reader.click("#hint")
    player.reads("solutions left")
    assert player.reader.all("#table .dead") == []
    assert "in the tray" in player.where("L5")
    player.reader.keys("y")
    player.reads("No solution from here:")
    player.reader.keys("z", "z")
    player.reads("9 356 solutions left")


def test_a_piece_does_not_lie_on_another(player: Player) -> None:
    """A piece that is dropped on another, or beside the board, is not placed; one that was placed goes back to where it was."""
    player.lies("I5", UPRIGHT)
    player.drag("I5", 0, 0)
    player.reads("838")
    player.drag("X5", 1, -1)
    assert "in the tray" in player.where("X5")
    player.drag("X5", 2, 4)
    player.reader.wait(lambda: "on the board" in player.where("X5") or None)
    player.drag("X5", 1.4, -0.6)
    assert player.where("X5") == "Piece X5, on the board, row 3, column 5"


def test_a_double_click_sends_a_piece_home(player: Player) -> None:
    """Two clicks on a piece on the board send it back to the tray; one turns it in its place."""
    player.lies("V5", CORNER)
    player.drag("V5", 2, 3)
    player.reads("solution")
    player.reader.wait(lambda: "on the board" in player.where("V5") or None)
    player.click("V5")
    player.reader.wait(lambda: player.places("V5")["cells"] == [[0, 2], [1, 2], [2, 0], [2, 1], [2, 2]] or None)
    assert "on the board" in player.where("V5")
    since = player.reader.run("return performance.now()")
    player.reader.wait(lambda: player.reader.run("return performance.now()") > since + 400 or None)
    point = player.still("V5")
    player.pointer(point, "down", "up", "down", "up")
    player.reader.wait(lambda: "in the tray" in player.where("V5") or None)


def test_hints_lead_to_a_solution(player: Player) -> None:
    """Each hint places a piece of a solution, up to the last; another game begins with an empty board, which can be undone."""
    for placed in range(1, 13):
        player.reader.keys("h")
        player.has_placed(placed)
    assert "Solved." in player.reads("Solved.")
    assert player.reader.text("#hint") == "Play again"
    player.reader.click("#hint")
    player.reads("9 356 solutions left")
    player.reader.keys("z")
    player.reads("Solved.")


def test_the_keyboard_alone_places_a_piece(player: Player) -> None:
    """Enter lifts a piece, R turns it, arrows move it, Enter drops it; Escape and Backspace send it home."""
    from selenium.webdriver.common.keys import Keys

    reader = player.reader
    reader.run("document.querySelector('.table .pc[aria-label^=\"Piece I5\"]').focus()")
    reader.keys(Keys.ENTER, "r", *[Keys.ARROW_LEFT] * 9, *[Keys.ARROW_UP] * 5, Keys.ENTER)
    player.reads("838 solutions left.")
    assert player.where("I5") == "Piece I5, on the board, row 1, column 1"
    assert reader.run("return document.activeElement.ariaLabel") == player.where("I5")
    reader.keys(Keys.BACKSPACE)
    player.reads("9 356")
    reader.keys(Keys.ENTER, Keys.ARROW_DOWN, Keys.ESCAPE)
    assert "in the tray" in player.where("I5")
    reader.keys(Keys.TAB)
    assert reader.run("return document.activeElement.getAttribute('role')") == "button"


def test_a_piece_is_placed_by_clicks_alone(player: Player) -> None:
    """A click chooses a piece, and a click on a cell puts it there; the buttons turn and flip what is chosen."""
    player.click("L5")
    player.reader.click("#flip")
    player.pointer(player.cell(3, 5), "down", "up")
    player.reader.wait(lambda: "on the board" in player.where("L5") or None)
    player.reads("left.")


def test_a_reload_loses_nothing(player: Player) -> None:
    """The pieces, and the way to them, are the same after a reload."""
    player.reader.keys("h")
    player.reads("solutions left")
    player.reader.wait(lambda: player.way() == ["9 356", "838"] or None)
    player.reader.keys("h")
    player.has_placed(2)
    player.reader.wait(lambda: (len(player.way()) == 3 and player.way()[2].isdecimal()) or None)
    way = player.way()
    player.reader.driver.refresh()
    player.reader.wait(lambda: player.way() == way or None)
    player.has_placed(2)


def test_a_lost_server_costs_no_work(player: Player) -> None:
    """Without an answer the page says so in a line and tries again; the pieces stay where they are."""
    driver = player.reader.driver
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/v1/remaining"]})
    player.drag("X5", 2, 4)
    text = player.reads("The server cannot be reached.")
    assert re.search(r"Your pieces stay where they are\. Trying again in \d+ s\.", text)
    assert "on the board" in player.where("X5")
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    player.reader.run(AGAIN)
    player.reads("solutions left")
    assert "on the board" in player.where("X5")
    player.reader.faults()


@pytest.mark.parametrize(
    ("status", "words"), [(429, "too much to do"), (503, "failed here"), (401, "login has expired")]
)
def test_refusals_are_one_honest_line(player: Player, status: int, words: str) -> None:
    """A busy server, a fault of ours and an expired login are said as such, with the time of the next attempt."""
    answer = f"new Response('{{}}', {{ status: {status}, headers: {{ 'Retry-After': '7' }} }})"
    player.reader.run(f"window.before = window.fetch; window.fetch = async () => {answer}")
    player.reader.keys("h")
    assert "Trying again in 7 s." in player.reads(words) or status == 401
    player.reader.run("window.fetch = window.before")
    player.reader.run(AGAIN)
    player.reads("solutions left")


def test_the_next_stroke_aborts_the_question_before(player: Player) -> None:
    """A question that is still under way when the next piece is placed is aborted, and only the last answer is shown."""
    slow = """
    window.aborted = 0; window.before = window.fetch;
    window.fetch = (url, options) => new Promise((resolve, reject) => {
      options.signal.addEventListener("abort", () => { window.aborted += 1; reject(new DOMException("", "AbortError")); });
      setTimeout(() => window.before(url, options).then(resolve, reject), 400);
    });
    """
    player.reader.run(slow)
    player.lies("I5", UPRIGHT)
    player.drag("I5", 0, 0)
    player.reader.keys("z", "y", "z", "y")
    player.reads("838 solutions left.")
    assert player.reader.run("return window.aborted") >= 2  # the bare board is known


def test_a_piece_in_the_hand_changes_no_total(player: Player) -> None:
    """An answer that comes while the only placed piece is taken up again is not taken for that of the empty board."""
    slow = "setTimeout(() => window.before(url, options).then(resolve, reject), 800)"
    player.lies("I5", UPRIGHT)
    player.reader.run(
        f"window.before = fetch; window.fetch = (url, options) => new Promise((resolve, reject) => {slow})"
    )
    player.drag("I5", 0, 0)
    start = player.still("I5")
    player.pointer(start, "down", (start[0] + 90, start[1] + 90))
    player.reads("838 solutions left.")
    player.pointer("up")
    assert player.way()[0] == "9 356"
    assert "of 9 356" in player.reader.text("#meter").replace("\u2009", " ")


def test_letters_and_the_theme_are_kept(player: Player) -> None:
    """L shows letters with the other palette, a button changes light and dark, and both are kept by a reload."""
    reader = player.reader
    fill = "return getComputedStyle(document.querySelector('.table .k1 .b')).fill"
    before = reader.run(fill)
    reader.keys("l")
    assert reader.run(fill) != before
    assert reader.attribute("#letters", "aria-pressed") == "true"
    reader.click("#theme")
    reader.driver.refresh()
    player.reads("left")
    assert reader.run("return document.documentElement.dataset.theme") == "dark"
    assert float(reader.run("return getComputedStyle(document.querySelector('.pc .letter')).opacity")) > 0.5
    reader.run("localStorage.clear()")


def test_a_phone_has_room_for_all(chrome: Chrome, address: str) -> None:
    """On 390 pixels nothing has to be moved sideways, the tray has three pieces across, and targets have 44 pixels."""
    reader = Reader(chrome, address, 390)
    player = Player(reader, PATH)
    assert reader.run("return document.documentElement.scrollWidth") <= 390
    boxes = reader.run(
        "return [...document.querySelectorAll('.table .pc .hit')].map(e => e.getBoundingClientRect().toJSON())"
    )
    assert len({round(box["x"]) for box in boxes}) == 3
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    targets = "[...document.querySelectorAll('.bar button:not([hidden]), header button, nav a')]"
    boxes = reader.run(f"return {targets}.map(each => each.getBoundingClientRect().toJSON())")
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43.5
    assert player.reader.faults() == []


def test_a_second_finger_flips_a_held_piece(chrome: Chrome, address: str) -> None:
    """While one finger holds a piece, a touch of another flips it; the first one drops it."""
    reader = Reader(chrome, address, 390)
    driver = reader.driver
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    try:
        player = Player(reader, PATH)
        before = player.places("F5")["cells"]
        x, y = player.still("F5")
        to_x, to_y = player.cell(2, 4)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            points_of = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
            driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points_of})

        touch("touchStart", (x, y))
        touch("touchMove", ((x + to_x) / 2, (y + to_y) / 2))
        touch("touchMove", (to_x, to_y))
        touch("touchStart", (to_x, to_y), (200, 500))
        touch("touchEnd", (to_x, to_y))
        reader.wait(lambda: player.places("F5")["cells"] != before or None)
        touch("touchEnd")
        reader.wait(lambda: "on the board" in player.where("F5") or None)
        mirrored = sorted([row, 2 - column] for row, column in before)
        assert player.places("F5")["cells"] == mirrored
    finally:
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_nothing_moves_for_who_wants_no_motion(chrome: Chrome, address: str) -> None:
    """With reduced motion no piece has a transition or an animation."""
    reader = Reader(chrome, address)
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    Player(reader, PATH)
    style = "return getComputedStyle(document.querySelector('.table .pc')).transitionDuration"
    assert reader.run(style) == "0s"


def test_a_link_shares_a_position(player: Player) -> None:
    """*Share this position* makes a link with which another browser has the same pieces on the board, and can move them."""
    player.lies("I5", UPRIGHT)
    player.drag("I5", 0, 0)
    player.reads("838 solutions left.")
    reader = player.reader
    reader.run("navigator.clipboard.writeText = async text => { window.copied = text; }")
    reader.click("#share")
    link = reader.wait(lambda: reader.run("return window.copied ?? null"))
    reader.run("localStorage.clear()")
    reader.go("/check")
    reader.run("localStorage.clear()")
    reader.driver.get(link)
    player.reads("838 solutions left.")
    assert player.where("I5") == "Piece I5, on the board, row 1, column 1"
    assert "#" not in reader.driver.current_url
    reader.keys("h")
    player.has_placed(2)


def test_cells_that_may_stay_empty_need_no_piece(chrome: Chrome, address: str) -> None:
    """A board is solved when all cells but those with a dot are covered, and no pocket with a dot counts as too small."""
    keys = '{"kind":"packing","board":"..+/..+","holes_free":"2..2","pieces":"dominoes","copies":"any"}'
    player = Player(Reader(chrome, address, 1440), f"/play?keys={quote(keys)}")
    player.reader.wait(
        lambda: player.reader.run("return document.querySelector('.optional').getAttribute('d')") or None
    )
    named = "return document.querySelectorAll('#board [role=gridcell]')[2].ariaLabel"
    assert player.reader.run(named).endswith("may stay empty")
    player.reader.keys("h")
    player.has_placed(1)
    player.reader.keys("h")
    player.has_placed(2)
    player.reads("Solved.")


def test_a_board_is_solved_once_the_check_accepts_it(chrome: Chrome, address: str) -> None:
    """The filled board is judged by the server, pre-placed pieces included; what the check refuses is not called solved."""
    reader = Reader(chrome, address, 1440)
    player = Player(reader, PATH)
    reader.go("/daily/2026-11-20/pieces/easy")
    player.reads("Exactly one solution.")
    real = "window.real = window.fetch; window.refuse = true;"
    refusal = "new Response(JSON.stringify({ accepted: false, faults: ['X5 is wrong'] }))"
    swap = f"window.fetch = async (url, o) => window.refuse && url === '/v1/check' ? {refusal} : window.real(url, o);"
    player.reader.run(real + swap)
    for placed in range(1, 6):
        player.reader.keys("h")
        player.has_placed(placed)
    assert "X5 is wrong" in player.reads("The check refused this.")
    player.reader.run("window.refuse = false")
    player.reader.keys("z", "h")
    player.reads("Solved.")
