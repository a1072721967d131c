"""Tables of sliding blocks and tiles: what the page gets, positions as puzzles, and which plans the server judges."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from exactcover.api import editing, tables

if TYPE_CHECKING:
    import httpx

SLIDING = [name for name in exactcover.puzzles() if editing.keys_of_catalogue(name)["kind"] in ("tiles", "blocks")]


def table_in(page: str) -> dict[str, Any]:
    """The table that a page of a puzzle has for its scripts."""
    shown = re.search(r'data-table="([^"]*)"', page)
    assert shown is not None
    table: dict[str, Any] = json.loads(unescape(shown[1]))
    return table


@pytest.mark.parametrize("name", SLIDING)
def test_every_sliding_puzzle_of_the_catalogue_is_played(http: httpx.Client, name: str) -> None:
    """The page has the board with each covered cell once, a goal that the blocks can have, and the puzzle's own metric."""
    table = table_in(http.get(f"/play/{name}").raise_for_status().text)
    cells = [tuple(cell) for block in table["blocks"] for cell in block["cells"]]
    assert len(set(cells)) == len(cells)
    assert all(table["rows"][row][column] == "." for row, column in cells)
    groups = {block["group"] for block in table["blocks"]}
    assert all(group in groups for goal in table["goals"] for group, _ in goal)
    assert table["metric"] == editing.keys_of_catalogue(name).get("metric", "moves" if "rush" in name else "steps")
    assert len(SLIDING) >= 13


def position_of(table: dict[str, Any], moves: list[list[Any]]) -> dict[str, Any]:
    """The keys of the puzzle that starts where moves lead, written as the page's script writes them."""
    steps = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
    where = {block["name"]: [tuple(cell) for cell in block["cells"]] for block in table["blocks"]}
    for name, *ways in moves:
        for way in ways:
            where[name] = [(row + steps[way][0], column + steps[way][1]) for row, column in where[name]]
    numbers = table["position"]["form"] == "numbers"
    marks: list[list[Any]] = [[0 if numbers else mark for mark in row] for row in table["rows"]]
    for name, cells in where.items():
        for row, column in cells:
            marks[row][column] = name
    written: Any = [mark for row in marks for mark in row] if numbers else "/".join("".join(row) for row in marks)
    return {**table["keys"], table["position"]["key"]: written}


@pytest.mark.parametrize("name", ["huarong-dao-moves", "huarong-dao-steps", "two-ls", "rush-hour-60", "8-puzzle"])
def test_a_position_is_a_puzzle_with_a_shorter_plan(http: httpx.Client, name: str) -> None:
    """After the first five moves of a shortest plan, the position in place of the start has a plan that is five shorter."""
    table = table_in(http.get(f"/play/{name}").text)
    whole = http.post("/v1/remaining", json={"puzzle": table["keys"], "seconds": 8, "solution": True}).json()
    assert str(whole["cost"]) == table["published"]["optimum"]
    assert whole["status"] == "OPTIMAL"
    first = whole["solution"]["moves"][:5]
    rest = http.post("/v1/remaining", json={"puzzle": position_of(table, first), "seconds": 8, "solution": True}).json()
    assert rest["cost"] == whole["cost"] - 5
    joined = {"moves": first + rest["solution"]["moves"]}
    verdict = http.post("/v1/check", json={"puzzle": table["keys"], "value": joined}).json()
    assert verdict["accepted"]
    spoilt = {"moves": joined["moves"][1:]}
    assert not http.post("/v1/check", json={"puzzle": table["keys"], "value": spoilt}).json()["accepted"]


def test_the_start_written_as_a_position_is_the_puzzle_itself(http: httpx.Client) -> None:
    """Without a move, the position of every sliding puzzle of the catalogue is that puzzle."""
    for name in SLIDING:
        table = tables.table(editing.keys_of_catalogue(name))
        info = http.post("/v1/info", json={"puzzle": position_of(table, [])}).raise_for_status().json()
        assert info["puzzle_sha256"] == table["sha256"], name


def test_the_page_says_how_the_puzzle_is_won(http: httpx.Client) -> None:
    """Each page has its goal as a sentence, the unit that is counted, and the four views of the puzzle."""
    page = http.get("/play/two-ls").text
    assert "Bring the two L-shaped blocks together into a box of 2 by 3." in page
    assert "Counted in steps" in page
    for view in ("design", "prove", "compare"):
        assert f'href="/{view}?puzzle=two-ls"' in page
    assert "Bring block B to the marked place." in http.get("/play/huarong-dao-moves").text
    assert "along its length" in http.get("/play/rush-hour-60").text
    keys = {"kind": "blocks", "board": "AB./...", "goal": "A@1,0/B@1,1"}
    assert "Bring the blocks to the places of the goal." in http.get("/play", params={"keys": json.dumps(keys)}).text


def test_large_boards_are_not_slid_by_hand() -> None:
    """A board of over 1600 cells has no table."""
    keys = {"kind": "blocks", "board": "A" + "." * 1700, "goal": "A@0,3"}
    with pytest.raises(exactcover.InvalidInput, match="too large to be played by hand"):
        tables.table(keys)
