"""Exact search with a SAT solver beside it, for covers with colours."""

from __future__ import annotations

import pytest

from exactcover import judges
from exactcover.model.answer import Limits, Request
from exactcover.model.cover import cover
from exactcover.model.events import End, Found
from exactcover.solving import dispatch, execute, with_clauses
from exactcover.solving.plan import Race
from tests.backends.search.models import brute
from tests.random_models import random_coloured_cover

LIMITS = Limits(time=60.0)


def test_both_agree_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random covers with colours have a solution exactly if brute force has one, whichever of the two begins."""
    monkeypatch.setattr(with_clauses, "LEAST_OPTIONS", 0)
    verdicts = set()
    for seed in range(60):
        model = random_coloured_cover(seed)
        if model.costs is not None or model.colours is None:
            continue
        monkeypatch.setattr(with_clauses, "CLAUSES_WAIT", 0.0 if seed % 2 else 0.2)
        job, _ = dispatch.job_of(Request("solve", limits=LIMITS), model)
        assert isinstance(job.plan, Race)
        events = list(execute.events(job))
        solutions = [event.selection for event in events if isinstance(event, Found)]
        assert bool(solutions) == bool(brute(model))
        assert not any(judges.faults(model, selection) for selection in solutions)
        assert isinstance(events[-1], End)
        assert events[-1].exhausted or solutions
        verdicts.add(bool(solutions))
    assert verdicts == {True, False}


def test_small_covers_and_covers_without_colours_have_one_engine() -> None:
    """Exact search alone is chosen for few options, and for covers without colours."""
    plain = cover(["a"], [("a",)])
    coloured = cover(["a"], [("a", "s:red")], secondary=["s"])
    assert with_clauses.coloured(plain, break_symmetry=True) is None
    assert with_clauses.coloured(coloured, break_symmetry=True) is None
