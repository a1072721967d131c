"""Strategies: non-binding items dropped without loss, the kernel asked for, roots that share out the search."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, SPARSE, STATIC_ORDER, Kernel
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.roots import planned_roots
from exactcover.backends.search.cover.strategy import Chooser, Strategy, bare
from exactcover.kernel.instance import OutOfReach
from exactcover.model.cover import Cover, cover
from exactcover.model.non_binding_items import non_binding_items
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import brute, counted, random_symmetric_cover, random_symmetric_packing
from tests.classic_covers import queens
from tests.fillomino import board
from tests.kernel.instances import brute as brute_instance
from tests.parts import Few
from tests.random_models import random_cover

EVERYTHING = 1 << 60


def chosen(
    model: Cover, kernel: Kernel = AUTO, *, whole_group: bool = False, chain: bool = True, seed: int = 0
) -> Strategy:
    """The strategy to search a cover by."""
    return Chooser(model, Orbits(model), whole_group=whole_group, seed=seed, chain=chain, kernel=kernel).best()


def searched(strategy: Strategy, root: tuple[int, ...]) -> int:
    """The solutions below a root."""
    return strategy.begin(root).run(EVERYTHING).solutions


def test_dropping_non_binding_items_loses_and_adds_no_solution(few: Few) -> None:
    """The bare instance has the solutions of the cover, on 1000 random covers, with non-binding items in many of them."""
    dropped = 0
    for seed in range(few(500)):
        for model in (random_cover(10_000 + seed), random_symmetric_cover(10_000 + seed)):
            given = bare(model)
            assert brute_instance(given) == set(brute(model)), seed
            assert (np.diff(given.starts) > 0).all()
            dropped += bool(non_binding_items(model).any())
    assert dropped > few(200)


def test_items_that_rely_on_each_other_are_not_both_dropped() -> None:
    """Two items that could each be dropped while the other stays must not go together."""
    model = cover([], [["a", "b", "c"], ["a", "b", "d"]], secondary=list("abcd"))
    assert non_binding_items(model).tolist() == [False, False, True, True]
    primary = cover({"x": 1, "y": 1, "a": (0, 1), "b": (0, 1)}, [["x", "a", "b"], ["y", "a", "b"], ["x"], ["y"]])
    assert not non_binding_items(primary).any()
    for given, number in ((model, 3), (primary, 3)):
        assert len(brute_instance(bare(given))) == number
        assert {
            counted(given, kernel)[0] for kernel in ("auto", "static-order", "fewest-options", "layers", "sparse")
        } == {number}


def test_pieces_with_any_number_of_copies_are_non_binding_and_scarce_ones_are_not() -> None:
    """Dominoes on 4x4 can be used eight times and no more; with seven allowed the item binds."""
    model = cover_of(puzzle("packing board=4x4 pieces=dominoes copies=any").value)
    assert non_binding_items(model).sum() == 1
    assert non_binding_items(model)[-1]
    assert bare(model).items == 16
    assert not non_binding_items(cover_of(puzzle("packing board=4x4 pieces=dominoes copies=0..7").value)).any()


def test_items_asked_for_are_never_non_binding() -> None:
    """An item with least 1 or more stays, however many options it has."""
    for seed in range(100):
        model = random_cover(seed)
        assert not (non_binding_items(model) & (model.least > 0)).any()


@pytest.mark.parametrize("kernel", [STATIC_ORDER, FEWEST_OPTIONS, SPARSE])
def test_the_kernel_asked_for_is_planned(kernel: Kernel) -> None:
    """A strategy of each kernel has the total as its weighted roots, with and without the orbit chain."""
    for seed in range(40):
        for model in (random_symmetric_cover(seed), cover_of(random_symmetric_packing(seed))):
            if model.options > 60:
                continue
            total = len(brute(model))
            for whole_group, chain in ((True, True), (False, True), (True, False)):
                strategy = chosen(model, kernel, whole_group=whole_group, chain=chain)
                assert strategy.kernel == kernel
                assert sum(root.weight * searched(strategy, root.chosen) for root in strategy.roots) == total, seed
                if not chain:
                    assert [root.chosen for root in strategy.roots] == [()]


@pytest.mark.parametrize("kernel", [STATIC_ORDER, FEWEST_OPTIONS, SPARSE])
@pytest.mark.parametrize("specification", ["board=4x4 pieces=dominoes copies=any", "board=3x20 pieces=pentominoes"])
def test_tasks_share_out_a_long_search(kernel: Kernel, specification: str) -> None:
    """Roots cut for several threads are different ones and still add up to the total, by each kernel."""
    strategy = chosen(cover_of(puzzle(f"packing {specification}").value), kernel)
    total = sum(root.weight * searched(strategy, root.chosen) for root in strategy.roots)
    assert total == (36 if "dominoes" in specification else 8)
    if kernel != SPARSE:
        assert [root.chosen for root in planned_roots(strategy)] == [
            root.chosen for root in strategy.roots
        ]  # short: not cut
    roots = planned_roots(strategy._replace(nodes=1e9))
    assert len({root.chosen for root in roots}) == len(roots) >= len(strategy.roots)
    assert sum(root.weight * searched(strategy, root.chosen) for root in roots) == total


def test_the_same_seed_gives_the_same_plan() -> None:
    """Kernel, roots and estimate are the same twice; another seed may only change the estimate of a short search."""
    model = queens(8)
    one, two, other = chosen(model, seed=1), chosen(model, seed=1), chosen(model, seed=2)
    assert (one.kernel, one.roots, one.nodes, one.seconds) == (two.kernel, two.roots, two.nodes, two.seconds)
    assert one.roots == other.roots


def test_covers_too_wide_for_a_kernel_go_to_another() -> None:
    """600 items are too many for static-order: asked for, it is refused by name of the limit; else another kernel is planned."""
    model = cover([f"i{k}" for k in range(600)], [[f"i{k}"] for k in range(600)])
    with pytest.raises(OutOfReach):
        chosen(model, STATIC_ORDER)
    strategy = chosen(model)
    assert strategy.kernel in (FEWEST_OPTIONS, SPARSE)
    assert searched(strategy, strategy.roots[0].chosen) == 1


def test_many_secondary_items_are_searched_by_sets_of_options() -> None:
    """A fillomino has too many items for static-order and more options than are tabulated at once: fewest-options, to the end."""
    strategy = chosen(board(), chain=False)
    assert strategy.kernel == FEWEST_OPTIONS
    assert searched(strategy, ()) == 1


def test_no_representative_means_no_root_and_no_estimate() -> None:
    """A symmetric cover with an item that no option covers has no root to search."""
    base = cover(["a", "b", "lonely"], [["a"], ["b"]])
    model = Cover(
        base.items, base.least, base.most, base.starts, base.members, symmetries=np.array([[0, 1, 2], [1, 0, 2]])
    )
    strategy = chosen(model, STATIC_ORDER)
    assert strategy.roots == []
    assert strategy.nodes == 0
    assert planned_roots(strategy) == []


def test_a_search_that_only_seems_tiny_has_no_estimate() -> None:
    """All descents among Y pentominoes on 15x18 die early; trying shows it, and nothing is promised."""
    model = cover_of(puzzle("packing board=15x18 pieces=Y5 copies=any").value)
    chooser = Chooser(model, Orbits(model), whole_group=False, seed=0)
    assert chooser.strategy is None or chooser.strategy.seconds is None
    assert not chooser.promises(1e9)


def test_a_search_over_at_once_is_known_to_the_node() -> None:
    """Six queens: the plan's estimate is the number of nodes that the search takes."""
    strategy = chosen(queens(6))
    assert strategy.nodes == sum(strategy.begin(root.chosen).run(EVERYTHING).nodes for root in strategy.roots)


def test_a_long_search_is_measured_with_its_error() -> None:
    """One-sided pentominoes on 5x18: some thousand million nodes, known to a fifth."""
    strategy = chosen(cover_of(puzzle("packing board=5x18 pieces=pentominoes-one-sided").value))
    assert strategy.nodes is not None
    assert strategy.error is not None
    assert 5e8 < strategy.nodes < 4e9
    assert strategy.error < strategy.nodes / 5


def test_descents_of_a_long_search_wait_until_layers_have_failed() -> None:
    """Of two long ways to search the dominoes on 8x8 only the beams are asked first; `best` takes the descents then."""
    model = cover_of(puzzle("packing board=8x8 pieces=I2 copies=any").value)
    chooser = Chooser(model, Orbits(model), whole_group=False, seed=2, chain=False)
    assert chooser.waiting is not None
    assert chooser.waiting.kernel == FEWEST_OPTIONS
    assert not chooser.waiting.many
    chooser.best()
    assert chooser.waiting.many
