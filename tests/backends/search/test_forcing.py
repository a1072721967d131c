"""Searches below forced options, and searches by clauses: against brute force, on random covers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from benchmarks.versus import instances
from exactcover import judges
from exactcover.backends import exact
from exactcover.backends.search.cover import clauses, first, forcing
from exactcover.backends.search.cover.kernel_names import AUTO
from exactcover.backends.search.cover.strategy import bare
from exactcover.backends.search.cover.watching import Watched
from exactcover.kernel.instance import OutOfReach
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover, cover
from exactcover.model.events import End, Found
from tests.backends.search.models import brute
from tests.random_models import random_coloured_cover, random_cover


def covers() -> list[Cover]:
    """Random covers with and without colours, without costs."""
    drawn = [make(seed) for seed in range(150) for make in (random_cover, random_coloured_cover)]
    return [model for model in drawn if model.costs is None and model.connectivity is None]


def accepted(model: Cover, selection: Integers) -> bool:
    """Whether the judge accepts a selection."""
    return judges.faults(model, selection[selection >= 0].astype(np.int64)) == []


def test_below_forced_options_are_all_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left has a solution exactly if the whole has one, and each is lifted to one of the whole."""
    monkeypatch.setattr(forcing, "PART", 1 << 20)
    seen = set()
    odd = cover(
        ["a", "b", "c", "d"], [["a", "b"], ["b", "c"], ["a", "c"], ["d"]]
    )  # d is forced, and three is no even number
    for model in [*covers(), odd]:
        below = forcing.below_forced(bare(model))
        if below is None:
            continue
        end = None
        for search, nodes in first.rounds(first.turns(first.Prepared(bare(model)), AUTO, 0)):
            assert isinstance(search, forcing.Lifted)
            end = search.run(nodes, keep=1)
            if end.solutions or end.finished:
                break
        assert end is not None
        assert bool(end.solutions) == bool(brute(model))
        assert not end.solutions or accepted(model, end.selections[0])
        seen.add(bool(end.solutions))
    assert seen == {True, False}


def test_clauses_agree_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random covers have a solution by clauses exactly if brute force has one, with pairs and with ladders."""
    verdicts = set()
    for number, model in enumerate(covers()):
        monkeypatch.setattr(clauses, "PAIRWISE_UP_TO", 1 + number % 4)
        instance = bare(model)
        if instance.colours is not None or instance.most.max(initial=0) > 1:
            with pytest.raises(OutOfReach, match="at most once"):
                clauses.Search(instance)
            continue
        search = clauses.Search(instance)
        step = search.run(1 << 20)
        assert step.finished
        assert search.run(1).finished
        assert bool(step.solutions) == bool(brute(model))
        assert not step.solutions or accepted(model, step.selections[0])
        verdicts.add(bool(step.solutions))
    assert verdicts == {True, False}


def test_an_item_without_options_contradicts() -> None:
    """A cover with an item that no option has is refuted by clauses, and nothing is forced in it."""
    model = bare(cover(["a", "b", "c"], [["a", "b"]]))
    assert clauses.Search(model).run(100).finished
    assert forcing.below_forced(model) is None


def test_a_hard_square_with_clues_is_searched_by_several() -> None:
    """On a sudoku of 25x25 several seeds and then clauses take turns on what is left; a run that is watched sees every option."""
    model = instances.sudoku(5, 350, 1).encode().model
    assert isinstance(model, Cover)
    order = first.turns(first.prepared(model), AUTO, 0)
    assert sum(turn.once for turn in order) == first.AGAIN - 1
    *_, (last, _) = itertools.islice(first.rounds(order), len(order))
    assert isinstance(last, forcing.Lifted)
    assert isinstance(last.search, clauses.Search)
    again = (first.rounds(order), first.rounds(order))
    counts = [[search.run(nodes, keep=1).nodes for search, nodes in itertools.islice(each, 9)] for each in again]
    assert counts[0] == counts[1]
    for nodes in (1, 5_000, 30_000):
        *_, end = exact.run("solve", model, EngineOptions(), Limits(nodes=nodes))
        assert isinstance(end, End)
        assert (end.stop_reason, end.statistics.nodes <= nodes) == ("nodes", True)
    watched = Watched(nodes=300)
    list(exact.run("solve", model, EngineOptions(), watched))
    assert len(watched.selections) == 300
    assert {len(selection) > len(order) for selection in watched.selections} == {True}
    solutions = [event for event in exact.run("solve", model, EngineOptions(), Limits()) if isinstance(event, Found)]
    assert accepted(model, solutions[0].selection)
