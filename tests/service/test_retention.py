"""What is removed from a store, and when."""

from __future__ import annotations

import json

import pytest

from exactcover.service.job import JobState
from exactcover.service.store import retention
from exactcover.service.store.jobs import Store
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, claimed, submission
from tests.service.tables import reading


def fill(store: Store, clock: Clock, number: int) -> list[str]:
    """Run so many jobs, a second apart, each with a solution of 20 kB; return their ids."""
    ids = []
    for each in range(number):
        clock.now += 1
        ids.append(store.submit(submission(each, "list")).id)
        claim = claimed(store)
        store.add_solutions(claim, [json.dumps({"long": "x" * 20_000})])
        store.finish(claim, JobState.SUCCEEDED, ANSWER)
    return ids


def test_jobs_that_ended_long_ago_are_removed(store: Store, clock: Clock) -> None:
    """Those that ended before a time go; those that wait or run stay, however old."""
    running = store.submit(submission(98))
    claimed(store, lease=1e9)
    old = fill(store, clock, 3)
    waiting = store.submit(submission(99))
    clock.now += 1000
    store.release(claimed(store), crashed=False)
    before = clock.now
    young = store.submit(submission(100, owner="ben")).id
    store.finish(claimed(store), JobState.SUCCEEDED, ANSWER)
    assert store.prune(before, None) == 3
    assert {job.id for job in store.jobs(None)} == {running.id, waiting.id, young}
    assert not {job.id for job in store.jobs(None)} & set(old)


def test_the_oldest_go_where_there_is_no_room(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that is too large loses the jobs that ended first, and nothing is left of them."""
    monkeypatch.setattr(retention, "AT_ONCE", 5)
    fill(store, clock, 30)
    waiting = store.submit(submission(999))
    size = store.size()
    assert size > 30 * 1000
    removed = store.prune(None, size // 2)
    assert 0 < removed < 30
    assert store.size() <= size // 2
    left = store.jobs("", limit=500)
    assert len(left) == 31 - removed
    assert max(job.finished_at or 0 for job in left) == clock.now
    assert store.job(waiting.id) is not None
    with reading(store) as connection:
        assert retention.orphans(connection) == 0


def test_a_store_with_nothing_to_remove_is_left(store: Store) -> None:
    """Jobs that have not ended are never removed, however large the store."""
    store.submit(submission())
    assert store.prune(2e12, 1) == 0
    assert len(store.jobs("")) == 1


def test_keys_are_forgotten(store: Store, clock: Clock) -> None:
    """Idempotency keys are kept for a day."""
    store.submit(submission(1), "key", "body")
    clock.now += 25 * 3600
    store.prune(None, None)
    assert store.submit(submission(1), "key", "other").id
