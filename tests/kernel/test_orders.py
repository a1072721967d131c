"""Item orders, option permutations, and the estimates that choose between orders."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.kernel import fewest_options, first_item, layer_plan, orders, probe
from exactcover.kernel.orbits import option_images
from tests.kernel.instances import (
    PENTOMINOES,
    TETROMINOES,
    built,
    langford,
    once,
    packing,
    queens,
    random_instance,
    symmetries,
)


@pytest.mark.parametrize("rule", ["frac", "front"])
def test_orders_are_permutations(rule: str) -> None:
    """Every order names every item once, least = 0 last for searches, most > 1 last for layers."""
    for seed in range(200):
        given = random_instance(seed)
        order = orders.search_order(given, rule)
        assert sorted(order.tolist()) == list(range(given.items))
        assert (np.diff((given.least[order] > 0).astype(int)) <= 0).all()
        order, tail = orders.layer_order(given, rule)
        assert sorted(order.tolist()) == list(range(given.items))
        assert set(np.flatnonzero(given.most > 1)) <= set(order[len(order) - tail :].tolist())


def test_pieces_go_last() -> None:
    """The twelve piece items of 6x10 meet nearly all cells and go after them; of a board without them nothing does."""
    given = packing((6, 10), PENTOMINOES, once(PENTOMINOES))
    assert set(orders.search_order(given)[60:].tolist()) == set(range(60, 72))
    assert orders.layer_order(given)[1] == 12
    assert orders.layer_order(packing((4, 4), TETROMINOES))[1] == 0


def test_unknown_order() -> None:
    """An order by another name is an error that names the two there are."""
    with pytest.raises(ValueError, match="frac or front"):
        orders.search_order(langford(3), "best")


def test_a_local_item_with_a_counter_is_refused() -> None:
    """Layers refuse an order with a counted item among the shifted ones."""
    given = built([2, 1], [2, 1], [[0], [0, 1], [1]])
    with pytest.raises(ValueError, match="most > 1"):
        layer_plan.prepare(given, np.array([0, 1]), 0)


def test_estimates_are_unbiased() -> None:
    """Means of 2000 descents lie within 5 standard errors of the true nodes and solutions, for S and M."""
    for given in [random_instance(seed) for seed in range(100)] + [langford(7), queens(7)]:
        searches = (
            first_item.Search(first_item.prepare(given, orders.search_order(given))),
            fewest_options.Search(fewest_options.prepare(given)),
        )
        for search in searches:
            solutions = search.run(1 << 40).solutions
            estimate = probe.estimate(search.tables, 2000, seed=1)
            assert abs(estimate.nodes - search.nodes) <= 5 * estimate.nodes_error + 1e-9
            assert abs(estimate.solutions - solutions) <= 5 * estimate.solutions_error + 1e-9


def test_estimates_repeat_by_seed_and_hold_below_roots() -> None:
    """The same seed gives the same estimate; those of the roots of a split add up to about the whole."""
    prepared = first_item.prepare(langford(8), orders.search_order(langford(8)))
    assert probe.estimate(prepared, 100, 3) == probe.estimate(prepared, 100, 3) != probe.estimate(prepared, 100, 4)
    whole = first_item.Search(prepared).run(1 << 40).solutions
    parts = [probe.estimate(prepared, 500, 1, root) for root in first_item.split(prepared, (), 10)]
    assert abs(sum(part.solutions for part in parts) - whole) < 0.2 * whole


def test_option_images_are_permutations() -> None:
    """The symmetries of 6x10 permute its 2056 options, and one that keeps no set of options is an error."""
    given = packing((6, 10), PENTOMINOES, once(PENTOMINOES))
    group = symmetries((6, 10), 12)
    images = option_images(given, group)
    assert images.shape == (4, 2056)
    assert (np.sort(images, axis=1) == np.arange(2056)).all()
    rows = given.members.reshape(-1, 6)
    for permutation, image in zip(group, images, strict=True):
        assert np.array_equal(np.sort(permutation[rows], axis=1), rows[image])
    shifted = np.concatenate((np.roll(np.arange(60), 1), np.arange(60, 72)))[None]
    with pytest.raises(ValueError, match="to no option"):
        option_images(given, shifted)
