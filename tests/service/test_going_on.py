"""Counts that are cut by SIGKILL: the next attempt goes on from the checkpoint, and searches only what is left."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from benchmarks import crashes
from exactcover import api
from exactcover.answer import RootDone
from exactcover.service import steps
from exactcover.service.job import Job, JobState, Json, Submission
from exactcover.service.ledger import Ledger
from exactcover.service.runner import Runner
from exactcover.service.store.jobs import Store
from tests.commands import until

KEYS = {"kind": "packing", "board": "8x9", "pieces": "dominoes", "copies": "any"}
TILINGS = 108_435_745
"""Kasteleyn 1961, Temperley & Fisher 1961; OEIS A099390. The search takes a few seconds."""
ENOUGH_ROOTS = 5


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> dict[int, set[int]]:
    """The roots that runners of this process have searched to their end, by attempt."""
    roots: dict[int, set[int]] = {}
    take = Ledger.take

    def noted(ledger: Ledger, step: Any) -> None:
        if isinstance(step, RootDone):
            assert step.root not in roots.setdefault(ledger.claim.attempt, set())
            roots[ledger.claim.attempt].add(step.root)
        take(ledger, step)

    monkeypatch.setattr(Ledger, "take", noted)
    return roots


def submitted(store: Store) -> Job:
    """Submit a count that takes a while."""
    own = {key: value for key, value in KEYS.items() if key != "kind"}
    canonical = api.puzzle(KEYS["kind"], **own).canonical()
    options = {"workers": 1, "time_limit": 3000.0}
    return store.submit(Submission("count", canonical, api.digest_of(canonical), options, source=KEYS))


def roots_in(store: Store, job: Job) -> set[int]:
    """Return the roots that are done by the checkpoint of a job."""
    text = store.checkpoint(job.id)
    return set() if text is None else set(steps.checkpoint_of(text).done)


def ended(store: Store, job: Job) -> Job:
    """Return a job once it has ended."""
    until(lambda: _now(store, job).state.ended)
    return _now(store, job)


def _now(store: Store, job: Job) -> Job:
    now = store.job(job.id)
    assert now is not None
    return now


def judge(store: Store, job: Job, before: set[int], after: set[int]) -> None:
    """Fail where the count is wrong, or where the second attempt searched again what a first one had done."""
    now = _now(store, job)
    assert (now.state, now.attempt) == (JobState.SUCCEEDED, 2)
    assert now.answer is not None
    assert (now.answer["count"], now.answer["exhausted"]) == (str(TILINGS), True)
    resumed = event_of(store, job, "resumed")
    assert resumed["attempt"] == 2
    assert resumed["roots"] >= len(before) >= ENOUGH_ROOTS
    assert before.isdisjoint(after)
    assert 0 < resumed["nodes"] < now.answer["statistics"]["nodes"]


def event_of(store: Store, job: Job, name: str) -> Json:
    """Return the last event of a name."""
    return [event for _, event in store.events(job.id, limit=10_000) if event["event"] == name][-1]


def test_a_count_goes_on_after_its_server_was_killed(url: str, searched: dict[int, set[int]]) -> None:
    """The count that a killed server left is ended by the next one, right, and no root of the checkpoint is searched again."""
    store = Store(url)
    job = submitted(store)
    server = crashes.Server(url)
    try:
        until(lambda: len(roots_in(store, job)) >= ENOUGH_ROOTS)
    finally:
        server.kill()
    before = roots_in(store, job)
    runner = Runner(store)
    runner.start()
    try:
        ended(store, job)
    finally:
        runner.stop()
    judge(store, job, before, searched[2])
    assert event_of(store, job, "resumed")["roots"] == len(before)
    store.close()


@pytest.mark.parametrize("level", [0, 1], ids=["request", "engine"])
def test_a_count_goes_on_after_its_worker_was_killed(url: str, searched: dict[int, set[int]], level: int) -> None:
    """The same where the process of the request, or the engine's below it, was killed: together they search each root once."""
    store = Store(url)
    job = submitted(store)
    runner = Runner(store)
    runner.start()
    try:
        until(lambda: len(roots_in(store, job)) >= ENOUGH_ROOTS)
        before = roots_in(store, job)
        for process in workers(level):
            os.kill(process, signal.SIGKILL)
        ended(store, job)
    finally:
        runner.stop()
    judge(store, job, before, searched[2])
    assert event_of(store, job, "waiting")["crashed"]
    store.close()


def workers(level: int) -> list[int]:
    """Return the processes of requests that this process runs, or those below them."""
    below = [process for process, _ in crashes.descendants(os.getpid()) if _is_ours(process)]
    if level == 0:
        return below
    return [each for process in below for each, _ in crashes.descendants(process) if _is_ours(each)]


def _is_ours(process: int) -> bool:
    try:
        return "running/__main__" in Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return False
