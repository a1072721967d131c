"""Covers from Python: items of any type that can be hashed, matrices, sets, items that an option has twice."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from encoders.solutions import Selection
from exactcover import api
from exactcover.api.many import solve_many
from exactcover.model.answer import Answer
from exactcover.model.cover import Multicover
from exactcover.model.errors import InvalidInput
from tests.brute_covers import solutions
from tests.schemas import validate


@pytest.mark.parametrize(
    "items",
    [
        [1, 2],
        [(0, 1), (1, 0)],
        [frozenset("ab"), frozenset()],
        [None],
        [1.5, 2.5],
        [b"x"],
        [np.int64(3), 4],
        ["a", "b"],
    ],
)
def test_solutions_have_the_items_of_the_user(items: list[Hashable]) -> None:
    """Items of a type come back as they are, by every way to a solution; in JSON they are texts, which are judged."""
    subject = api.cover(items, [[item] for item in items], costs=[2] * len(items))
    answer = api.solve(subject)
    assert (answer.status, answer.cost) == ("OPTIMAL", 2 * len(items))
    right = {(item,) for item in items}
    (many,) = solve_many([subject])
    assert isinstance(many, Answer)
    for solution in (answer.solution, next(api.iterate(subject)), many.solution):
        assert isinstance(solution, Selection)
        assert {tuple(option) for option in solution["options"]} == right
    assert api.faults(subject, answer.solution) == []
    assert api.draw(subject, answer.solution)
    written = json.loads(json.dumps(answer.to_json()))
    validate("answer", written)
    assert api.check_text(subject, json.dumps(written), api.answered)["accepted"]


@pytest.mark.parametrize(
    ("items", "options", "fault"),
    [
        ([("a", 0, 1), "b"], [["a", "b"]], "are of two types; expected items of one type"),
        ([("a", 0, 1)], [["a"]], "unknown item 'a'.*bounds are written as a list"),
        ([1, "1"], [[1]], "are of two types"),
        ([1, 2], [["1", "2"]], "unknown item '1'"),
        (["a"], [[1]], "unknown item 1"),
        ([1, 1], [[1]], "item 1 is named twice"),
        ([{}], [[1]], "cannot be hashed"),
        ([["a", 1]], [["a"]], r"expected items, or lists \[item, least, most\]"),
        ([["a", 0, 1.5]], [["a"]], "is to be covered 1.5 times; expected whole numbers"),
        ({"a": None}, [["a"]], "is to be covered None times"),
        (3, [[1]], "items is 3; expected a list"),
        (["a"], 3, "options is 3; expected a list"),
        (["a"], [3], "option 0 is 3; expected a list"),
        (["a"], [[["a"]]], "cannot be hashed; expected items"),
        ([frozenset([1]), frozenset(["1"])], [], "are both written .[{]1[}]"),
        ([[1, 0], [0, 1]], None, "expected items and options, a matrix of 0 and 1, or a list of sets"),
        (np.ones(3), None, "a matrix of 1 dimensions"),
        (np.array([[0.5, 1]]), None, "other entries than whole numbers"),
        (np.array([[-1, 1]]), None, "other entries than whole numbers"),
        (np.array([["x"]]), None, "other entries than whole numbers"),
        (np.array([[2, 1]]), None, "option 0 has item '0' twice, which is covered once at most"),
        (np.array([[1, 1], [0, 0]]), None, "option 1 is empty"),
    ],
)
def test_each_fault_has_its_sentence(items: Any, options: Any, fault: str) -> None:
    """What is no cover is refused at once, by a sentence."""
    with pytest.raises(InvalidInput, match=fault):
        api.cover(items, options)


def test_bounds_are_a_list_behind_the_item() -> None:
    """As on pages and in files, and as a mapping says them; a tuple is an item."""
    options = [["a", "b"], ["b"]]
    for items in ([["a", 0, 1], "b"], {"a": (0, 1), "b": 1}):
        assert api.count(api.cover(items, options)).count == 2
    assert api.count(api.cover([[(1, 2), 0, 1], (3, 4)], [[(1, 2), (3, 4)], [(3, 4)]])).count == 2


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3).filter(any), min_size=1, max_size=6), st.booleans())
def test_matrices_and_sets_count_as_brute_force(rows: list[list[bool]], loose: bool) -> None:
    """Dense, sparse or as sets: the count of the matrix, the last column secondary or not."""
    matrix = np.array(rows)
    options = [np.flatnonzero(row).tolist() for row in matrix]
    secondary = [2] if loose else []
    right = len(solutions({0: (1, 1), 1: (1, 1), 2: (0 if loose else 1, 1)}, options))
    forms: tuple[Any, ...] = (matrix, matrix.astype(float), sparse.csr_array(matrix), sparse.coo_matrix(matrix))
    for given_ in forms:
        assert api.count(api.cover(given_, secondary=secondary)).count == right
    used = set().union(*map(set, options))
    if used == {0, 1, 2}:
        assert api.count(api.cover([set(option) for option in options], secondary=secondary)).count == right


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.data())
def test_items_twice_in_an_option_count_as_brute_force(data: st.DataObject) -> None:
    """With coefficients: counts, lists and the least cost are those of brute force, by each engine that takes rows."""
    bounds = {name: data.draw(st.sampled_from([(0, 2), (1, 3), (2, 2), (0, 5)])) for name in "ab"} | {"c": (1, 1)}
    option = st.lists(st.sampled_from("aabb"), max_size=3).flatmap(
        lambda some: st.sampled_from([[*some, "c"], some] if some else [["c"]])
    )
    options = [["a", "a"], *data.draw(st.lists(option, min_size=1, max_size=6))]
    costs = data.draw(st.lists(st.integers(-3, 5), min_size=len(options), max_size=len(options)))
    right = solutions(bounds, options)
    subject = api.cover(bounds, options)
    assert isinstance(subject, Multicover)
    for backend in ("auto", "cpsat", "sat"):
        assert (api.count(subject, backend=backend).count or 0) == len(right)
        listed = list(api.iterate(subject, backend=backend))
        assert len(listed) == len(right)
        assert not any(api.faults(subject, each) for each in listed)
    answer = api.solve(api.cover(bounds, options, costs=costs))
    if right:
        assert (answer.status, answer.cost) == ("OPTIMAL", min(sum(costs[o] for o in each) for each in right))
    else:
        assert answer.status == "INFEASIBLE"


def test_multicovers_are_refused_by_what_cannot_take_them() -> None:
    """Engines of plain covers and formats say so in a sentence; a plain item twice is no question of bounds."""
    subject = api.cover({"a": (0, 3)}, [["a", "a"], ["a"]])
    assert api.count(subject).count == 4
    for refused in (lambda: api.solve(subject, backend="exact"), lambda: api.export(subject, "dlx")):
        with pytest.raises(InvalidInput, match="expected"):
            refused()
    with pytest.raises(
        InvalidInput, match=r"covered once at most; expected it once in the option, or bounds like \['a', 0, 2\]"
    ):
        api.cover(["a"], [["a", "a"]])
    assert subject.labels == ()


def test_the_referee_of_a_multicover_compares_rows() -> None:
    """Rows that lost a coefficient, a bound or a cost are not what the cover asks."""
    one = {"items": [["a", 0, 3], ["b", 1, 1]], "options": [["a", "a"], ["a", "b"]], "costs": [1, 2]}
    subject = api.puzzle("cover", **one)
    assert not subject.encoding_faults(subject.encode().model)
    for changes in (
        {"options": [["a"], ["a", "b"]]},
        {"options": [["a", "a", "a"], ["a", "b"]]},
        {"items": [["a", 0, 2], ["b", 1, 1]]},
        {"costs": [1, 3]},
    ):
        assert subject.encoding_faults(api.puzzle("cover", **one | changes).encode().model)
    assert any(
        "is covered 4 times" in each
        for each in api.faults(
            api.cover({"a": (0, 3)}, [["a", "a"], ["a", "a"]]), {"options": [["a", "a"], ["a", "a"]]}
        )
    )


def test_symmetries_and_positions_of_own_items() -> None:
    """Cycles and tables of any hashable items; one solution of a square up to a quarter turn; a picture on their positions."""
    cells = [(row, column) for row in range(2) for column in range(2)]
    dominoes = [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 1), (1, 1)]]
    turn = [[(0, 0), (0, 1), (1, 1), (1, 0)]]
    flip = {(0, 0): (0, 1), (0, 1): (0, 0), (1, 0): (1, 1), (1, 1): (1, 0)}
    layout = {cell: cell for cell in cells}
    for symmetries in ([turn], list[Any]([turn, flip])):
        square = api.cover(cells, dominoes, symmetries=symmetries, layout=layout)
        answer = api.count(square, up_to_symmetry=True)
        assert (answer.count, answer.classes) == (2, 1)
    assert "┌" in api.draw(square, api.solve(square))


def test_symmetries_that_are_none_are_refused() -> None:
    """As in a file: a permutation has to take options to options, and its items have to be the cover's."""
    with pytest.raises(InvalidInput, match="symmetry 1"):
        api.cover(["a", "b"], [["a"], ["a", "b"]], symmetries=[[["a", "b"]]])
    with pytest.raises(InvalidInput, match="unknown item"):
        api.cover([1, 2], [[1], [2]], symmetries=[{1: 3, 3: 1}])
    with pytest.raises(InvalidInput, match="layout has"):
        api.cover([1, 2], [[1], [2]], layout={1: (0, 0), 2: (0, 0)})
