"""The gallery as it is served: every puzzle with its stored solution, published numbers, links that work."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from exactcover import api
from exactcover.api import listing
from exactcover.service.page import gallery

if TYPE_CHECKING:
    import httpx

ENTRIES = {entry["name"]: entry for entry in listing.listed()}


def cards(http: httpx.Client) -> dict[str, dict[str, Any]]:
    """The cards of the page by the names of their puzzles: links, attributes, facts."""
    shown = {}
    for attributes, body in re.findall(r'<a class="card" (.*?)>(.*?)</a>', http.get("/catalogue").text, re.DOTALL):
        link = re.search(r'href="([^"]*)"', attributes)
        assert link is not None
        board = re.search(r'data-board="([^"]*)"', body)
        data = dict(re.findall(r'data-(\w+)="([^"]*)"', attributes))
        data["board"] = None if board is None else json.loads(unescape(board[1]))
        facts = re.search(r"</strong><span>(.*?)</span>", body)
        assert facts is not None
        data["fact"] = unescape(facts[1]).replace("\u2009", " ").replace("\u00a0", " ")
        shown[re.split(r"[/=]", unescape(link[1]))[-1]] = {"link": unescape(link[1]), **data}
    return shown


WITHOUT_TABLE = ("block-design", "cover", "dominosa", "edge-matching", "golfers", "langford", "nonogram", "star-battle")
NOT_ON_SQUARES = ("tetraspheres-tetrahedron", "tetrasticks-5x5", "torus-tetrominoes-4x5")


def test_every_puzzle_is_drawn_with_its_stored_solution(http: httpx.Client) -> None:
    """Each puzzle has one card, with the pieces of its stored solution, or the board on which nothing fits."""
    shown = cards(http)
    assert set(shown) == set(exactcover.puzzles())
    for name, card in shown.items():
        solution = ENTRIES[name]["solution"]
        if card["board"] is None:
            assert http.get(f"/catalogue/{name}.svg").text.startswith("<svg")
        elif solution is None:
            assert card["solutions"] == "none"
        elif "placements" in solution:
            drawn = sorted(sorted(cells) for _, cells in card["board"]["pieces"])
            assert drawn == sorted(sorted(each["cells"]) for each in solution["placements"]), name


def test_cards_lead_to_pages(http: httpx.Client) -> None:
    """Every puzzle of the catalogue leads to its table, and designs, which have none, to the editor."""
    for name, card in cards(http).items():
        designed = ENTRIES[name]["kind"] in WITHOUT_TABLE or name in NOT_ON_SQUARES
        assert card["link"] == (f"/design?puzzle={name}" if designed else f"/play/{name}")
        assert http.get(card["link"]).status_code == 200, name


@pytest.mark.parametrize(
    ("name", "solutions", "fact"),
    [
        ("pentominoes-6x10", "many", "2 339 different solutions, 6 × 10"),
        ("slothouber-graatsma", "one", "one solution apart from symmetry, 3 × 3 × 3"),
        ("mutilated-chessboard", "none", "impossible, 8 × 8"),
        ("14-15-puzzle", "none", "impossible, 4 × 4"),
        ("pentominoes-3x20", "few", "2 different solutions, 3 × 20"),
        ("8-puzzle", "best", "best: 31 moves, 3 × 3"),
        ("huarong-dao-steps", "best", "best: 116 steps, 5 × 4"),
        ("blokus-closest-1", "best", "least cost: 8, 10 × 10"),
        ("blokus-fill-14x14", "", "14 × 14"),
    ],
)
def test_numbers_are_published_ones(http: httpx.Client, name: str, solutions: str, fact: str) -> None:
    """A card says the number of solutions that the literature has, or none."""
    card = cards(http)[name]
    assert (card["solutions"], card["fact"]) == (solutions, fact)
    numbers = {str(value) for value in api.puzzle(name).published.values()}
    own = re.match(r"\D*([\d ]+) (?:different|solutions|moves|steps)", fact)
    assert own is None or own[1].replace(" ", "") in numbers


def test_chips_have_something_to_choose(http: httpx.Client) -> None:
    """Each chip of the filters has at least one puzzle, and each card one of them, or none, of each filter."""
    shown = list(cards(http).values())
    offered = re.findall(r'data-filter="(\w+)" data-value="(\w+)"', http.get("/catalogue").text)
    assert len(offered) > 10
    for key, value in offered:
        assert [card for card in shown if card[key] == value], (key, value)
    for card in shown:
        assert card["size"] in gallery.SIZES
        assert card["solutions"] in ("", *gallery.SOLUTIONS)
        assert card["effort"] in ("", *gallery.EFFORTS)
        assert (card["effort"] == "") == (card["solutions"] == "none")


def test_a_picture_of_no_puzzle_is_not_there(http: httpx.Client) -> None:
    """The picture of a puzzle that the catalogue does not have is not found."""
    assert http.get("/catalogue/no%20such.svg").status_code == 404
