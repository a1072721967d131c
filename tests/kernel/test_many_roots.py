"""Many roots in one compiled call: the same counts and nodes as root by root, however calls are cut and whoever makes them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from exactcover.backends.search.cover import kernel_tables
from exactcover.backends.search.cover.kernel_names import STATIC_ORDER
from exactcover.kernel.cover import cut_roots, static_order
from exactcover.kernel.cover.many_roots import ManyRoots
from exactcover.kernel.instance import Root
from tests.kernel.instances import langford, random_instance


def one_by_one(tables: static_order.Tables, roots: list[Root]) -> list[tuple[int, int]]:
    """Solutions and nodes of each root, searched by itself."""
    steps = [static_order.Search(tables, root).run(1 << 60) for root in roots]
    return [(step.solutions, step.nodes) for step in steps]


def in_turn(dealt: ManyRoots, nodes: int) -> dict[int, tuple[int, int]]:
    """Solutions and nodes of the roots that calls of so many nodes take; a root that a call leaves is searched to its end."""
    told: dict[int, tuple[int, int]] = {}
    while dealt.left:
        counted = dealt.count(nodes)
        spent = sum(counted.nodes) + (counted.begun.step.nodes if counted.begun else 0)
        assert spent <= nodes + static_order.Search.slack
        for place, *of_root in zip(counted.places, counted.solutions, counted.nodes, strict=True):
            assert place not in told
            told[place] = (of_root[0], of_root[1])
        if counted.begun is not None:
            place, step, search = counted.begun
            assert not step.finished
            rest = search.run(1 << 60)
            assert rest.finished
            told[place] = step.solutions + rest.solutions, step.nodes + rest.nodes
    return told


def in_order(told: dict[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """The same, root by root."""
    return [told[place] for place in sorted(told)]


def tables_of(number: int) -> static_order.Tables:
    """Tables of Langford pairs."""
    tables = kernel_tables.tables_of(langford(number), STATIC_ORDER)
    assert isinstance(tables, static_order.Tables)
    return tables


@pytest.mark.parametrize("nodes", [1, 100, 1_000, 1 << 40])
def test_calls_of_any_length_come_to_the_same(nodes: int) -> None:
    """Counts and nodes of each root are those of a search of its own, whether a call ends in the midst of a root or not."""
    tables = tables_of(8)
    roots: list[Root] = list(cut_roots.split(tables, (), 30))
    assert in_order(in_turn(ManyRoots(tables, roots), nodes)) == one_by_one(tables, roots)
    assert sum(solutions for solutions, _ in one_by_one(tables, roots)) == 300


def test_random_covers_with_multiplicities_agree() -> None:
    """On random covers roots of both sorts, those that are solved and those that contradict themselves, are counted right."""
    several = 0
    for seed in range(60):
        instance = random_instance(seed)
        tables = kernel_tables.tables_of(instance, STATIC_ORDER)
        assert isinstance(tables, static_order.Tables)
        rng = np.random.default_rng(seed)
        roots: list[Root] = list(cut_roots.split(tables, (), 6))
        roots += [
            tuple(rng.permutation(instance.options)[: rng.integers(0, 4)].tolist())
            for _ in range(5 * (instance.options > 0))
        ]
        expected = one_by_one(tables, roots)
        several += sum(solutions > 0 for solutions, _ in expected)
        assert in_order(in_turn(ManyRoots(tables, roots), int(rng.integers(1, 50)))) == expected, seed
    assert several > 50


def test_roots_that_name_no_option_are_refused() -> None:
    """An option beyond the last, or one chosen twice by a root, is refused as by a search of one root; in two roots it is not."""
    tables = tables_of(5)
    for root in ((10_000,), (1, 1)):
        with pytest.raises(ValueError, match=r"a root (names option 10000|chooses an option twice)"):
            ManyRoots(tables, [(), root])
    counted = ManyRoots(tables, [(1,), (1,), (~1,)]).count(1 << 40)
    assert (counted.places, counted.begun) == ([0, 1, 2], None)


@pytest.mark.parametrize("nodes", [1, 50, 1 << 40])
def test_threads_share_the_roots_out(nodes: int) -> None:
    """Of four threads that take roots at once each takes others, and together they take all."""
    tables = tables_of(8)
    roots: list[Root] = list(cut_roots.split(tables, (), 200))
    expected = one_by_one(tables, roots)
    for _ in range(20):
        dealt = ManyRoots(tables, roots)
        with ThreadPoolExecutor(4) as threads:
            told = list(threads.map(lambda _, dealt=dealt: in_turn(dealt, nodes), range(4)))
        assert sum(map(len, told)) == len(roots)
        assert in_order({place: each for some in told for place, each in some.items()}) == expected
