"""What is removed from a store, and when."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sqlalchemy import select

from exactcover.service.job import JobState, QuotaExceeded
from exactcover.service.store import retention, schema
from exactcover.service.store.jobs import Store
from exactcover.service.store.submissions import ROW_BYTES
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, claimed, submission
from tests.service.tables import orphans, reading


def fill(store: Store, clock: Clock, number: int, owner: str = "") -> list[str]:
    """Run so many jobs, a second apart, each with a solution of 20 kB; return their ids."""
    ids = []
    for each in range(number):
        clock.now += 1
        ids.append(store.submit(submission(each, "list", owner)).id)
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
    size = sum(store.used().values())
    assert size > 30 * 20_000
    removed = store.prune(None, size // 2)
    assert 0 < removed < 30
    assert sum(store.used().values()) <= size // 2
    left = store.jobs("", limit=500)
    assert len(left) == 31 - removed
    assert max(job.finished_at or 0 for job in left) == clock.now
    assert store.job(waiting.id) is not None
    with reading(store) as connection:
        assert orphans(connection) == 0


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


def counted(store: Store) -> dict[str, int]:
    """Count the bytes of owners' jobs afresh, from what is stored."""
    totals: dict[str, int] = {}
    with reading(store) as connection:
        for job in connection.execute(select(schema.jobs)).fetchall():
            texts = [job.options, job.title]
            for table, name in ((schema.puzzles, "puzzle"), (schema.puzzles, "source"), (schema.events, "event")):
                texts += connection.execute(select(table.c[name]).where(table.c.job == job.id)).scalars()
            sharers = (
                connection.execute(select(schema.jobs.c.id).where(schema.jobs.c.origin == job.origin)).scalars().all()
            )
            payer = job.origin if job.origin in sharers else min(sharers)
            for table, name in ((schema.answers, "answer"), (schema.solutions, "solution")):
                if job.id == payer:
                    texts += connection.execute(select(table.c[name]).where(table.c.origin == job.origin)).scalars()
            totals[job.owner] = totals.get(job.owner, 0) + ROW_BYTES + sum(map(len, texts))
    return totals


def test_the_bytes_of_owners_are_those_of_their_jobs(store: Store, clock: Clock) -> None:
    """Whatever jobs do (attempts that are cut, answers that are shared, deletions), their bytes are what is stored of them."""
    ids = fill(store, clock, 2, "ann")
    for number in (0, 0, 1):
        assert store.submit(submission(number, "list", "ann")).cached
    store.submit(submission(5, "list", "ben"))
    claim = claimed(store)
    store.record(claim, [{"event": "progress"}], ["[1]", "[22]"], "checkpoint")
    store.record(claim, [{"event": "progress"}], ["[333]"])
    store.release(claim, crashed=True)
    assert store.used() == counted(store)
    store.submit(submission(6, "list", "ben"))
    store.finish(claimed(store), JobState.SUCCEEDED, ANSWER)
    assert store.used() == counted(store)
    store.delete(ids[0])
    assert store.used() == counted(store)
    store.cancel(claimed(store).job.id)
    assert store.used() == counted(store)


def test_an_owner_pays_for_its_own_jobs(store: Store, clock: Clock) -> None:
    """Owners above the quota lose their oldest jobs; an owner within it loses none, though its jobs are older."""
    own = fill(store, clock, 3, "ann")
    fill(store, clock, 10, "ben")
    quota = 4 * max(store.used().values()) // 10
    store.prune(None, None, quota)
    assert {job.id for job in store.jobs("ann")} == set(own)
    assert len(store.jobs("ben")) == 4
    assert max(store.used().values()) <= quota


def test_no_more_is_removed_than_the_quota_needs(store: Store, clock: Clock) -> None:
    """One byte too much costs one job: the oldest of the owner that has most."""
    fill(store, clock, 3, "ann")
    most = fill(store, clock, 5, "ben")
    total = sum(store.used().values())
    assert store.prune(None, total, total) == 0
    assert store.prune(None, total - 1, None) == 1
    assert {job.id for job in store.jobs("ben")} == set(most[1:])
    assert store.prune(None, sum(store.used().values()), store.used()["ben"] - 1) == 1
    assert {job.id for job in store.jobs("ben")} == set(most[2:])
    assert len(store.jobs("ann")) == 3


def test_unfinished_jobs_have_a_quota_of_bytes(store: Store) -> None:
    """A submission that would exceed the bytes of its owner's unfinished jobs is refused, and nothing of it is stored."""
    store.submit(submission(1, owner="ann"), most_bytes=10_000)
    long = replace(submission(2, owner="ann"), source={"text": "x" * 10_000})
    with pytest.raises(QuotaExceeded, match="10000 bytes"):
        store.submit(long, most_bytes=10_000)
    assert store.submit(replace(long, owner="ben"), most_bytes=20_000).state == JobState.QUEUED
    assert len(store.jobs("ann")) == 1
    assert store.used() == counted(store)
