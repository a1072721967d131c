"""Tables of bodies to be filled with pieces: what the page gets, positions as puzzles, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import exactcover
from exactcover.api import editing, tables
from tests.service.page.test_slide_served import table_in

if TYPE_CHECKING:
    import httpx

BODIES = [
    name
    for name in exactcover.puzzles()
    if name.startswith(("soma", "bedlam", "conway", "slothouber", "solid-pentominoes"))
]


@pytest.mark.parametrize("name", BODIES)
def test_every_body_of_the_catalogue_is_played(http: httpx.Client, name: str) -> None:
    """The page of a body has its layers, and enough pieces for its cells, each in different orientations."""
    page = http.get(f"/play/{name}").raise_for_status().text
    table = table_in(page)
    cells = "".join("".join(layer) for layer in table["layers"]).count(".")
    assert cells == exactcover.info(name)["cells"]
    assert sum(len(piece["orientations"][0]) * piece["copies"] for piece in table["pieces"]) == cells
    for piece in table["pieces"]:
        assert len({str(cells) for cells in piece["orientations"]}) == len(piece["orientations"])
    assert "Fill every cell of the body" in page
    assert len(BODIES) == 7


def turned(cells: list[list[int]], how: str) -> list[list[int]]:
    """Cells after a quarter turn about an axis, as the page's script turns them."""
    maps = {"flat": lambda z, y, x: [z, x, -y], "over": lambda z, y, x: [y, -z, x], "side": lambda z, y, x: [x, y, -z]}
    array = np.array([maps[how](*cell) for cell in cells])
    return sorted((array - array.min(axis=0)).tolist())


@pytest.mark.parametrize("name", ["soma", "bedlam"])
def test_three_turns_reach_every_orientation(name: str) -> None:
    """By quarter turns about the three axes a piece comes into each of its orientations, and into no other."""
    for piece in tables.table(editing.keys_of_catalogue(name))["pieces"]:
        known = [sorted(cells) for cells in piece["orientations"]]
        reached = [known[0]]
        for cells in reached:
            for how in ("flat", "over", "side"):
                image = turned(cells, how)
                assert image in known
                if image not in reached:
                    reached.append(image)
        assert len(reached) == len(known)


def test_placed_pieces_are_added_to_the_keys(http: httpx.Client) -> None:
    """A piece of a solution under `fixed` leaves some of all solutions, and the solution with it is accepted."""
    keys = table_in(http.get("/play/soma").text)["keys"]
    whole = http.post("/v1/remaining", json={"puzzle": keys, "seconds": 8, "solution": True}).json()
    assert (whole["count"], whole["classes"]) == ("11520", "240")
    placed = whole["solution"]["placements"][:2]
    body: dict[str, Any] = {"puzzle": keys | {"fixed": placed}, "seconds": 8, "solution": True}
    left = http.post("/v1/remaining", json=body).json()
    assert 1 <= int(left["count"]) < 11520
    verdict = http.post("/v1/check", json={"puzzle": keys, "value": left["solution"]}).json()
    assert verdict["accepted"]


def test_large_bodies_and_colours_are_not_played() -> None:
    """A body of over 400 positions, or with colours, has no table."""
    colours = {"cells": "ab/ba//ba/ab", "pieces": {"I2": "aa"}}
    for keys in ({"board": "8x8x8", "pieces": "I2"}, {"board": "2x2x2", "pieces": "I2", "colours": colours}):
        with pytest.raises(exactcover.InvalidInput, match="filled by hand"):
            tables.table({"kind": "packing", "copies": "any", **keys})


def test_bodies_have_cells_that_may_stay_empty() -> None:
    """Cells that may stay empty are marked, with how many of them do; no piece of the table stands for them."""
    keys = {"board": "2x2x2", "pieces": "I2", "copies": "any", "optional": "0,0,0/1,1,1", "holes_free": "2..2"}
    table = tables.table({"kind": "packing", **keys})
    assert table["layers"] == [["+.", ".."], ["..", ".+"]]
    assert table["empty"] == [2, 2]
    assert [piece["name"] for piece in table["pieces"]] == ["I2"]
