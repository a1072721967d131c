"""Claims of the literature that are false, each with the test that measures what is true instead.

benchmarks/LITERATURE.md has the same list as a table, with the figures.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import state_space
from encoders.catalogue import puzzle
from encoders.solutions import PackingSolution
from exactcover import api
from exactcover.backends.search.graphs import consistency
from exactcover.comparison.families import TABLE
from exactcover.model.answer import Limits
from exactcover.model.space import Sliding
from tests import test_claims_blokus

PAGE = Path(__file__).parent.parent / "benchmarks" / "LITERATURE.md"
CLAIMS = {
    "two-L's h2 is admissible": "test_two_ls_h2_overestimates",
    "depth-first search will do much better on two-L's": "test_breadth_first_needs_few_states_on_two_ls",
    "h1 + h2 is admissible because both are": "test_the_sum_overestimates_though_its_parts_do_not",
    "beam search as implemented stores a fixed number of states": "test_a_queue_that_is_never_cut_grows",
    "local search solved k = 3 sets of tetrominoes": "test_three_sets_of_tetrominoes_fill_no_rectangle",
    "local search outscales backtracking": "test_backtracking_fills_boards_beyond_two_sets",
    "98 sets of tetrominoes on 28x70 are out of reach": "test_98_sets_of_tetrominoes_are_composed",
    "the Blokus cover heuristic is admissible": "test_the_cover_heuristic_overestimates",
    "leaving out mirror images is sound though start and targets are not symmetric": (
        "test_leaving_out_images_loses_on_most_small_boards"
    ),
}


def space(words: str) -> Sliding:
    """The state graph of a puzzle that slides."""
    model = puzzle(words).encode().model
    assert isinstance(model, Sliding)
    return model


def test_every_claim_is_measured() -> None:
    """Each claim names a test of its own, of this file or of test_claims_blokus."""
    assert len(set(CLAIMS.values())) == len(CLAIMS)
    assert all(callable(globals().get(test) or getattr(test_claims_blokus, test)) for test in CLAIMS.values())


@pytest.mark.deep("visits all 110,804 states")
def test_two_ls_h2_overestimates() -> None:
    """Over all 110,804 states h2, and with it the maximum, is too large in 8, by 1; h1 in none; no engine relies on h2."""
    model = space("two-ls")
    assert state_space.survey(model).count == 110_804
    for name, states in (("h1", 0), ("h2", 8), ("max", 8)):
        found = state_space.worth(model, name)
        assert (found.overestimated, found.most) == (states, int(states > 0))
        assert consistency.proved(model, name) == found.admissible
    answer = api.solve("two-ls", backend="astar:h2")
    assert (answer.status, answer.bound) == ("FEASIBLE", None)


@pytest.mark.deep("visits all 181,440 states")
def test_the_sum_overestimates_though_its_parts_do_not() -> None:
    """Of 181,440 boards of the 8-puzzle h1 and h2 are too large for none, their sum for 60,669, by up to 8."""
    model = space("tiles start=012345678")
    assert state_space.survey(model).count == 181_440
    parts = [state_space.worth(model, name) for name in ("misplaced", "manhattan")]
    assert all(each.admissible and each.consistent for each in parts)
    whole = state_space.worth(model, "sum")
    assert (whole.overestimated, whole.most, whole.consistent) == (60_669, 8, False)
    assert not consistency.proved(model, "sum")


def test_breadth_first_needs_few_states_on_two_ls() -> None:
    """Breadth-first search stores 4,413 states, the start among them, and is done; depth-first has no plan after 200,000."""
    short = api.solve("two-ls", backend="bfs")
    assert (short.status, short.cost, short.statistics.stored) == ("OPTIMAL", 30, 4413)
    for backend in ("dfs", "dfs:30", "dfs:60"):
        deep = api.solve("two-ls", backend=backend, limits=Limits(nodes=200_000))
        assert (deep.status, deep.stop_reason, deep.statistics.expanded) == ("UNKNOWN", "nodes", 200_000)


def test_a_queue_that_is_never_cut_grows() -> None:
    """From depth 13 on a queue of the 5 or 10 best stores 119 to 942 states; a textbook beam at most 5 a move."""
    boards = [puzzle(f"tiles start={state}") for state in TABLE[4:]]
    stored = [api.solve(each, backend=f"batch:{width}").statistics.stored for width in (5, 10) for each in boards]
    assert (min(stored), max(stored)) == (119, 942)
    for answer in (api.solve(each, backend="beam:5") for each in boards):
        assert answer.cost is not None
        assert answer.statistics.stored <= 5 * (answer.cost + 1)


@pytest.mark.parametrize("board", ["1x60", "2x30", "3x20", "4x15", "5x12", "6x10"])
def test_three_sets_of_tetrominoes_fill_no_rectangle(board: str) -> None:
    """Three sets cover 60 cells, and every rectangle of 60 cells has a certificate that they do not fill it."""
    answer = api.prove(puzzle(f"packing board={board} pieces=tetrominoes copies=3"))
    assert answer.status == "INFEASIBLE"
    assert answer.evidence == ("arithmetic" if board == "1x60" else "colouring")


@pytest.mark.parametrize(("board", "sets"), [("4x10", 2), ("8x10", 4), ("10x12", 6), ("10x20", 10), ("14x20", 14)])
def test_backtracking_fills_boards_beyond_two_sets(board: str, sets: int) -> None:
    """Exact-cover search fills boards of 4 to 14 sets, where the published local search shows 2 and no more."""
    what = puzzle(f"packing board={board} pieces=tetrominoes copies={sets}")
    answer = api.solve(what, backend="exact", limits=Limits(nodes=1_000_000))
    assert answer.status == "FEASIBLE"
    assert isinstance(answer.solution, PackingSolution)
    assert len(answer.solution.placements) == 5 * sets


def test_98_sets_of_tetrominoes_are_composed() -> None:
    """The board of 28x70, which the published local search does not pack in 300 s, is composed of blocks and judged."""
    board = puzzle("packing board=28x70 pieces=tetrominoes copies=98")
    answer = api.solve(board, backend="compose", limits=Limits(nodes=100_000))
    assert answer.status == "FEASIBLE"
    assert isinstance(answer.solution, PackingSolution)
    assert len(answer.solution.placements) == 490


def test_the_page_lists_every_claim() -> None:
    """Each claim has its row in the page's table, and the row names the test."""
    rows = PAGE.read_text().split("## Claims")[1].split("\n## ")[0].splitlines()
    for claim, test in CLAIMS.items():
        (row,) = [each for each in rows if each.startswith(f"| {claim} |")]
        assert test in row
