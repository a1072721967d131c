"""Counting and listing, in all and up to symmetry: every kernel, with one and two workers, against brute force."""

from __future__ import annotations

import itertools
import random
import re
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.packing.packing import Packing
from exactcover.backends import exact
from exactcover.backends.search.cover import briefly, counting, diagonals, roots
from exactcover.backends.search.cover.kernel_names import AUTO, STATIC_ORDER
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.strategy import Chooser, bare
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import layers
from exactcover.model.answer import Checkpoint, EngineOptions, Limits
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Progress
from exactcover.transform.reductions import chain
from tests.backends.search.by_hand import classes_by_hand, cover_of
from tests.backends.search.models import (
    EXACT,
    brute,
    classes_of,
    counted,
    listed,
    random_symmetric_cover,
    random_symmetric_packing,
    rows_of,
)
from tests.classic_covers import queens
from tests.fillomino import board
from tests.kernel.instances import random_instance
from tests.kernel.test_agreement import line
from tests.parts import Few
from tests.random_models import end_of, random_cover

LISTING = ("static-order", "fewest-options", "sparse", "auto")
COUNTING = ("static-order", "fewest-options", "layers", "sparse", "auto")


def named(given: Instance) -> Cover:
    """An instance as a cover."""
    return Cover(tuple(f"i{item}" for item in range(given.items)), *given)


def agree(model: Cover, seed: int) -> int:
    """Hold kernels that the seed picks, on one thread or two, against the oracle; return how many solutions there are."""
    right = brute(model)
    for kernel in (LISTING[seed % 4], LISTING[(seed + 1) % 4]):
        assert listed(model, kernel, 1 + seed // 4 % 2) == right, (seed, kernel)
    for kernel in ("layers", COUNTING[seed % 5]):
        assert counted(model, kernel, 1 + seed % 2)[0] == len(right), (seed, kernel)
    return len(right)


def test_kernels_agree_with_brute_on_covers_with_multiplicities(few: Few) -> None:
    """On 700 small random covers every kernel lists and counts what brute force finds: none, one and many solutions."""
    numbers = [agree(random_cover(seed), seed) for seed in range(1_000, 1_000 + few(700))]
    assert numbers.count(0) > few(100)
    assert sum(number > 1 for number in numbers) > few(100)


def test_kernels_agree_with_brute_on_instances_with_options_of_one_item(few: Few) -> None:
    """On 700 random instances with secondary and empty items and options of one item the kernels agree with brute force."""
    numbers = [agree(named(random_instance(seed)), seed) for seed in range(5_000, 5_000 + few(700))]
    assert numbers.count(0) > few(100)
    assert sum(number > 1 for number in numbers) > few(100)


def test_kernels_agree_with_brute_on_optional_options(few: Few) -> None:
    """On 400 random covers with more secondary items than primary ones, optional options included, the kernels agree."""
    for seed in range(few(400)):
        rng = random.Random(seed)
        items = rng.randint(2, 8)
        rows = {
            tuple(sorted(rng.sample(range(items), rng.randint(1, min(3, items))))) for _ in range(rng.randint(1, 10))
        }
        names = [f"i{item}" for item in range(items)]
        primary = rng.randint(0, items // 2)
        model = cover(names[:primary], [[names[i] for i in row] for row in sorted(rows)], secondary=names[primary:])
        agree(model, seed)


def test_kernels_agree_on_covers_with_symmetries() -> None:
    """On 100 random covers with declared symmetries the total is that of brute force, by every kernel and both workers."""
    for seed in range(100):
        agree(random_symmetric_cover(seed), seed)


def side_by_side(seed: int) -> tuple[Cover, int]:
    """A cover of over 512 items made of small ones that share nothing, and the product of their counts."""
    rng = random.Random(seed)
    names: list[str] = []
    ranges: dict[str, tuple[int, int]] = {}
    options: list[list[str]] = []
    product, several = 1, 0
    for block in itertools.count(rng.randrange(10_000)):
        given = named(random_instance(block))
        number = len(brute(given))
        if number != 1 and (number == 0 or number > 4 or several == 6):
            continue
        several += number > 1
        product *= number
        names = [f"{block}.{item}" for item in given.items]
        ranges |= {n: (int(a), int(b)) for n, a, b in zip(names, given.least, given.most, strict=True)}
        options += [[names[item] for item in row] for row in rows_of(given)]
        if len(ranges) > 530:
            return cover(ranges, options), product
    raise AssertionError


@pytest.mark.parametrize("seed", range(6))
def test_kernels_agree_on_more_than_512_items(seed: int) -> None:
    """Covers too wide for static-order, made of blocks, have the product of their counts by the other kernels that search."""
    model, product = side_by_side(seed)
    for kernel in ("auto", "fewest-options", "sparse"):
        assert counted(model, kernel, 1 + seed % 2)[0] == product, kernel
        assert len(set(listed(model, kernel, 1 + seed % 2))) == product, kernel
    with pytest.raises(InvalidInput, match="kernel static-order cannot take this cover"):
        counted(model, "static-order")


@pytest.mark.parametrize("seed", range(4))
def test_layers_agree_on_more_than_512_items(seed: int) -> None:
    """Covers of 600 items in a line are counted alike layer by layer and by search."""
    given = line(seed, 600, secondary=0.0, multiple=0.4 if seed % 2 else 0.0)
    model = named(given._replace(least=np.where(np.isin(np.arange(given.items), given.members), given.least, 0)))
    counts = {
        counted(model, kernel, workers)[0]
        for kernel in ("layers", "fewest-options", "sparse", "auto")
        for workers in (1, 2)
    }
    assert len(counts) == 1


@pytest.mark.parametrize("kernel", ["static-order", "fewest-options", "sparse"])
def test_nodes_do_not_depend_on_the_workers(kernel: str) -> None:
    """A finished count takes the same nodes with one worker and with two, and so does a list."""
    model = queens(7)
    for task in ("count", "list"):
        ends = [
            end_of(list(EXACT.run(task, model, EngineOptions(workers=workers, own={"kernel": kernel}), Limits())))
            for workers in (1, 2)
        ]
        assert ends[0].statistics.nodes > 0
        if task == "count":
            assert ends[0].statistics.nodes == ends[1].statistics.nodes
            assert (ends[0].count, ends[0].classes) == (ends[1].count, ends[1].classes) == (40, 6)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.usefixtures("many_roots")
def test_roots_are_the_same_whatever_the_workers(workers: int) -> None:
    """A long count is cut into the same roots, each with its own solutions and nodes, on one thread and on two."""
    model = queens(8)
    settings = counting.Settings(workers, 0, STATIC_ORDER, None, None)
    steps = list(counting.total(model, Orbits(model), settings, Checkpoint()))
    done = {step.root for step in steps if step.root is not None}
    assert len(done) == len({root.number for root in done}) >= roots.MANY_ROOTS // 2
    assert steps[-1].solutions == sum(root.solutions * root.weight for root in done) == 92
    assert steps[-1].nodes == sum(root.nodes for root in done)
    one = counting.Settings(1, 0, STATIC_ORDER, None, None)
    assert done == {
        step.root for step in counting.total(model, Orbits(model), one, Checkpoint()) if step.root is not None
    }


def test_an_item_that_no_option_covers_gives_no_solution() -> None:
    """A cover with symmetries and an item without options has none, by every kernel."""
    base = cover(["a", "b", "lonely"], [["a"], ["b"], ["a", "b"]])
    model = Cover(
        base.items, base.least, base.most, base.starts, base.members, symmetries=np.array([[0, 1, 2], [1, 0, 2]])
    )
    for kernel in COUNTING:
        assert counted(model, kernel) == (0, 0)
    for kernel in LISTING:
        assert listed(model, kernel, up_to_symmetry=True) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_classes_of_covers_are_those_found_by_hand(workers: int, few: Few) -> None:
    """On 400 random covers with symmetry groups Burnside's lemma counts the orbits of the listed solutions."""
    symmetric = 0
    for seed in range(workers, few(800), 2):
        model = random_symmetric_cover(seed)
        right = brute(model)
        orbits = classes_of(model, right)
        assert model.symmetries is not None
        kernel = COUNTING[seed // 2 % 5]
        total, classes = counted(model, kernel, workers)
        assert (total, classes if len(model.symmetries) > 1 else total) == (len(right), len(orbits)), seed
        symmetric += len(orbits) * len(model.symmetries) > len(right)
    assert symmetric > few(100)


def test_one_of_each_class_of_covers_is_listed(few: Few) -> None:
    """On 500 random covers with symmetry groups the list up to symmetry has exactly one solution of each class."""
    for seed in range(few(500)):
        model = random_symmetric_cover(seed)
        orbits = classes_of(model, brute(model))
        found = listed(model, LISTING[seed % 4], 1 + seed % 2, up_to_symmetry=True)
        assert len(found) == len(orbits), seed
        assert classes_of(model, found) == orbits, seed


def packings(seeds: range) -> list[tuple[int, Packing, tuple[int, int, int]]]:
    """Random packings with their solutions, classes and order of the group, where these are plain."""
    made = [(seed, random_symmetric_packing(seed)) for seed in seeds]
    return [(seed, packing, right) for seed, packing in made if (right := classes_by_hand(packing)) is not None]


def test_classes_of_packings_are_those_found_by_hand(few: Few) -> None:
    """Totals, classes and groups of random packings, in the plane and in space, are those of the placements themselves."""
    symmetric = 0
    for seed, packing, (total, classes, order) in packings(range(few(50))):
        model = cover_of(packing)
        assert model.symmetries is not None
        assert len(model.symmetries) == order, seed
        kernel = COUNTING[seed % 5]
        right = (total, classes)
        assert counted(model, kernel, 1 + seed % 2) == right, (seed, kernel)
        assert len(listed(model, LISTING[seed % 4], 1 + seed // 4 % 2, up_to_symmetry=True)) == classes, seed
        symmetric += classes * order > total
    assert symmetric > few(10)


def test_total_over_group_is_not_the_number_of_classes() -> None:
    """Slothouber-Graatsma has 8 packings in 1 class, though its group has 48 members: each packing is symmetric."""
    model = cover_of(puzzle("slothouber-graatsma").value)
    assert model.symmetries is not None
    assert len(model.symmetries) == 48
    for kernel in COUNTING:
        assert counted(model, kernel) == (8, 1)
    for kernel in LISTING:
        assert len(listed(model, kernel, up_to_symmetry=True)) == 1


@pytest.mark.parametrize("kernel", COUNTING)
def test_a_limit_of_solutions_stops_every_kernel(kernel: str) -> None:
    """A count that may stop at five solutions stops there and says why, layers (which cannot) included."""
    end = end_of(list(EXACT.run("count", queens(8), EngineOptions(own={"kernel": kernel}), Limits(solutions=5))))
    assert (end.count, end.exhausted, end.stop_reason) == (5, False, "solutions")


def foretold(specification: str, part: float) -> float:
    """The nodes of a search that its pace foretells once that part of it is done, in parts of the nodes it took."""
    model = cover_of(puzzle(specification).value)
    settings = counting.Settings(1, 0, STATIC_ORDER, None, None)
    steps = list(counting.total(model, Orbits(model), settings))
    then = next(step for step in steps if step.fraction is not None and step.fraction >= part)
    assert then.fraction is not None
    return then.nodes / then.fraction / steps[-1].nodes


def test_the_part_that_is_done_foretells_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first tenth of a search cut as finely as long ones are the nodes left are foretold within 30 %."""
    monkeypatch.setattr(roots, "MANY_ROOTS", 2_048)
    assert 0.7 < foretold("packing board=8x8 pieces=pentominoes,O4", 0.1) < 1.3


@pytest.mark.slow
def test_the_part_that_is_done_foretells_the_rest_of_a_long_search() -> None:
    """After the first tenth of one-sided pentominoes on 5x18, 10^9 nodes, the nodes left are foretold within 30 %."""
    assert 0.7 < foretold("packing board=5x18 pieces=pentominoes-one-sided", 0.1) < 1.3


def test_layers_give_way_to_search_only_where_they_are_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers that need too much leave the count to search, or are refused where they were named; another fault is a fault."""
    model = queens(11)  # too long for the choice to end it
    monkeypatch.setattr(counting, "WORTH_SECONDS", 0)
    monkeypatch.setattr(diagonals, "board_of", lambda _: None)  # as if it were no board

    def refused(fault: Exception) -> None:
        def prepare(*_: object) -> None:
            raise fault

        monkeypatch.setattr(layers, "prepare", prepare)

    refused(OutOfReach("too wide"))
    assert counted(model) == (2680, 341)
    with pytest.raises(InvalidInput, match="layers cannot count this cover: too wide"):
        counted(model, "layers")
    refused(ValueError("a fault of ours"))
    for kernel in ("auto", "layers"):
        with pytest.raises(ValueError, match="a fault of ours"):
            counted(model, kernel)


def test_a_count_by_layers_tells_layers_and_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """While layers are made there are no solutions to tell; about how much is done is told once it can be foretold."""
    monkeypatch.setattr(counting, "FIRST_STATES", 10)
    monkeypatch.setattr(counting, "BYTES_PER_SLICE", 4_000)
    dominoes = chain.reduce(puzzle("packing board=8x8 pieces=dominoes copies=any").encode().model, ("cover",)).model
    assert isinstance(dominoes, Cover)
    steps = [step for step in exact.run("count", dominoes, EngineOptions(own={"kernel": "layers"}), Limits())
             if isinstance(step, Progress)]  # fmt: skip
    (last,) = (place for place, step in enumerate(steps) if step.sentence == "layer by layer")
    assert steps[last].count == 12988816
    parts = []
    for step in steps[:last]:
        assert (step.count, step.unit) == (None, "states")
        told = re.fullmatch(r"layer by layer, layer (\d+) of 64(, about \d\d?% of the work done)?", step.sentence)
        assert told
        assert bool(told[2]) == (int(told[1]) >= 0.2 * 64)
        parts.append(told[2])
    assert None in parts
    assert any(parts)


def test_a_fillomino_is_counted_to_the_end() -> None:
    """A board with more than two thousand secondary items has one solution, and the count says so without layers."""
    end = end_of(list(exact.run("count", board(), EngineOptions(), Limits())))
    assert (end.count, end.exhausted) == (1, True)
    assert end.statistics.nodes < 100_000


@pytest.mark.parametrize("seconds", [None, 1e-9])
def test_no_order_is_looked_for_where_it_takes_all_the_time(
    seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A count by layers that has no time for an order does not look for one; with time it does."""
    looked: list[Instance] = []
    layer_order = orders.layer_order

    def watched(instance: Instance) -> tuple[Integers, int]:
        looked.append(instance)
        return layer_order(instance)

    monkeypatch.setattr(orders, "layer_order", watched)
    instance = bare(cover_of(puzzle("packing board=8x9 pieces=tetrominoes copies=any").value))
    chooser = SimpleNamespace(promises=lambda seconds: False, strategy=None)
    settings = counting.Settings(1, 0, AUTO, None, None, seconds=seconds)
    steps = list(itertools.islice(counting.by_layers(instance, settings, cast(Chooser, chooser)), 1))
    assert bool(steps) == bool(looked) == (seconds is None)


def test_a_short_look_is_enough_or_the_count_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queens on 6x6 and 8x8 are counted by a look at them; one of a few nodes is in vain, and the count is the same."""
    monkeypatch.setattr(diagonals, "board_of", lambda _: None)  # as if they were no boards
    for number, right in ((6, 4), (8, 92)):
        model = queens(number)
        settings = counting.Settings(1, 0, AUTO, None, None)
        *_, whole = counting.total(model, None, settings)
        assert (whole.solutions, whole.finished, "sparse" in whole.how) == (right, True, True)
        *_, cut = counting.total(model, None, settings._replace(most=3))
        assert cut.solutions == 3
        with monkeypatch.context() as patch:
            patch.setattr(briefly, "NODES", 5)
            *_, planned = counting.total(model, None, settings)
        assert (planned.solutions, planned.finished, "sparse" in planned.how) == (right, True, False)


def test_a_count_is_told_now_and_then_and_root_by_root_for_a_checkpoint() -> None:
    """Where nothing keeps the roots a count of many is told in few words; a checkpoint hears of each root once."""
    model = puzzle("langford n=11").encode().model
    assert isinstance(model, Cover)
    settings = counting.Settings(1, 0, STATIC_ORDER, None, None)
    runner = roots.runner_of_strategy(model, "count", Chooser(model, Orbits(model), whole_group=False, seed=0).best())
    *some, last = counting.by_roots(runner, settings)
    *every, again = counting.by_roots(runner, settings, Checkpoint())
    assert {step.root.number for step in every if step.root} == set(range(len(runner.plan.roots)))
    assert len(some) < len(every)
    assert last == again
