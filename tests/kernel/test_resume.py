"""Searches and counts that are cut short: state that is copied, limits that are reached, memory that is refused."""

from __future__ import annotations

import pickle
from types import ModuleType

import numpy as np
import pytest

from exactcover.kernel.cover import fewest_options, orders, static_order
from exactcover.kernel.instance import OutOfReach
from exactcover.kernel.layers import layers
from tests.kernel.instances import PENTOMINOES, TETROMINOES, built, langford, once, packing
from tests.kernel.test_agreement import ENUMERATING, Selections, listed, split, tables


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_a_search_goes_on_from_its_saved_arrays(kernel: ModuleType) -> None:
    """A state pickled after any number of nodes and loaded into a new search gives the rest: no duplicate and no gap."""
    given = langford(7)
    prepared = tables(kernel, given)
    whole = listed(kernel, prepared)
    assert len(whole) == 52
    for nodes in (1, 37, 400):
        search, found = kernel.Search(prepared), []
        while not search.finished:
            step = search.run(nodes, keep=5)
            found += [tuple(row) for row in step.selections.tolist()]
            saved = pickle.dumps((search.state, search.pending))
            search = kernel.Search(prepared)
            search.state, search.pending = pickle.loads(saved)
        assert found == whole


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_nodes_do_not_depend_on_the_budget(kernel: ModuleType) -> None:
    """The same nodes are counted in one call and in many, with a full buffer and without one."""
    prepared = tables(kernel, langford(6))
    whole = kernel.Search(prepared)
    whole.run(1 << 40)
    for nodes, keep in ((50, 0), (1 << 40, 1), (7, 2)):
        search, spent = kernel.Search(prepared), 0
        while not search.finished:
            spent += search.run(nodes, keep=keep).nodes
        assert spent == search.nodes == whole.nodes


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_a_count_stops_at_its_most(kernel: ModuleType) -> None:
    """`most` ends a call at exactly so many solutions, and the next call goes on after them."""
    search = kernel.Search(tables(kernel, langford(7)))
    assert [search.run(1 << 40, most=20).solutions for _ in range(4)] == [20, 20, 12, 0]
    assert search.finished


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_nodes_of_roots_add_up(kernel: ModuleType) -> None:
    """A split into many roots gives all solutions of a packing with multiplicities, and each root is small."""
    given = packing((5, 8), TETROMINOES, once(TETROMINOES, 2))
    prepared = tables(kernel, given)
    roots = split(kernel, prepared, (), 40)
    counts = [kernel.Search(prepared, root).run(1 << 40).solutions for root in roots]
    assert len(roots) >= 40
    assert sum(counts) == 3106
    assert max(counts) < 3106


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_instances_on_the_edge(kernel: ModuleType) -> None:
    """No items, no options, an item without options, and only optional options each give what the definition says."""
    edges: list[tuple[list[int], list[int], list[list[int]], Selections]] = [
        ([], [], [], [()]),
        ([0, 0], [1, 1], [], [()]),
        ([1], [1], [], []),
        ([1, 1], [1, 1], [[0]], []),
        ([0], [1], [[0]], [(), (0,)]),
        ([0, 0], [0, 3], [[0], [1], [0, 1]], [(), (1,)]),
        ([2], [2], [[0]], []),
        ([0, 1], [2, 1], [[0], [1], [0, 1]], [(0, 1), (0, 2), (1,), (2,)]),
    ]
    for least, most, options, want in edges:
        given = built(least, most, options)
        assert sorted(listed(kernel, tables(kernel, given))) == want
        order, tail = orders.layer_order(given)
        counting = layers.Counting(layers.prepare(given, order, tail))
        counting.run(1 << 20)
        assert counting.count == len(want)


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_a_root_that_contradicts_itself_has_no_solution(kernel: ModuleType) -> None:
    """Two options with an item in common, or one both in and out, give nothing; an unknown option is an error."""
    given = built([1, 1], [1, 1], [[0], [1], [0, 1]])
    prepared = tables(kernel, given)
    for root in ((0, 2), (0, ~0), (2, ~2)):
        assert listed(kernel, prepared, root) == []
        order, tail = orders.layer_order(given)
        counting = layers.Counting(layers.prepare(given, order, tail, root))
        counting.run(1)
        assert (counting.progress.finished, counting.count) == (True, 0)
    with pytest.raises(ValueError, match="option 3"):
        kernel.Search(prepared, (3,))


@pytest.mark.deep("interrupts a search after each of its nodes")
def test_buckets_of_more_than_64_options() -> None:
    """An item with 150 options, alone or taken three at a time in order, is searched chunk by chunk (S, M)."""
    given = built([1, 1], [1, 1], [[0], [0, 1], [1]])
    wide = built([1] + [0] * 150, [1] + [1] * 150, [[0, k] for k in range(1, 151)])
    several = built([2] + [0] * 70, [3] + [1] * 70, [[0, k] for k in range(1, 71)])
    for kernel in ENUMERATING:
        assert len(listed(kernel, tables(kernel, given))) == 2
        assert len(set(listed(kernel, tables(kernel, wide), (), 11, 7))) == 150
        assert kernel.Search(tables(kernel, several)).run(1 << 40).solutions == 70 * 69 // 2 + 70 * 69 * 68 // 6
        found: Selections = []
        for root in split(kernel, tables(kernel, several), (), 100):
            found += listed(kernel, tables(kernel, several), root, 1000, 500)
        assert len(found) == len(set(found)) == 70 * 69 // 2 + 70 * 69 * 68 // 6


def test_layers_refuse_what_does_not_fit_their_memory() -> None:
    """A count that needs more memory than its limit stops with the layer, the states and the limit named."""
    given = packing((6, 10), PENTOMINOES, once(PENTOMINOES))
    order, tail = orders.layer_order(given)
    counting = layers.Counting(layers.prepare(given, order, tail), memory=4 << 20)
    with pytest.raises(OutOfReach, match=r"layer \d+ of \d+ has more than \d+ states; .* limit is 4 MB"):
        counting.run(1 << 40)


def test_a_probe_of_the_layers_reports_states_and_paths() -> None:
    """Stopped after 2000 states, a count says how many states and ways it made, and can still be finished."""
    given = packing((5, 8), TETROMINOES, once(TETROMINOES, 2))
    order, tail = orders.layer_order(given)
    counting = layers.Counting(layers.prepare(given, order, tail))
    probed = counting.run(2000)
    assert not probed.finished
    assert 2000 <= probed.states <= probed.paths < 6000
    assert counting.run(1 << 40).finished
    assert counting.count == 3106


def test_counters_of_many_bits() -> None:
    """An item needed 40 to 41 times among 43 options has the binomial number of selections, in S, M and D."""
    given = (
        built([40], [41], [[0]]) if False else built([40] + [0] * 43, [41] + [1] * 43, [[0, k] for k in range(1, 44)])
    )
    want = 12341 + 903
    order, tail = orders.layer_order(given)
    counting = layers.Counting(layers.prepare(given, order, tail))
    counting.run(1 << 40)
    assert counting.count == want
    for kernel in (static_order, fewest_options):
        assert kernel.Search(tables(kernel, given)).run(1 << 40).solutions == want


def test_selections_are_increasing_and_padded() -> None:
    """Selections come as increasing option numbers of the whole instance, -1 after them, the root's options included."""
    given = packing((4, 5), {"D": "XX", "I": "XXX"}, {"D": (1, 7), "I": (2, 6)})
    for kernel in ENUMERATING:
        step = kernel.Search(tables(kernel, given), (3,)).run(1 << 40, keep=1000)
        assert step.selections.dtype == np.int32
        assert (step.selections == 3).any(axis=1).all()
        for row in step.selections:
            chosen = row[row >= 0]
            assert (np.diff(chosen) > 0).all()
            assert (row[len(chosen) :] == -1).all()
