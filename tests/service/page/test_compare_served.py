"""The page of comparisons as it is served: its engines, the words about their answers, the boards that a search visits."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from exactcover import api, backends
from exactcover.api import offers, suits
from exactcover.service.page import comparison_words, series
from tests.service.page.test_prove_served import finished

if TYPE_CHECKING:
    import httpx

TILES = {"kind": "tiles", "board": "3x3", "start": "125340678", "goal": "012345678"}


def data_in(page: str, name: str) -> Any:
    """What a page has for its scripts."""
    shown = re.search(rf'data-{name}="([^"]*)"', page)
    assert shown is not None
    return json.loads(unescape(shown[1]))


@pytest.mark.parametrize("name", ["8-puzzle", "blokus-mini-contest-10x10", "pentominoes-6x10", "soma", "two-ls"])
def test_each_engine_has_a_card_or_a_reason(http: httpx.Client, name: str) -> None:
    """Engines that suit a puzzle have a card, the defaults are ticked; each other one has the reason why it does not suit."""
    page = http.get("/compare", params={"puzzle": name}).raise_for_status().text
    engines = data_in(page, "engines")
    suited = [each["backend"].partition(":")[0] for each in engines["suited"]]
    assert len(set(suited)) + len(engines["unsuited"]) == len(backends.ENGINES)
    assert all(each["reason"].endswith(".") for each in engines["unsuited"])
    ticked = [each["backend"] for each in engines["suited"] if each["checked"]]
    assert ticked == list(offers.offers(api.puzzle(name))["compared"])
    assert len(ticked) >= 3
    assert all(each["about"] for each in engines["suited"])


def test_every_engine_has_a_name_and_a_sentence() -> None:
    """Each built-in engine has a name for people, a sentence, and a sentence for what it needs."""
    assert set(comparison_words.TITLES) == set(comparison_words.ABOUT) == set(backends.NAMES)
    assert set(suits.NEEDS) == set(suits.NEEDED)
    assert comparison_words.title("beam:10") == "Beam search (10)"
    assert comparison_words.title("bfs:one") == "Breadth first"
    assert comparison_words.title("astar:misplaced") == "A* (tiles misplaced)"


def test_estimates_are_compared_with_each_other(http: httpx.Client) -> None:
    """A* has a card for each estimate of the 8-puzzle, each of which can be run; a board of blocks with one estimate has none."""
    engines = data_in(http.get("/compare").raise_for_status().text, "engines")
    variants = [each["backend"] for each in engines["suited"] if each["backend"].startswith("astar:")]
    assert variants == ["astar:misplaced", "astar:manhattan", "astar:sum"]
    job = finished(http, {"task": "compare", "puzzle": TILES, "backends": variants})
    entries = http.get(f"/jobs/{job['id']}/compared").raise_for_status().json()["entries"]
    assert [each["state"] for each in entries] == ["solved"] * 3
    exact = [each["complete"] for each in engines["suited"] if each["backend"] in variants]
    assert [each["proved"] for each in entries] == exact == [True, True, False]
    page = http.get("/compare?puzzle=huarong-dao-moves").raise_for_status().text
    assert not any(
        ":" in each["backend"][5:6] for each in data_in(page, "engines")["suited"] if "astar" in each["backend"]
    )


def test_a_comparison_is_told_with_its_plans(http: httpx.Client) -> None:
    """The shortest length, who excludes a shorter one, and who found a longer one; with a film of each plan."""
    backends_ = ["bfs", "greedy", "astar", "exact"]
    job = finished(http, {"task": "compare", "puzzle": TILES, "backends": backends_})
    told = http.get(f"/jobs/{job['id']}/compared").raise_for_status().json()
    entries = {each["backend"]: each for each in told["entries"]}
    assert list(entries) == backends_
    best = int(entries["bfs"]["cost"])
    assert told["verdict"]["text"] == f"{best} moves is the shortest plan."
    assert "Breadth first and A* exclude anything better." in told["verdict"]["more"]
    assert entries["bfs"]["proved"]
    assert not entries["greedy"]["proved"]
    assert entries["greedy"]["cost"] >= best
    assert len(entries["greedy"]["picture"]["captions"]) == entries["greedy"]["cost"] + 1
    assert entries["exact"]["state"] == "unsuited"
    assert "Does not suit" in entries["exact"]["sentence"]
    assert told["ended"]


def test_packings_are_compared_by_who_solves_them(http: httpx.Client) -> None:
    """Without costs the verdict names who solves the puzzle, and each solution is a picture."""
    keys = {"kind": "packing", "board": "4x10", "pieces": "tetrominoes", "copies": "2"}
    job = finished(http, {"task": "compare", "puzzle": keys, "backends": ["exact", "sat"]})
    told = http.get(f"/jobs/{job['id']}/compared").raise_for_status().json()
    assert told["verdict"]["text"] == "Exact cover and SAT solver solve it."
    assert [each["picture"]["kind"] for each in told["entries"]] == ["board", "board"]


def test_an_impossible_puzzle_is_not_called_proved(http: httpx.Client) -> None:
    """Engines report that every way was tried; the word prove is left to certificates."""
    keys = {"kind": "packing", "board": "3x3", "pieces": "I2", "copies": "any"}
    job = finished(http, {"task": "compare", "puzzle": keys, "backends": ["exact"]})
    verdict = http.get(f"/jobs/{job['id']}/compared").raise_for_status().json()["verdict"]
    assert verdict["text"] == "There is no solution."
    assert "prove" not in verdict["more"]


def entry(backend: str, **values: Any) -> dict[str, Any]:
    """An engine's entry, made from an answer with these values."""
    answer = {"status": "FEASIBLE", "cost": None, "bound": None, "evidence": None, "stop_reason": None, **values}
    return comparison_words.entry(backend, {"statistics": {"nodes": 10, "conflicts": 0}, **answer}, "move")


def test_verdicts_claim_no_more_than_the_answers() -> None:
    """Without a proof nothing is called the shortest; without a solution nothing is decided; equal lengths are named once."""
    heuristic = comparison_words.verdict([entry("greedy", cost=45), entry("beam", cost=43)], "move")
    assert heuristic["text"] == "The best found is 43 moves."
    assert "No engine excludes a better one." in heuristic["more"]
    undecided = comparison_words.verdict([entry("bfs", status="UNKNOWN", stop_reason="time")], "move")
    assert (undecided["tone"], undecided["text"]) == ("wait", "No engine has decided it.")
    same = comparison_words.verdict(
        [entry("bfs", cost=31, status="OPTIMAL"), entry("greedy", cost=33), entry("beam", cost=33)], "move"
    )
    assert same["text"] == "31 moves is the shortest plan."
    assert "Greedy and Beam search look at 10 nodes and find 33 moves, 2 more." in same["more"]


def test_boards_that_a_search_visits_are_served(http: httpx.Client) -> None:
    """The boards begin with the start and end with the goal, each with moves, estimate and priority."""
    seen = http.post("/page/visits", json={"keys": TILES, "backend": "astar"}).raise_for_status().json()
    assert seen["visits"][0]["moves"] == 0
    assert seen["visits"][-1]["goal"]
    assert all(each["priority"] == each["moves"] + each["estimate"] for each in seen["visits"])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"keys": TILES, "backend": "anneal"}, "keeps no order of visits"),
        ({"keys": TILES, "backend": "no-such-engine"}, "unknown engine"),
        ({"keys": {"kind": "queens", "n": 4}, "backend": "astar"}, "puzzles that slide"),
        ({"keys": "tiles", "backend": "astar"}, "expected keys"),
        ({"backend": "astar"}, "expected keys"),
    ],
)
def test_visits_that_cannot_be_shown_are_refused(http: httpx.Client, body: dict[str, Any], words: str) -> None:
    """Another engine, another kind of puzzle and a body of the wrong shape are refused in a sentence."""
    refused = http.post("/page/visits", json=body)
    assert refused.status_code == 422
    assert words in refused.json()["detail"]


def test_series_are_of_puzzles_and_engines_that_exist() -> None:
    """Each line of a series is a puzzle, in order of its axis, and each of its engines suits it."""
    for one in series.SERIES:
        places = [at for at, _ in one["cases"]]
        assert places == sorted(set(places))
        for _, line in one["cases"]:
            suited = {name.partition(":")[0] for name in offers.contenders(api.puzzle(*line.split()))["suited"]}
            assert set(one["engines"]) <= suited, line


@pytest.mark.parametrize(("moves", "start"), series.STARTS.items())
def test_boards_of_a_series_are_as_far_as_it_says(moves: int, start: str) -> None:
    """The shortest plan of each board of the 8-puzzle in a series has as many moves as its place on the axis."""
    assert exactcover.solve(f"tiles board=3x3 start={start} goal=012345678").cost == moves


def test_only_a_comparison_is_compared(http: httpx.Client) -> None:
    """A job of another task has no comparison."""
    job = finished(
        http, {"task": "solve", "puzzle": {"kind": "packing", "board": "2x2", "pieces": "I2", "copies": "any"}}
    )
    assert http.get(f"/jobs/{job['id']}/compared").status_code == 404
