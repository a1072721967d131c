"""The catalogue's puzzles with plans have the published optima and numbers of states, found by plain breadth-first search."""

from __future__ import annotations

import itertools

import pytest

from encoders import listing
from encoders.catalogue import puzzle
from encoders.sliding.tiles.tiles import Tiles
from exactcover import judges
from exactcover.model.space import Sliding, Within
from tests.encoders.sliding.oracle import Oracle

NAMES = [name for name in listing.names() if puzzle(name).kind in ("tiles", "blocks")]
BEYOND = {"15-puzzle", "14-15-puzzle", "15-puzzle-80"}
"""Boards of 15 tiles: half of 16! states is too many to be searched here."""
COUNTED = [name for name in NAMES if "states" in puzzle(name).published]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in BEYOND])
def test_shortest_plans_are_as_long_as_published(name: str) -> None:
    """A shortest plan has the published number of moves in the puzzle's metric, and both judges accept it."""
    what = puzzle(name)
    encoding = what.encode()
    assert isinstance(encoding.model, Sliding)
    states = Oracle(encoding.model).plan()
    assert states is not None
    assert len(states) - 1 == what.published["optimum"]
    moves = len(states) - 1
    assert judges.faults(encoding.model, states) == judges.faults(Within(encoding.model, moves), states) == []
    assert judges.faults(Within(encoding.model, moves - 1), states) == [
        f"the plan has {moves} moves; expected at most {moves - 1}"
    ]
    assert what.faults(encoding.decode(states)) == []


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n in ("mas-puzzle", "two-ls") else []) for n in COUNTED]
)
def test_spaces_have_as_many_states_as_published(name: str) -> None:
    """From the start as many states can be reached as the file says, interchangeable blocks taken as one."""
    model = puzzle(name).encode().model
    assert isinstance(model, Sliding)
    oracle = Oracle(model)
    assert sum(map(len, oracle.layers([oracle.start]))) == puzzle(name).published["states"]


def odd(tiles: Tiles) -> bool:
    """Whether it takes an odd permutation of tiles and blank to come from start to goal, less the blank's own way."""
    order = [tiles.goal.index(number) for number in tiles.start]
    inversions = sum(a > b for a, b in itertools.combinations(order, 2))
    (r, c), (row, column) = (divmod(board.index(0), tiles.columns) for board in (tiles.start, tiles.goal))
    return (inversions + abs(r - row) + abs(c - column)) % 2 == 1


def test_the_14_15_puzzle_cannot_be_done_and_the_others_can() -> None:
    """Two tiles exchanged are an odd permutation, which no moves make; Korf's board is an even one."""
    assert puzzle("14-15-puzzle").published == {"feasible": False}
    assert odd(puzzle("14-15-puzzle").value)
    assert not odd(puzzle("15-puzzle").value)
    assert not odd(puzzle("8-puzzle").value)


def test_every_puzzle_with_plans_says_how_long_the_shortest_is() -> None:
    """Each has a published optimum, or is known to have no plan, and a source."""
    assert len(NAMES) == 18
    for name in NAMES:
        published = puzzle(name).published
        assert ("optimum" in published) != (published.get("feasible") is False)
        assert puzzle(name).source
