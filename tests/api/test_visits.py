"""The order in which searches visit boards: what is recorded is what the search does, and what cannot be recorded is refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import exactcover
from exactcover.api.visits import WATCHABLE, visits

TILES = "tiles board=3x3 start=125340678 goal=012345678"


def boards(seen: dict[str, Any]) -> list[list[str]]:
    """The names on the cells of each board that was visited, in order."""
    rows: list[list[str]] = []
    for visit in seen["visits"]:
        board = [""] * len(seen["cells"])
        for name, cells in visit["pieces"]:
            for cell in cells:
                board[cell] = name
        rows.append(board)
    return rows


@pytest.mark.parametrize("engine", WATCHABLE)
def test_a_watched_search_ends_at_the_goal_it_finds(engine: str) -> None:
    """The first board is the start; breadth-first and best-first searches end at the goal, with as many moves as their plan."""
    seen = visits(TILES, engine)
    assert boards(seen)[0] == ["1", "2", "5", "3", "4", "", "6", "7", "8"]
    assert seen["visits"][0]["moves"] == 0
    if engine == "batch":  # it recognises the goal among the successors of a board
        assert seen["whole"]
        return
    backend = "bfs:one" if engine == "bfs" else engine
    answer = exactcover.solve(TILES, backend=backend)
    if engine != "bfs":
        assert seen["visits"][-1]["goal"]
        assert seen["visits"][-1]["moves"] == answer.cost
        assert boards(seen)[-1] == ["", *"12345678"]
    assert len(seen["visits"]) - answer.statistics.expanded in (0, 1)


def test_successive_boards_are_reached_by_moves() -> None:
    """Each board but the first is one step from a board that was visited before it, with one move fewer."""
    seen = visits("8-puzzle", "astar", most=200)
    rows, moves = boards(seen), [visit["moves"] for visit in seen["visits"]]
    assert len({tuple(row) for row in rows}) == len(rows) == 200
    for number in range(1, len(rows)):
        before = [other for other in range(number) if moves[other] == moves[number] - 1]
        changed = [sum(a != b for a, b in zip(rows[number], rows[other], strict=True)) for other in before]
        assert 2 in changed


def test_priorities_are_those_of_the_engine() -> None:
    """A* takes boards in order of moves plus estimate, uniform cost in order of moves, greedy search by the estimate alone."""
    for visit in visits("8-puzzle", "astar", most=150)["visits"]:
        assert visit["priority"] == visit["moves"] + visit["estimate"]
    assert all(visit["priority"] == visit["moves"] for visit in visits("8-puzzle", "ucs", most=150)["visits"])
    assert all(visit["priority"] == visit["estimate"] for visit in visits("8-puzzle", "greedy")["visits"])
    in_order = [visit["priority"] for visit in visits("8-puzzle", "astar", most=150)["visits"]]
    assert all(one <= other for one, other in pairwise(in_order))


def test_packings_are_visited_piece_by_piece() -> None:
    """A search that places pieces begins with an empty board, and has as many pieces on a board as moves."""
    seen = visits("packing board=2x4 pieces=I2,V3,I3", "greedy")
    assert [len(visit["pieces"]) for visit in seen["visits"]] == [visit["moves"] for visit in seen["visits"]]
    assert seen["visits"][-1]["goal"]
    assert sum(len(cells) for _, cells in seen["visits"][-1]["pieces"]) == 8


@pytest.mark.parametrize(
    ("puzzle", "engine", "words"),
    [
        ("8-puzzle", "idastar", "keeps no order of visits"),
        ("8-puzzle", "astar:closed=final", "reopens states"),
        ("soma", "bfs", "not flat"),
        ("queens n=4", "astar", "puzzles that slide"),
        ("mutilated-chessboard", "bfs", "exact number"),
        ("8-puzzle", "a-star", "unknown engine"),
    ],
)
def test_what_cannot_be_watched_is_refused(puzzle: str, engine: str, words: str) -> None:
    """An engine without an order of visits, a solid, a cover and an unknown engine are refused in a sentence."""
    with pytest.raises(exactcover.InvalidInput, match=words):
        visits(puzzle, engine)


def test_a_watched_search_stops_at_its_limit() -> None:
    """At most so many boards are returned as were wanted, and it is said that there are more."""
    seen = visits("8-puzzle", "bfs", most=25)
    assert len(seen["visits"]) == 25
    assert not seen["whole"]
