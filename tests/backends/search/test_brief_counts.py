"""Counts of little time: what they leave out, and how often they look at the clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover import counting, roots
from exactcover.backends.search.cover.kernel_names import AUTO, STATIC_ORDER
from exactcover.backends.search.cover.strategy import Chooser, bare
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.shares import SharedCounting
from exactcover.kernel.layers.steps import Tables
from exactcover.model.cover import Cover
from tests.backends.search.by_hand import cover_of


def test_a_thread_generates_fewer_states_at_once_if_each_takes_many_transitions() -> None:
    """With a thousand transitions for each state, a slice has as many transitions as one with few, not as many states."""
    dense, sparse = (layers.Progress(1, 9, 1_000, 1_000 * ways, 1_000, finished=False) for ways in (1_000, 1))
    assert counting._states_per_slice(dense, 48) == counting.PATHS_PER_SLICE // 1_000
    assert counting._states_per_slice(sparse, 48) == min(counting.PATHS_PER_SLICE, counting.BYTES_PER_SLICE // 48)


def test_layers_take_no_more_memory_than_the_time_is_enough_to_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count of a fraction of a second ends its layers at that fraction of the bytes of a second."""
    allowed: list[int] = []

    def watched(tables: Tables, memory: int, workers: int, turns: object, folds: object) -> SharedCounting:
        allowed.append(memory)
        return SharedCounting(tables, memory, workers)

    monkeypatch.setattr(counting, "SharedCounting", watched)
    instance = bare(cover_of(puzzle("packing board=6x6 pieces=tetrominoes copies=any").value))
    chooser = SimpleNamespace(promises=lambda seconds: False, strategy=None)
    for seconds in (0.25, None):
        settings = counting.Settings(1, 0, AUTO, None, None, seconds=seconds)
        next(iter(counting.by_layers(instance, settings, cast(Chooser, chooser))))
    assert allowed[0] == counting.BYTES_PER_SECOND // 4 < allowed[1]


def test_a_brief_count_by_one_thread_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cutting a search into roots takes time that a brief count has not; others are cut, and the caller may stop before."""
    cut: list[bool] = []
    runner_of_strategy = roots.runner_of_strategy

    def watched(*arguments: Any, **keywords: Any) -> roots.Runner:
        cut.append(keywords["cut"])
        return runner_of_strategy(*arguments, **keywords)

    monkeypatch.setattr(roots, "runner_of_strategy", watched)
    model = puzzle("langford n=11").encode().model
    assert isinstance(model, Cover)
    for seconds, workers in ((1.0, 1), (1.0, 2), (None, 1)):
        settings = counting.Settings(workers, 0, STATIC_ORDER, None, None, seconds=seconds)
        *some, last = counting.total(model, None, settings)
        assert any(step.how == "choosing the search" for step in some)
        assert (last.finished, last.solutions) == (True, 35_584)
    assert cut == [False, True, True]
