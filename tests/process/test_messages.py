"""What goes from process to process: little, and together where that can wait; caches there change no answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover import api
from exactcover.backends.search.cover import first
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import live_lists
from exactcover.model.answer import Answer, Request
from exactcover.model.cover import Cover
from exactcover.model.events import Accepted
from exactcover.process import child, parent
from exactcover.process.messages import Call, CallStarted, Clock, Done, Pause
from exactcover.solving import caches, engine_process, pipeline
from tests.clocks import FakeClock

MOST_MESSAGES = 2  # of an engine in one warm run: that its time counts, and what it came to


class Noted:
    """A connection that notes what goes through it; without a real one behind it, it gives a call and takes all that is sent."""

    def __init__(self, behind: Any = None, call: Call | None = None) -> None:
        self.behind, self.call = behind, call
        self.received: list[Any] = []
        self.sent: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)

    def recv(self) -> Any:
        """Receive, and note it."""
        self.received.append(self.call if self.behind is None else self.behind.recv())
        return self.received[-1]

    def send(self, value: Any) -> None:
        """Send, and note it."""
        self.sent.append(value)
        if self.behind is not None:
            self.behind.send(value)


def pausing() -> Iterator[object]:
    """A run that says three things, and waits before the last."""
    yield "one"
    yield "two"
    yield Pause()
    yield "three"


def talking() -> Iterator[object]:
    """A run that goes on saying something."""
    for number in range(10):
        time.sleep(0.01)
        yield number


def test_what_a_patient_run_says_does_not_wait_for_long(clock: FakeClock) -> None:
    """A run that never pauses is heard of all the same."""
    noted = Noted(call=Call(talking, (), patient=True))
    begun = clock.seconds
    child.serve_one(cast(Any, noted))
    assert clock.seconds == pytest.approx(begun + 0.1)  # the run slept by this clock, and nothing else did
    assert len(noted.sent) > 2
    assert [each for message in noted.sent for each in message] == [CallStarted(), *range(10), Done()]


def sudoku() -> Puzzle:
    """The sudoku of 4 by 4 cells as a cover."""
    return api.puzzle_about(four_by_four())


def four_by_four() -> Cover:
    """All 288 sudokus of 4 by 4 cells."""
    items = [f"{kind}{one}{two}" for kind in "prcb" for one in range(4) for two in range(4)]
    return api.cover(
        items,
        [
            [f"p{row}{column}", f"r{row}{digit}", f"c{column}{digit}", f"b{row // 2 * 2 + column // 2}{digit}"]
            for row in range(4)
            for column in range(4)
            for digit in range(4)
        ],
    )


def test_what_a_patient_run_says_waits_for_its_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A patient run's words go out when it pauses and when it ends; those of any other at once. A Pause itself is not sent."""
    monkeypatch.setattr(child, "LONGEST_WAIT", 60.0)  # on a busy machine a moment is long
    sent: dict[bool, list[Any]] = {}
    for patient in (True, False):
        noted = Noted(call=Call(pausing, (), patient=patient))
        child.serve_one(cast(Any, noted))
        sent[patient] = noted.sent
    assert sent[True] == [[CallStarted(), "one", "two"], ["three", Done()]]
    assert sent[False] == [[CallStarted(), "one"], ["two"], ["three"], [Done()]]


@pytest.mark.parametrize("name", ["soma", "sudoku"])
def test_a_warm_request_takes_few_messages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that is known is answered with one message to the user, one to the engine and two from it."""
    content = caches.serialize(sudoku() if name == "sudoku" else puzzle(name))
    monkeypatch.setattr(parent, "PAUSE_SECONDS", 60.0)  # on a busy machine a moment is long
    for number in range(2):
        list(pipeline.in_child(content, Request("solve")))
        worker = engine_process.pool.idle[-1]
        noted = Noted(worker.connection)
        monkeypatch.setattr(worker, "connection", noted)
        steps = list(pipeline.in_child(content, Request("solve")))
        assert isinstance(steps[-1], Answer)
        assert steps[-1].status == "FEASIBLE"
        assert not any(isinstance(step, Pause) for step in steps), number
        assert len(noted.sent) == 1
        assert len(noted.received) <= MOST_MESSAGES
        monkeypatch.undo()
        monkeypatch.setattr(parent, "PAUSE_SECONDS", 60.0)


def test_a_request_says_at_once_that_its_time_counts() -> None:
    """A puzzle that is not known may take long to encode: before that, its clock goes out."""
    caches.puzzles.clear()
    steps = pipeline.in_child(caches.serialize(puzzle("soma")), Request("solve"))
    assert [type(next(steps)) for _ in range(2)] == [Clock, Pause]
    del steps


def test_what_takes_long_comes_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a proof, a large puzzle or an exhausted search has to be judged for waits for nobody else's news."""
    caches.puzzles.clear()
    monkeypatch.setattr(caches.puzzles, "largest", 10)
    steps = list(pipeline.in_child(caches.serialize(puzzle("soma")), Request("solve")))
    at = next(number for number, step in enumerate(steps) if isinstance(step, Accepted))
    assert isinstance(steps[at - 1], Pause)
    assert isinstance(steps[-2], Pause)


def test_reductions_of_small_models_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same model is written out once, in each of the ways that are asked for; what would be large is not kept."""
    model = puzzle("pentominoes-5x5-lnuwy").encode().model
    plain = caches.reduced(model, ("cover",), with_symmetries=False)
    assert caches.reduced(model, ("cover",), with_symmetries=False) is plain
    assert caches.reduced(model, ("cover",), break_symmetry=True) is not plain
    monkeypatch.setattr(caches, "MOST_OPTIONS", 1)
    other = puzzle("pentominoes-6x10").encode().model
    assert caches.reduced(other, ("cover",)) is not caches.reduced(other, ("cover",))


def test_searches_share_what_was_prepared_and_spoil_nothing() -> None:
    """Searches that begin from cached arrays go as those that make their own, also after others have run."""
    model = caches.reduced(puzzle("pentominoes-5x5-lnuwy").encode().model, ("cover",)).model
    assert isinstance(model, Cover)
    assert first.prepared(model) is first.prepared(model)
    for seed in (0, 1, 0):
        shared = live_lists.Search(bare(model), seed, first.prepared(model).live).run(1 << 20)
        own = live_lists.Search(bare(model), seed).run(1 << 20)
        assert shared.nodes == own.nodes
        assert np.array_equal(shared.selections, own.selections)


def test_equal_covers_are_put_in_order_once() -> None:
    """A cover that is asked about twice is put in order once, and sent as the same bytes."""
    one = four_by_four()
    assert api.puzzle_about(one).value is api.puzzle_about(one).value
    assert caches.serialize(api.puzzle_about(one)) == caches.serialize(api.puzzle_about(one))
