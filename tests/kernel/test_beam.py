"""Beams: exact where they are wide enough, near the truth where they are not, the same for the same seed."""

from __future__ import annotations

import pytest

from exactcover.kernel.cover import cut_roots, orders, probe, static_order
from exactcover.kernel.instance import instance
from tests.classic_covers import queens
from tests.kernel.instances import random_instance

EVERYTHING = 1 << 60


def test_a_beam_wider_than_the_tree_counts_it() -> None:
    """With room for every level the estimate is the number of nodes and solutions; items covered often may add a few nodes."""
    branched = 0
    for seed in range(200):
        given = random_instance(seed)
        often = given.most.max(initial=0) > 1
        tables = static_order.prepare(given, orders.search_order(given))
        step = static_order.Search(tables).run(EVERYTHING)
        found = probe.estimate_together(tables, [()], 100_000, 2)
        assert found.solutions == step.solutions, seed
        assert found.nodes >= step.nodes if often else found.nodes == step.nodes, seed
        assert found.nodes_error == 0
        branched += step.nodes > 5 and not often
    assert branched > 10


def test_a_narrow_beam_is_near_the_truth() -> None:
    """Ten queens from all places of the first row: within a tenth by beams of 300, and the error says how far."""
    given = instance(queens(10))
    tables = static_order.prepare(given, orders.search_order(given))
    roots = cut_roots.split(tables, (), 10)
    nodes = sum(static_order.Search(tables, root).run(EVERYTHING).nodes for root in roots)
    found = probe.estimate_together(tables, roots, 300, 8, seed=3)
    assert 0 < found.nodes_error < nodes / 20
    assert abs(found.nodes - nodes) < nodes / 10
    assert found == probe.estimate_together(tables, roots, 300, 8, seed=3)


def test_roots_that_leave_options_out_are_refused() -> None:
    """A beam knows one set of options for all its roots, so it says no to a root with its own."""
    given = instance(queens(5))
    tables = static_order.prepare(given, orders.search_order(given))
    with pytest.raises(ValueError, match="leaves options out"):
        probe.estimate_together(tables, [(0,), (~1,)], 10)
