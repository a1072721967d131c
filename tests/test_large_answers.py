"""What the pipeline makes of attempts, and of solutions of a million cells, from engines that say just that."""

from __future__ import annotations

import pytest

from encoders.puzzle import Puzzle
from exactcover.model.answer import Request
from exactcover.model.errors import JudgeRefused
from exactcover.model.events import Attempt, End, Found
from exactcover.model.layout import Layout
from exactcover.solving import dispatch
from exactcover.solving.plan import Job
from tests.laid_blocks import tetrominoes
from tests.test_pipeline import FIVE, answer, honest, scripted, steps


def test_the_last_attempt_is_told_with_its_faults() -> None:
    """An UNKNOWN has the last attempt and the faults that the referee counts in it; with a solution there is none."""
    right = next(event for event in honest(job_of(FIVE)) if isinstance(event, Found)).selection
    short = scripted(Attempt(right[:1]), Attempt(right[:3]), End(False, stop_reason="nodes"))
    told = answer(FIVE, Request("solve", "exact"), short)
    assert told.best_attempt is not None
    assert (told.status, told.best_attempt.faults) == ("UNKNOWN", 12)  # ten cells, two pieces
    assert len(told.best_attempt.solution["placements"]) == 3
    assert told.to_json()["best_attempt"] == {**told.best_attempt.solution, "faults": 12}
    solved = scripted(Attempt(right[:3]), Found(right), End(False))
    assert answer(FIVE, Request("solve", "exact"), solved).best_attempt is None
    with pytest.raises(JudgeRefused, match="its best attempt has no fault"):
        steps(FIVE, Request("solve", "exact"), scripted(Attempt(right), End(False, stop_reason="time")))


def job_of(what: Puzzle) -> Job:
    """The job of a search for one solution."""
    job, _ = dispatch.job_of(Request("solve", "exact"), what.encode().model)
    return job


def test_large_packings_are_solved_as_arrays() -> None:
    """A million cells go through the pipeline as arrays; an offset that is one too large is refused by the judge."""
    large, laid = tetrominoes(1000, 1000)
    told = answer(large, Request("solve", "exact"), scripted(Found(laid), End(False)))
    assert isinstance(told.solution, Layout)
    assert (told.status, len(told.solution)) == ("FEASIBLE", 250_000)
    spoiled = laid.copy()
    spoiled[9, 3] += 1
    with pytest.raises(JudgeRefused, match="the judge refused a selection"):
        steps(large, Request("solve", "exact"), scripted(Found(spoiled), End(False)))
