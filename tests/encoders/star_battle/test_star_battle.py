"""Star battles as puzzles: counted as published and by trying all, judged by the rules, every loss of the encoding caught."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate

FOUR = "star-battle regions=AABB/AABB/CCDD/CCDD"
RIGHT = ".*.....**.....*."


def by_rows(n: int) -> str:
    """Regions that are the rows, so that they ask nothing more."""
    return "/".join(letter * n for letter in "ABCDEFGHIJKLMN"[:n])


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)])
def test_one_star_a_row_is_counted_as_published(n: int, count: int) -> None:
    """Permutations in which no two adjacent values are consecutive (OEIS A002464)."""
    assert api.count(f"star-battle regions={by_rows(n)}").count == count


def test_two_stars_a_row_are_counted_as_row_by_row() -> None:
    """All boards of 8x8 with two stars in each row and column are built row by row."""
    pairs = [pair for pair in itertools.combinations(range(8), 2) if pair[1] - pair[0] > 1]
    ways = Counter({((-9, -9), (0,) * 8): 1})
    for _ in range(8):
        after: Counter[Any] = Counter()
        for ((one, two), full), number in ways.items():
            for pair in pairs:
                columns = tuple(count + (k in pair) for k, count in enumerate(full))
                if max(columns) < 3 and all(abs(a - b) > 1 for a in pair for b in (one, two)):
                    after[pair, columns] += number
        ways = after
    assert api.count(f"star-battle regions={by_rows(8)} stars=2").count == sum(ways.values()) > 0


def test_a_battle_is_solved_and_drawn() -> None:
    """The answer fits its schema; the drawing has a star in each region, which has a colour of its name."""
    answer = api.solve(FOUR)
    validate("answer", answer.to_json())
    assert api.draw(FOUR, answer.solution).count("*") == 4
    assert api.draw(FOUR).count("*") == 0


def test_regions_are_the_same_under_other_names() -> None:
    """A battle is known by its regions, not by their names; a region too small for its stars is noticed."""
    assert puzzle(FOUR) == puzzle("star-battle regions=yyzz/yyzz/..__/..__ stars=1")
    assert puzzle("star-battle regions=ABBB/BBBB/CCDD/CCDD stars=2").notices() == [
        "region 1, in the order of first cells, has 1 cells; it needs 2 stars"
    ]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("stars=1", "regions is None; expected a picture"),
        ("regions=AAB/BB", "regions has the row 'AAB'; expected 2 cells"),
        ("regions=AA/AA", "regions has 1 regions; expected 2, as many as rows"),
        (f"regions={'/'.join('A' * 31 for _ in range(31))}", "regions has 31 rows; expected 1 to 30"),
        ("regions=AB/AB stars=7", "stars is 7; expected a whole number from 1 to 6"),
        ("regions=AB/AB n=2", "has no key 'n'"),
    ],
)
def test_bad_keys_are_refused(words: str, fault: str) -> None:
    """Each fault of a key has a sentence with what was expected."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle(f"star-battle {words}")


@pytest.mark.parametrize(
    ("grid", "fault"),
    [
        (None, "the solution has no grid of 16 cells"),
        (RIGHT[:15], "the solution has no grid of 16 cells"),
        (RIGHT[:15] + "x", "the solution has no grid of 16 cells"),
        (RIGHT[:14] + "..", "row 3 has 0 stars; expected 1"),
        (RIGHT[:14] + ".*", "column 3 has 2 stars; expected 1"),
        ("*....*....*....*", "region 1 has 2 stars; expected 1"),
        ("*....*....*....*", "the stars on 0,0 and 1,1 touch"),
    ],
)
def test_referee_refuses_wrong_solutions(grid: Any, fault: str) -> None:
    """Each way to be wrong has a sentence."""
    assert any(fault in each for each in puzzle(FOUR).faults({"grid": grid}))
    assert puzzle(FOUR).faults({"grid": RIGHT}) == []


def test_losses_of_the_encoding_are_caught() -> None:
    """Any option lost, another number of stars, costs, symmetries, another puzzle's model: each is found."""
    four = puzzle(FOUR)
    model = four.encode().model
    assert isinstance(model, Cover)
    assert four.encoding_faults(model) == []
    for option in range(model.options):
        assert four.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert four.encoding_faults(replace(model, most=model.most + 1))
    assert four.encoding_faults(replace(model, symmetries=np.arange(len(model.items))[None]))
    assert four.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert four.encoding_faults(puzzle("star-battle regions=AABB/ACBB/CCDD/CCDD").encode().model)
    assert four.encoding_faults(puzzle("soma").encode().model)
