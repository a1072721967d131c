"""Queens as puzzles: counted as published, judged by how queens move, their symmetries those of the board."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.model.many import SolutionTable, written
from tests.schemas import validate

RIGHT = {"queens": [[0, 1], [1, 3], [2, 0], [3, 2]]}


def by_hand(n: int) -> list[tuple[int, ...]]:
    """The columns of the queens, row by row, of each solution."""
    return [
        columns
        for columns in permutations(range(n))
        if len({c + r for r, c in enumerate(columns)}) == len({c - r for r, c in enumerate(columns)}) == n
    ]


def classes_by_hand(n: int) -> int:
    """The solutions up to the turns and mirrors of the board, as orbits of lists of squares."""
    orbits = set()
    for columns in by_hand(n):
        squares = list(enumerate(columns))
        images = []
        for _ in range(4):
            squares = [(c, n - 1 - r) for r, c in squares]
            images += [tuple(sorted(squares)), tuple(sorted((c, r) for r, c in squares))]
        orbits.add(min(images))
    return len(orbits)


@pytest.mark.parametrize("n", range(1, 8))
def test_small_counts_are_those_by_hand(n: int) -> None:
    """Solutions, and their classes, are those that trying all permutations finds."""
    answer = api.count(f"queens n={n}")
    assert (answer.count, answer.classes or 0) == (len(by_hand(n)), classes_by_hand(n))


def test_eight_queens_are_counted_and_listed() -> None:
    """92 solutions and 12 classes, as published; the list has as many, all different, and fits its schema."""
    counted = api.count("queens n=8")
    assert (counted.count, counted.classes) == (92, 12)
    listed = list(api.iterate("queens n=8"))
    assert len({str(each) for each in listed}) == 92
    assert len(list(api.iterate("queens n=8", up_to_symmetry=True))) == 12
    answer = api.solve("queens n=8")
    validate("answer", answer.to_json())
    assert api.draw("queens n=8", answer.solution).count("Q") == 8


@pytest.mark.parametrize(
    "fixed",
    [
        [(0, 0)],
        [(2, 3), (5, 4)],
        [(0, 0), (1, 1)],
        [(3, 1), (3, 2)],
        [(0, 2), (1, 4), (2, 1)],
        [(5, 1), (5, 0), (1, 0)],
    ],
)
def test_fixed_queens_stay(fixed: list[tuple[int, int]]) -> None:
    """The solutions with queens on given squares are those by hand that have them, also none, and each engine agrees."""
    expected = [columns for columns in by_hand(6) if all(columns[row] == column for row, column in fixed)]
    six = puzzle("queens n=6", fixed=[list(square) for square in fixed])
    assert api.count(six).count == len(expected)
    listed = {str(each) for each in api.iterate(six)}
    assert listed == {str({"queens": [list(square) for square in enumerate(columns)]}) for columns in expected}
    for engine in ("exact", "sat", "cpsat"):
        assert api.solve(six, backend=engine).status == ("FEASIBLE" if expected else "INFEASIBLE")


@pytest.mark.parametrize("n", [4, 5])
def test_any_fixed_queens_are_counted_right(n: int) -> None:
    """With any two or three squares fixed, attacking ones too, as many solutions are counted as have all of them."""
    squares = list(product(range(n), repeat=2))
    solutions = [set(enumerate(columns)) for columns in by_hand(n)]
    for number, fixed in enumerate(combinations(squares, 3 if n == 4 else 2)):
        if number % 3:
            continue
        expected = sum(set(fixed) <= solution for solution in solutions)
        assert api.count(puzzle("queens", n=n, fixed=list(map(list, fixed)))).count == expected, fixed


@pytest.mark.parametrize(
    ("fixed", "fault"),
    [
        ("0,4", "fixed has a queen on 0,4; expected rows and columns from 0 to 3"),
        ("0,1/0,1", "the queen on 0,1 twice"),
        ("a", "fixed has 'a'; expected row,column"),
        (7, "expected coordinates"),
    ],
)
def test_bad_squares_are_refused(fixed: Any, fault: str) -> None:
    """Fixed queens are on different squares of the board."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle("queens n=4", fixed=fixed)


@pytest.mark.parametrize("n", [None, "0", "501", "x", 2.5, True])
def test_bad_numbers_are_refused(n: Any) -> None:
    """The key n is a whole number from 1 to 500."""
    with pytest.raises(InvalidInput, match="expected a whole number from 1 to 500"):
        puzzle("queens", n=n)


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        (None, "no list of squares"),
        ({"queens": [[0, True]]}, "no list of squares"),
        ({"queens": RIGHT["queens"][1:]}, "there are 3 queens; expected 4"),
        ({"queens": [[0, 1], [1, 3], [2, 0], [3, 4]]}, "a queen is on 3,4"),
        ({"queens": [[0, 1], [0, 3], [2, 0], [3, 2]]}, "0,1 and 0,3 are on one row"),
        ({"queens": [[0, 1], [1, 3], [2, 1], [3, 2]]}, "0,1 and 2,1 are on one column"),
        ({"queens": [[0, 1], [1, 0], [2, 3], [3, 2]]}, "0,1 and 1,0 are on one rising diagonal"),
        ({"queens": [[0, 0], [1, 1], [2, 3], [3, 2]]}, "0,0 and 1,1 are on one falling diagonal"),
    ],
)
def test_referee_refuses_wrong_solutions(solution: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    assert any(fault in each for each in puzzle("queens n=4").faults(solution))


def test_many_are_judged_as_one_is() -> None:
    """A table of right solutions is accepted; one wrong line, one that is short, or another key is not."""
    four = puzzle("queens n=4")
    squares = [[row, column] for row in range(4) for column in range(4)]
    parts = tuple(map(written, squares))
    right = [squares.index(square) for square in RIGHT["queens"]]
    other = [squares.index([row, 3 - column]) for row, column in RIGHT["queens"]]
    assert four.all_right(SolutionTable("queens", parts, np.array([right, other])))
    assert not four.all_right(SolutionTable("options", parts, np.array([right])))
    assert not four.all_right(SolutionTable("queens", parts, np.array([right[:3]])))
    for wrong in ([0, 5, 11, 14], [*right[:3], right[0]], [*right[:3], -1], [*right[:3], 16]):
        assert not four.all_right(SolutionTable("queens", parts, np.array([right, wrong])))
    outside = (*parts[:-1], written([3, 4]))
    assert not four.all_right(SolutionTable("queens", outside, np.array([right])))


def test_every_line_is_judged_as_the_solution_is() -> None:
    """Of all ways to have a queen in each row, or in each column, a table accepts those that are right one by one."""
    four = puzzle("queens n=4")
    squares = [[row, column] for row in range(4) for column in range(4)]
    accepted = 0
    for places in product(range(4), repeat=4):
        for turned in (False, True):
            queens = [[place, number] if turned else [number, place] for number, place in enumerate(places)]
            table = SolutionTable("queens", tuple(map(written, squares)), np.array([list(map(squares.index, queens))]))
            assert four.all_right(table) == (four.faults({"queens": queens}) == [])
            accepted += four.all_right(table)
    assert accepted == 4


def test_a_solution_without_a_fixed_queen_is_refused() -> None:
    """Right squares that leave out a fixed queen are refused, one by one and as one of many."""
    four = puzzle("queens n=4 fixed=0,2")
    assert "no queen is on 0,2; expected the fixed one" in four.faults(RIGHT)
    parts = tuple(written([row, column]) for row in range(4) for column in range(4))
    right, wrong = [2, 4, 11, 13], [1, 7, 8, 14]
    assert four.all_right(SolutionTable("queens", parts, np.array([right])))
    assert not four.all_right(SolutionTable("queens", parts, np.array([right, wrong])))


def test_losses_with_fixed_queens_are_caught() -> None:
    """A model that lacks an open square, has an attacked one, or has symmetries is not that of the puzzle."""
    fixed, free = puzzle("queens n=5 fixed=0,2"), puzzle("queens n=5")
    model, whole = fixed.encode().model, free.encode().model
    assert isinstance(model, Cover)
    assert isinstance(whole, Cover)
    assert fixed.encoding_faults(model) == []
    for option in range(model.options):
        assert fixed.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert fixed.encoding_faults(whole)
    assert free.encoding_faults(model)
    assert fixed.encoding_faults(replace(model, symmetries=whole.symmetries))


def test_losses_of_the_encoding_are_caught() -> None:
    """Any option lost, another multiplicity, a symmetry lost, doubled or none of the board: each is found."""
    five = puzzle("queens n=5")
    model = five.encode().model
    assert isinstance(model, Cover)
    assert model.symmetries is not None
    assert five.encoding_faults(model) == []
    for option in range(model.options):
        assert five.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    symmetries = model.symmetries
    fewer, twice = symmetries[:4], np.concatenate([symmetries[:7], symmetries[:1]])
    wrong = symmetries.copy()
    wrong[7] = np.concatenate([[1, 0], wrong[7][2:]])
    assert five.encoding_faults(replace(model, symmetries=None)) == [
        "the model's symmetries are not those of the board"
    ]
    assert five.encoding_faults(replace(model, symmetries=fewer)) == [
        "the model's symmetries are not those of the board"
    ]
    assert five.encoding_faults(replace(model, symmetries=twice)) == ["a symmetry of the model is listed twice"]
    shifted = np.concatenate([symmetries[:7], [np.roll(np.arange(len(model.items)), 1)]])
    plain = replace(model, least=model.least * 0)
    assert five.encoding_faults(replace(plain, symmetries=shifted))
    assert five.encoding_faults(plain)
    assert five.encoding_faults(replace(model, most=model.most * 2))
    assert five.encoding_faults(puzzle("queens n=6").encode().model)
    assert five.encoding_faults(puzzle("soma").encode().model)
