"""What compiling takes is a figure of its own, counts towards no limit, and is in no other figure."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from exactcover import api
from exactcover.api.answering import run_here
from exactcover.kernel import jit
from exactcover.model.answer import Limits
from exactcover.model.events import Progress
from exactcover.process import child, compiling, parent
from exactcover.process.compiling import Compiled, Stopwatch
from exactcover.process.deadline import Deadline, now, stand_still
from exactcover.process.messages import Call, Clock, Stopped
from exactcover.process.process_pool import ProcessPool
from exactcover.solving import supervisor
from tests.clocks import FakeClock

SECONDS = 2.0
"""The limit of a run: what it does besides compiling takes a hundredth of it, so a busy machine does not use it up."""

HOUR = 3600.0


def ready() -> None:
    """Measure, as an engine's process does."""
    compiling.measure(child.tell, jit.once_imported)


def compile_anew() -> None:
    """Compile a function that nobody has compiled; it takes a good part of a second."""

    @jit.numba().njit  # type: ignore[untyped-decorator]  # numba has no types
    def total(number: Any) -> Any:
        numbers = [one * one for one in range(number)]
        return sorted(numbers)[0] + len(numbers)

    assert total(3) == 3


def compiling_run(seconds: float) -> Iterator[Any]:
    """A run that compiles for twice its time, looks at its deadline, then sleeps."""
    yield compiling.clock(running=True)
    deadline, begun = Deadline(HOUR), time.monotonic()
    while compiling.of_this_run() <= 2 * SECONDS:
        compile_anew()
    left = deadline.left
    yield time.monotonic() - begun, compiling.of_this_run(), left
    time.sleep(seconds)
    yield "done"


def test_the_clock_stands_still(clock: FakeClock) -> None:
    """A deadline is as much later as the clock stood still."""
    deadline, before = Deadline(100), now()
    clock.sleep(70)
    stand_still(50)
    try:
        assert deadline.left == 80
        assert now() == before + 20
    finally:
        stand_still(-50)


def test_a_stopwatch_measures_the_outermost_lock(clock: FakeClock) -> None:
    """Numba's lock is taken within itself: the time between the first and the last word counts, once."""
    told: list[object] = []
    watch = Stopwatch(told.append)
    watch.end()  # taken before anybody measured
    assert watch.spent.seconds == 0
    before = now()
    watch.begin()
    watch.begin()
    clock.work(1)
    watch.end()
    assert watch.spent.seconds == 0
    clock.work(2)
    clock.sleep(4)
    watch.end()
    assert watch.spent == Compiled(seconds=7, cpu_seconds=3)
    assert now() == before
    assert told == []


def test_a_stopwatch_tells_when_something_new_is_compiled() -> None:
    """While the time of a run counts the parent hears when it stands still and when it goes on; else only a sentence."""
    told: list[object] = []
    watch = Stopwatch(told.append)
    watch.begin()
    watch.compiles()
    watch.end()
    assert told == [Progress(compiling.SENTENCE)]
    told.clear()
    watch.counting, watch.before = True, watch.spent
    watch.begin()
    watch.compiles()
    watch.compiles()
    watch.end()
    assert told == [
        Clock(running=False),
        Progress(compiling.SENTENCE),
        Progress(compiling.SENTENCE),
        Clock(running=True, compile_seconds=watch.of_this_run()),
    ]


@pytest.mark.deep("compiles for longer than a time limit, which takes seconds")
def test_compiling_counts_towards_no_limit(pool: ProcessPool) -> None:
    """A run that compiles for longer than its limit is not stopped for it; its own deadline waits too."""
    steps = list(parent.run(pool, Call(compiling_run, (0.0,)), Limits(time=SECONDS), grace=SECONDS))
    (passed, compiled, left), word = (step for step in steps if not isinstance(step, Clock | Progress))
    assert word == "done"
    assert 2 * SECONDS < compiled <= passed
    assert (
        HOUR - left <= passed - compiled + SECONDS
    )  # what the run did besides, and what a busy machine kept it waiting
    told = [step.running for step in steps if isinstance(step, Clock)]
    assert told == [True] + [False, True] * (len(told) // 2)
    assert len(told) > 1


@pytest.mark.deep("compiles for longer than a time limit, which takes seconds")
def test_a_run_that_is_cut_says_what_compiling_took(pool: ProcessPool) -> None:
    """What was compiled before a run was stopped is in neither its seconds nor its CPU seconds."""
    steps = list(parent.run(pool, Call(compiling_run, (60.0,)), Limits(time=SECONDS), grace=SECONDS))
    stopped = steps[-1]
    assert isinstance(stopped, Stopped)
    assert stopped.reason == "time"
    assert stopped.compile_seconds > 2 * SECONDS
    assert stopped.usage.cpu_seconds < stopped.compile_seconds


@pytest.mark.deep("compiles kernels, unless a folder has them compiled")
def test_an_answer_has_what_the_start_of_its_process_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a library the first run of a process says what loading the kernels took; a second one finds them loaded."""
    monkeypatch.setenv("EXACTCOVER_JIT", "1")
    supervisor.pool.end()
    soma = api.puzzle("soma")
    first, second = (api.solve(soma, backend="exact:fewest-options").statistics for _ in range(2))
    assert first.compile_seconds > 0
    assert second.compile_seconds < first.compile_seconds
    supervisor.pool.end()


def test_kernels_from_the_library_take_no_time_to_compile() -> None:
    """With the library of kernels, the first run of a process compiles nothing."""
    supervisor.pool.end()
    answer = api.solve("soma", backend="exact:fewest-options")
    assert answer.statistics.compile_seconds == 0 or not jit.AHEAD


def test_a_clock_goes_on_after_an_engine_has_run_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look-up that asks an engine in its process leaves out what is compiled later too; other runs end as before."""
    monkeypatch.setattr(compiling, "_stopwatches", [Stopwatch(lambda _: None)])
    puzzle = api.puzzle("packing", board="2x2", pieces="dominoes", copies="any")
    for counting in (True, False):
        compiling.clock(running=counting)
        assert [*run_here(puzzle, api.request("solve"))]
        assert compiling.is_counting() is counting
