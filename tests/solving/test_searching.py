"""An engine's search of a puzzle's own model: what is done before the engine begins."""

from __future__ import annotations

from typing import Any

import pytest

from exactcover import api
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.events import End
from exactcover.process.deadline import Deadline
from exactcover.solving import caches, execute, searching
from exactcover.solving.plan import Run


@pytest.mark.parametrize(("task", "count"), [("solve", None), ("count", 0)])
def test_placements_are_not_written_out_if_the_time_is_over_before(
    task: Task, count: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board whose placements take minutes to write out is left alone within a second; nothing is claimed about it."""

    def refused(*_: Any, **__: Any) -> Any:
        raise AssertionError("the placements were written out")

    monkeypatch.setattr(caches, "reduced", refused)
    board = api.puzzle("packing", board="1000x1000", optional="all", pieces="pentominoes").encode().model
    limits = Limits(time=1.0)
    events = list(
        searching.searched("exact", task, board, EngineOptions(), limits, Deadline(1.0), break_symmetry=False)
    )
    assert events == [End(False, "time", count, remark="the time is too short to write out the placements")]
    with pytest.raises(AssertionError, match="were written out"):
        list(searching.searched("exact", task, board, EngineOptions(), Limits(), Deadline(), break_symmetry=False))


def test_an_entrant_of_a_race_does_not_begin_once_the_time_is_up() -> None:
    """What another entrant has used up is not overrun by the preparation of the next; with time left it begins."""
    model = api.puzzle("pentominoes-5x5-lnuwy").encode().model
    plan = Run("brute", "solve")
    late, soon = (
        list(execute._entered(plan, execute.Context(model, EngineOptions(), Limits(), Deadline(seconds))))
        for seconds in (0.0, None)
    )
    assert late == [End(False, "time")]
    assert isinstance(soon[-1], End)
    assert soon[-1].stop_reason == "solutions"
