"""The solutions and the efforts that are stored with the catalogue: each puzzle has a right solution, or none at all."""

from __future__ import annotations

import json

import pytest

import exactcover
from encoders.listing import EFFORTS, SOLUTIONS, listed, names
from tests import catalogue_efforts
from tests.catalogue_efforts import MOST_EFFORT

STORED = json.loads(SOLUTIONS.read_text())
IMPOSSIBLE = {name for name in names() if 0 in exactcover.puzzle(name).published.values()}


def test_every_puzzle_has_its_solution_stored() -> None:
    """The file has the names of the catalogue, and null for the impossible puzzles alone; lists of puzzles have the same."""
    assert tuple(STORED) == names()
    assert {name for name, solution in STORED.items() if solution is None} == IMPOSSIBLE
    assert {each["name"]: each["solution"] for each in listed()} == STORED


def test_efforts_are_the_positions_of_a_plain_search() -> None:
    """The file of efforts has the names of the catalogue, and what the search of its description visits today."""
    efforts = json.loads(EFFORTS.read_text())
    assert tuple(efforts) == names()
    assert {each["name"]: each["effort"] for each in listed()} == efforts
    for name in ("8-puzzle", "pentominoes-5x5-lnuwy", "14-15-puzzle", "dominoes-8x8"):
        assert catalogue_efforts.effort(name) == efforts[name]
    assert max(number for number in efforts.values() if number is not None) <= MOST_EFFORT


@pytest.mark.parametrize("name", sorted(set(STORED) - IMPOSSIBLE))
def test_stored_solutions_are_right(name: str) -> None:
    """The referee finds no fault in a stored solution, and a published optimum is its cost."""
    puzzle = exactcover.puzzle(name)
    assert exactcover.faults(puzzle, STORED[name]) == []
    optimum = puzzle.published.get("optimum")
    if optimum is not None:
        assert puzzle.cost(STORED[name]) == optimum
