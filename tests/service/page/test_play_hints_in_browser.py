"""Hints at a table in a real browser: why a piece is placed, and since which move nothing fits."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.service.page.player import Player
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

KEYS = '{"kind":"packing","board":"2x4","pieces":"dominoes","copies":"any"}'
BARS = f"/play?keys={quote(KEYS)}"
SPOKEN = "return document.querySelector('[role=status]').textContent"
ANSWERS = """
window.real ??= window.fetch;
window.fetch = (url, options) => url in arguments[0]
  ? Promise.resolve(new Response(JSON.stringify(arguments[0][url]))) : window.real(url, options);
"""


@pytest.fixture
def player(chrome: Chrome, address: str) -> Player:
    """Somebody at a desktop with an empty board of two by four, which five sets of dominoes fill."""
    return Player(Reader(chrome, address, 1440), BARS)


def answers(player: Player, values: dict[str, object]) -> None:
    """Have the page get these answers instead of the server's."""
    player.reader.run(ANSWERS, values)


def at(player: Player, *pieces: list[list[int]]) -> None:
    """Open the link to a position of dominoes, by their cells."""
    state: list[dict[str, object]] = [
        {"at": cells[0], "cells": [[row - cells[0][0], column - cells[0][1]] for row, column in cells]}
        for cells in pieces
    ]
    state += [{"at": None, "cells": []}] * (4 - len(pieces))
    player.reader.go("/check")
    player.reader.run("localStorage.clear()")
    player.reader.go(f"{BARS}#at={quote(json.dumps(state))}")


TWO_OF_A_ROW, ACROSS, CUT_OFF, UPRIGHT = [[0, 0], [0, 1]], [[0, 1], [0, 2]], [[1, 0], [1, 1]], [[0, 3], [1, 3]]


def test_a_hint_says_in_how_many_solutions_it_is(player: Player) -> None:
    """Of five solutions three have the upright domino in a corner; the reason is shown and spoken after the number left."""
    player.reader.keys("h")
    assert player.reads("Hint:") == "3 solutions left. Hint: piece I2, copy 1; 3 of 5 solutions have it there."
    player.reader.wait(lambda: "3 of 5 solutions have it there." in player.reader.run(SPOKEN) or None)
    player.reader.keys("z")
    player.reads("5 solutions left")
    assert "Hint:" not in player.verdict()


@pytest.mark.parametrize(
    ("piece", "words"),
    [(TWO_OF_A_ROW, "all 2 solutions have it there."), (ACROSS, "the only solution has it there.")],
)
def test_a_hint_that_every_solution_has_comes_first(player: Player, piece: list[list[int]], words: str) -> None:
    """A domino that all completions share is placed, and that is said."""
    at(player, piece)
    player.reads("left.")
    player.reader.keys("h")
    assert words in player.reads("Hint: piece I2, copy 2;")


def test_a_wrong_move_that_is_not_the_last_is_named_and_marked(player: Player) -> None:
    """The page says since which move nothing fits and why, outlines its piece, and takes it back with those after it."""
    at(player, ACROSS, CUT_OFF, UPRIGHT)
    assert "no piece covers this cell." in player.reads("Wrong since move 2 of 3, piece I2, copy 2:")
    assert len(player.reader.all(".table .wrong")) == 1
    assert player.placed()[1].endswith("wrong since this move")
    assert player.reader.text("#hint") == "Take 2 back"
    player.reader.wait(lambda: "Wrong since move 2 of 3" in player.reader.run(SPOKEN) or None)
    player.reader.click("#hint")
    player.reads("Exactly one solution left.")
    assert player.reader.all(".table .wrong") == []
    assert len(player.placed()) == 1
    player.reader.keys("z")
    player.reads("Wrong since move 2 of 3")
    assert len(player.placed()) == 3
    assert player.reader.faults() == []


def test_a_hint_on_a_wrong_board_names_the_last_move_too(player: Player) -> None:
    """If the last move is the wrong one, the key for hints says so, with the pocket that is too small."""
    at(player, ACROSS, CUT_OFF)
    player.reads("No solution from here:")
    assert player.reader.text("#hint") == "Take it back"
    player.reader.keys("h")
    assert "this pocket of 1 cell is too small for any piece." in player.reads(
        "Wrong since move 2 of 2, piece I2, copy 2:"
    )
    assert len(player.reader.all(".table .wrong")) == 1


def test_an_undecided_hint_is_a_piece_of_a_solution(player: Player) -> None:
    """If the look-up does not decide in its time, a piece of any solution is placed, and it is said that nothing was counted."""
    answers(player, {"/v1/hint": {"task": "hint", "status": "UNKNOWN", "stop_reason": "time"}})
    player.reader.keys("h")
    player.has_placed(1)
    assert "Hint: piece I2, copy 1; a solution has it there, how many do was not counted." in player.reads("Hint:")


def test_a_hint_that_nobody_can_give_is_said_to_be_undecided(player: Player) -> None:
    """Neither the hint nor the search for a solution ended: the page says in how many seconds, and places nothing."""
    undecided = {"status": "UNKNOWN", "stop_reason": "time", "sentence": "", "solution": None}
    answers(player, {"/v1/hint": undecided, "/v1/remaining": undecided})
    player.reader.keys("h")
    assert re.search(r"Not decided in \d+ s\. Fewer open cells", player.reads("There is no hint yet."))
    assert player.placed() == []


def test_a_wrong_move_that_is_not_known_is_said_to_be_undecided(player: Player) -> None:
    """Nothing fits, but the search for the wrong move did not end: only the last move can be taken back."""
    at(player, ACROSS, CUT_OFF)
    player.reads("No solution from here:")
    answers(player, {"/v1/hint": {"task": "hint", "status": "UNKNOWN", "stop_reason": "time"}})
    player.reader.keys("h")
    player.reads("since which move was not decided in 3 s.")
    assert player.reader.text("#hint") == "Take it back"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1440, 390])
def test_a_marked_move_breaks_no_rule_of_accessibility(chrome: Chrome, address: str, width: int, dark: bool) -> None:
    """Contrast, names and roles are right with a marked piece, at a desktop and on a phone, in the light and in the dark."""
    player = Player(Reader(chrome, address, width, dark=dark), BARS)
    at(player, ACROSS, CUT_OFF, UPRIGHT)
    player.reads("Wrong since move 2 of 3")
    player.rests()
    assert player.reader.run("return document.documentElement.scrollWidth") <= width
    assert player.reader.violations() == []
