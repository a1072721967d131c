"""Layers shared by threads: the counts, states and ways are those of one thread, and the counts those of an oracle."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter

import numpy as np
import pytest

from exactcover.backends.search.cover import counting
from exactcover.backends.search.cover.kernel_names import LAYERS
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach, OutOfRoom
from exactcover.kernel.layers import layers, shares, windows
from exactcover.kernel.layers.cells import OVERFLOW
from exactcover.kernel.layers.shares import SharedCounting, Sizes, longest_window
from tests.backends.search.models import random_symmetric_cover
from tests.backends.search.test_listed_images import dominoes
from tests.kernel.instances import brute, built, random_instance

SMALL = Sizes(wide=1, share=1)
"""Layers of any width are shared, a state or two to a share."""


def tables_of(instance: Instance) -> layers.Tables:
    """An instance prepared in the order that counts choose."""
    return layers.prepare(instance, *orders.layer_order(instance))


def alone(tables: layers.Tables) -> layers.Counting:
    """A count that one thread has finished, no layer shared."""
    one = layers.Counting(tables)
    one.run(1 << 60)
    return one


def shared(tables: layers.Tables, workers: int = 2, slice_: int = 50, sizes: Sizes = SMALL) -> SharedCounting:
    """A finished count, its wide layers shared by threads."""
    several = SharedCounting(tables, workers=workers, sizes=sizes)
    while not several.run(slice_).finished:
        pass
    return several


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
        fewest, greatest = sorted((rng.randint(0, 4), rng.randint(1, 4)))
        least, most = [*least, fewest], [*most, greatest]
        options = [(*option, len(cells) + item) if rng.random() < 0.5 else option for option in options]
    return built(least, most, dict.fromkeys(options))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_threads_count_what_one_counts(workers: int) -> None:
    """Random covers and dominoes have the count of one thread, whatever the threads and the slices."""
    models = [dominoes(4, 5), dominoes(6, 7), *map(random_symmetric_cover, range(0, 150, 5))]
    for model in models:
        tables = tables_of(bare(model))
        assert shared(tables, workers).count == alone(tables).count


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_threads_count_what_an_oracle_counts(first: int) -> None:
    """Boards with holes, cells that may stay open, and pieces of a range of copies have the count of all selections."""
    checked = 0
    for seed in range(first, first + 50):
        for instance in (board(seed), random_instance(seed)):
            several = shared(tables_of(instance), slice_=7)
            assert several.count == alone(tables_of(instance)).count, seed
            if instance.options < 22:
                checked += 1
                assert several.count == len(brute(instance)), seed
    assert checked > 50


def test_no_state_is_made_in_two_shares() -> None:
    """On dominoes windows have several steps, their shares stay apart, and states and ways are as many as one thread makes."""
    tables = tables_of(bare(dominoes(10, 11)))
    several, one = SharedCounting(tables, sizes=SMALL), alone(tables)
    lengths = set()
    while not several.run(200).finished:
        if several.dealt is not None:
            window = several.dealt.window
            lengths.add(window.last - window.first)
            assert window.apart or several.progress.width < 100
    assert max(lengths) > 4
    wide = shared(tables, 3, 10**6)
    assert (wide.count, wide.progress) == (several.count, several.progress)
    assert several.count == one.count


def test_states_and_ways_are_those_of_one_thread() -> None:
    """The dominoes on 16x16 take as many states and ways by two threads as by one, and every slice ends at the same state."""
    tables = tables_of(bare(dominoes(16, 16)))
    one = alone(tables)
    seen: list[list[layers.Progress]] = []
    for workers in (2, 2):
        several, told = SharedCounting(tables, workers=workers), list[layers.Progress]()
        while not told or not told[-1].finished:
            told.append(several.run(100_000))
        assert (several.count, told[-1]) == (one.count, one.progress)
        seen.append(told)
    assert seen[0] == seen[1]


def test_shares_that_meet_are_merged() -> None:
    """If no window keeps shares apart, states are dealt out by their whole keys and merged after each step."""
    whole = np.full(1, windows.WHOLE, dtype=np.uint64)

    class OneStep(windows.Windows):
        def beginning(self, step: int, *_: object) -> windows.Window:
            return windows.Window(step, step + 1, whole, apart=False)

    for instance in (bare(dominoes(6, 7)), bare(dominoes(10, 24))):
        tables = tables_of(instance)
        several, one = SharedCounting(tables, sizes=SMALL), alone(tables)
        several.windows = OneStep(tables)
        while not several.run(10**6).finished:
            pass
        assert several.count == one.count
        assert several.progress.states >= one.progress.states


def test_windows_are_short_where_layers_grow_fast() -> None:
    """A layer that doubles at each step goes two steps at a time; one that does not grow as far as its bits allow."""
    assert longest_window([(step, 1 << step) for step in range(20)], Sizes().grown) == 2
    assert longest_window([(0, 1), (10, 5_000), (20, 5_000)], Sizes().grown) == windows.LONGEST
    assert longest_window([(0, 5_000), (10, 5_050)], Sizes().grown) == windows.LONGEST


def test_a_step_that_changes_all_bits_has_no_shares_that_stay_apart() -> None:
    """Options with any items of those ahead leave no bit alone: the window is one step, its shares are merged."""
    rng = random.Random(1)
    options = [tuple(sorted(rng.sample(range(12), 3))) for _ in range(150)]
    instance = built([1] * 12, [1] * 12, dict.fromkeys(options))
    tables = layers.prepare(instance, np.arange(12), 0)
    one = layers.Counting(tables)
    one.run(1 << 60, until=3)
    window = windows.Windows(tables).beginning(3, 16, one.layer.keys, 16, 0.1, 0.2)
    assert (window.first, window.last, window.apart) == (3, 4, False)


def test_wide_counts_are_begun_again_by_all_threads() -> None:
    """The dominoes on 10x24 are counted by two threads as by one: their number does not fit into one word."""
    tables = tables_of(bare(dominoes(10, 24)))
    several = shared(tables, 2, 1_000)
    assert several.count == alone(tables).count > 1 << 64
    assert several.wide > 1


def test_cells_grow_where_a_share_grows() -> None:
    """A share that outgrows its cells within a window goes through it again, in larger ones."""
    tables = tables_of(bare(dominoes(14, 14)))
    several = SharedCounting(tables, sizes=Sizes(wide=400, fewest=1, even=2, grown=1 << 16))
    slots = set[int]()
    while not several.run(10_000).finished:
        slots.add(several.slots)
    assert several.count == alone(tables).count == 112202208776036178000000
    assert len(slots) > 1


@pytest.mark.parametrize("wide", [1, 1 << 12])
def test_threads_keep_to_the_memory_limit(wide: int) -> None:
    """Two threads refuse what does not fit, as one does, whether layers are shared or not; a larger limit is enough."""
    tables = tables_of(bare(dominoes(14, 14)))
    with pytest.raises(OutOfRoom, match="the limit is"):
        SharedCounting(tables, 100_000, sizes=Sizes(wide=wide)).run(1 << 30)
    assert SharedCounting(tables, 1 << 24, sizes=Sizes(wide=wide)).run(1 << 30).finished


def test_threads_refuse_counts_that_are_too_long() -> None:
    """Counts beyond the longest are out of reach for threads too."""
    with pytest.raises(OutOfReach, match="exceeds"):
        shared(tables_of(bare(dominoes(10, 24))), 2, 10**6, Sizes(wide=1, widest=1))


@pytest.mark.parametrize("in_caller", [True, False])
def test_a_fault_in_one_thread_ends_the_others(monkeypatch: pytest.MonkeyPatch, in_caller: bool) -> None:
    """What goes wrong with one share is raised; no thread takes another share after that, and each gives its turn back."""
    turns = threading.Semaphore(1)
    several = SharedCounting(tables_of(bare(dominoes(10, 10))), turns=turns, sizes=SMALL)
    while several.progress.width < 64:
        several.run(1)
    both_began = threading.Barrier(2, timeout=60)
    begun = Counter[bool]()

    def breaking(*_: object) -> int:
        is_caller = threading.current_thread() is threading.main_thread()
        begun[is_caller] += 1
        if begun[is_caller] == 1:
            both_began.wait()
            if is_caller == in_caller:
                raise RuntimeError("no such share")
        time.sleep(0.02)  # whoever goes on would be slow to end
        return OVERFLOW

    monkeypatch.setattr(shares, "taken_through", breaking)
    with pytest.raises(RuntimeError, match="no such share"):
        several.run(1 << 30)
    assert turns.acquire(timeout=60)
    assert several.dealt is not None
    assert begun.total() < np.count_nonzero(several.dealt.sizes) // 2


def test_counts_by_several_workers_share_layers() -> None:
    """A count by two workers is that of one, with as many states; so is one with a limit of nodes."""
    cover = dominoes(16, 16)
    last = {}
    for workers, nodes in ((1, None), (2, None), (2, 10**9)):
        settings = counting.Settings(workers, 0, LAYERS, nodes, None)
        for last[workers, nodes] in counting.total(cover, None, settings):
            """The last progress is the count."""
    assert {progress.solutions for progress in last.values()} == {2444888770250892795802079170816}
    assert len({(progress.nodes, progress.how) for progress in last.values()}) == 1
