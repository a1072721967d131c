"""The table of engines side by side: `auto` and the engines are run on one board, judged and compared."""

from __future__ import annotations

import pytest

from benchmarks import large, race
from exactcover import judges


def test_auto_is_compared_with_the_best_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small board all engines are run, and the line names the best and what `auto` solved."""
    monkeypatch.setattr(race, "LIMIT", 5.0)
    row = large.Row("8x15", "fill", 1, large.packed("board=8x15 pieces=tetrominoes copies=6"), 1)
    line = race.raced(row)
    assert line.best in {"compose", "fill", "exact"}
    assert line.alone.solved
    assert "| 1 of 1 |" in race.shown(line)


def test_a_wrong_answer_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer with which the judge finds fault is no figure."""
    monkeypatch.setattr(judges, "faults", lambda model, selection: ["a cell is not covered"])
    model = large.packed("board=4x10 pieces=tetrominoes copies=2")(0)
    with pytest.raises(AssertionError, match="a wrong answer of exact, seed 0"):
        race.timed(model, "exact", 0, 1, 5.0)
