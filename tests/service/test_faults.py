"""Faults under every call of a runner, and restarts of the database: no job is lost, and none ends wrongly."""

from __future__ import annotations

import errno
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks import crashes, postgres
from exactcover.process import process_pool
from exactcover.process.child_process import ChildProcess
from exactcover.service.job import JobState
from exactcover.service.runner import Runner
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage
from exactcover.solving import supervisor
from tests.commands import until
from tests.service import faults
from tests.service.faults import Fault
from tests.service.runners import running

FAULTS = (
    faults.FULL,
    faults.NO_DESCRIPTORS,
    faults.BROKEN,
    faults.UNHEARD,
    faults.UNREACHABLE,
    faults.HUNG,
    faults.SLOW,
)
REFUSED = (errno.EMFILE, errno.EAGAIN, errno.ENOMEM)
LEASE_SECONDS = 5.0
START = ChildProcess._started


class Dice:
    """The faults of one run: of calls of the database one in four, some followed by an outage; of started processes half."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.down_until = 0.0
        self.over = False
        self.thrown = self.refused = 0

    def next_fault(self) -> Fault | None:
        """Return the fault of the next call of the database."""
        if self.over:
            return None
        if time.monotonic() < self.down_until:
            return faults.UNREACHABLE
        if self.random.random() > 0.25:
            return None
        self.thrown += 1
        if self.random.random() < 0.1:
            self.down_until = time.monotonic() + self.random.uniform(0.0, 2.0)
        return self.random.choice(FAULTS)


def refusing(dice: Dice) -> Any:
    """Return what starts a process, or refuses to."""

    def start(process: ChildProcess, *words: Any) -> Any:
        if not dice.over and dice.random.random() < 0.5:
            dice.refused += 1
            raise OSError(dice.random.choice(REFUSED), "injected")
        return START(process, *words)

    return start


@pytest.fixture
def judge(url: str) -> Iterator[Store]:
    """A store without faults on the same database."""
    store = Store(url)
    yield store
    store.close()


def accepted(store: Store, number: int) -> tuple[str, int]:
    """Submit one of the jobs whose answers are known until it is accepted; return its id and its number of solutions."""
    entries = [
        each for each in crashes.submissions() if each[1] < crashes.TILINGS and not each[0].options.get("executor")
    ]
    submission, count = entries[number % len(entries)]
    while True:
        try:
            return store.submit(submission, f"key {number}", "body").id, count
        except Outage:
            time.sleep(0.05)


def judged(judge: Store, expected: dict[str, int]) -> list[str]:
    """Wait until all jobs have ended, and return the faults of their answers."""
    until(lambda: not any(number for state, number in judge.count_by_state().items() if not state.ended))
    outcome = crashes.Outcome()
    for job_id, count in expected.items():
        crashes.judge(judge, job_id, count, outcome)
    assert outcome.jobs == len(expected)
    return outcome.faults


SEEDS = [
    1,
    *(pytest.param(seed, marks=pytest.mark.deep("a minute of faults")) for seed in range(2, 6)),
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 12)),
]


@pytest.mark.parametrize("seed", SEEDS)
def test_faults_under_every_call_lose_no_job(
    url: str, judge: Store, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that fails, hangs and forgets to say what it has done, and a system without processes, only take time."""
    dice = Dice(seed)
    faults.inject(monkeypatch, dice.next_fault)
    monkeypatch.setattr(ChildProcess, "_started", refusing(dice))
    monkeypatch.setattr(process_pool, "MOST_IDLE", 0)  # each job starts a process
    monkeypatch.setattr("exactcover.service.runner.LONGEST_WAIT", 1.0)
    supervisor.pool.end()
    store = Store(url)
    with running(store, workers=2, lease_seconds=LEASE_SECONDS):
        expected = dict(accepted(store, number) for number in range(16))
        wrong = judged(judge, expected)
        dice.over = True
    store.close()
    assert wrong == []
    assert dice.thrown > 10
    assert dice.refused > 3


RESTARTS = [(4, 4), pytest.param(100, 20, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("restarts", "jobs"), RESTARTS)
def test_restarts_of_the_database_end_no_job(postgres_server: str, restarts: int, jobs: int) -> None:
    """Jobs that run while their database is killed and started again all end, once and right, few of them begun again."""
    with postgres.controlled(durable=True) as server:
        url = postgres.database(server.url, "jobs")
        store, judge = Store(url), Store(url)
        expected = dict(long_job(store, number) for number in range(jobs))
        with running(store, workers=2, lease_seconds=LEASE_SECONDS, executor="local"):
            for number in range(restarts):
                time.sleep(0.2 * (number % 8))
                server.kill()
                time.sleep(0.1 * (number % 5))
                server.start()
            wrong = judged_patiently(judge, expected)
        lost = [event for job in expected for _, event in judge.events(job) if event.get("crashed")]
        for each in (store, judge):
            each.close()
    assert wrong == []
    assert len(lost) < restarts / 4  # a claim, or an end, of which nobody has heard


def long_job(store: Store, number: int) -> tuple[str, int]:
    """Submit a count of some seconds, by one process or by the cubes of an executor."""
    own = {"workers": 2, "executor": "local"} if number % 2 else {"workers": 1}
    return store.submit(crashes.long_count(number, {"time_limit": 3000.0, **own})).id, crashes.TILINGS


def judged_patiently(judge: Store, expected: dict[str, int]) -> list[str]:
    """Do the same as `judged` once the database responds."""
    until(lambda: responds(judge))
    return judged(judge, expected)


def responds(store: Store) -> bool:
    """Return whether a store is reachable."""
    try:
        store.reach()
    except Outage:
        return False
    return True


def test_a_runner_without_processes_keeps_its_jobs_waiting(
    url: str, judge: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the system starts no process, jobs go back to the queue unblamed; they run once it does."""
    dice = Dice(1)

    def refused(*_: Any) -> None:
        dice.refused += 1
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(ChildProcess, "_started", refused)
    monkeypatch.setattr("exactcover.service.runner.LONGEST_WAIT", 0.5)
    supervisor.pool.end()
    store = Store(url)
    expected = dict(accepted(store, number) for number in range(3))
    with running(store, workers=1):
        until(lambda: dice.refused > 4)
        assert {state for state, number in judge.count_by_state().items() if number} <= {
            JobState.QUEUED,
            JobState.RUNNING,
        }
        monkeypatch.undo()
        assert judged(judge, expected) == []
    store.close()


def test_a_runner_ends_while_its_store_is_down(url: str) -> None:
    """A runner whose store is down at every call still ends when it is stopped."""
    with pytest.MonkeyPatch.context() as patch:
        store = Store(url)
        runner = Runner(store, 1)
        runner.start()
        patch.setattr(store._writing.engine, "connect", _down)
        patch.setattr(store._reading.engine, "connect", _down)
        runner.stop()
    store.close()


def _down() -> None:
    raise faults.error_of(faults.UNREACHABLE)
