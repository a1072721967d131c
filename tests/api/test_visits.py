"""The order in which searches visit boards: what is recorded is what the search does, and what cannot be recorded is refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import exactcover
from exactcover.api.visits import WATCHABLE, visits, watchable

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


@pytest.mark.parametrize("engine", [name for name in WATCHABLE if name != "exact"])
def test_a_watched_search_ends_at_the_goal_it_finds(engine: str) -> None:
    """The first board is the start, the last one the goal, with as many moves as the plan of the same search unwatched."""
    seen = visits(TILES, engine)
    assert boards(seen)[0] == ["1", "2", "5", "3", "4", "", "6", "7", "8"]
    assert seen["visits"][0]["moves"] == 0
    backend = "bfs:one" if engine == "bfs" else engine
    answer = exactcover.solve(TILES, backend=backend)
    assert seen["whole"]
    assert [visit["goal"] for visit in seen["visits"]] == [False] * (len(seen["visits"]) - 1) + [True]
    assert seen["visits"][-1]["moves"] == answer.cost
    assert boards(seen)[-1] == ["", *"12345678"]
    assert len(seen["visits"]) - answer.statistics.expanded in (0, 1)


def test_iterations_of_ida_star_are_shown_one_after_the_other() -> None:
    """Below 29 moves nothing is found; the iteration below 31 visits boards of the first one again, and ends at the goal."""
    seen = visits("8-puzzle", "idastar")
    assert len(seen["visits"]) == exactcover.solve("8-puzzle", backend="idastar").statistics.expanded
    assert seen["visits"][-1]["goal"]
    priorities = [visit["priority"] for visit in seen["visits"]]
    assert max(priorities) == 31
    later, rows = priorities.index(31), [tuple(row) for row in boards(seen)]
    assert max(priorities[:later]) == 29
    assert set(rows[:later]) & set(rows[later:])


@pytest.mark.parametrize("engine", ["exact", "exact:kernel=fewest-options", "exact:kernel=sparse"])
@pytest.mark.parametrize(
    "puzzle", ["packing board=5x5 pieces=F5,L5,P5,N5,U5", "packing board=4x10 pieces=tetrominoes copies=2"]
)
def test_an_exact_cover_search_shows_each_node(puzzle: str, engine: str) -> None:
    """There are as many partial boards as nodes of the same search unwatched; no two pieces overlap, each has its shape."""
    seen = visits(puzzle, engine, most=1000)
    answer = exactcover.solve(puzzle, backend=engine)
    assert seen["whole"]
    assert len(seen["visits"]) == answer.statistics.nodes
    assert seen["visits"][-1]["goal"] == (answer.solution is not None)
    for visit in seen["visits"]:
        cells = [cell for _, own in visit["pieces"] for cell in own]
        assert len(set(cells)) == len(cells)
        assert visit["moves"] == len(visit["pieces"])
        assert {len(own) for _, own in visit["pieces"]} <= {4, 5}
    if answer.solution is not None:
        assert sum(len(own) for _, own in seen["visits"][-1]["pieces"]) == len(seen["cells"])


def test_an_exact_cover_search_takes_pieces_of_any_number() -> None:
    """Dominoes without a number are watched as an exact cover only."""
    puzzle = "packing board=3x4 pieces=I2 copies=any"
    assert watchable(puzzle) == ["exact"]
    assert len(visits(puzzle, "exact")["visits"][-1]["pieces"]) == 6


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
        ("8-puzzle", "anneal", "keeps no order of visits"),
        ("8-puzzle", "exact", "the blocks of this puzzle move"),
        ("pentominoes-6x10", "exact:kernel=static-order", "the kernel static-order does not visit boards one by one"),
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
