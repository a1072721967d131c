"""Designers at the bench: the board is editor, preview and answer; every change can be undone, and says what it came to."""

from __future__ import annotations

import json
import math
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import pytest

from tests.service.page.designer import Designer
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    pass

MOST_BYTES = 77_000
LOCAL = "http://127.0.0.1:"
TWELVE = "pentominoes-6x10"
DOMINOES: dict[str, Any] = {"kind": "packing", "board": "3x4", "pieces": "dominoes", "copies": "any"}
HEART = """\
##..##..##
#........#
..........
..........
..........
#........#
#........#
##......##
###....###
"""
START = {
    "packing": "9 356 solutions",
    "blokus": "The best is 20.",
    "tiles": "31 moves is the shortest.",
    "blocks": "59 moves is the shortest.",
    "sudoku": "Exactly one solution.",
    "queens": "92 solutions",
    "cover": "Exactly one solution.",
    "latin": "576 solutions",
    "langford": "52 solutions",
}


def paste(reader: Reader, text: str) -> None:
    """Paste a text onto the page."""
    reader.run(
        "const data = new DataTransfer(); data.setData('text', arguments[0]);"
        "document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))",
        text,
    )


def test_the_bench_is_small_and_all_of_it_from_here(reader: Reader) -> None:
    """The first load of the bench is at most 77 kB, asks no other server, and nothing of it is blocked or refused."""
    reader.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    Designer(reader, TWELVE)
    came = reader.transfers()
    assert all(address.startswith(LOCAL) for address, _ in came)
    assert 10_000 < sum(size for _, size in came) <= MOST_BYTES
    assert reader.faults() == []


@pytest.mark.parametrize("kind", START)
def test_every_kind_has_a_bench(reader: Reader, kind: str) -> None:
    """A new puzzle of each kind is on the bench with its verdict, which is right; one that came too late is asked for again."""
    opened = -math.inf

    def verdict() -> str | None:
        nonlocal opened
        if monotonic() - opened > 20:  # the server gives up after seconds, which a busy machine needs for itself
            reader.go(f"/design?kind={kind}")
            opened = monotonic()
        said = reader.run("return document.querySelector('#say')?.innerText ?? ''").replace("\u2009", " ")
        return said if START[kind] in said else None

    reader.wait(verdict)
    assert reader.faults() == []


def test_a_heart_is_pasted_and_solved(reader: Reader) -> None:
    """Rows that are pasted are the board; they fit, one solution is laid on them, another follows, and a stroke lifts it off."""
    bench = Designer(reader, TWELVE)
    paste(reader, HEART)
    assert "68 cells for pieces that cover 60." in bench.reads("Erase 8")
    bench.stroke((8, 3), (8, 6))
    bench.stroke((0, 2), (0, 3))
    bench.stroke((0, 6), (0, 7))
    assert "solutions" in bench.reads("60 cells, 12 pieces fit:")
    reader.click("#main-button")
    reader.wait(lambda: bench.covered() == 12 or None)
    first = reader.run("return document.querySelector('.plan').outerHTML")
    reader.click("#main-button")
    reader.wait(lambda: reader.run("return document.querySelector('.plan').outerHTML") != first or None)
    assert bench.covered() == 12
    bench.stroke((0, 1))
    assert bench.covered() == 0
    bench.reads("Paint 1 more.")


def test_a_stroke_paints_what_its_first_cell_became(reader: Reader) -> None:
    """A stroke over cells erases them without gaps, over dots it paints; the board is as large as what is drawn."""
    bench = Designer(reader, DOMINOES)
    bench.stroke((0, 0), (0, 3))
    assert bench.board() == "2x4"
    bench.stroke((2, 0), (2, 3))
    assert bench.board() == "3x4"
    bench.stroke((-2, -1), (3, -1))
    assert bench.board() == ".####/.####/...../...../...../.####"
    bench.reads("solution")


def test_a_rectangle_is_drawn_with_shift(reader: Reader) -> None:
    """With Shift a stroke becomes the rectangle between its ends."""
    bench = Designer(reader, DOMINOES)
    bench.stroke((0, 4), (2, 6), shift=True)
    assert bench.board() == "3x7"


def test_everything_is_undone_and_done_again(reader: Reader) -> None:
    """Undo takes back strokes, turns, copies and titles in their order; redo does them again; Back is undo as well."""
    bench = Designer(reader, DOMINOES)
    states = [bench.keys()]
    bench.tool("Turn")
    states.append(bench.keys())
    bench.stroke((0, 0))
    states.append(bench.keys())
    reader.wait(lambda: reader.all("[data-focus='copies-I2']") or None)
    reader.run(
        "const i = document.querySelector('[data-focus=\"copies-I2\"]'); i.value = '5'; i.dispatchEvent(new Event('change'))"
    )
    states.append(bench.keys())
    assert states[3]["copies"] == "I2:5,rest:any"
    for state in reversed(states[:3]):
        bench.tool("Undo")
        assert bench.keys() == state
    for state in states[1:]:
        bench.tool("Redo")
        assert bench.keys() == state
    reader.driver.back()
    reader.wait(lambda: bench.keys() != states[3] or None)


def test_what_lies_on_the_board_moves_along(reader: Reader) -> None:
    """A row painted above the board moves its pre-placed piece, its colours and its targets down by one."""
    fixed = [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]
    bench = Designer(reader, DOMINOES | {"fixed": fixed, "colours": {"cells": "...a/..../....", "pieces": {"I2": "#"}}})
    bench.stroke((-1, 0), (-1, 3))
    keys = bench.keys()
    assert keys["board"] == "4x4"
    assert keys["fixed"] == [{"piece": "I2", "cells": [[1, 0], [1, 1]]}]
    assert keys["colours"]["cells"] == "..../...a/..../...."
    bench.tool("Mirror")
    assert bench.keys()["fixed"] == [{"piece": "I2", "cells": [[1, 3], [1, 2]]}]
    grown = Designer(reader, {"kind": "blokus", "board": "5x5", "goal": "cover", "targets": "4,4"})
    grown.stroke((-1, 0), (-1, 4))
    assert grown.keys()["targets"] == "5,4"


def test_a_piece_is_placed_by_dragging_it(reader: Reader) -> None:
    """A piece dragged from the tray, turned on the way, is pre-placed: the count is of the rest; a key and a click remove it."""
    bench = Designer(reader, TWELVE)
    bench.drags("V5", 2, 2, turns=1)
    reader.wait(lambda: bench.keys().get("fixed"))
    assert "55 cells, 11 pieces fit:" in bench.reads("11 pieces fit")
    assert bench.covered() == 1
    cells = bench.keys()["fixed"][0]["cells"]
    assert len(cells) == 5
    row, column = cells[0]
    reader.keys("p")
    bench.stroke((row, column), (row + 1, column + 1), (row + 1, column + 2))
    reader.wait(lambda: (bench.keys().get("fixed") or [{"cells": cells}])[0]["cells"] != cells or None)
    bench.tool("Undo")
    assert bench.keys()["fixed"][0]["cells"] == cells
    bench.stroke((row, column), (-3, -3))
    reader.wait(lambda: bench.keys().get("fixed") is None or None)
    bench.reads("9 356 solutions")


def test_cells_that_may_stay_empty_are_painted(reader: Reader) -> None:
    """O marks a cell with +, which the cell says; the puzzle is read with it."""
    bench = Designer(reader, {"kind": "packing", "board": "1x3", "pieces": "dominoes"})
    reader.keys("o")
    bench.stroke((0, 2))
    assert bench.board() == "..+"
    bench.reads("Exactly one solution.")
    reader.run("document.querySelector('.cursor:not([hidden])').focus()")
    from selenium.webdriver.common.keys import Keys

    reader.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert reader.run("return document.activeElement.ariaLabel") == "row 1, column 3, may stay empty"


def test_the_keyboard_is_enough(reader: Reader) -> None:
    """Tab reaches the board once, arrows move the cursor, Space paints, with Shift arrows paint on, Enter shows a solution."""
    from selenium.webdriver.common.keys import Keys

    bench = Designer(reader, DOMINOES)
    reached = []
    for _ in range(60):
        reader.keys(Keys.TAB)
        reached.append(reader.run("return document.activeElement.getAttribute('role') ?? document.activeElement.id"))
        if reached[-1] == "main-button":
            break
    assert reached.count("gridcell") == 1
    reader.run("document.querySelector('.cursor:not([hidden])').focus()")
    reader.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SPACE)
    assert bench.board() == "..../..../..../.###"
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(reader.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT * 3).key_up(Keys.SHIFT).perform()
    assert bench.board() == "4x4"
    assert reader.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    bench.reads("36 solutions")
    reader.run("document.querySelector('#main-button').focus()")
    reader.keys(Keys.ENTER)
    reader.wait(lambda: bench.covered() == 8 or None)


def test_layers_are_added_and_taken_away(reader: Reader) -> None:
    """A layer makes a board solid, with its pieces in space; without it the board is flat again."""
    bench = Designer(reader, {"kind": "packing", "board": "2x2", "pieces": "O4", "copies": "any"})
    bench.tool("Add a layer")
    bench.becomes("2x2x2")
    bench.reads("3 solutions")
    bench.tool("Remove the last layer")
    bench.becomes("2x2")


def test_an_island_is_named_and_outlined(reader: Reader) -> None:
    """A part of the board that no piece can fill is named, outlined, and leads to the proof."""
    bench = Designer(
        reader, {"kind": "packing", "board": ".#..../##..../#.....", "pieces": "dominoes", "copies": "any"}
    )
    assert "an island of 1 cell, and every piece has 2." in bench.reads("Impossible:")
    assert len(reader.all(".plan .dead")) == 1
    reader.click("#main-button")
    reader.wait(lambda: urlsplit(reader.driver.current_url).path == "/prove" or None)


def test_pieces_are_chosen_and_drawn(reader: Reader) -> None:
    """A set is removed, a piece named, another drawn; the puzzle of both is counted."""
    bench = Designer(reader, {"kind": "packing", "board": "2x3", "pieces": "pentominoes"})
    reader.click("#take-set")
    reader.click("#sets [aria-label='Remove pentominoes']")
    reader.typed("#set-word", "O4")
    reader.run("[...document.querySelectorAll('#sets .btn')].find(each => each.textContent === 'Add').click()")
    reader.run("document.querySelector('#sets').close()")
    reader.click("#draw-piece")
    reader.typed("#sketch-name", "stick")
    for cell in ("0,1,1", "0,1,2"):
        reader.run(f"document.querySelector('#sketch [data-cell=\"{cell}\"]').click()")
    reader.click("#sketch .main")
    assert bench.keys()["pieces"] == ["O4", {"name": "stick", "picture": "##"}]
    bench.reads("6 cells, 2 pieces fit: 2 solutions")


def test_symbols_are_typed_into_a_grid(reader: Reader) -> None:
    """Digits go into the cells one after the other, by keys or by buttons; the answer lies between them; undo takes one back."""
    from selenium.webdriver.common.keys import Keys

    reader.go("/design?kind=sudoku")
    grid = "return JSON.parse(document.querySelector('#as-json').value).grid"
    reader.wait(lambda: reader.all(".squares [role=gridcell]") or None)
    given = reader.run(grid)
    reader.click("[aria-label^='row 1, column 3,']")
    reader.keys("4", "6")
    reader.click(".pad button:nth-child(8)")
    assert reader.run(grid) == f"{given[:2]}468{given[5:]}"
    reader.click("[aria-label^='row 1, column 5,']")
    reader.keys(Keys.BACKSPACE, "x")
    assert reader.run(grid) == f"{given[:2]}46.{given[5:]}"
    reader.click("#tools [aria-label^='Undo']")
    assert reader.run(grid) == f"{given[:2]}468{given[5:]}"
    reader.run("const side = document.querySelector('#side'); side.value = 4; side.dispatchEvent(new Event('change'))")
    assert reader.run(grid) == "." * 16
    reader.says("#say", "288 solutions")
    reader.click("#main-button")
    reader.wait(lambda: len(reader.all(".squares [aria-label*=answer]")) == 16 or None)


@pytest.mark.parametrize("own", [{"boxes": "2x3"}, {"regions": "AAABBB/AAABBB/CCCDDD/CCCDDD/EEEFFF/EEEFFF"}])
def test_a_grid_without_givens_is_as_large_as_its_boxes(reader: Reader, own: dict[str, str]) -> None:
    """Boxes of two by three cells are those of a grid of 36, and so are six regions."""
    reader.go(f"/design?keys={quote(json.dumps({'kind': 'sudoku', **own}))}")
    reader.wait(lambda: len(reader.all(".squares [role=gridcell]")) == 36 or None)
    reader.click("[aria-label^='row 6, column 6,']")
    reader.keys("6")
    assert json.loads(reader.run("return document.querySelector('#as-json').value"))["grid"] == "." * 35 + "6"


def test_blocks_are_dragged_into_place(reader: Reader) -> None:
    """A block follows the pointer over free cells and not over others; its goal is drawn and moves with the tool."""
    bench = Designer(reader, {"kind": "blocks", "board": "AA../..B./..B./....", "goal": "A@0,2"})
    bench.tool("Drag a block")
    bench.stroke((0, 0), (0, 1), (0, 2))
    assert bench.board() == "..AA/..B./..B./...."
    bench.stroke((0, 2), (1, 2))
    assert bench.board() == "..AA/..B./..B./...."
    bench.tool("Goal of a block")
    bench.stroke((3, 0))
    assert bench.keys()["goal"] == "A@3,0"
    assert len(reader.all(".plan .goal")) == 1


def test_positions_of_blokus_are_set_up(reader: Reader) -> None:
    """Own squares, those of others, the start and targets are painted onto the board."""
    bench = Designer(reader, {"kind": "blokus", "board": "5x5", "goal": "cover", "targets": "4,4"})
    for name, cell in (("Target", (0, 4)), ("Other", (2, 2)), ("Start", (4, 0))):
        bench.tool(name)
        bench.stroke(cell)
    keys = bench.keys()
    assert (keys["targets"], keys["others"], keys["start"]) == ("4,4/0,4", "2,2", "4,0")
    assert len(reader.all(".plan .sign")) == 4


@pytest.mark.parametrize("size", ["60x60", "1000x1000"])
def test_large_boards_are_canvases(reader: Reader, size: str) -> None:
    """A board of many cells is a picture that is zoomed and drawn upon; the verdict follows."""
    rows, columns = map(int, size.split("x"))
    bench = Designer(reader, {"kind": "packing", "board": size, "pieces": "dominoes", "copies": "any"})
    assert len(reader.all("canvas.plan")) == 2
    bench.stroke((rows // 2, columns // 2))
    assert bench.board().count("#") == 1
    assert f"{rows * columns - 1:,} cells".replace(",", " ") in bench.reads("Erase 1")
    reader.run("document.querySelector('[data-zoom] [aria-label^=Closer]').click()")
    bench.tool("Undo")
    assert bench.board() == f"{rows}x{columns}"
