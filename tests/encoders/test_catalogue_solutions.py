"""The solutions that are stored with the catalogue: each puzzle has a right one, or none at all."""

from __future__ import annotations

import json

import pytest

import exactcover
from encoders.listing import SOLUTIONS, listed, names

STORED = json.loads(SOLUTIONS.read_text())
IMPOSSIBLE = {"14-15-puzzle", "mutilated-chessboard"}


def test_every_puzzle_has_its_solution_stored() -> None:
    """The file has the names of the catalogue, and null for the impossible puzzles alone; lists of puzzles have the same."""
    assert tuple(STORED) == names()
    assert {name for name, solution in STORED.items() if solution is None} == IMPOSSIBLE
    assert {each["name"]: each["solution"] for each in listed()} == STORED


@pytest.mark.parametrize("name", sorted(set(STORED) - IMPOSSIBLE))
def test_stored_solutions_are_right(name: str) -> None:
    """The referee finds no fault in a stored solution, and a published optimum is its cost."""
    puzzle = exactcover.puzzle(name)
    assert exactcover.faults(puzzle, STORED[name]) == []
    optimum = puzzle.published.get("optimum")
    if optimum is not None:
        assert puzzle.cost(STORED[name]) == optimum
