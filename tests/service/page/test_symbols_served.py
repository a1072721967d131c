"""Tables of squares to be filled with symbols, and of queens: what the page gets, and positions as puzzles that are counted."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from exactcover.api import tables

if TYPE_CHECKING:
    import httpx

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def table_in(page: str) -> dict[str, Any]:
    """The table that a page of a puzzle has for its scripts."""
    shown = re.search(r'data-table="([^"]*)"', page)
    assert shown is not None
    table: dict[str, Any] = json.loads(unescape(shown[1]))
    return table


@pytest.mark.parametrize(
    ("keys", "side", "units", "box"),
    [
        ({"kind": "sudoku", "grid": GRID}, 9, 27, 3),
        ({"kind": "sudoku", "grid": "." * 256}, 16, 48, 4),
        ({"kind": "latin", "n": 5}, 5, 10, 0),
        ({"kind": "queens", "n": 6}, 6, 12 + 2 * 9, 0),
    ],
    ids=["sudoku", "large sudoku", "latin", "queens"],
)
def test_squares_have_tables(http: httpx.Client, keys: dict[str, Any], side: int, units: int, box: int) -> None:
    """A table has the cells, the symbols, and the units in which each symbol is once, each with different cells."""
    page = http.get("/play", params={"keys": json.dumps(keys)}).raise_for_status().text
    table = table_in(page)
    assert [len(row) for row in table["rows"]] == [side] * side
    assert len(table["units"]) == units
    assert len({unit["name"] for unit in table["units"]}) == units
    assert all(len(set(unit["cells"])) == side for unit in table["units"] if unit["least"])
    assert table["box"] == box
    assert table["aim"] in page


def test_the_units_of_a_sudoku_are_those_of_its_referee() -> None:
    """A filled grid has each symbol once in every unit of the table, and spoiling a cell breaks three of them."""
    table = tables.table({"kind": "sudoku", "grid": GRID})

    def broken(grid: str) -> int:
        return sum(sorted(grid[cell] for cell in unit["cells"]) != list("123456789") for unit in table["units"])

    assert broken(SOLVED) == 0
    assert broken("9" + SOLVED[1:]) == 3
    assert exactcover.check({"grid": SOLVED}, exactcover.puzzle("sudoku", grid=GRID))["accepted"]


def left(http: httpx.Client, puzzle: dict[str, Any]) -> dict[str, Any]:
    """What the server says is left of a puzzle."""
    answer: dict[str, Any] = (
        http.post("/v1/remaining", json={"puzzle": puzzle, "seconds": 8, "solution": True}).raise_for_status().json()
    )
    return answer


def test_a_partly_filled_grid_is_a_puzzle(http: httpx.Client) -> None:
    """The present grid in place of the givens: one solution is left of a right one, and none of a wrong one or a double one."""
    table = tables.table({"kind": "sudoku", "grid": GRID})
    key = table["position"]["key"]
    assert left(http, table["keys"])["count"] == "1"
    assert left(http, table["keys"] | {key: SOLVED[:40] + GRID[40:]})["solution"] == {"grid": SOLVED}
    for wrong in ("531" + GRID[3:], "533" + GRID[3:]):
        assert left(http, table["keys"] | {key: wrong})["status"] == "INFEASIBLE"
    square = tables.table({"kind": "latin", "n": 4})
    assert left(http, square["keys"])["count"] == "576"
    assert left(http, square["keys"] | {"grid": "1234" + "." * 12})["count"] == "24"


def cover_of(table: dict[str, Any], placed: set[int]) -> dict[str, Any]:
    """The cover of a board with queens on it, as the page's script writes it."""
    cells = sum(map(len, table["rows"]))
    units = [[unit["name"] for unit in table["units"] if cell in unit["cells"]] for cell in range(cells)]
    taken = {name for cell in placed for name in units[cell]}
    items = [unit["name"] if unit["least"] else [unit["name"], 0, 1] for unit in table["units"]]
    options = [units[cell] for cell in range(cells) if cell in placed or not taken & set(units[cell])]
    return {"kind": "cover", "items": items, "options": options}


def test_queens_on_a_board_are_a_cover(http: httpx.Client) -> None:
    """Without a queen the cover has as many solutions as the puzzle, and with one on each square of a row they add up to it."""
    table = tables.table({"kind": "queens", "n": 8})
    assert left(http, cover_of(table, set()))["count"] == left(http, {"kind": "queens", "n": 8})["count"] == "92"
    assert [left(http, cover_of(table, {cell}))["count"] for cell in range(8)] == [
        "4",
        "8",
        "16",
        "18",
        "18",
        "16",
        "8",
        "4",
    ]


def test_what_is_too_large_is_refused() -> None:
    """A board of 500 queens is not placed by hand."""
    with pytest.raises(exactcover.InvalidInput, match="too large to be played by hand"):
        tables.table({"kind": "queens", "n": 500})


@pytest.mark.parametrize(("kind", "name"), [("sudoku", "Sudoku"), ("queens", "Queens"), ("latin", "Latin square")])
def test_a_kind_is_played_without_keys(http: httpx.Client, kind: str, name: str) -> None:
    """`/play?kind=` has the puzzle with which the editor of that kind begins; an unknown kind has the first puzzle of all."""
    page = http.get("/play", params={"kind": kind}).raise_for_status().text
    assert table_in(page)["name"] == name
    assert "pentominoes" in str(table_in(http.get("/play?kind=nothing").text)["title"])
