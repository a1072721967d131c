"""Runs side by side: whose turn it is, what settles a race, and what an answer says of it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from exactcover import api, backends, judges
from exactcover.model.answer import EngineOptions
from exactcover.model.encoding import Model
from exactcover.model.errors import EngineBroke, Unsuitable
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.solving import execute, job_runner
from exactcover.solving.plan import Entrant, Job, Prove, Race, Run, Share, Stage
from exactcover.solving.racing import Runner, race
from tests.clocks import FakeClock

FIVE = api.puzzle("pentominoes-5x5-lnuwy").encode().model
NONE = api.puzzle("packing board=4x5 pieces=tetrominoes").encode().model


def working(*nodes: int) -> Iterator[Event]:
    """A run that tells of so many nodes, event by event, and then ends."""
    yield from (Progress(nodes=number) for number in nodes)
    yield End(False)


def raced(model: Model, *engines: str, workers: int = 1, beside: tuple[Stage, ...] = ()) -> list[Event]:
    """The events of a race of engines on a model."""
    entrants = [Entrant(Run(engine, "solve"), 1e-6) for engine in engines]
    entrants += [Entrant(Prove(beside))] if beside else []
    return list(execute.events(Job(Race(tuple(entrants)), model, EngineOptions(workers=workers))))


def test_the_run_that_has_done_least_goes_on() -> None:
    """Clocks count nodes by what each takes and by weight, and start where they are told; of equal ones the first goes on."""
    one, other = Runner("one", working(10, 20), 1.0), Runner("other", working(1, 2), 5.0, clock=12.0)
    order = [(runner.name, event.nodes) for runner, event in race([one, other], 1) if isinstance(event, Progress)]
    assert order == [("one", 10), ("one", 20), ("other", 1), ("other", 2)]
    one, other = Runner("one", working(10, 20, 30), 1.0), Runner("other", working(1, 2, 3), 10.0, weight=2.0)
    order = [(runner.name, event.nodes) for runner, event in race([one, other], 1) if isinstance(event, Progress)]
    assert order == [("one", 10), ("other", 1), ("other", 2), ("one", 20), ("other", 3), ("one", 30)]


def test_a_run_keeps_its_weight_after_its_trial_only_if_its_end_is_near() -> None:
    """After its trial a run of unknown length gets a tenth of its weight, one that is half done all of it."""

    def working_on(fraction: float | None) -> Iterator[Event]:
        yield from (Progress(nodes=number, fraction=fraction) for number in range(1, 6))
        yield End(False)

    for fraction, clock in ((None, 2.0 + 3 * 10.0), (0.0, 2.0 + 3 * 10.0), (0.5, 5.0)):
        runner = Runner("one", working_on(fraction), 1.0, trial=2.0)
        for _ in range(5):
            runner.next()
        assert runner.clock == pytest.approx(clock)


def test_a_run_that_is_owed_a_part_of_the_seconds_has_it(clock: FakeClock) -> None:
    """Where a run's events take a second each and its clock hardly shows it, another that is owed a quarter has its turns."""

    def taking(seconds: float, events: int) -> Iterator[Event]:
        for _ in range(events):
            clock.work(seconds)
            yield Progress()
        yield End(False)

    def order(owed: float) -> str:
        runs = [Runner("e", taking(1.0, 9), 1.0), Runner("p", taking(0.5, 6), 0.0, clock=1e6, owed=owed)]
        return "".join(runner.name for runner, _ in race(runs, 1))

    assert order(0.0) == "eeeeeeeeee" + "ppppppp"
    assert order(0.25) == "eeppeepepeepepeep"


@pytest.mark.parametrize(("processors", "giving_way"), [(2, {"second", "third"}), (3, set[str]())])
def test_threads_give_way_to_the_first_where_there_are_fewer_processors(
    monkeypatch: pytest.MonkeyPatch, processors: int, giving_way: set[str]
) -> None:
    """Three runs have a thread each; on two processors those that began later are nicer than the first, where Linux lets them."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(processors)), raising=False)
    niceness: dict[str, int] = {}

    def noting(name: str) -> Iterator[Event]:
        niceness[name] = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        yield End(False)

    usual = os.getpriority(os.PRIO_PROCESS, 0)
    names = ("first", "second", "third")
    list(race([Runner(name, noting(name), 1.0, clock=1.0) for name in names], 3))
    assert {name for name in names if niceness[name] > usual} == (giving_way if sys.platform == "linux" else set())
    assert os.getpriority(os.PRIO_PROCESS, 0) == usual


def test_each_run_has_a_thread_where_there_are_workers_enough() -> None:
    """With two workers two runs wait for each other; with one they would wait for ever."""
    meet = threading.Barrier(2, timeout=60)

    def meeting() -> Iterator[Event]:
        meet.wait()
        yield End(False)

    late = [Runner(name, meeting(), 1.0, clock=1.0) for name in ("one", "other")]  # past the turns of the beginning
    ended = [runner.name for runner, _ in race(late, 2)]
    assert sorted(ended) == ["one", "other"]


def test_a_run_that_waits_catches_up() -> None:
    """In turns it begins when another's clock shows so much, goes on until it has done as much, and then both go on alike."""
    one, other = Runner("one", working(1, 2, 3, 4), 1.0), Runner("other", working(1, 2, 3, 4), 1.0, wait=2.0)
    order = [(runner.name, event.nodes) for runner, event in race([one, other], 1) if isinstance(event, Progress)]
    assert order[:6] == [("one", 1), ("one", 2), ("other", 1), ("other", 2), ("one", 3), ("other", 3)]


def test_a_run_waits_for_nobody_who_has_ended() -> None:
    """Where all others have ended, or never show so much, the one that waits has its turn."""
    one, other = Runner("one", working(1), 1.0), Runner("other", working(1), 1.0, wait=1e9)
    assert [runner.name for runner, _ in race([one, other], 1)] == ["one", "one", "other", "other"]
    one, other = Runner("one", working(1), 1.0), Runner("other", working(1), 1.0, wait=1e9)
    assert {runner.name for runner, _ in race([one, other], 2)} == {"one", "other"}


def test_a_thread_begins_while_another_run_is_silent() -> None:
    """With workers enough a run begins when its time has come, even if the others tell nothing until it has ended."""
    ended = threading.Event()

    def silent() -> Iterator[Event]:
        yield Progress()
        assert ended.wait(60)
        yield End(False)

    def ending() -> Iterator[Event]:
        ended.set()
        yield End(False)

    runners = [
        Runner("first", silent(), 1.0),
        Runner("second", silent(), 1.0),
        Runner("late", ending(), 1.0, wait=0.05),
    ]
    assert {runner.name for runner, event in race(runners, 3) if isinstance(event, End)} == {"first", "second", "late"}


def test_threads_leave_the_interpreter_as_it_was() -> None:
    """While runs have threads of their own the interpreter switches between them sooner; afterwards as before."""
    before = sys.getswitchinterval()
    within = [sys.getswitchinterval() for _ in race([Runner(name, working(1), 1.0) for name in "ab"], 2)]
    assert max(within) < before
    assert sys.getswitchinterval() == before


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_run_raises_is_raised(workers: int) -> None:
    """A run that breaks breaks the race, in whichever thread it ran."""

    def broken() -> Iterator[Event]:
        yield Progress()
        raise ZeroDivisionError("a run broke")

    with pytest.raises(ZeroDivisionError, match="a run broke"):
        list(race([Runner("one", broken(), 1.0), Runner("other", working(*range(100)), 1.0)], workers))


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_solution_settles_a_race(workers: int) -> None:
    """Of two engines that both can, one finds the solution; the end says which, and it is a solution."""
    events = raced(FIVE, "exact", "brute", workers=workers)
    end = events[-1]
    (solution,) = (event for event in events if isinstance(event, Found))
    assert isinstance(end, End)
    assert end.engine in ("exact", "brute")
    assert (end.stop_reason, end.exhausted) == ("solutions", False)
    assert judges.faults(FIVE, solution.selection) == []


def test_the_same_race_twice_is_won_alike() -> None:
    """With one worker turns are counted in work, not in seconds: the same job ends at the same event."""
    one, two = ([repr(event) for event in raced(FIVE, "exact", "brute")] for _ in range(2))
    assert one == two


def test_who_has_searched_everything_settles_a_race() -> None:
    """An exhausted search ends the race, with the digest of what was searched; an argument goes before its word."""
    end = raced(NONE, "brute", "exact")[-1]
    assert isinstance(end, End)
    assert end.exhausted
    assert end.placements_digest is not None
    argued = raced(NONE, "exact", beside=((Share("colouring"),),))[-1]
    assert isinstance(argued, End)
    assert argued.refutation is not None
    assert argued.refutation.argument == "colouring"


def test_engines_that_do_not_suit_leave_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that cannot have the model is out, and another goes on; where all are out the end says why of each."""
    exact = backends.engine("exact")

    def unsuitable(*_: object) -> Iterator[Event]:
        raise Unsuitable("this one has no rows")
        yield End(False)

    monkeypatch.setattr(backends.engine("brute"), "run", unsuitable)
    assert any(isinstance(event, Found) for event in raced(FIVE, "brute", "exact"))
    monkeypatch.setattr(exact, "run", unsuitable)
    end = raced(FIVE, "brute", "exact")[-1]
    assert isinstance(end, End)
    assert (end.exhausted, end.stop_reason) == (False, None)
    assert end.remark == "brute: this one has no rows; exact: this one has no rows"


def test_an_attempt_is_lifted_to_the_puzzles_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an engine has come to, in the numbers of its own model, comes out in those of the puzzle's."""

    def trying(*_: object) -> Iterator[Event]:
        yield Attempt(np.array([0]))
        yield End(False, "time")

    monkeypatch.setattr(backends.engine("brute"), "run", trying)
    (attempt,) = (event for event in raced(FIVE, "brute") if isinstance(event, Attempt))
    assert attempt.selection.shape == (1, 4)
    end = raced(FIVE, "brute")[-1]
    assert isinstance(end, End)
    assert end.stop_reason == "time"


def test_who_broke_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race in which an engine breaks is a fault of ours that names the engines in it."""

    def broken(*_: object) -> Iterator[Event]:
        raise ZeroDivisionError("no rows")
        yield End(False)

    monkeypatch.setattr(backends.engine("brute"), "run", broken)
    entrants = tuple(Entrant(Run(name, "solve"), 1.0) for name in ("brute", "exact"))
    job = Job(Race(entrants), FIVE)
    with pytest.raises(EngineBroke, match="the engine brute or the engine exact broke: ZeroDivisionError: no rows"):
        list(job_runner.run_job(job))
