"""Covers as linear models: the shown variables are the options, and the solutions are the same."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from exactcover import judges
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.linear import Linear
from exactcover.transform.reductions import cover_to_linear
from tests.random_models import listed, random_cover


def linear_of(model: Cover) -> Linear:
    """The linear model of a cover."""
    found = cover_to_linear.reduce(model).model
    assert isinstance(found, Linear)
    return found


def test_solutions_are_those_of_the_cover() -> None:
    """Without connectivity, the judges of both models accept the same subsets of the options, at the same cost."""
    for seed in range(60):
        model = random_cover(seed)
        linear = linear_of(model)
        assert linear.first == len(linear.variables) == model.options
        for size in range(model.options + 1):
            for subset in itertools.combinations(range(model.options), size):
                selection = np.array(subset, dtype=np.int64)
                assert bool(judges.faults(model, selection)) == bool(judges.faults(linear, selection))
                assert judges.cost(model, selection) == judges.cost(linear, selection)


def test_connectivity_is_told_by_variables_that_follow() -> None:
    """Every connected solution of the cover extends to exactly one assignment of the linear model, and no other does."""
    told = 0
    for seed in range(80):
        model = random_cover(seed, connected=True)
        if model.connectivity is None:
            continue
        linear = linear_of(model)
        found = sorted(
            sorted(v for v in assignment if v < linear.first)
            for assignment in listed("sat", replace(linear, shown=None))
        )
        assert found == listed("brute", model)
        told += len(linear.variables) > linear.first
    assert told > 30


def test_long_paths_are_told() -> None:
    """A path as long as all the options together is still connected, and a gap in it is not."""
    count = 9
    path = Connectivity(np.arange(count), np.array([[n, n + 1] for n in range(count - 1)]), np.array([0]))
    model = replace(
        cover({f"i{n}": (0, 1) for n in range(count)}, [[f"i{n}"] for n in range(count)]), connectivity=path
    )
    assert listed("sat", model) == [list(range(length)) for length in range(count + 1)]


def test_options_may_join_what_others_begin() -> None:
    """Items that may be covered 2^62 times are joined as others are: an option may reach the root through another one."""
    path = Connectivity(np.arange(3), np.array([[0, 1], [1, 2]]), np.array([0]))
    model = replace(cover(dict.fromkeys("abc", (0, 2**62)), [["a"], ["a", "b"], ["b", "c"]]), connectivity=path)
    assert listed("sat", model) == listed("brute", model) == [[], [0], [0, 1], [0, 1, 2], [0, 2], [1], [1, 2]]


def test_lift_drops_what_is_not_an_option() -> None:
    """The way back keeps the true variables that are options."""
    path = Connectivity(np.array([0, 1]), np.array([[0, 1]]), np.array([0]))
    model = replace(cover({"a": (0, 1), "b": (0, 1)}, [["a"], ["b"]]), connectivity=path)
    reduction = cover_to_linear.reduce(model)
    assert isinstance(reduction.model, Linear)
    assert len(reduction.model.variables) == 4
    assert reduction.lift(np.array([0, 1, 2, 3])).tolist() == [0, 1]


def test_rows_that_ask_nothing_are_left_out() -> None:
    """An item that its options can neither miss nor exceed has no row; one that no option covers but must be has."""
    model = cover({"a": (0, 2), "b": (0, 1), "c": 1}, [["a"], ["a", "b"]])
    assert [(row.variables, row.least, row.most) for row in linear_of(model).rows] == [((), 1, 1)]
