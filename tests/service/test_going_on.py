"""Counts that are cut by SIGKILL: the next attempt goes on from the checkpoint, and searches only what is left."""

from __future__ import annotations

import os
import signal
from math import cos, pi, prod
from typing import Any

import pytest

from benchmarks import crashes
from exactcover import api
from exactcover.model.answer import Checkpoint
from exactcover.model.events import RootDone
from exactcover.service import steps
from exactcover.service.job import Job, JobState, Json, Submission
from exactcover.service.ledger import Ledger
from exactcover.service.store.jobs import Store
from tests.commands import command_line, until
from tests.service.runners import current, ended, running

KEYS = {"kind": "packing", "board": "8x9", "pieces": "dominoes", "copies": "any"}
TILINGS = 108_435_745
"""Kasteleyn 1961, Temperley & Fisher 1961; OEIS A099390. The search takes a few seconds."""
ENOUGH_ROOTS = 5
SLOWLY = {"workers": 1, "time_limit": 3000.0, "backend": "exact:static-order"}


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
    left = None if text is None else steps.checkpoint_of(text)
    return set(left.done) if isinstance(left, Checkpoint) else set()


def judge(store: Store, job: Job, before: set[int], after: set[int]) -> None:
    """Fail where the count is wrong, or where the second attempt searched again what a first one had done."""
    now = current(store, job)
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
    with running(store):
        ended(store, job)
    judge(store, job, before, searched[2])
    assert event_of(store, job, "resumed")["roots"] == len(before)
    store.close()


@pytest.mark.parametrize("level", [0, 1], ids=["request", "engine"])
def test_a_count_goes_on_after_its_worker_was_killed(url: str, searched: dict[int, set[int]], level: int) -> None:
    """The same where the process of the request, or the engine's below it, was killed: together they search each root once."""
    store = Store(url)
    job = submitted(store)
    with running(store):
        until(lambda: len(roots_in(store, job)) >= ENOUGH_ROOTS)
        before = roots_in(store, job)
        for process in workers(level):
            os.kill(process, signal.SIGKILL)
        ended(store, job)
    judge(store, job, before, searched[2])
    assert event_of(store, job, "waiting")["crashed"]
    store.close()


def test_a_batch_goes_on_after_its_server_was_killed(url: str) -> None:
    """The lines that have their answers keep them; the next server answers about the rest, and no line comes twice."""
    sizes = [(rows, columns) for rows in (6, 7, 8) for columns in range(3, 10)]
    lines = [{"kind": "packing", "board": f"{a}x{b}", "pieces": "dominoes", "copies": "any"} for a, b in sizes]
    lines.insert(2, {"kind": "none"})
    store = Store(url)
    source = {"batch": [{"line": n, **_line(keys)} for n, keys in enumerate(lines, 1)]}
    job = store.submit(Submission("count", source, "0" * 64, SLOWLY, source=source))
    server = crashes.Server(url)
    try:
        until(lambda: lines_in(store, job) >= ENOUGH_ROOTS)
    finally:
        server.kill()
    before = lines_in(store, job)
    kept = store.solutions(job.id)[0][:before]
    assert ENOUGH_ROOTS <= before < len(lines)
    with running(store):
        now = ended(store, job)
    assert (now.state, now.attempt) == (JobState.SUCCEEDED, 2)
    assert event_of(store, job, "resumed")["lines"] == before
    answers, _ = store.solutions(job.id)
    assert [answer["line"] for answer in answers] == list(range(1, len(lines) + 1))
    assert answers[:before] == kept
    assert "error" in answers[2]
    counts = {(answer["line"]): answer.get("count") for answer in answers}
    assert counts[1] == str(_tilings(6, 3))
    assert [counts[n] for n, keys in enumerate(lines, 1) if keys["kind"] != "none"] == [
        str(_tilings(*each)) for each in sizes
    ]
    assert now.answer is not None
    odd = sum(a * b % 2 for a, b in sizes)
    told = {"lines": len(lines), "FEASIBLE": len(sizes) - odd, "INFEASIBLE": odd, "bad": 1}
    assert now.answer["batch"] == {key: value for key, value in told.items() if value}
    store.close()


def test_a_batch_that_is_given_back_goes_on(url: str) -> None:
    """Lines that were not come to when a server was told to end are answered by the next one, and are not left UNKNOWN."""
    lines = [{"kind": "packing", "board": f"8x{n}", "pieces": "dominoes", "copies": "any"} for n in (3, 4, 5, 9, 6)]
    store = Store(url)
    source = {"batch": [{"line": n, **_line(keys)} for n, keys in enumerate(lines, 1)]}
    job = store.submit(Submission("count", source, "0" * 64, SLOWLY, source=source))
    with running(store):
        until(lambda: lines_in(store, job) >= 2)
    between = current(store, job)
    assert between.state == JobState.QUEUED
    with running(store):
        now = ended(store, job)
    assert now.state == JobState.SUCCEEDED
    told = [(answer["line"], answer["count"]) for answer in store.solutions(job.id)[0]]
    assert told == [(n, str(_tilings(8, columns))) for n, columns in enumerate((3, 4, 5, 9, 6), 1)]
    store.close()


def lines_in(store: Store, job: Job) -> int:
    """Return how many lines of a batch have answers that are kept."""
    text = store.checkpoint(job.id)
    left = None if text is None else steps.checkpoint_of(text)
    return left.lines if isinstance(left, steps.LinesDone) else 0


def _line(keys: Json) -> Json:
    return {"error": "it is none"} if keys["kind"] == "none" else {"puzzle": keys}


def _tilings(rows: int, columns: int) -> int:
    """Return how many tilings by dominoes a board has: Kasteleyn 1961, Temperley & Fisher 1961."""
    angles = [
        4 * cos(pi * j / (rows + 1)) ** 2 + 4 * cos(pi * k / (columns + 1)) ** 2
        for j in range(1, (rows + 1) // 2 + 1)
        for k in range(1, (columns + 1) // 2 + 1)
    ]
    return round(prod(angles)) if rows * columns % 2 == 0 else 0


def workers(level: int) -> list[int]:
    """Return the processes of requests that this process runs, or those below them."""
    below = [process for process, _ in crashes.descendants(os.getpid()) if _is_ours(process)]
    if level == 0:
        return below
    return [each for process in below for each, _ in crashes.descendants(process) if _is_ours(each)]


def _is_ours(process: int) -> bool:
    return any("process/__main__" in word for word in command_line(process))
