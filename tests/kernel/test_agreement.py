"""The three kernels of covers against a brute-force oracle, and against each other where the oracle is too slow."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np
import pytest

from exactcover.kernel.cover import cut_roots, fewest_options, orders, static_order
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import layers
from exactcover.model.arrays import Integers
from tests.kernel.instances import brute, built, random_instance

Selections = list[tuple[int, ...]]
SEEDS = 700
ENUMERATING: list[ModuleType] = [static_order, fewest_options]


def item_order(given: Instance, seed: int) -> Integers:
    """Return one of the three kinds of order that the seed picks."""
    if seed % 3 == 2:
        return np.random.default_rng(seed).permutation(given.items)
    return orders.search_order(given, ("frac", "front")[seed % 3])


def tables(kernel: ModuleType, given: Instance, seed: int = 0) -> object:
    """Return the instance prepared for kernel static-order or fewest-options."""
    return kernel.prepare(given, item_order(given, seed)) if kernel is static_order else kernel.prepare(given)


def listed(
    kernel: ModuleType, prepared: object, root: tuple[int, ...] = (), nodes: int = 1 << 40, keep: int = 64
) -> Selections:
    """Return all selections of a search below a root, driven in small calls."""
    search, found = kernel.Search(prepared, root), []
    while not search.finished:
        step = search.run(nodes, keep=keep)
        assert step.solutions == len(step.selections) <= keep
        found += [tuple(option for option in row if option >= 0) for row in step.selections.tolist()]
    return found


def counted(given: Instance, rule: str = "front", root: tuple[int, ...] = (), states: int = 1 << 40) -> int:
    """Return the count of kernel layers."""
    order, tail = orders.layer_order(given, rule)
    counting = layers.Counting(layers.prepare(given, order, tail, root))
    while not counting.progress.finished:
        counting.run(states)
    return counting.count


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_enumerating_kernels_list_what_the_oracle_finds(kernel: ModuleType) -> None:
    """S and M give every solution of 700 random instances exactly once, whatever the budget and the buffer."""
    for seed in range(SEEDS):
        given = random_instance(seed)
        want = brute(given)
        prepared = tables(kernel, given, seed)
        found = listed(kernel, prepared, (), 1 + seed % 7, 1 + seed % 4)
        assert len(found) == len(want), seed
        assert set(found) == want, seed
        assert kernel.Search(prepared).run(1 << 40).solutions == len(want), seed


def split(kernel: ModuleType, prepared: object, root: tuple[int, ...], about: int) -> list[tuple[int, ...]]:
    """A root cut into about so many."""
    cut: list[tuple[int, ...]] = (cut_roots if kernel is static_order else kernel).split(prepared, root, about)
    return cut


@pytest.mark.parametrize("kernel", ENUMERATING)
def test_roots_share_out_the_solutions(kernel: ModuleType) -> None:
    """The roots of a split have the solutions of the whole, each once; so do a root's own roots."""
    for seed in range(0, SEEDS, 2):
        given = random_instance(seed)
        prepared = tables(kernel, given, seed)
        found: Selections = []
        for root in split(kernel, prepared, (), 3):
            for leaf in split(kernel, prepared, root, 2):
                found += listed(kernel, prepared, leaf)
        assert sorted(found) == sorted(brute(given)), seed


def test_roots_mean_the_same_to_every_kernel() -> None:
    """A root with an option in, and one with it out, has those solutions in S, M and D alike; roots of S run in M and D."""
    for seed in range(0, SEEDS, 3):
        given = random_instance(seed)
        if not given.options:
            continue
        want, option = brute(given), seed % given.options
        for root, inside in (((option,), True), ((~option,), False)):
            right = {selection for selection in want if (option in selection) == inside}
            for kernel in ENUMERATING:
                assert set(listed(kernel, tables(kernel, given, seed), root)) == right, (seed, root)
            assert counted(given, root=root) == len(right), (seed, root)
        cut = cut_roots.split(static_order.prepare(given, item_order(given, seed)), (), 3)
        fewest = fewest_options.prepare(given)
        assert sum(fewest_options.Search(fewest, root).run(1 << 40).solutions for root in cut) == len(want), seed
        assert sum(counted(given, root=root) for root in cut) == len(want), seed


def test_layers_count_what_the_oracle_finds() -> None:
    """D counts 700 random instances right in both orders, however often it is interrupted."""
    for seed in range(SEEDS):
        given = random_instance(seed)
        assert counted(given, ("front", "frac")[seed % 2], states=1 + seed % 9) == len(brute(given)), seed


def line(seed: int, items: int, secondary: float, multiple: float) -> Instance:
    """Return a cover of a line by short intervals, few at each place, some with a far item that may be used several times."""
    rng = random.Random(seed)
    ranges = [(0, 1) if rng.random() < secondary else (1, 1) for _ in range(items)]
    far = [items, items + 1] if multiple else []
    options: set[tuple[int, ...]] = {(k,) for k in range(items) if rng.random() < 0.93}
    for _ in range(rng.randint(6, 14)):
        start = rng.randrange(items - 3)
        options.add(tuple(range(start, start + rng.randint(2, 4))))
    rows = [
        (*row, rng.choice(far)) if far and len(row) > 1 and rng.random() < multiple else row for row in sorted(options)
    ]
    ranges += [(0, 2), (1, 3)] if far else []
    return built([low for low, _ in ranges], [high for _, high in ranges], rows)


@pytest.mark.parametrize("items", [60, 70, 130, 200, 300, 450])
def test_kernels_agree_on_wide_masks(items: int) -> None:
    """S, M and D count alike on instances whose masks take 1, 2, 3, 4, 6 and 8 words."""
    some = 0
    for seed in range(8):
        given = line(seed, items, secondary=0.0, multiple=0.4 if seed % 2 else 0.0)
        given = given._replace(least=np.where(np.isin(np.arange(given.items), given.members), given.least, 0))
        searches = [kernel.Search(tables(kernel, given, seed)).run(1 << 40).solutions for kernel in ENUMERATING]
        assert searches[0] == searches[1] == counted(given), seed
        some += searches[0] > 1
    assert some >= 4


def test_more_than_512_items_are_refused_by_one_kernel_and_counted_by_the_others() -> None:
    """S refuses an instance of 600 items by name of the limit; M and D still agree on it."""
    given = line(1, 600, secondary=0.0, multiple=0.0)
    given = given._replace(least=np.where(np.isin(np.arange(given.items), given.members), given.least, 0))
    with pytest.raises(OutOfReach, match="bits"):
        static_order.prepare(given, orders.search_order(given))
    assert fewest_options.Search(fewest_options.prepare(given)).run(1 << 40).solutions == counted(given) > 1


def test_order_of_items_and_names_of_options_change_no_count() -> None:
    """Renaming items and shuffling options changes no count of S, M or D."""
    for seed in range(0, 200, 5):
        given, draw = random_instance(seed), np.random.default_rng(seed)
        name, shuffle = draw.permutation(given.items), draw.permutation(given.options)
        rows = [name[given.members[given.starts[o] : given.starts[o + 1]]].tolist() for o in shuffle]
        least, most = np.empty_like(given.least), np.empty_like(given.most)
        least[name], most[name] = given.least, given.most
        other = built(least.tolist(), most.tolist(), rows)
        want = counted(given)
        assert counted(other) == want
        assert all(kernel.Search(tables(kernel, other)).run(1 << 40).solutions == want for kernel in ENUMERATING)
