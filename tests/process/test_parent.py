"""Any generator function run in a child process: relayed, limited, interrupted, and what it raises raised again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput, InvalidModel, JudgeRefused, OurFault, Unsuitable
from exactcover.process import child, parent, process_pool, usage
from exactcover.process.messages import Call, Clock, Stopped
from exactcover.process.process_pool import ProcessPool
from tests.clocks import FakeClock

GRACE = 0.1


def ready() -> None:
    """Nothing is needed."""


def counting(number: int) -> Iterator[int | Clock]:
    """Numbers, one after the other."""
    yield Clock(running=True)
    yield from range(number)


def sleeping(seconds: float) -> Iterator[str | Clock]:
    """A long step that hears nothing, between two words."""
    yield Clock(running=True)
    yield "begun"
    time.sleep(seconds)
    yield "done"


def starting(seconds: float) -> Iterator[str | Clock]:
    """A start that is silent for so long."""
    time.sleep(seconds)
    yield Clock(running=True)
    yield "done"


def compiling(times: int) -> Iterator[str | Clock]:
    """A start that says now and then what it does."""
    yield from ["compiling"] * times
    yield Clock(running=True)
    yield "done"


def growing() -> Iterator[str | Clock]:
    """More and more memory."""
    yield Clock(running=True)
    held = []
    while True:
        held.append(np.ones(1_000_000))
        yield "more"


def standing() -> Iterator[str | Clock]:
    """The working folder."""
    yield Clock(running=True)
    yield os.getcwd()


def listening() -> Iterator[str | Clock]:
    """A run that ends by itself when it is asked to."""
    yield Clock(running=True)
    while not child.interrupted():
        yield "waiting"
        time.sleep(0.01)
    yield "ended"


WORKING = """
import os, sys, time
held = bytearray(150_000_000)
held[::4096] = b"x" * len(held[::4096])
while os.getppid() == int(sys.argv[1]):
    if time.process_time() > 0.6: print(flush=True); time.sleep(0.1)
"""


def waiting_for_another() -> Iterator[str | Clock]:
    """A run that waits for a process of its own, which works, and hears nothing."""
    yield Clock(running=True)
    working = subprocess.Popen([sys.executable, "-c", WORKING, str(os.getpid())], stdout=subprocess.PIPE)
    assert working.stdout is not None
    working.stdout.readline()
    yield "it has worked"
    time.sleep(1000)


def raising(error: type[Exception]) -> Iterator[str]:
    """A run that breaks."""
    yield "begun"
    raise error("what is wrong")


def said(events: Iterator[object]) -> list[object]:
    """What a run yields, without its clock."""
    return [event for event in events if not isinstance(event, Clock)]


def until_interrupted(pool: ProcessPool, call: Call) -> list[object]:
    """What a run yields that is interrupted once it has said something."""
    events: list[object] = []
    for event in parent.run(pool, call, Limits(), lambda: bool(said(iter(events))), grace=GRACE, ends_itself=True):
        events.append(event)
    return said(iter(events))


def test_what_a_run_yields_is_relayed_and_its_child_used_again(pool: ProcessPool) -> None:
    """Two runs one after the other yield what they would here, from the same child."""
    assert said(parent.run(pool, Call(counting, (500,)), Limits(), grace=GRACE)) == list(range(500))
    first = pool.idle[-1].process.pid
    assert said(parent.run(pool, Call(counting, (3,)), Limits(), grace=GRACE)) == [0, 1, 2]
    assert pool.idle[-1].process.pid == first


def test_a_step_that_hears_nothing_is_cut_at_its_time_limit(pool: ProcessPool) -> None:
    """A run in one long step is killed beyond its limit and grace; what it had said before stands."""
    begun, *rest = said(parent.run(pool, Call(sleeping, (1000.0,)), Limits(time=0.3), grace=GRACE))
    (stopped,) = rest
    assert begun == "begun"
    assert isinstance(stopped, Stopped)
    assert stopped.reason == "time"
    assert stopped.seconds > 0.3
    assert pool.idle == []


def heard_slowly(pool: ProcessPool, clock: FakeClock, times: int, seconds: float) -> list[object]:
    """What a run yields whose start says so many times that it compiles, so many seconds apart; its limit is 0.2 s."""
    events: list[object] = []
    for event in parent.run(pool, Call(compiling, (times,)), Limits(time=0.2), grace=0.0):
        events.append(event)
        if event == "compiling":
            clock.sleep(seconds)
    return said(iter(events))


def test_a_start_counts_towards_no_limit(pool: ProcessPool, clock: FakeClock) -> None:
    """What a run takes before its clock runs is not its time."""
    assert heard_slowly(pool, clock, 1, parent.START_SECONDS - 1) == ["compiling", "done"]


def test_a_start_that_is_heard_of_is_not_stuck(pool: ProcessPool, clock: FakeClock) -> None:
    """A start is cut once it is silent for long, and not while it says that it compiles, however long that takes in all."""
    assert heard_slowly(pool, clock, 12, parent.START_SECONDS - 1) == ["compiling"] * 12 + ["done"]
    clock.tick = parent.START_SECONDS / 2
    (stopped,) = said(parent.run(pool, Call(starting, (1000.0,)), Limits(time=0.2), grace=0.0))
    assert isinstance(stopped, Stopped)
    assert stopped.reason == "time"


def test_a_run_that_grows_is_cut_at_its_memory_limit(pool: ProcessPool) -> None:
    """The memory of the child is watched while it yields."""
    *_, stopped = said(parent.run(pool, Call(growing, ()), Limits(memory=200), grace=GRACE))
    assert isinstance(stopped, Stopped)
    assert stopped.reason == "memory"
    assert stopped.usage.peak_mb > 200


def test_an_interrupted_run_may_end_by_itself(pool: ProcessPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that listens says its last word, and its child is used again; one that does not is killed."""
    monkeypatch.setattr(parent, "ACKNOWLEDGE_SECONDS", 10.0)  # on a busy machine hearing takes its time
    events = until_interrupted(pool, Call(listening, ()))
    assert events[-1] == "ended"
    assert len(pool.idle) == 1
    monkeypatch.setattr(parent, "ACKNOWLEDGE_SECONDS", 0.1)
    *_, stopped = until_interrupted(pool, Call(sleeping, (1000.0,)))
    assert isinstance(stopped, Stopped)
    assert stopped.reason == "interrupted"
    assert pool.idle == []


@pytest.mark.parametrize("error", [InvalidInput, Unsuitable])
def test_input_at_fault_is_raised_as_it_is(pool: ProcessPool, error: type[Exception]) -> None:
    """The input's fault keeps its class and its sentence, and the child is used again."""
    with pytest.raises(error, match=r"^what is wrong$") as raised:
        said(parent.run(pool, Call(raising, (error,)), Limits(), grace=GRACE))
    assert type(raised.value) is error
    assert len(pool.idle) == 1


@pytest.mark.parametrize("error", [InvalidModel, ValueError, JudgeRefused])
def test_whatever_else_is_raised_is_our_fault_with_its_traceback(pool: ProcessPool, error: type[Exception]) -> None:
    """A model that is none, a plain exception and a judge's refusal are ours: details say where, the child is not used again."""
    with pytest.raises(OurFault, match="what is wrong") as raised:
        said(parent.run(pool, Call(raising, (error,)), Limits(), grace=GRACE))
    assert not isinstance(raised.value, InvalidInput)
    assert "in raising" in raised.value.details
    assert pool.idle == []


def test_a_run_is_in_the_folder_of_its_caller(
    pool: ProcessPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child that has waited goes where its caller has gone since, so that the names of files mean the same."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert said(parent.run(pool, Call(standing, ()), Limits(), grace=GRACE)) == [str(tmp_path / name)]


def test_the_use_of_a_process_is_told_from_outside(pool: ProcessPool) -> None:
    """The CPU seconds of a child are those of its own clock, and grow; a process that is gone has used nothing."""
    assert abs(usage.cpu_seconds(os.getpid()) - time.process_time()) < 0.5
    child_process = pool.new()
    pool.keep(child_process)
    number = child_process.process.pid
    before = usage.cpu_seconds(number)
    assert said(parent.run(pool, Call(counting, (2000,)), Limits(), grace=GRACE))[-1] == 1999
    assert usage.cpu_seconds(number) > before
    used = usage.usage(number)
    assert 5 < used.resident_mb <= used.peak_mb < 1000
    pool.end()
    assert usage.usage(number) == usage.Usage()


def test_a_run_that_is_cut_says_what_its_engine_has_used(pool: ProcessPool) -> None:
    """Of a run that waits for another process the figures are those of the other, where they are asked for, else its own."""

    def used(below: bool) -> usage.Usage:
        worked: list[object] = []
        call = Call(waiting_for_another, ())
        for event in parent.run(pool, call, Limits(), lambda: bool(worked), grace=GRACE, below=below):
            if event == "it has worked":
                worked.append(event)
        assert isinstance(event, Stopped)
        return event.usage

    engine, own = used(below=True), used(below=False)
    assert engine.cpu_seconds > 0.6 > own.cpu_seconds
    assert engine.peak_mb > 150 > own.peak_mb


def test_a_run_reads_no_file_per_message(pool: ProcessPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a memory limit the memory of a child is looked at once a run, however much it says."""
    looked: list[int] = []
    resident_mb = usage.resident_mb

    def noting(number: int) -> float:
        looked.append(number)
        return resident_mb(number)

    for module in (parent, process_pool):
        monkeypatch.setattr(module, "resident_mb", noting)
    monkeypatch.setattr(usage, "peak_mb", lambda _number: pytest.fail("the peak was looked at"))
    for _ in range(2):
        assert len(said(parent.run(pool, Call(counting, (500,)), Limits(), grace=GRACE))) == 500
    assert len(looked) == 1  # before the second run, when the child had waited


def nicenesses() -> Iterator[int | str | Clock]:
    """Tell how nice this process is, its session, and a process that it starts."""
    yield Clock(running=True)
    group = Path("/proc/self/autogroup")
    yield os.nice(0)
    yield group.read_text().split()[-1] if group.exists() else str(os.nice(0))
    own = ProcessPool("process below", ready)
    yield from parent.run(own, Call(niceness, ()), Limits(), grace=0.1)
    own.end()


def niceness() -> Iterator[int | Clock]:
    """Tell how nice this process is."""
    yield Clock(running=True)
    yield os.nice(0)


def test_children_give_way_as_far_as_their_pool_says() -> None:
    """A child of a nice pool is as nice, its session too, and so is what it starts; one of a usual pool is as its parent."""
    here = os.nice(0)
    for own in (7, 0):
        pool = ProcessPool("process of a test", ready, own)
        told = said(parent.run(pool, Call(nicenesses, ()), Limits(), grace=0.1))
        pool.end()
        assert told == [here + own, str(here + own), here + own]
