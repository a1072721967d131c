"""Plans: non-binding items dropped without loss, the kernel asked for, roots that share out the search."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.kernel.instance import OutOfReach
from exactcover.model.cover import Cover, cover
from exactcover.model.non_binding_items import non_binding_items
from exactcover.search.cover.counting import tasks_of
from exactcover.search.cover.orbits import Orbits
from exactcover.search.cover.strategy import Chooser, Plan, bare
from tests.classic_covers import queens
from tests.kernel.instances import brute as brute_instance
from tests.random_models import random_cover
from tests.search.by_hand import cover_of
from tests.search.models import brute, counted, random_symmetric_cover, random_symmetric_packing

EVERYTHING = 1 << 60


def planned(
    model: Cover, kernel: str = "auto", *, whole_group: bool = False, chain: bool = True, seed: int = 0
) -> Plan:
    """The plan to search a cover."""
    return Chooser(model, Orbits(model), whole_group=whole_group, seed=seed, chain=chain, kernel=kernel).best()


def searched(plan: Plan, root: tuple[int, ...]) -> int:
    """The solutions below a root."""
    return plan.begin(root).run(EVERYTHING).solutions


def test_dropping_loose_items_loses_and_adds_no_solution() -> None:
    """The bare instance has the solutions of the cover, on 1000 random covers, with non-binding items in many of them."""
    loose = 0
    for seed in range(500):
        for model in (random_cover(10_000 + seed), random_symmetric_cover(10_000 + seed)):
            given = bare(model)
            assert brute_instance(given) == set(brute(model)), seed
            assert (np.diff(given.starts) > 0).all()
            loose += bool(non_binding_items(model).any())
    assert loose > 200


def test_items_that_rely_on_each_other_are_not_both_loose() -> None:
    """Two items that could each be dropped while the other stays must not go together."""
    model = cover([], [["a", "b", "c"], ["a", "b", "d"]], secondary=list("abcd"))
    assert non_binding_items(model).tolist() == [False, False, True, True]
    primary = cover({"x": 1, "y": 1, "a": (0, 1), "b": (0, 1)}, [["x", "a", "b"], ["y", "a", "b"], ["x"], ["y"]])
    assert not non_binding_items(primary).any()
    for given, number in ((model, 3), (primary, 3)):
        assert len(brute_instance(bare(given))) == number
        assert {counted(given, kernel)[0] for kernel in ("auto", "S", "M", "D", "sparse")} == {number}


def test_pieces_with_any_number_of_copies_are_loose_and_scarce_ones_are_not() -> None:
    """Dominoes on 4x4 can be used eight times and no more; with seven allowed the item binds."""
    model = cover_of(puzzle("packing board=4x4 pieces=dominoes copies=any").value)
    assert non_binding_items(model).sum() == 1
    assert non_binding_items(model)[-1]
    assert bare(model).items == 16
    assert not non_binding_items(cover_of(puzzle("packing board=4x4 pieces=dominoes copies=0..7").value)).any()


def test_items_asked_for_are_never_loose() -> None:
    """An item with least 1 or more stays, however many options it has."""
    for seed in range(100):
        model = random_cover(seed)
        assert not (non_binding_items(model) & (model.least > 0)).any()


@pytest.mark.parametrize("kernel", ["S", "M", "sparse"])
def test_the_kernel_asked_for_is_planned(kernel: str) -> None:
    """A plan of each kernel has the total as its weighted roots, with and without the orbit chain."""
    for seed in range(40):
        for model in (random_symmetric_cover(seed), cover_of(random_symmetric_packing(seed))):
            if model.options > 60:
                continue
            total = len(brute(model))
            for whole_group, chain in ((True, True), (False, True), (True, False)):
                plan = planned(model, kernel, whole_group=whole_group, chain=chain)
                assert plan.kernel == kernel
                assert sum(root.weight * searched(plan, root.chosen) for root in plan.roots) == total, seed
                if not chain:
                    assert [root.chosen for root in plan.roots] == [()]


@pytest.mark.parametrize("kernel", ["S", "M", "sparse"])
@pytest.mark.parametrize("specification", ["board=4x4 pieces=dominoes copies=any", "board=3x20 pieces=pentominoes"])
def test_tasks_share_out_a_long_search(kernel: str, specification: str) -> None:
    """Roots cut for several threads are different ones and still add up to the total, by each kernel."""
    plan = planned(cover_of(puzzle(f"packing {specification}").value), kernel)
    total = sum(root.weight * searched(plan, root.chosen) for root in plan.roots)
    assert total == (36 if "dominoes" in specification else 8)
    if kernel != "sparse":
        assert [task.root for task in tasks_of(plan)] == [root.chosen for root in plan.roots]  # short: not cut
    tasks = tasks_of(plan._replace(nodes=1e9))
    assert len({task.root for task in tasks}) == len(tasks) >= len(plan.roots)
    assert sum(task.weight * searched(plan, task.root) for task in tasks) == total


def test_the_same_seed_gives_the_same_plan() -> None:
    """Kernel, roots and estimate are the same twice; another seed may only change the estimate of a short search."""
    model = queens(8)
    one, two, other = planned(model, seed=1), planned(model, seed=1), planned(model, seed=2)
    assert (one.kernel, one.roots, one.nodes, one.seconds) == (two.kernel, two.roots, two.nodes, two.seconds)
    assert one.roots == other.roots


def test_covers_too_wide_for_a_kernel_go_to_another() -> None:
    """600 items are too many for S: asked for, it is refused by name of the limit; else another kernel is planned."""
    model = cover([f"i{k}" for k in range(600)], [[f"i{k}"] for k in range(600)])
    with pytest.raises(OutOfReach):
        planned(model, "S")
    plan = planned(model)
    assert plan.kernel in ("M", "sparse")
    assert searched(plan, plan.roots[0].chosen) == 1


def test_no_representative_means_no_root_and_no_estimate() -> None:
    """A symmetric cover with an item that no option covers has no root to search."""
    base = cover(["a", "b", "lonely"], [["a"], ["b"]])
    model = Cover(
        base.items, base.least, base.most, base.starts, base.members, symmetries=np.array([[0, 1, 2], [1, 0, 2]])
    )
    plan = planned(model, "S")
    assert plan.roots == []
    assert plan.nodes == 0
    assert tasks_of(plan) == []


def test_a_search_that_only_seems_tiny_has_no_estimate() -> None:
    """All descents among Y pentominoes on 15x18 die early; trying shows it, and nothing is promised."""
    model = cover_of(puzzle("packing board=15x18 pieces=Y5 copies=any").value)
    chooser = Chooser(model, Orbits(model), whole_group=False, seed=0)
    assert chooser.plan is None or chooser.plan.seconds is None
    assert not chooser.promises(1e9)


def test_a_search_over_at_once_is_known_to_the_node() -> None:
    """Six queens: the plan's estimate is the number of nodes that the search takes."""
    plan = planned(queens(6))
    assert plan.nodes == sum(plan.begin(root.chosen).run(EVERYTHING).nodes for root in plan.roots)


def test_a_long_search_is_measured_with_its_error() -> None:
    """One-sided pentominoes on 5x18: some thousand million nodes, known to a fifth."""
    plan = planned(cover_of(puzzle("packing board=5x18 pieces=pentominoes-one-sided").value))
    assert plan.nodes is not None
    assert plan.error is not None
    assert 5e8 < plan.nodes < 4e9
    assert plan.error < plan.nodes / 5
