"""A few solutions: as many as asked for where there are so many, no two the same, and a count or a list that begins with them."""

from __future__ import annotations

import json

import pytest

import exactcover
from exactcover.backends.search.cover import few
from exactcover.model.answer import Limits
from exactcover.model.cover import Cover, cover
from exactcover.transform.reductions import chain
from tests.brute_packings import random_small

ALL_EMPTY = (
    "packing board=8x8 optional=all pieces=pentominoes",
    "packing board=7x9 optional=all pieces=pentominoes",
    "packing board=9x9 optional=all pieces=pentominoes",
    "packing board=5x5 optional=all pieces=F5,I5,L5,P5",
    "packing board=6x6 optional=all pieces=hexominoes copies=0..1",
    "packing board=7x7 optional=all pieces=X5 copies=6",
    "packing board=10x10 optional=all pieces=V5 copies=17",
    "packing board=3x3x3 optional=all pieces=tetracubes copies=0..1",
    "packing board=3x3x4 optional=all pieces=soma",
    "packing board=8x9 optional=all pieces=pentominoes copies=0..2 holes_free=2..2",
)


def covered(words: str) -> Cover:
    """The cover that a puzzle becomes."""
    model = chain.reduce(exactcover.puzzle(*words.split()).encode().model, ("cover",), tighten=True).model
    assert isinstance(model, Cover)
    return model


@pytest.mark.parametrize("words", ALL_EMPTY)
def test_boards_with_spare_cells_have_some_solutions_at_once(words: str) -> None:
    """Limited counts and lists of boards on which cells stay empty end with few nodes, their solutions different and right."""
    counted = exactcover.count(words, limits=Limits(solutions=2))
    assert (counted.count, counted.stop_reason) == (2, "solutions")
    assert counted.statistics.nodes < 100_000
    with exactcover.iterate(words, limits=Limits(solutions=3)) as listed:
        solutions = list(listed)
    assert len({json.dumps(solution, sort_keys=True) for solution in solutions}) == 3
    assert all(exactcover.faults(words, solution) == [] for solution in solutions)


def test_no_more_are_counted_than_there_are() -> None:
    """Of random packings, as many solutions are listed and counted as asked for, or as there are."""
    for seed in range(30):
        small = random_small(seed)
        puzzle, known = exactcover.puzzle("packing", **small.keys()), len(small.packings())
        for most in (1, 2, 5, 20):
            assert exactcover.count(puzzle, limits=Limits(solutions=most)).count == min(most, known)
            with exactcover.iterate(puzzle, limits=Limits(solutions=most)) as listed:
                solutions = {json.dumps(each, sort_keys=True) for each in listed}
            assert len(solutions) == min(most, known)


def test_solutions_are_different_and_the_same_seed_finds_the_same() -> None:
    """No two of twenty are the same; a seed has its own."""
    model = covered("pentominoes-6x10")
    one, two, other = (
        [tuple(step.selection) for step in few.solutions(model, 20, seed) if step.selection is not None]
        for seed in (1, 1, 2)
    )
    assert len(set(one)) == 20
    assert one == two != other


def test_a_cover_with_one_solution_is_left_to_the_search() -> None:
    """Where there is no second solution the steps end, and the count says that there is one."""
    model = cover(["a", "b", "c"], [["a"], ["b", "c"], ["a", "b"]])
    assert sum(step.selection is not None for step in few.solutions(model, 2, 0)) == 1
    answer = exactcover.count(model, limits=Limits(solutions=2))
    assert (answer.count, answer.exhausted) == (1, True)
