"""Layers counted from both ends of the order: the counts are those of one end, and of a plain oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest

from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach, OutOfRoom
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.halves import Halves
from exactcover.kernel.layers.meeting import meeting
from exactcover.search.cover import counting
from exactcover.search.cover.kernel_names import LAYERS
from exactcover.search.cover.strategy import bare
from tests.kernel.instances import brute, built, random_instance
from tests.search.test_listed_images import dominoes


def from_one_end(instance: Instance) -> int:
    """The count of one thread, from the first item of the order to the last."""
    counted = layers.Counting(layers.prepare(instance, *orders.layer_order(instance)))
    counted.run(1 << 60)
    return counted.count


def from_both(instance: Instance, slice_: int = 1 << 60, begun: int = 0, memory: int = 1 << 30) -> Halves | None:
    """A finished count by halves, after so many states from one end; None where the cover has no halves."""
    order, tail = orders.layer_order(instance)
    met = meeting(instance, order, tail)
    if met is None:
        return None
    front = layers.Counting(layers.prepare(instance, order, tail))
    front.run(begun, until=met.steps)
    halves = Halves(front, met, memory, 2)
    while not halves.run(slice_).finished:
        pass
    return halves


def board(seed: int) -> Instance:
    """A small board with holes, to be covered by monominoes and dominoes; some of both kinds must be used so often."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 5), rng.randint(2, 5)
    cells = [(r, c) for r in range(height) for c in range(width) if rng.random() > 0.15]
    number = {cell: k for k, cell in enumerate(cells)}
    pairs = [
        (number[r, c], number[r + a, c + b]) for r, c in cells for a, b in ((0, 1), (1, 0)) if (r + a, c + b) in number
    ]
    options = [*pairs, *((number[cell],) for cell in cells if rng.random() < 0.3)]
    least, most = [int(rng.random() < 0.9) for _ in cells], [1] * len(cells)
    for item in range(rng.choice([0, 0, 1, 2])):
        fixed = rng.randint(1, 4)
        least, most = [*least, fixed], [*most, fixed]
        options = [(*option, len(cells) + item) if rng.random() < 0.5 else option for option in options]
    return built(least, most, dict.fromkeys(options))


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_halves_count_what_an_oracle_counts(first: int) -> None:
    """Boards with holes, cells that may stay open, and pieces of given copies have the count of a search of all selections."""
    halved = 0
    for seed in range(first, first + 50):
        instance = board(seed)
        halves = from_both(instance, slice_=7, begun=seed % 20)
        if halves is not None:
            halved += not halves.alone
            assert halves.count == from_one_end(instance), seed
            if instance.options < 22:
                assert halves.count == len(brute(instance)), seed
    assert halved > 10


def test_halves_of_random_covers() -> None:
    """Random covers have halves only where these count what an oracle counts."""
    halved = 0
    for seed in range(400):
        instance = random_instance(seed)
        halves = from_both(instance, slice_=3)
        if halves is not None:
            halved += 1
            assert halves.count == len(brute(instance)), seed
    assert halved > 20


@pytest.mark.parametrize("begun", [0, 1, 100, 1_000])
def test_halves_of_boards_with_wide_counts(begun: int) -> None:
    """The dominoes on 10x24 and on 12x12 are counted from both ends as from one, wherever the count from one had come to."""
    for model in (dominoes(10, 24), dominoes(12, 12)):
        instance = bare(model)
        halves = from_both(instance, slice_=500, begun=begun)
        assert halves is not None
        assert not halves.alone
        assert halves.count == from_one_end(instance)


def test_covers_without_halves() -> None:
    """No halves: options that reach over by two items, a range of copies, an option of global items only, no option."""
    trominoes = built([1] * 12, [1] * 12, [(k, k + 1, k + 2) for k in range(10)])
    pairs = [(k, k + 1) for k in range(7)]
    ranged = built([1] * 8 + [1], [1] * 8 + [3], [(*pair, 8) for pair in pairs])
    lone = built([1] * 8 + [2], [1] * 8 + [2], [*((*pair, 8) for pair in pairs), (8,)])
    nothing = built([1, 1], [1, 1], [])
    for instance in (trominoes, ranged, lone, nothing):
        assert meeting(instance, np.arange(instance.items), int((instance.most > 1).sum())) is None
    assert meeting(built([1] * 8, [1] * 8, pairs), np.arange(8), 0) is not None


def test_the_front_half_goes_on_alone_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the back half has no room, or cannot be prepared, the count is that of one end; where no half has room, none."""
    instance = bare(dominoes(10, 10))
    needed = next(memory for memory in range(20_000, 2_000_000, 20_000) if room_for_one(instance, memory))
    halves = from_both(instance, slice_=100, memory=needed)
    assert halves is not None
    assert (halves.alone, halves.count) == (True, from_one_end(instance))
    with pytest.raises(OutOfRoom):
        from_both(instance, memory=needed // 4)

    def refuse(self: object) -> None:
        raise OutOfReach("too long")

    monkeypatch.setattr("exactcover.kernel.layers.meeting.Meeting.tables", refuse)
    halves = from_both(instance, slice_=100)
    assert halves is not None
    assert (halves.alone, halves.count) == (True, from_one_end(instance))


def room_for_one(instance: Instance, memory: int) -> bool:
    """Whether a count from one end keeps to so many bytes."""
    try:
        layers.Counting(layers.prepare(instance, *orders.layer_order(instance)), memory).run(1 << 60)
    except OutOfRoom:
        return False
    return True


def test_counts_by_two_workers_go_on_from_both_ends() -> None:
    """A count by two workers that is not over at once says that it goes from both ends; one with a limit of nodes does not."""
    cover = dominoes(14, 14)
    last = {}
    for workers, nodes in ((1, None), (2, None), (2, 10**9)):
        settings = counting.Settings(workers, 0, LAYERS, nodes, None)
        for last[workers, nodes] in counting.total(cover, None, settings):
            """The last progress is the count."""
    assert {progress.solutions for progress in last.values()} == {112202208776036178000000}
    assert [progress.how for progress in last.values()] == [
        "layer by layer", "layer by layer from both ends", "layer by layer",
    ]  # fmt: skip
