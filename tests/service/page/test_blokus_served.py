"""Tables of Blokus: the data of the page, and positions as puzzles with their best totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from exactcover.api import editing, tables
from tests.service.page.test_slide_served import table_in

if TYPE_CHECKING:
    import httpx

GAMES = [name for name in exactcover.puzzles() if name.startswith("blokus")]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_catalogue_is_played(http: httpx.Client, name: str) -> None:
    """The page has the board, each piece once, the start on the board, and its goal as a sentence."""
    page = http.get(f"/play/{name}").raise_for_status().text
    table = table_in(page)
    row, column = table["start"]
    assert table["rows"][row][column] == "."
    assert len({piece["name"] for piece in table["pieces"]}) == len(table["pieces"]) >= 5
    assert table["aim"] in page
    assert "Each piece touches another of yours at a corner" in page


def position_of(table: dict[str, Any], placed: list[dict[str, Any]]) -> dict[str, Any]:
    """The keys of a position, as the page's script writes them."""
    names = {each["piece"] for each in placed}
    keys = {key: value for key, value in table["keys"].items() if key != "start"}
    own = [*table["own"], *(cell for each in placed for cell in each["cells"])]
    return keys | {"own": own, "pieces": [each for each in keys["pieces"] if each["name"] not in names]}


@pytest.mark.parametrize("name", ["blokus-cover-6x6", "blokus-corners-5x5", "blokus-mini-contest-10x10"])
def test_a_position_costs_what_is_left_of_the_best_way(http: httpx.Client, name: str) -> None:
    """After the first pieces of a best way, the squares that are placed and the best from there are the best of all."""
    table = tables.table(editing.keys_of_catalogue(name))
    whole = http.post("/v1/remaining", json={"puzzle": table["keys"], "seconds": 8, "solution": True}).json()
    assert whole["status"] == "OPTIMAL"
    placements = whole["solution"]["placements"]
    for number in range(1, len(placements)):
        placed = placements[:number]
        body = {"puzzle": position_of(table, placed), "seconds": 8}
        rest = http.post("/v1/remaining", json=body).raise_for_status().json()
        assert rest["status"] == "OPTIMAL"
        assert rest["cost"] + sum(len(each["cells"]) for each in placed) == whole["cost"]
    verdict = http.post("/v1/check", json={"puzzle": table["keys"], "value": {"placements": placements}}).json()
    assert verdict["accepted"]
    spoilt = {"placements": placements[::-1]}
    assert not http.post("/v1/check", json={"puzzle": table["keys"], "value": spoilt}).json()["accepted"]
