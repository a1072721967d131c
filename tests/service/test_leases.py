"""Leases: who may write for a job, and what becomes of one whose runner is gone; on SQLite and on PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from exactcover.service.job import JobState
from exactcover.service.store.jobs import Store
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, claimed, submission


def writes(store: Store, claim: Any) -> list[bool]:
    """Return whether each thing that a runner may write is written."""
    return [
        bool(store.append(claim, [{"event": "progress"}])),
        store.add_solutions(claim, ["{}"]),
        store.add_solutions(claim, (), "late"),
        store.record(claim, [{"event": "late"}], ["{}"], "late"),
        store.heartbeat(claim, 10).ours,
        store.release(claim, crashed=True),
        store.finish(claim, JobState.SUCCEEDED, ANSWER),
        store.finish(claim, JobState.FAILED, problem={"code": "late"}),
    ]


def test_a_stale_attempt_writes_nothing(store: Store, clock: Clock) -> None:
    """A runner whose lease ran out changes no row: not while the job waits, nor while another has it, nor after its end."""
    job = store.submit(submission())
    stale = claimed(store, "first")
    clock.now += 11
    assert store.expire() == [job.id]
    before = store.events(job.id), store.job(job.id)
    assert not any(writes(store, stale))
    assert (store.events(job.id), store.job(job.id)) == before
    fresh = claimed(store, "second")
    before = store.events(job.id), store.job(job.id)
    assert not any(writes(store, stale))
    assert not any(writes(store, replace(fresh, runner="first")))
    assert (store.events(job.id), store.job(job.id)) == before
    assert store.finish(fresh, JobState.SUCCEEDED, ANSWER)
    before = store.events(job.id), store.job(job.id)
    assert not any(writes(store, stale))
    assert not any(writes(store, fresh))
    assert (store.events(job.id), store.job(job.id)) == before


def test_a_heartbeat_keeps_a_job(store: Store, clock: Clock) -> None:
    """A job whose runner says that it lives is not taken away."""
    store.submit(submission())
    claim = claimed(store)
    for _ in range(5):
        clock.now += 8
        assert store.heartbeat(claim, 10).ours
        assert store.expire() == []
    clock.now += 11
    assert store.expire() == [claim.job.id]


def test_three_crashes_end_a_job(store: Store) -> None:
    """A job whose attempts break down three times is FAILED as worker_crashed, and its input is kept."""
    job = store.submit(submission(5))
    for attempt in range(1, 4):
        claim = claimed(store)
        assert claim.attempt == attempt
        store.release(claim, crashed=True)
    assert store.claim("runner", 10) is None
    ended = store.job(job.id)
    assert ended is not None
    assert (ended.state, ended.puzzle) == (JobState.FAILED, job.puzzle)
    assert ended.problem is not None
    assert ended.problem["code"] == "worker_crashed"
    assert [event["event"] for _, event in store.events(job.id)][-1] == "finished"


def test_leases_that_expire_are_no_crashes(store: Store, clock: Clock) -> None:
    """A job whose lease expires, as all do in an outage of the database, has lost its server: that may happen often."""
    store.submit(submission())
    for attempt in range(1, 60):
        assert claimed(store).attempt == attempt
        clock.now += 11
        assert store.expire()
    assert claimed(store).attempt == 60


def test_a_write_that_is_repeated_is_written_once(store: Store) -> None:
    """Events, solutions and a checkpoint that were written though nobody heard of it are not written again; others are."""
    job = store.submit(submission(0, "list"))
    claim = claimed(store)
    for number in (1, 2):
        written = [{"event": "solutions", "number": number}], [f'{{"n":{number}}}'], f"{number}"
        for repeated in (False, True, True):
            assert store.recorded(claim, *written, repeated=repeated).result()
        store.cancel(job.id)
    assert store.recorded(claim, [{"event": "solutions", "number": 3}], ["3"], "3", repeated=True).result()
    assert [event["event"] for _, event in store.events(job.id)] == [
        "started",
        "solutions",
        "cancelling",
        *2 * ["solutions"],
    ]
    assert store.solutions(job.id)[0] == [{"n": 1}, {"n": 2}, 3]
    store.finish(claim, JobState.SUCCEEDED, ANSWER)
    assert not store.recorded(claim, [{"event": "solutions", "number": 3}], ["3"], "3", repeated=True).result()


def test_a_job_that_comes_forward_is_not_given_up(store: Store) -> None:
    """Attempts that break down after a checkpoint do not add up; those without one do."""
    store.submit(submission())
    for number in range(6):
        claim = claimed(store)
        assert claim.checkpoint == (f"at {number - 1}" if number else None)
        assert store.add_solutions(claim, (), f"at {number}")
        assert store.release(claim, crashed=True)
    for _ in range(2):
        store.release(claimed(store), crashed=True)
    assert store.claim("runner", 10) is None


def test_sixty_lost_servers_end_a_job(store: Store) -> None:
    """A job whose server is lost sixty times is FAILED, as one that may be the reason; 59 times it is not."""
    store.submit(submission())
    for _ in range(59):
        assert claimed(store).attempt
        store.abandon(["runner"])
    claim = claimed(store)
    store.abandon(["runner"])
    ended = store.job(claim.job.id)
    assert ended is not None
    assert ended.state == JobState.FAILED


def test_a_job_that_is_given_back_has_not_crashed(store: Store) -> None:
    """A runner that stops may give a job back any number of times."""
    store.submit(submission())
    for number in range(5):
        claim = claimed(store)
        assert claim.attempt == number + 1
        assert store.release(claim, crashed=False)


def test_solutions_after_the_checkpoint_are_found_again(store: Store) -> None:
    """A new attempt has the solutions that its checkpoint counts, and no others."""
    job = store.submit(submission(0, "list"))
    claim = claimed(store)
    store.record(claim, [], ['{"n":0}', '{"n":1}'], "two")
    store.add_solutions(claim, ['{"n":2}'])
    store.release(claim, crashed=True)
    again = claimed(store)
    assert (again.checkpoint, again.job.solutions) == ("two", 2)
    store.add_solutions(again, ['{"n":2}', '{"n":3}'])
    store.finish(again, JobState.SUCCEEDED, ANSWER)
    assert store.solutions(job.id)[0] == [{"n": n} for n in range(4)]
    assert store.checkpoint(job.id) is None


def test_a_list_without_a_checkpoint_begins_anew(store: Store) -> None:
    """A new attempt that begins at the beginning has no solutions of the old one."""
    job = store.submit(submission(0, "list"))
    claim = claimed(store)
    store.add_solutions(claim, ["{}"] * 3)
    store.release(claim, crashed=True)
    assert claimed(store).job.solutions == 0
    assert store.solutions(job.id)[0] == []


def test_cancelling_waits_for_the_runner(store: Store) -> None:
    """A job that waits is cancelled at once; one that runs is CANCELLING until its runner ends it; one that ended stays."""
    waiting, running = store.submit(submission(1)), None
    cancelled = store.cancel(waiting.id)
    assert cancelled is not None
    assert cancelled.state == JobState.CANCELLED
    running = store.submit(submission(2))
    claim = claimed(store)
    assert store.heartbeat(claim, 10).cancel is False
    cancelling = store.cancel(running.id)
    assert cancelling is not None
    assert cancelling.state == JobState.CANCELLING
    assert store.heartbeat(claim, 10).cancel is True
    assert store.finish(claim, JobState.CANCELLED, ANSWER | {"stop_reason": "interrupted"})
    for job in (waiting, running):
        again = store.cancel(job.id)
        assert again is not None
        assert again.state == JobState.CANCELLED
        assert [event["event"] for _, event in store.events(job.id)].count("finished") == 1


def test_a_job_to_be_cancelled_whose_runner_dies_is_cancelled(store: Store, clock: Clock) -> None:
    """Nobody runs a job again that was to be cancelled."""
    job = store.submit(submission())
    claimed(store)
    store.cancel(job.id)
    clock.now += 11
    assert store.expire() == [job.id]
    ended = store.job(job.id)
    assert ended is not None
    assert ended.state == JobState.CANCELLED


def test_a_running_job_is_not_cancelled_unasked(store: Store) -> None:
    """CANCELLED follows CANCELLING alone."""
    store.submit(submission())
    assert not store.finish(claimed(store), JobState.CANCELLED, ANSWER)


def test_dead_runners_are_abandoned_at_once(store: Store) -> None:
    """What a runner held that is known to be dead waits again, and nothing of another one."""
    for number in range(2):
        store.submit(submission(number))
    dead, alive = claimed(store, "dead"), claimed(store, "alive")
    assert store.runners() == ["alive", "dead"]
    assert store.abandon(["dead"]) == [dead.job.id]
    assert store.heartbeat(alive, 10).ours
    assert not store.heartbeat(dead, 10).ours
