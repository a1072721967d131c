"""Layers counted by several threads: the counts, states and ways are those of one thread."""

from __future__ import annotations

import pytest

from exactcover.kernel.cover import orders
from exactcover.kernel.instance import OutOfRoom
from exactcover.kernel.layers import layers, parts
from exactcover.search.cover.strategy import bare
from tests.search.models import random_symmetric_cover
from tests.search.test_listed_images import dominoes


@pytest.fixture
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share layers of any width, in rounds of a few states: many rounds, and cells that grow."""
    monkeypatch.setattr(layers, "PARTED_STATES", 1)
    monkeypatch.setattr(parts, "ROUND", 8)


def counted(tables: layers.Tables, workers: int, slice_: int = 1 << 20) -> layers.Counting:
    """A finished count."""
    counting = layers.Counting(tables, workers=workers)
    while not counting.run(slice_).finished:
        pass
    return counting


@pytest.mark.usefixtures("small_rounds")
@pytest.mark.parametrize("workers", [2, 3, 4])
def test_threads_count_what_one_counts(workers: int) -> None:
    """Random covers and dominoes have the count of one thread, whatever the threads and the slices."""
    models = [dominoes(4, 5), dominoes(6, 7), *map(random_symmetric_cover, range(0, 150, 5))]
    for model in models:
        instance = bare(model)
        tables = layers.prepare(instance, *orders.layer_order(instance))
        one, several = counted(tables, 1), counted(tables, workers, 50)
        assert (several.count, several.progress) == (one.count, one.progress)


@pytest.mark.usefixtures("small_rounds")
def test_wide_counts_are_begun_again_by_all_threads() -> None:
    """The dominoes on 10x24 are counted by two threads as by one: their number does not fit into one word."""
    instance = bare(dominoes(10, 24))
    tables = layers.prepare(instance, *orders.layer_order(instance))
    assert counted(tables, 2).count == counted(tables, 1).count > 1 << 64


@pytest.mark.usefixtures("small_rounds")
def test_threads_keep_to_the_memory_limit() -> None:
    """Two threads refuse what does not fit, as one does."""
    instance = bare(dominoes(8, 8))
    tables = layers.prepare(instance, *orders.layer_order(instance))
    with pytest.raises(OutOfRoom):
        layers.Counting(tables, 2_000, workers=2).run(1 << 20)
