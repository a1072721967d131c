"""Candidates and their races: what a trial belies, that a rival is asked then, and estimates that keep to their errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.cases import CASES, HARD_SUDOKUS
from benchmarks.choice import shuffled
from benchmarks.covers import sudoku
from encoders.catalogue import puzzle
from exactcover.backends.search.cover import candidates, counting
from exactcover.backends.search.cover.kernel_names import AUTO, FEWEST_OPTIONS
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.strategy import Chooser
from exactcover.kernel.cover import option_sets, probe, static_order
from exactcover.model.cover import Cover
from tests.backends.search.by_hand import cover_of

NODES_OF_THE_HARDEST = 2_719


def chooser_of(model: Cover, seed: int = 0) -> Chooser:
    """What chooses for a cover."""
    return Chooser(model, Orbits(model), whole_group=False, seed=seed)


@pytest.mark.parametrize("number", range(0, 20, 4))
def test_hard_sudokus_are_counted_in_few_nodes_whatever_the_seed_and_the_shuffle(number: int) -> None:
    """Over four shuffles of the items and three seeds the choice is fewest-options, but 2,719 nodes of a look are enough."""
    for shuffle in range(4):
        model = shuffled(sudoku(HARD_SUDOKUS[number]), shuffle)
        for seed in range(3):
            assert chooser_of(model, seed).best().kernel == FEWEST_OPTIONS
            *_, last = counting.total(model, None, counting.Settings(1, seed, AUTO, None, None))
            assert (last.solutions, last.finished) == (1, True)
            assert last.nodes <= NODES_OF_THE_HARDEST
            assert "kernel sparse" in last.how


def promising(tables: static_order.Tables | option_sets.Tables, descents: int, *_: Any) -> probe.Estimate:
    """An estimate of no nodes for static-order, and of 20,000 for fewest-options."""
    return probe.Estimate(0.0 if isinstance(tables, static_order.Tables) else 20_000.0, 0.0, 0.0, 0.0, descents)


def test_a_rival_is_asked_when_a_trial_belies_the_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Static-order promises nothing to search in a hard sudoku, its trial goes on, and fewest-options wins the race."""
    monkeypatch.setattr(candidates, "FIRST_NODES", 0)
    monkeypatch.setattr(probe, "estimate", promising)
    chooser = chooser_of(sudoku(HARD_SUDOKUS[0]))
    assert chooser.chosen is not None
    assert chooser.chosen.known
    assert (chooser.chosen.kernel, chooser.chosen.nodes) == (FEWEST_OPTIONS, NODES_OF_THE_HARDEST)


def test_trials_go_on_where_they_stood() -> None:
    """A search that is tried in steps takes the nodes and has the solutions of one that is not."""
    model = cover_of(puzzle("pentominoes-8x8-centre").value)
    stepwise, whole = (chooser_of(model).chosen for _ in range(2))
    assert stepwise is not None
    assert whole is not None
    while not stepwise.known:
        stepwise.searched(stepwise.spent + 5_000)
    whole.searched(1 << 40)
    assert (stepwise.spent, stepwise.solutions) == (whole.spent, whole.solutions)
    assert whole.solutions == 520


def test_what_the_choice_has_ended_is_counted_with_its_weights() -> None:
    """The Soma cube is over while choosing: its total, all symmetric solutions included, needs no second search."""
    model = cover_of(puzzle("soma").value)
    assert chooser_of(model).chosen is not None
    *_, last = counting.total(model, Orbits(model), counting.Settings(1, 0, AUTO, None, None))
    assert last.solutions == 11_520


@pytest.mark.parametrize("name", ["pentominoes-6x10", "langford-11", "queens-12", "tetrominoes-5x8", "one-sided-3x30"])
def test_estimates_keep_to_their_errors(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes foretold without searching more than a thousand are the true ones within the error, or not told."""
    monkeypatch.setattr(candidates, "FORECAST_NODES", 1_000)
    model = next(case for case in CASES if case.name == name).cover()
    for seed in range(3):
        chosen = chooser_of(model, seed).chosen
        assert chosen is not None
        forecast = chosen.foretold()
        truth = chosen.searched(1 << 40).nodes
        assert forecast is None or abs(forecast.nodes - truth) <= forecast.error, (seed, forecast, truth)


def test_a_short_search_is_foretold_without_error() -> None:
    """Pentominoes on 6x10 are searched to the end for their estimate: the nodes are known and the error is 0."""
    forecast = chooser_of(cover_of(puzzle("pentominoes-6x10").value)).foretold()
    assert forecast is not None
    assert forecast.error == 0
    assert forecast.nodes == int(forecast.nodes) > 10**5


def test_a_search_that_only_seems_short_is_not_foretold() -> None:
    """Y pentominoes on 15x15, of which descents promise some thousand nodes and 38 million do not end it, get no estimate."""
    model = cover_of(puzzle("packing board=15x15 pieces=Y5 copies=any").value)
    assert chooser_of(model).foretold() is None


def test_shuffled_covers_have_the_same_options() -> None:
    """A shuffle renumbers the items and keeps what each option holds, by name."""
    model = sudoku(HARD_SUDOKUS[0])
    other = shuffled(model, 1)
    assert model.items != other.items
    for option in range(0, model.options, 50):
        names = [
            {each.items[i] for i in each.members[each.starts[option] : each.starts[option + 1]]}
            for each in (model, other)
        ]
        assert names[0] == names[1]
    assert (np.diff(other.starts) == np.diff(model.starts)).all()
