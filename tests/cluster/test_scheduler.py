"""The order in which cubes are searched: a part of the work at random, then the longest first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exactcover.cluster.scheduler import AT_RANDOM, search_order

NODES = st.lists(st.floats(0, 1e12, allow_nan=False), max_size=60)


@given(NODES, st.floats(0, 1e12))
def test_each_cube_comes_once(nodes: list[float], done: float) -> None:
    """Whatever the estimates, each cube has one place in the order."""
    assert sorted(search_order(nodes, done)) == list(range(len(nodes)))


@given(NODES)
def test_the_longest_come_first_once_enough_is_done(nodes: list[float]) -> None:
    """Where the part that is done at random is done already, no cube comes before a longer one."""
    order = search_order(nodes, 1 + sum(nodes), len(nodes))
    assert [nodes[place] for place in order] == sorted(nodes, reverse=True)


def test_the_first_part_of_the_work_is_drawn_from_all() -> None:
    """Of 1,000 cubes, 1 to 1,000 nodes long, those of the first part are half short ones; after it they grow shorter."""
    nodes = [float(each) for each in range(1, 1001)]
    order = [nodes[place] for place in search_order(nodes, workers=1000)]
    first, part = 0, 0.0
    while part < AT_RANDOM * sum(nodes):
        part += order[first]
        first += 1
    assert 0.4 < sum(each <= 500 for each in order[:first]) / first < 0.6
    assert order[first:] == sorted(order[first:], reverse=True)


def test_few_workers_hold_few_cubes_back() -> None:
    """A cube shorter than 999 others is the last of all for a thousand workers, and comes at random for one."""
    nodes = [2.0] * 999 + [1.0]
    assert search_order(nodes, workers=1000).index(999) == 999
    assert search_order(nodes, workers=1).index(999) < 990


def test_where_nothing_is_foretold_all_come_at_random() -> None:
    """Cubes without estimates are searched in random order, the same one each time."""
    order = search_order([0.0] * 100)
    assert order != list(range(100))
    assert order == search_order([0.0] * 100)
