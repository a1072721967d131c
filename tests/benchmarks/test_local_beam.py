"""The benchmark of the local beam search: its runs are those of a seed, and its packings are packings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import local_beam
from benchmarks.local_beam import RULES, Board, Outcome, Wrong
from exactcover.backends.search.boards.local_beam import Rules

SMALL = Board(4, 10)
QUICK_SEED, LONG = 9, 600.0


def test_a_packing_has_the_score_at_which_to_stop() -> None:
    """L - 0.05 (1 + 4 + 9 + 16) on the board of 4x10."""
    assert SMALL.perfect / RULES.weights.unit == 10 - 0.05 * 30 == 8.5


def test_the_rules_are_the_usual_ones_of_the_engine() -> None:
    """The description's rules are what the engine does without options; the gutter is what tetrominoes reach."""
    assert replace(RULES, gutter=0) == Rules()


def test_a_found_packing_is_accepted() -> None:
    """A run that stops at the score of a packing has one, by the referee of packings; spoiled it has none."""
    outcome = local_beam.search(SMALL, QUICK_SEED, LONG)
    assert outcome.placements is not None
    assert outcome.best == 8.5
    assert outcome.since <= outcome.iterations
    assert local_beam.faults(SMALL, outcome) == []
    assert local_beam.faults(SMALL, replace(outcome, placements=outcome.placements[1:])) != []


def test_the_same_seed_gives_the_same_run() -> None:
    """Everything but the time is the same, restarts included; another seed gives another run."""
    first, again, other = (local_beam.search(Board(5, 8), seed, LONG, iterations=300) for seed in (3, 3, 4))
    assert replace(first, cpu_seconds=0.0) == replace(again, cpu_seconds=0.0)
    assert first.restarts > 0
    assert replace(first, cpu_seconds=0.0) != replace(other, cpu_seconds=0.0)


def test_a_wrong_packing_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A packing that the referee refuses is not counted as solved."""
    monkeypatch.setattr(local_beam, "ROWS", ((SMALL, 1, 1.0),))
    monkeypatch.setattr(local_beam, "search", lambda *_, **__: Outcome([], 1, 1, 0, 8.5, 0.1))
    with pytest.raises(Wrong, match="is not covered"):
        local_beam.measure()
