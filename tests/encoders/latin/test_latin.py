"""Latin squares as puzzles: counted as published, completed, judged by the rules, symmetries those of the square."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.solutions import FilledGrid
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate


def images(grid: str, n: int) -> set[str]:
    """A filled grid turned and mirrored in all ways."""
    rows = [grid[row * n : (row + 1) * n] for row in range(n)]
    seen = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        seen |= {"".join(rows), "".join(row[::-1] for row in rows)}
    return seen


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)])
def test_counts_are_those_published(n: int, count: int) -> None:
    """The number of Latin squares of each order."""
    assert api.count(f"latin n={n}").count == count


@pytest.mark.parametrize("n", [2, 3, 4])
def test_classes_are_orbits_of_the_listed(n: int) -> None:
    """Classes are the orbits of all squares that are listed under the turns and mirrors."""
    grids = [each.grid for each in api.iterate(f"latin n={n}") if isinstance(each, FilledGrid)]
    assert api.count(f"latin n={n}").classes == len({min(images(grid, n)) for grid in grids})


def test_given_cells_are_kept() -> None:
    """Of the squares of order 4 those with the given cells are left; no classes are counted of them."""
    whole = [each.grid for each in api.iterate("latin n=4") if isinstance(each, FilledGrid)]
    given = "1..4/..../.3../...."
    counted = api.count(f"latin n=4 grid={given}")
    cells = given.replace("/", "")
    assert counted.count == sum(all(c in (".", v) for c, v in zip(cells, grid, strict=True)) for grid in whole)
    assert counted.classes is None
    answer = api.solve(f"latin n=4 grid={given}")
    validate("answer", answer.to_json())
    assert sum(len(a.cells) for a in puzzle(f"latin n=4 grid={given}").picture(answer.solution).areas if a.fixed) == 3
    assert api.draw(f"latin n=4 grid={given}").count("·") == 13


def test_the_one_cell_of_the_smallest_square_may_be_given() -> None:
    """The square of order 1 has one filling, whether its cell is given, which leaves out no option, or not."""
    assert [api.count(f"latin n=1 grid={grid}").count for grid in (".", "1")] == [1, 1]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({}, "n is None; expected a whole number from 1 to 35"),
        ({"n": 3, "grid": 5}, "grid is 5; expected a character per cell"),
        ({"n": 3, "grid": "..."}, "grid has 3 cells; expected 9: '...'"),
        ({"n": 2, "grid": "..3."}, "grid has '3' in row 1, column 0; expected 1 to 2, or . or 0 for empty"),
        ({"n": 10, "grid": "." * 99 + "B"}, "expected 1 to 9, A to A"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """Each way to write no square has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("latin", **keys)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        (None, "no grid of 9 cells"),
        ({"grid": "123"}, "no grid of 9 cells"),
        ({"grid": "423231312"}, "row 0, column 0 has '4'; expected 1 to 3"),
        ({"grid": "231312123"}, "row 0, column 0 has 2, and 1 is given there"),
        ({"grid": "121231312"}, "row 0 is 121: a value is there twice"),
        ({"grid": "123132312"}, "column 0 is 113: a value is there twice"),
    ],
)
def test_referee_refuses_wrong_solutions(solution: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    three = puzzle("latin n=3 grid=1........")
    assert any(fault in each for each in three.faults(solution))
    assert three.faults({"grid": "123231312"}) == []


@pytest.mark.parametrize("grid", [".........", "1........"])
def test_losses_of_the_encoding_are_caught(grid: str) -> None:
    """Any option lost, another multiplicity, a symmetry too few, too many or wrong: each is found."""
    three = puzzle(f"latin n=3 grid={grid}")
    model = three.encode().model
    assert isinstance(model, Cover)
    assert three.encoding_faults(model) == []
    for option in range(model.options):
        assert three.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    identity = np.arange(len(model.items))[None]
    assert three.encoding_faults(replace(model, symmetries=identity))
    assert three.encoding_faults(replace(model, least=model.least * 0, symmetries=None))
    assert three.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert three.encoding_faults(puzzle("latin n=3 grid=.1.......").encode().model)
    assert three.encoding_faults(puzzle("latin n=4").encode().model)
    assert three.encoding_faults(puzzle("soma").encode().model)
