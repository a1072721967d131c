"""People at a browser: they draw, solve, prove, cancel, reload, use the keyboard alone, a small screen, the dark."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

LONG: dict[str, Any] = {"kind": "packing", "board": "12x20", "pieces": "hexominoes,pentominoes", "copies": "any"}
MOST_BYTES = 60_000
PAGES = (
    "/",
    "/design",
    "/play/pentominoes-6x10",
    "/play/dominoes-8x8",
    "/?puzzle=soma",
    "/?puzzle=8-puzzle",
    "/?kind=cover",
    "/?puzzle=dads-puzzle",
    "/catalogue",
    "/jobs",
    "/check",
    "/batch",
    "/?kind=sudoku",
)
LOCAL = "http://127.0.0.1:"


def keys_of(reader: Reader) -> dict[str, Any]:
    """The keys that the editor would send."""
    keys: dict[str, Any] = json.loads(reader.run("return document.querySelector('#keys').value"))
    return keys


def solved(reader: Reader, path: str, task: str = "solve") -> str:
    """Choose a puzzle, press a button, and wait for the answer; the address of the job."""
    reader.go(path)
    reader.one("#preview .picture")
    reader.click(f"[data-task={task}]")
    reader.one("#job .verdict")
    return str(reader.driver.current_url)


def test_the_editor_is_small_and_all_of_it_from_here(reader: Reader) -> None:
    """The first load of the editor is at most 60 kB, asks no other server, and nothing of it is blocked or refused."""
    reader.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    reader.go("/design")
    reader.one("#preview .picture svg")
    came = reader.transfers()
    assert all(address.startswith(LOCAL) for address, _ in came)
    assert 10_000 < sum(size for _, size in came) <= MOST_BYTES
    assert reader.faults() == []


def test_a_puzzle_is_solved_and_drawn(reader: Reader) -> None:
    """From a click on Solve to the picture of twelve pieces, and no complaint of the browser."""
    solved(reader, "/?puzzle=pentominoes-6x10")
    assert reader.text("#job .verdict") == "FEASIBLE"
    assert len(reader.all("#job .picture .pieces path")) == 12
    assert reader.faults() == []


def test_a_hole_is_painted_and_the_picture_follows(reader: Reader) -> None:
    """A click makes a hole; the area no longer matches, which the page says, and a link holds the drawing."""
    reader.go("/?puzzle=pentominoes-6x10")
    reader.click("[data-cell='0,0,0']")
    assert "there is no solution" in reader.says("#preview .fault", "59")
    assert keys_of(reader)["board"].startswith("#")
    link = reader.run("return document.querySelector('#link').value")
    assert json.loads(parse_qs(urlsplit(link).query)["keys"][0])["board"] == keys_of(reader)["board"]
    reader.driver.get(link)
    reader.says("#preview .fault", "59")
    assert "hole" in reader.attribute("[data-cell='0,0,0']", "aria-label")


def test_cells_that_may_stay_empty_are_painted(reader: Reader) -> None:
    """A brush marks a cell with +, which the cell shows and says; the puzzle is read with it."""
    reader.go(f"/?keys={quote(json.dumps({'kind': 'packing', 'board': '1x3', 'pieces': 'dominoes'}))}")
    reader.click("input[type=radio][value='3']")
    reader.click("[data-cell='0,0,2']")
    assert keys_of(reader)["board"] == "..+"
    assert reader.text("[data-cell='0,0,2']") == "+"
    assert "may stay empty" in reader.attribute("[data-cell='0,0,2']", "aria-label")
    reader.says("#preview .facts", "3")


def test_colours_are_painted(reader: Reader) -> None:
    """A cell is painted in a colour that a piece has: the preview marks it, the count heeds it; a resized board keeps it."""
    keys = {"kind": "packing", "board": "1x4", "pieces": "I1,I3", "colours": {"pieces": {"I1": "a", "I3": "b"}}}
    reader.go(f"/?keys={quote(json.dumps(keys))}")
    assert reader.attribute("[data-pieces]", "value") == "I1:a, I3:b"
    reader.click("[data-widget=colours] [data-cell='0,0,3']")
    assert keys_of(reader)["colours"] == {"cells": "...a", "pieces": {"I1": "a", "I3": "b"}}
    assert "colour a" in reader.attribute("[data-widget=colours] [data-cell='0,0,3']", "aria-label")
    reader.wait(lambda: len(reader.all("#preview .marks text")) == 1)
    reader.typed("[data-pairs]", "aa, bb")
    assert keys_of(reader)["colours"]["pairs"] == ["aa", "bb"]
    for columns, cells in ((5, "...a."), (4, "...a")):
        wider = f"side.value = {columns}; side.dispatchEvent(new Event('change'))"
        reader.run(f"const side = document.querySelector('[data-side=\"2\"]'); {wider}")
        assert keys_of(reader)["colours"]["cells"] == cells
    reader.click("[data-task=list]")
    reader.wait(lambda: len(reader.all("#job .picture svg")) == 1)


def test_pieces_are_chosen_and_drawn(reader: Reader) -> None:
    """A set is removed, a piece named, another drawn with its copies; the puzzle of the three is solved."""
    reader.go(f"/?keys={quote(json.dumps({'kind': 'packing', 'board': '2x4', 'pieces': 'pentominoes'}))}")
    reader.click("[aria-label='Remove pentominoes']")
    reader.typed("[data-word]", "O4")
    reader.click("[data-add]")
    reader.click("[data-draw]")
    reader.typed("[data-name]", "stick")
    reader.typed("[data-copies]", "2")
    for cell in ("0,1,1", "0,1,2"):
        reader.click(f"[data-drawing] [data-cell='{cell}']")
    assert keys_of(reader)["pieces"] == ["O4", {"name": "stick", "picture": "##", "copies": 2}]
    reader.click("[data-close]")
    reader.wait(lambda: "Area of the pieces\n8" in reader.text("#preview"))
    reader.click("[data-task=count]")
    assert "up to symmetry" in reader.says("#job", "every one counted")


def test_symbols_are_typed_into_a_grid(reader: Reader) -> None:
    """Digits go into the cells one after the other, with a keyboard or with the buttons below; the grid of boxes is solved."""
    from selenium.webdriver.common.keys import Keys

    reader.go("/?kind=sudoku")
    given = keys_of(reader)["grid"]
    reader.click("[data-widget=symbols] [data-cell='0,0,2']")
    reader.keys("4", "6")
    reader.click("[data-pad] button:nth-child(8)")
    assert keys_of(reader)["grid"] == f"{given[:2]}468{given[5:]}"
    reader.click("[data-widget=symbols] [data-cell='0,0,4']")
    reader.keys(Keys.BACKSPACE, "x")
    assert keys_of(reader)["grid"] == f"{given[:2]}46.{given[5:]}"
    assert "row 0 column 3: 6" in reader.attribute("[data-cell='0,0,3']", "aria-label")
    assert len(reader.all(".box-before")) == 18
    choose = "const side = document.querySelector('select[data-side]'); side.value = 4;"
    reader.run(choose + "side.dispatchEvent(new Event('change'))")
    assert keys_of(reader)["grid"] == "." * 16
    reader.click("[data-task=count]")
    assert "288" in reader.says("#job", "288")


def test_symbols_have_the_size_that_another_key_says(reader: Reader) -> None:
    """A grid without boxes is as large as its square, and is empty until something is typed."""
    reader.go("/?kind=latin")
    assert len(reader.all("[data-widget=symbols] [data-cell]")) == 16
    assert "grid" not in keys_of(reader)
    reader.click("[data-cell='0,3,3']")
    reader.keys("4")
    assert keys_of(reader)["grid"] == "." * 15 + "4"


def test_blocks_are_dragged_into_place(reader: Reader) -> None:
    """A block follows the pointer over free cells and not over others; with the keyboard the space bar takes hold of it."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    board = {"kind": "blocks", "board": "AA../..B./..B./....", "goal": "A@0,2"}
    reader.go(f"/?keys={quote(json.dumps(board))}")
    next(each for each in reader.all(".brushes label") if each.text == "Drag a block").click()
    cells = {name: reader.one(f"[data-cell='0,{name}']") for name in ("0,0", "0,2", "1,2", "1,1")}
    ActionChains(reader.driver).click_and_hold(cells["0,0"]).move_to_element(cells["0,2"]).release().perform()
    assert keys_of(reader)["board"] == "..AA/..B./..B./...."
    ActionChains(reader.driver).click_and_hold(cells["0,2"]).move_to_element(cells["1,2"]).release().perform()
    assert keys_of(reader)["board"] == "..AA/..B./..B./...."
    reader.click("[data-cell='0,1,2']")
    reader.keys(" ", Keys.ARROW_DOWN, Keys.ARROW_LEFT, " ", Keys.ARROW_LEFT)
    assert keys_of(reader)["board"] == "..AA/..../.B../.B.."


def test_letters_are_pieces_in_their_places(reader: Reader) -> None:
    """A letter that is typed on the board, with its legend, is a pre-placed piece."""
    reader.go("/?puzzle=tetrominoes-4x10")
    reader.run("document.querySelectorAll('[data-widget=board] input[type=radio]')[2].click()")
    for column in range(4):
        reader.click(f"[data-cell='0,0,{column}']")
    reader.typed("#field-legend", "A:I4")
    reader.wait(lambda: "Pre-placed\n1" in reader.text("#preview"))


def test_an_impossible_board_is_explained_as_it_is_drawn(reader: Reader) -> None:
    """The colouring that makes the mutilated chessboard impossible is drawn beside the editor."""
    reader.go("/?puzzle=mutilated-chessboard")

    def explained() -> str | None:
        text = reader.text("#preview")
        if "every way was tried" in text or "Not decided" in text:  # a moment on a busy machine is too short
            reader.driver.refresh()
        return text if "Colour the board as a chessboard" in text else None

    assert "Impossible" in reader.wait(explained)
    assert reader.one("[aria-label='The colouring that makes it impossible'] svg")


def test_a_proof_is_drawn(reader: Reader) -> None:
    """A proof says its argument in sentences, draws the colouring, and offers the certificate."""
    solved(reader, "/?puzzle=mutilated-chessboard", "prove")
    assert reader.text("#job .verdict") == "INFEASIBLE"
    assert len(reader.all("#job .picture .labels text")) == 62
    links = {each.text for each in reader.all("#job a[download]")}
    assert "Certificate" in links


def test_the_keyboard_is_enough(reader: Reader) -> None:
    """Tab reaches the board once; arrow keys move within it, the space bar paints, Enter on Solve solves."""
    from selenium.webdriver.common.keys import Keys

    reader.go("/?puzzle=pentominoes-5x5-lnuwy")
    reader.one("#preview .picture")
    reached = []
    for _ in range(60):
        reader.keys(Keys.TAB)
        reached.append(reader.run("const e = document.activeElement; return e.dataset.cell ?? e.dataset.task ?? e.id"))
        if reached[-1] == "solve":
            break
    assert [each for each in reached if each and each.count(",") == 2] == ["0,0,0"]
    reader.run("document.querySelector(\"[data-cell='0,0,0']\").focus()")
    reader.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE)
    assert keys_of(reader)["board"] == "...../..#../...../...../....."
    reader.keys(Keys.SPACE)
    assert keys_of(reader)["board"] == "5x5"
    assert reader.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    reader.run("document.querySelector('[data-task=solve]').focus()")
    reader.keys(Keys.ENTER)
    assert reader.text("#job .verdict") == "FEASIBLE"


def test_positions_of_blokus_are_set_up(reader: Reader) -> None:
    """Own squares, those of others, the start and targets are painted onto the board."""
    reader.go(f"/?keys={quote(json.dumps({'kind': 'blokus', 'board': '5x5', 'goal': 'cover', 'targets': '4,4'}))}")
    brushes = {each.text: each for each in reader.all(".brushes label")}
    for name, cell in (("Target", "0,0,4"), ("Other player's square", "0,2,2"), ("Start", "0,4,0")):
        brushes[name].click()
        reader.click(f"[data-cell='{cell}']")
    keys = keys_of(reader)
    assert (keys["targets"], keys["others"], keys["start"]) == ("4,4/0,4", "2,2", "4,0")
    assert reader.one("#preview .picture svg")


def test_engines_are_compared(reader: Reader) -> None:
    """Compare is one job, which runs an engine after the other and shows them in one table, and each one's solution."""
    reader.go("/?puzzle=pentominoes-5x5-lnuwy")
    reader.one("#preview .picture")
    reader.run("document.querySelector('#engines').value = 'exact,sat'")
    reader.click("[data-task=compare]")
    reader.wait(lambda: reader.text("#rows").count("FEASIBLE") == 2 or None)
    reader.says("#job", "Answers 1 to 2 of 2")
    reader.wait(lambda: len(reader.all(".gallery figure svg")) == 2 or None)


def test_a_fault_is_a_sentence(reader: Reader) -> None:
    """What is wrong with the keys is said as the command line says it, and a job of them is not accepted."""
    reader.go(f"/?keys={quote(json.dumps({'kind': 'packing', 'board': '2x2', 'pieces': 'pentonimoes'}))}")
    assert "did you mean" in reader.says("#preview .fault", "pentonimoes").lower()
    reader.click("[data-task=solve]")
    reader.says("#fault", "pentonimoes")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_small_screen(chrome: Chrome, address: str, path: str) -> None:
    """On a screen of 360 pixels no page has to be moved sideways."""
    reader = Reader(chrome, address, 360)
    reader.go(path)
    reader.wait(lambda: not reader.all(".waiting") or None)
    assert reader.run("return document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_accessibility_rules_are_kept(chrome: Chrome, address: str, path: str, dark: bool) -> None:
    """No rule of axe is broken, in the light and in the dark."""
    reader = Reader(chrome, address, dark=dark)
    reader.go(path)
    reader.wait(lambda: not reader.all(".waiting") or None)
    assert reader.violations() == []
    assert reader.faults() == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_accessibility_rules_are_kept_by_answers(chrome: Chrome, address: str, dark: bool) -> None:
    """No rule of axe is broken by a body, a film, a proof and a list of solutions."""
    reader = Reader(chrome, address, dark=dark)
    for path, task in (
        ("/?puzzle=soma", "solve"),
        ("/?puzzle=two-ls", "solve"),
        ("/?puzzle=mutilated-chessboard", "prove"),
    ):
        solved(reader, path, task)
        assert reader.violations() == []
    assert reader.faults() == []
