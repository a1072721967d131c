"""Whole state spaces: published sizes and distances, and which estimates may be relied on."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import state_space
from exactcover.backends.search.graphs import consistency
from exactcover.model.space import Heuristic, Sliding
from tests.sliding_models import EIGHT_GOAL, blocks, huarong_dao, tiles, two_ls


def test_eight_puzzle() -> None:
    """181,440 boards, the farthest 31 moves away, two of them; 23,952 boards are 22 moves away (K. Schofield 1967)."""
    found = state_space.survey(tiles(EIGHT_GOAL))
    assert (found.count, found.farthest, found.layers[31], found.layers[22], found.goals) == (181_440, 31, 2, 23_952, 1)
    assert found.states()[0].tolist() == list(EIGHT_GOAL)


def test_two_ls_and_huarong_dao() -> None:
    """Two-L's has 110,804 states, 47,076 of them goals, the farthest 125 steps away; Huarong Dao has 25,955."""
    found = state_space.survey(two_ls())
    assert (found.count, found.farthest, found.goals) == (110_804, 125, 47_076)
    assert state_space.survey(huarong_dao()).count == state_space.survey(huarong_dao("moves")).count == 25_955


@pytest.mark.slow
def test_two_ls_numbered() -> None:
    """With no two pieces alike two-L's has 4! = 24 times as many states."""
    assert state_space.survey(two_ls(identical=False)).count == 2_659_296 == 24 * 110_804


@pytest.mark.parametrize(
    ("puzzle", "name", "overestimated", "most", "is_proved"),
    [
        (tiles(EIGHT_GOAL), "misplaced", 0, 0, True),
        (tiles(EIGHT_GOAL), "manhattan", 0, 0, True),
        (two_ls(), "h1", 0, 0, True),
        (two_ls(), "h2", 8, 1, False),
        (two_ls(), "max", 8, 1, False),
    ],
)
def test_estimates_over_all_states(puzzle: Sliding, name: str, overestimated: int, most: int, is_proved: bool) -> None:
    """An estimate overestimates where the literature says, and one that is proved from its tables nowhere."""
    found = state_space.worth(puzzle, name)
    assert (found.overestimated, found.most) == (overestimated, most)
    assert found.admissible == (overestimated == 0)
    assert consistency.proved(puzzle, name) == is_proved
    assert found.consistent or not is_proved


def test_sum_of_two_estimates_is_not_admissible() -> None:
    """Misplaced tiles and Manhattan distance added up overestimate, though neither does."""
    found = state_space.worth(tiles(EIGHT_GOAL), "sum")
    assert found.overestimated > 60_000
    assert not found.consistent
    assert not consistency.proved(tiles(EIGHT_GOAL), "sum")


def test_counting_the_blank_overestimates() -> None:
    """If the blank is counted too, misplaced tiles overestimate in 78 states and Manhattan distance in 4,650 of 181,440."""
    puzzle = tiles(EIGHT_GOAL)
    found = state_space.survey_to_goals(puzzle)
    states, away = found.states(), np.repeat(np.arange(found.farthest + 1), found.layers)
    cells = np.arange(9)
    steps = abs(cells[:, None] // 3 - cells // 3) + abs(cells[:, None] % 3 - cells % 3)
    assert ((states != cells).sum(axis=1) > away).sum() == 78
    assert (steps[states, cells].sum(axis=1) > away).sum() == 4_650


def test_proofs_are_refused_where_tables_do_not_show_it() -> None:
    """A table with a jump, one that is not 0 at the goal, and one of a block that the goal leaves out are not proved."""
    puzzle = blocks(("A.B",), [{"A": (0, 1)}], identical=False)
    heuristics = {
        "fine": Heuristic("sum", np.array([[1, 0, 1], [0, 0, 0]])),
        "jump": Heuristic("sum", np.array([[2, 0, 1], [0, 0, 0]])),
        "goal": Heuristic("sum", np.array([[2, 1, 2], [0, 0, 0]])),
        "left out": Heuristic("largest", np.array([[1, 0, 1], [0, 0, 1]])),
    }
    given = Sliding(puzzle.floor, puzzle.shapes, puzzle.start, puzzle.goals, "steps", heuristics)
    assert [name for name in heuristics if consistency.proved(given, name)] == ["fine"]
    far = {"far": Heuristic("sum", np.array([[1, 0, 2], [0, 0, 0]]))}
    moves = Sliding(puzzle.floor, puzzle.shapes, puzzle.start, puzzle.goals, "moves", far)
    assert not consistency.proved(moves, "far")
