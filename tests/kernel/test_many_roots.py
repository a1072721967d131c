"""Many roots in one compiled call: the same counts and nodes as root by root, however the calls are cut, and refusals."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.kernel.cover import many_roots, static_order
from exactcover.kernel.instance import Root
from exactcover.search.cover import kernel_tables
from exactcover.search.cover.kernel_names import STATIC_ORDER
from tests.kernel.instances import langford, random_instance


def one_by_one(tables: static_order.Tables, roots: list[Root]) -> list[tuple[int, int]]:
    """Solutions and nodes of each root, searched by itself."""
    steps = [static_order.Search(tables, root).run(1 << 60) for root in roots]
    return [(step.solutions, step.nodes) for step in steps]


def in_turn(tables: static_order.Tables, roots: list[Root], nodes: int) -> list[tuple[int, int]]:
    """The same by calls of so many nodes; a root that a call leaves is searched to its end."""
    told: list[tuple[int, int]] = []
    while len(told) < len(roots):
        steps, begun = many_roots.count(tables, roots[len(told) :], nodes)
        assert steps
        assert sum(step.nodes for step in steps) <= nodes + static_order.Search.slack
        assert [step.finished for step in steps] == [True] * (len(steps) - (begun is not None)) + [False] * (
            begun is not None
        )
        told += [(step.solutions, step.nodes) for step in steps]
        if begun is not None:
            rest = begun.run(1 << 60)
            assert rest.finished
            told[-1] = (told[-1][0] + rest.solutions, told[-1][1] + rest.nodes)
    return told


def tables_of(number: int) -> static_order.Tables:
    """Tables of Langford pairs."""
    tables = kernel_tables.tables_of(langford(number), STATIC_ORDER)
    assert isinstance(tables, static_order.Tables)
    return tables


@pytest.mark.parametrize("nodes", [1, 100, 1_000, 1 << 40])
def test_calls_of_any_length_come_to_the_same(nodes: int) -> None:
    """Counts and nodes of each root are those of a search of its own, whether a call ends in the midst of a root or not."""
    tables = tables_of(8)
    roots: list[Root] = list(static_order.split(tables, (), 30))
    assert in_turn(tables, roots, nodes) == one_by_one(tables, roots)
    assert sum(solutions for solutions, _ in one_by_one(tables, roots)) == 300


def test_random_covers_with_multiplicities_agree() -> None:
    """On random covers roots of both sorts, those that are solved and those that contradict themselves, are counted right."""
    several = 0
    for seed in range(60):
        instance = random_instance(seed)
        tables = kernel_tables.tables_of(instance, STATIC_ORDER)
        assert isinstance(tables, static_order.Tables)
        rng = np.random.default_rng(seed)
        roots: list[Root] = list(static_order.split(tables, (), 6))
        roots += [
            tuple(rng.permutation(instance.options)[: rng.integers(0, 4)].tolist())
            for _ in range(5 * (instance.options > 0))
        ]
        expected = one_by_one(tables, roots)
        several += sum(solutions > 0 for solutions, _ in expected)
        assert in_turn(tables, roots, int(rng.integers(1, 50))) == expected, seed
    assert several > 50


def test_roots_that_name_no_option_are_refused() -> None:
    """An option beyond the last, or one chosen twice by a root, is refused as by a search of one root; in two roots it is not."""
    tables = tables_of(5)
    for root in ((10_000,), (1, 1)):
        with pytest.raises(ValueError, match=r"a root (names option 10000|chooses an option twice)"):
            many_roots.count(tables, [(), root], 10)
    steps, _ = many_roots.count(tables, [(1,), (1,), (~1,)], 1 << 40)
    assert [step.finished for step in steps] == [True] * 3
