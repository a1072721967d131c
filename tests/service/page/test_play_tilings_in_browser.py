"""People who play on boards of parts of squares and of hexagons, and of edges, with a mouse and with the keyboard alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

from encoders.draw.outlines import OUTLINED
from encoders.packing.editor import PAINTED
from tests.service.page.player import Player
from tests.service.page.reader import Reader
from tests.service.page.test_play_lattices_in_browser import CELL, GRIP, focus

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PIECES = {"tetrakis": 6, "kisrhombille": 12, "square-edges": 8, "triangle-edges": 15, "hexagon-edges": 10}
"""How many pieces fill the board with which the bench begins on a lattice."""


def at(chrome: Chrome, address: str, lattice: str) -> Player:
    """Return somebody at the table of the puzzle with which the bench begins on a lattice."""
    keys = json.dumps({"kind": "packing", "lattice": lattice, **PAINTED[lattice].start})
    return Player(Reader(chrome, address, 1440), f"/play?keys={quote(keys)}")


def test_every_such_lattice_is_played_on() -> None:
    """Each lattice whose cells the server describes has a number of pieces here."""
    assert set(PIECES) == set(OUTLINED)


@pytest.mark.parametrize(("lattice", "pieces"), PIECES.items())
def test_hints_lead_to_a_solution(chrome: Chrome, address: str, lattice: str, pieces: int) -> None:
    """Each hint turns a piece as it lies in a solution, and places it; the last board is accepted by the check."""
    player = at(chrome, address, lattice)
    for placed in range(1, pieces + 1):
        player.reader.keys("h")
        player.has_placed(placed)
    player.reads("Solved.")
    assert player.reader.faults() == []


def test_an_edge_is_dropped_on_an_edge(chrome: Chrome, address: str) -> None:
    """A straight piece of three edges covers the edge under its middle, and its neighbours in the line."""
    player = at(chrome, address, "square-edges")
    player.rests()
    name = "stick3-2"
    start = player.reader.run(GRIP, name)
    *target, before = player.reader.run(CELL, 1, 4)
    assert before.endswith("open")
    player.pointer(tuple(start), "down", (target[0] - 40, target[1] + 10), tuple(target), "up")
    player.reader.wait(lambda: player.placed() or None)
    assert player.reader.run(CELL, 1, 4)[2].endswith(f", {name}")


def test_the_keyboard_alone_places_a_piece_of_triangles(chrome: Chrome, address: str) -> None:
    """A piece moves by whole squares, and no further than the board."""
    player = at(chrome, address, "tetrakis")
    focus(player, "tan4-01")
    player.reader.keys(Keys.ENTER, *[Keys.ARROW_UP] * 9, *[Keys.ARROW_LEFT] * 9, Keys.ENTER)
    player.reader.wait(lambda: player.placed() or None)
    assert player.where("tan4-01").startswith("Piece tan4-01, copy 1, on the board, row 1, column ")


def test_arrows_lead_over_cells_alone(chrome: Chrome, address: str) -> None:
    """On the board the arrows skip the positions at which the lattice has no cell."""
    player = at(chrome, address, "kisrhombille")
    player.reader.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    seen = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_DOWN):
        player.reader.keys(key)
        seen.append(player.reader.run("return document.activeElement.ariaLabel"))
    assert all(each.endswith("open") for each in seen)
    assert len(set(seen)) > 2
