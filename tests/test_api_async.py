"""The public functions for event loops, and runs that are cancelled from another thread."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import exactcover
from exactcover.model.events import Progress
from tests.commands import HARD

LONG = " ".join(HARD)


def test_three_questions_at_once() -> None:
    """Questions that are awaited together are each answered as their functions answer."""

    async def ask() -> tuple[Any, ...]:
        proof = exactcover.aprove("mutilated-chessboard")
        return await asyncio.gather(exactcover.asolve("soma"), exactcover.acount("pentominoes-5x5-lnuwy"), proof)

    solved, counted, proved = asyncio.run(ask())
    assert (solved.status, counted.count, proved.status) == ("FEASIBLE", 8, "INFEASIBLE")


def test_a_cancelled_task_ends_its_run() -> None:
    """Cancelling the task ends the search, and the loop goes on; another question is answered after it."""

    async def ask() -> Any:
        started = asyncio.Event()
        task = asyncio.create_task(exactcover.acount(LONG, on_progress=lambda progress: started.set()))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await exactcover.asolve("soma")

    assert asyncio.run(ask()).status == "FEASIBLE"


def test_an_event_cancels_a_run() -> None:
    """Once the event is set the run ends with what it has, as after Ctrl-C."""
    cancel = threading.Event()

    def heard(progress: Progress) -> None:
        cancel.set()

    answer = exactcover.count(LONG, on_progress=heard, cancel=cancel)
    assert (answer.status, answer.stop_reason) == ("UNKNOWN", "interrupted")


def test_an_event_cancels_many_questions() -> None:
    """Once the event is set, the puzzles that have no answer are UNKNOWN, interrupted, each in its place."""
    cancel = threading.Event()
    cancel.set()
    answers = exactcover.count_many([LONG, LONG], cancel=cancel)
    assert [isinstance(each, exactcover.Answer) and each.stop_reason for each in answers] == ["interrupted"] * 2


def test_what_is_no_event_is_refused() -> None:
    """A cancel that is neither an event nor None is a TypeError in a sentence, before anything runs."""
    with pytest.raises(TypeError, match=r"cancel is 3; expected a threading\.Event"):
        exactcover.solve("soma", cancel=3)  # type: ignore[arg-type]
