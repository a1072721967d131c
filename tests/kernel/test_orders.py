"""Item orders, option permutations, and the estimates that choose between orders."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import cut_roots, fewest_options, orders, probe, static_order
from exactcover.kernel.cover.orbits import option_images
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import steps
from exactcover.model.cover import cover
from tests.backends.search.by_hand import cover_of
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


@pytest.mark.parametrize("rule", ["frac", "front", "straight"])
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


def plain_front(given: Instance, wanted: list[int]) -> list[int]:
    """The order front by its definition: what the options that are left would newly touch is looked up for each item anew."""
    options = [set(given.members[a:b].tolist()) for a, b in zip(given.starts[:-1], given.starts[1:], strict=True)]
    order: list[int] = []
    touched: dict[int, int] = {}
    gone: set[int] = set()
    while len(order) < len(wanted):
        left = [item for item in wanted if item not in order]
        fresh = {
            item: {
                other
                for number, option in enumerate(options)
                if item in option and number not in gone
                for other in option
                if other in left and other not in touched and other != item
            }
            for item in left
        }
        best = min(left, key=lambda item: (len(fresh[item]), touched.get(item, given.items + 1), item))
        touched.setdefault(best, len(order))
        for number, option in enumerate(options):
            if best in option and number not in gone:
                gone.add(number)
                for other in option:
                    touched.setdefault(other, len(order))
        order.append(best)
    return order


def test_front_is_what_its_definition_says() -> None:
    """The front order counts what is newly touched as it goes, and is that of the plain definition."""
    for seed in range(200):
        given = random_instance(seed)
        for wanted in (given.least > 0, given.least >= 0):
            assert orders.ordered(given, wanted, "front").tolist() == plain_front(
                given, np.flatnonzero(wanted).tolist()
            )


def test_no_order_is_looked_for_where_none_will_do() -> None:
    """Where an item meets more others than a key can hold, no order is looked for; one that meets nearly all goes last."""
    cells = [f"cell {cell}" for cell in range(3000)]
    hub = bare(cover(cells, [*([cells[0], cell] for cell in cells[1:1100]), *([cell] for cell in cells)]))
    with pytest.raises(OutOfReach, match="shares options with"):
        orders.layer_order(hub)
    wide = cover(
        [*cells, "one piece", "other piece"], [[cell, f"{one} piece"] for cell in cells for one in ("one", "other")]
    )
    assert orders.layer_order(bare(wide))[1] == 2


def test_pieces_go_last() -> None:
    """The twelve piece items of 6x10 meet nearly all cells and go after them; of a board without them nothing does."""
    given = packing((6, 10), PENTOMINOES, once(PENTOMINOES))
    assert set(orders.search_order(given)[60:].tolist()) == set(range(60, 72))
    assert orders.layer_order(given)[1] == 12
    assert orders.layer_order(packing((4, 4), TETROMINOES))[1] == 0


def test_straight_goes_along_the_columns() -> None:
    """On boards wider than high, layers of tetrominoes go column by column, and so where the board is turned."""
    for height, width in ((5, 8), (8, 10), (4, 12)):
        order, tail = orders.layer_order(packing((height, width), TETROMINOES))
        assert tail == 0
        assert order.tolist() == np.arange(height * width).reshape(height, width).T.ravel().tolist()
        turned, _ = orders.layer_order(packing((width, height), TETROMINOES))
        assert turned.tolist() == list(range(height * width))


def test_the_narrower_order_is_taken() -> None:
    """Diagonals are kept for dominoes, whose states they sort by colour, and for tetrominoes in a box, where straight is wide."""
    dominoes = packing((8, 8), {"I2": "XX"})
    solid = bare(cover_of(puzzle("packing board=2x5x8 pieces=tetrominoes copies=any").value))
    for given in (dominoes, solid):
        order, front, straight = (
            orders.layer_order(given, rule)[0].tolist() for rule in ("narrow", "front", "straight")
        )
        assert order == front != straight


def test_widest_frontier_by_hand() -> None:
    """In rows of 4x3 dominoes touch at most three cells ahead; in an order that jumps about, more."""
    given = packing((4, 3), {"I2": "XX"})
    arrays = (given.starts, given.members, *orders.holders(given.items, given.starts, given.members))
    assert orders.widest_frontier(*arrays, np.arange(12)) == 3
    assert orders.widest_frontier(*arrays, np.array([0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11])) == 6


def test_unknown_order() -> None:
    """An order by another name is an error that names those there are."""
    with pytest.raises(ValueError, match="frac, front or straight"):
        orders.search_order(langford(3), "best")


def test_a_local_item_with_a_counter_is_refused() -> None:
    """Layers refuse an order with a counted item among the shifted ones."""
    given = built([2, 1], [2, 1], [[0], [0, 1], [1]])
    with pytest.raises(ValueError, match="most > 1"):
        steps.prepare(given, np.array([0, 1]), 0)


def test_estimates_are_unbiased() -> None:
    """Means of 2000 descents lie within 5 standard errors of the true nodes and solutions, for S and M."""
    for given in [random_instance(seed) for seed in range(100)] + [langford(7), queens(7)]:
        searches = (
            static_order.Search(static_order.prepare(given, orders.search_order(given))),
            fewest_options.Search(fewest_options.prepare(given)),
        )
        for search in searches:
            solutions = search.run(1 << 40).solutions
            estimate = probe.estimate(search.tables, 2000, seed=1)
            assert abs(estimate.nodes - search.nodes) <= 5 * estimate.nodes_error + 1e-9
            assert abs(estimate.solutions - solutions) <= 5 * estimate.solutions_error + 1e-9


def test_estimates_repeat_by_seed_and_hold_below_roots() -> None:
    """The same seed gives the same estimate; those of the roots of a split add up to about the whole."""
    prepared = static_order.prepare(langford(8), orders.search_order(langford(8)))
    assert probe.estimate(prepared, 100, 3) == probe.estimate(prepared, 100, 3) != probe.estimate(prepared, 100, 4)
    whole = static_order.Search(prepared).run(1 << 40).solutions
    parts = [
        probe.estimate(prepared, 500, 1, probe.start(prepared, root)) for root in cut_roots.split(prepared, (), 10)
    ]
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
