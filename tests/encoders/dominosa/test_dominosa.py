"""Dominosa as puzzles: counted by trying all, judged by the digits, every loss of the encoding caught."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.solutions import PackingSolution
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.random_puzzles import KINDS
from tests.schemas import validate
from tests.second_program import truth

SIX = "dominosa grid=001/011"


def placed(*dominoes: tuple[str, int, int, int, int]) -> dict[str, Any]:
    """A solution: each domino with the row and column of its two cells."""
    return {"placements": [{"piece": name, "cells": [[a, b], [c, d]]} for name, a, b, c, d in dominoes]}


RIGHT = (("0-0", 0, 0, 0, 1), ("1-1", 0, 2, 1, 2), ("0-1", 1, 0, 1, 1))


def planted(seed: int) -> str:
    """The double-six set laid at random on 7x8: rows of horizontal dominoes, digits turned at random."""
    rng = random.Random(seed)
    dominoes = [[low, high] for low in range(7) for high in range(low, 7)]
    rng.shuffle(dominoes)
    halves = "".join(str(half) for domino in dominoes for half in rng.sample(domino, 2))
    return "/".join(halves[first : first + 8] for first in range(0, 56, 8))


@pytest.mark.parametrize("seed", range(20))
def test_counts_are_those_of_a_second_program(seed: int) -> None:
    """Random grids have as many solutions as laying dominoes one by one finds."""
    keys = KINDS["dominosa"][1](random.Random(seed))
    assert api.count(api.puzzle("dominosa", **keys)).count == truth("dominosa", keys).count


@pytest.mark.parametrize("seed", range(3))
def test_a_planted_set_of_double_six_is_found(seed: int) -> None:
    """A grid made of the 28 dominoes is covered by them; the answer fits its schema."""
    answer = api.solve(f"dominosa grid={planted(seed)}")
    validate("answer", answer.to_json())
    assert answer.status == "FEASIBLE"
    assert isinstance(answer.solution, PackingSolution)
    assert len(answer.solution.placements) == 28


def test_dominoes_are_drawn_by_name() -> None:
    """Without a solution the digits are drawn, with it each domino by its name."""
    assert api.draw(SIX).count("0") == 3
    drawing = api.draw(SIX, placed(*RIGHT))
    assert all(name in drawing for name in ("0-0", "0-1", "1-1"))


def test_a_digit_too_often_is_noticed() -> None:
    """A set has each digit equally often."""
    assert puzzle(SIX).notices() == []
    assert puzzle("dominosa grid=000/011").notices() == ["the grid has 0 4 times; the set has it 3 times"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", "grid is None; expected rows of digits"),
        ("grid=001/01", "expected rows of equally many digits"),
        ("grid=0011/0111", "grid has 8 cells; expected those of a set of dominoes"),
        ("grid=001/012", "grid has '2'; expected the digits 0 to 1 of a set of 3 dominoes"),
        ("grid=001/011 n=1", "has no key 'n'"),
    ],
)
def test_bad_keys_are_refused(words: str, fault: str) -> None:
    """Each fault of the key has a sentence with what was expected."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle(f"dominosa {words}".strip()) if words else puzzle("dominosa")


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        ({"placements": [{"piece": "0-0", "cells": [[0, 0]]}]}, "the solution has no dominoes"),
        ({"grid": "001011"}, "the solution has no dominoes"),
        (placed(("0-0", 0, 0, 0, 3)), "a domino is on 0,0 and 0,3; expected cells of 2 rows and 3 columns"),
        (placed(("0-1", 0, 0, 0, 2)), "the cells 0,0 and 0,2 are no domino; expected neighbours"),
        (placed(("0-1", 0, 0, 0, 1)), "0,0 and 0,1 show 0-0; the solution has '0-1' there"),
        (placed(*RIGHT[:2]), "the cell 1,0 is covered 0 times; expected once"),
        (placed(*RIGHT, RIGHT[0]), "the cell 0,0 is covered 2 times; expected once"),
        (placed(("0-0", 0, 0, 1, 0), ("0-1", 0, 1, 1, 1), ("1-1", 0, 2, 1, 2)), ""),
        (placed(("0-0", 0, 0, 1, 0), ("0-1", 0, 1, 0, 2), ("0-0", 0, 0, 1, 0)), "the domino 0-0 is used 2 times"),
    ],
)
def test_referee_judges_solutions(solution: Any, fault: str) -> None:
    """Each way to be wrong has a sentence; both ways to lay the set on the grid are right."""
    faults = puzzle(SIX).faults(solution)
    assert any(fault in each for each in faults) if fault else faults == []
    assert puzzle(SIX).faults(placed(*RIGHT)) == []


def test_losses_of_the_encoding_are_caught() -> None:
    """Any option lost, another multiplicity, costs, symmetries, another grid's model: each is found."""
    grid = puzzle("dominosa grid=33113/01002/20223/20311")
    model = grid.encode().model
    assert isinstance(model, Cover)
    assert grid.encoding_faults(model) == []
    for option in range(model.options):
        assert grid.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert grid.encoding_faults(replace(model, least=model.least * 0))
    assert grid.encoding_faults(replace(model, symmetries=np.arange(len(model.items))[None]))
    assert grid.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert grid.encoding_faults(puzzle("dominosa grid=33113/01002/20223/20113").encode().model)
    assert grid.encoding_faults(puzzle("soma").encode().model)
