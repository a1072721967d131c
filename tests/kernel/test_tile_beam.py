"""Beams on tiles: exact if they are wide enough, plans within a limit, and memory within a limit."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from exactcover.backends.search.graphs import patterns
from exactcover.kernel.arrays import Array
from exactcover.kernel.graphs import pattern_database, tile_beam
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.model.space import Sliding
from tests.sliding_models import EIGHT_GOAL, numbers, tiles

FAR = tiles(numbers("806 547 231"))
SHORTEST = 31  # A. Reinefeld, Complete solution of the eight-puzzle, IJCAI (1993)
WIDE, MEMORY, SLICE = 50_000, 1 << 30, 1 << 20


def search(puzzle: Sliding, width: int, most: int = tile_beam.LONGEST, allowed: int = MEMORY) -> tile_beam.Search:
    """A beam on a puzzle with databases of two tiles."""
    home = patterns.home_of(puzzle)
    assert home is not None
    cut = patterns.groups(puzzle, home, patterns.sizes_of_at_most(home, 2))
    made: list[Array] = []
    list(patterns.tables(puzzle, home, cut, None, made))
    lookups = patterns.small_lookups(puzzle, home, cut, made)
    neighbours = pattern_database.neighbours_of(puzzle.floor)
    return tile_beam.Search(lookups, neighbours, puzzle.start, home.blank_of(puzzle), width, most, allowed)


def test_a_beam_that_is_wide_enough_has_a_shortest_plan() -> None:
    """No layer of the 8-puzzle is cut; each step of the plan swaps the blank and a neighbour."""
    beam = search(FAR, WIDE)
    assert beam.run(SLICE)
    assert not beam.cut
    boards = beam.path()
    assert len(boards) - 1 == SHORTEST
    assert boards[0].tolist() == FAR.start.tolist()
    assert tuple(boards[-1].tolist()) == EIGHT_GOAL
    neighbours = pattern_database.neighbours_of(FAR.floor)
    for before, after in pairwise(boards):
        one, other = np.flatnonzero(before != after).tolist()
        assert 0 in (before[one], before[other])
        assert other in neighbours[one]


def test_only_plans_within_the_limit_are_looked_for() -> None:
    """With the optimum as the limit there is a plan, below it a beam runs dry after fewer states."""
    within, below = search(FAR, WIDE, SHORTEST), search(FAR, WIDE, SHORTEST - 1)
    assert within.run(SLICE)
    assert within.goal is not None
    assert below.run(SLICE)
    assert below.goal is None
    assert not below.cut


@pytest.mark.parametrize("width", [1, 30, 1000])
def test_slices_change_nothing(width: int) -> None:
    """A beam that is run three states at a time has the same plan as one that is not stopped."""
    whole, sliced = search(FAR, width), search(FAR, width)
    assert whole.run(SLICE)
    while not sliced.run(3):
        assert sliced.goal is None
    assert (whole.goal, whole.expanded, whole.stored) == (sliced.goal, sliced.expanded, sliced.stored)
    if whole.goal is not None:
        assert (whole.path() == sliced.path()).all()


def test_a_goal_is_a_plan_without_moves() -> None:
    """A start that is the goal ends the search before it begins."""
    beam = search(tiles(EIGHT_GOAL), 5)
    assert beam.run(0)
    assert beam.path().tolist() == [list(EIGHT_GOAL)]


def test_memory_is_limited() -> None:
    """A beam that does not fit is refused at once, one whose history outgrows the limit when it does."""
    with pytest.raises(OutOfMemory, match="its part of the memory"):
        search(FAR, WIDE, allowed=WIDE)
    beam = search(FAR, 1000, allowed=250_000)
    with pytest.raises(OutOfMemory, match="its part of the memory"):
        beam.run(SLICE)


def test_plans_of_any_width_reach_the_goal() -> None:
    """On random 15-puzzles, wider beams have a plan, of the parity of all plans of the board."""
    rng = random.Random(2)
    goal = list(range(16))
    for _ in range(3):
        board, blank = list(goal), 0
        neighbours = pattern_database.neighbours_of(np.ones((4, 4), np.bool_))
        for _ in range(201):
            cell = rng.choice([each for each in neighbours[blank].tolist() if each >= 0])
            board[blank], board[cell], blank = board[cell], 0, cell
        for width in (100, 1000):
            beam = search(tiles(board, goal, 4), width)
            assert beam.run(SLICE)
            boards = beam.path()
            assert boards[-1].tolist() == goal
            assert len(boards) % 2 == 0
