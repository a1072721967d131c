"""Lists of covers with symmetries: representatives are searched, the other solutions are their images, each of them once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from encoders.packing.packing import Packing
from encoders.puzzle import puzzle_of
from exactcover.backends.search.cover import roots
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.model.answer import Checkpoint, EngineOptions, Limits
from exactcover.model.cover import Cover
from exactcover.model.events import Event, Found, RootDone
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import (
    EXACT,
    Selection,
    brute,
    listed,
    option_images,
    random_symmetric_cover,
    random_symmetric_packing,
)
from tests.parts import Few
from tests.random_models import end_of, one_by_one

SEEDS = range(60)


def covers() -> list[Cover]:
    """Random covers with symmetries, and random packings written out as covers."""
    packings = [cover_of(random_symmetric_packing(seed)) for seed in range(24)]
    return [random_symmetric_cover(seed) for seed in SEEDS] + packings


def packing(board: str, pieces: list[str], copies: str) -> Packing:
    """A packing of a board."""
    value = puzzle_of("packing", {"board": board, "pieces": pieces, "copies": copies}).value
    assert isinstance(value, Packing)
    return value


def dominoes(height: int, width: int) -> Cover:
    """The tilings of a board by dominoes."""
    return cover_of(packing(f"{height}x{width}", ["I2"], "any"))


def in_order(events: Sequence[Event]) -> list[Selection]:
    """The selections of events, as they come."""
    return [tuple(event.selection.tolist()) for event in events if isinstance(event, Found)]


def run(model: Cover, limits: Limits = Limits(), checkpoint: Checkpoint | None = None, workers: int = 1) -> list[Event]:
    """What the engine exact says while it lists a cover."""
    return list(one_by_one(EXACT.run("list", model, EngineOptions(workers=workers, checkpoint=checkpoint), limits)))


@pytest.mark.parametrize("workers", [1, 2])
def test_each_solution_is_listed_once_symmetric_ones_included(workers: int, few: Few) -> None:
    """Lists are those of the oracle, for solutions that symmetries keep and for those that they move, by each kernel."""
    moved = kept = 0
    every = covers()
    for number, model in enumerate(every[-few(len(every)) :]):
        kernel = ("auto", "static-order", "fewest-options", "sparse")[number % 4]
        solutions = brute(model)
        assert listed(model, kernel, workers) == solutions, (number, kernel)
        plan = roots.plan(model, "list")
        orbits = Orbits(model)
        if not any(len(orbits.moving(root.kept_by)) > 1 for root in plan.roots):
            continue
        for solution in solutions:
            images = {tuple(sorted(image[option] for option in solution)) for image in option_images(model)}
            moved += len(images) == len(orbits.group)
            kept += len(images) < len(orbits.group)
    assert moved >= few(31)
    assert kept >= few(16)


def test_images_are_made_by_one_symmetry_of_each_coset() -> None:
    """The symmetries that move the solutions of a root, each after those that keep it, are the whole group, each once."""
    for model in covers():
        orbits = Orbits(model)
        whole = [tuple(permutation.tolist()) for permutation in orbits.group]
        for root in orbits.roots(2, whole_group=True):
            moving = orbits.moving(root.kept_by)
            assert moving[0] == 0
            products = [tuple(orbits.group[g][orbits.group[k]].tolist()) for g in moving for k in root.kept_by]
            assert sorted(products) == sorted(whole)


def test_lists_come_in_the_same_order_twice_and_a_limit_cuts_them() -> None:
    """A list of one worker has one order, options increasing; a limit beside a checkpoint leaves the beginning of it."""
    for seed in range(0, 150, 5):
        model = random_symmetric_cover(seed)
        order = in_order(run(model))
        assert order == in_order(run(model))
        assert all(list(selection) == sorted(selection) for selection in order)
        whole = in_order(run(model, checkpoint=Checkpoint()))
        assert sorted(whole) == sorted(order)
        for most in range(1, min(len(order), 12) + 1):
            limits = Limits(solutions=most)
            events = run(model, limits, Checkpoint())
            assert in_order(events) == whole[:most]
            assert end_of(events).stop_reason == "solutions"
            few = in_order(run(model, limits))
            assert len(few) == len(set(few)) == most
            assert set(few) <= set(order)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_list_goes_on_from_any_root_without_a_gap_or_a_duplicate(workers: int) -> None:
    """What came up to a finished root, and what comes when the list is taken up from there, is the whole list once."""
    taken_up = 0
    board = packing("3x5", ["I1", "I2"], "I1:1,I2:any")
    for model in (cover_of(board), *map(random_symmetric_cover, range(0, 150, 15))):
        events = run(model, checkpoint=Checkpoint())
        solutions = sorted(in_order(events))
        done: dict[int, tuple[int, int]] = {}
        for place, event in enumerate(events):
            if not isinstance(event, RootDone):
                continue
            done[event.root] = event.solutions, event.nodes
            before = in_order(events[:place])
            assert len(before) == sum(number for number, _ in done.values())
            rest = run(model, checkpoint=Checkpoint(event.roots_digest, dict(done)), workers=workers)
            assert sorted(before + in_order(rest)) == solutions
            taken_up += len(done) < len(before) < len(solutions)
    assert taken_up >= 2


def test_results_of_roots_count_the_images() -> None:
    """A root run by itself has the images of its solutions, as many as it says, and the roots together the oracle's list."""
    for seed in range(0, 150, 5):
        model = random_symmetric_cover(seed)
        plan = roots.plan(model, "list")
        runner = roots.runner_of_plan(model, plan)
        results = [runner.whole(number) for number in range(len(plan.roots))]
        assert all(result.solutions == len(result.selections or ()) for result in results)
        assert sorted(itertools.chain.from_iterable(result.selections or () for result in results)) == brute(model)
