"""Leases: claims, heartbeats, the release of jobs whose runners are gone, and the end of a job.

Operations of the writer (writer.py). Each operation of a runner names its attempt and writes nothing if the attempt is
stale, so a runner that lost its lease can change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, case, delete, insert, select, update

from exactcover.service.job import COMPARE, FOLLOWING, MAX_FAILURES, Claim, HeartbeatReply, JobState, Json
from exactcover.service.store import submissions, turns
from exactcover.service.store.rows import WHOLE, canonical, job_of
from exactcover.service.store.schema import (
    LEDGER,
    answers,
    checkpoints,
    events,
    jobs,
    known,
    metadata,
)
from exactcover.service.store.turns import HELD, Shares

WORKER_CRASHED: Json = {
    "code": "worker_crashed",
    "detail": "the job's process crashed repeatedly before it had an answer; the input is kept",
}


def held_by(claim: Claim) -> ColumnElement[bool]:
    """Return the condition that an attempt still holds its job."""
    return (
        (jobs.c.id == claim.job.id)
        & (jobs.c.attempt == claim.attempt)
        & (jobs.c.runner == claim.runner)
        & jobs.c.state.in_(HELD)
    )


def claim(
    connection: Connection, runner: str, lease_seconds: float, now: float, executor: str, shares: Shares
) -> tuple[Claim | None, list[str]]:
    """Claim the next job; the ids are those of all jobs that changed, including those whose answers became known
    meanwhile.
    """
    changed: list[str] = []
    while (row := turns.next_job(connection, executor, shares)) is not None:
        changed.append(row.id)
        origin = submissions.answer_known(connection, row.id, row.asks, now)
        if origin is not None:
            append_event(connection, row.id, submissions.finished(origin.status, now))
            _delete_search_state(connection, row.id, row.executor)
            continue
        return _begin(connection, row, runner, now + lease_seconds, now), changed
    return None, changed


def _begin(connection: Connection, row: Row[Any], runner: str, lease_until: float, now: float) -> Claim:
    """Begin an attempt. What an earlier one wrote after its last checkpoint is deleted: it will be found again."""
    left = connection.execute(select(checkpoints).where(checkpoints.c.origin == row.id)).fetchone()
    kept = 0 if left is None else left.solutions
    if row.solutions > kept:
        submissions.drop_solutions(connection, row.id, kept)
    connection.execute(
        update(jobs)
        .where(jobs.c.id == row.id)
        .values(
            state=JobState.RUNNING,
            attempt=row.attempt + 1,
            runner=runner,
            lease_until=lease_until,
            started_at=row.started_at or max(now, row.submitted_at),  # clocks are set back at times
            solutions=kept,
        )
    )
    append_event(connection, row.id, {"event": "started", "attempt": row.attempt + 1, "solutions": kept, "at": now})
    turns.take_turn(connection, row.owner, now)
    job = job_of(connection.execute(WHOLE.where(jobs.c.id == row.id)).one())
    return Claim(job, job.attempt, runner, None if left is None else left.checkpoint)


def not_before(column: ColumnElement[float], now: float) -> ColumnElement[float]:
    """Return the time, or that in a column if it is later: the clock was set back meanwhile, and a duration is never negative."""
    return case((column > now, column), else_=now)


def append_event(connection: Connection, job_id: str, event: Json) -> None:
    """Append an event to a job that this transaction holds."""
    text = canonical(event)
    more = update(jobs).where(jobs.c.id == job_id).values(events=jobs.c.events + 1, bytes=jobs.c.bytes + len(text))
    seq = connection.execute(more.returning(jobs.c.events)).scalar_one()
    connection.execute(insert(events), {"job": job_id, "seq": seq, "event": text})


def heartbeat(connection: Connection, claims: Sequence[Claim], lease_until: float) -> list[HeartbeatReply]:
    """Renew leases."""
    replies = []
    for each in claims:
        kept = update(jobs).where(held_by(each)).values(lease_until=lease_until).returning(jobs.c.state)
        state = connection.execute(kept).scalar()
        replies.append(HeartbeatReply(state is not None, state == JobState.CANCELLING))
    return replies


def finish(
    connection: Connection, claim: Claim, state: JobState, answer: Json | None, problem: Json | None, now: float
) -> bool:
    """End a job; False if the attempt is stale, or the state cannot follow."""
    before = [each for each in HELD if state in FOLLOWING[each]]
    status = None if answer is None else answer.get("status")
    ended = (
        update(jobs)
        .where(held_by(claim), jobs.c.state.in_(before))
        .values(
            state=state,
            status=status,
            problem=None if problem is None else canonical(problem),
            finished_at=not_before(jobs.c.started_at, now),
            runner=None,
            lease_until=None,
        )
        .returning(jobs.c.asks, jobs.c.executor)
    )
    row = connection.execute(ended).fetchone()
    if row is None:
        return False
    if answer is not None:
        text = canonical(answer)
        connection.execute(insert(answers), {"origin": claim.job.id, "answer": text})
        connection.execute(update(jobs).where(jobs.c.id == claim.job.id).values(bytes=jobs.c.bytes + len(text)))
        if state == JobState.SUCCEEDED and _is_final(answer):
            connection.execute(
                submissions.insert_if_absent(connection, known).values(asks=row.asks, origin=claim.job.id)
            )
    _delete_search_state(connection, claim.job.id, row.executor)
    append_event(connection, claim.job.id, {"event": "finished", "state": state, "status": status, "at": now})
    return True


def _delete_search_state(connection: Connection, job_id: str, executor: str) -> None:
    """Delete the search state of a job that ends: its checkpoint, or its runs with all cubes."""
    connection.execute(delete(checkpoints).where(checkpoints.c.origin == job_id))
    if executor:  # the name of a run begins with the id of its job
        runs = metadata.tables["cluster_runs"].c.run
        names = connection.execute(select(runs).where(runs.startswith(f"{job_id}:"))).scalars().all()
        for table in LEDGER:
            connection.execute(delete(table).where(table.c.run.in_(names)))


def _is_final(answer: Json) -> bool:
    """Return whether a repeated search would have the same answer: never if a limit of time, memory or nodes stopped
    it, or the search for a certificate.

    A comparison measures what each engine takes, which differs every time.
    """
    if answer.get("task") == COMPARE:
        return False
    options = answer.get("engine", {}).get("options", {})
    uncertified = options.get("certificate") is True and answer.get("certificate") is None
    return answer["status"] != "UNKNOWN" and answer["stop_reason"] in (None, "solutions") and not uncertified


def cancel(connection: Connection, job_id: str, now: float) -> bool:
    """Cancel a queued job, or request the cancellation of a running one; False if it has ended."""
    waits = (jobs.c.id == job_id) & (jobs.c.state == JobState.QUEUED)
    gone = (
        update(jobs)
        .where(waits)
        .values(state=JobState.CANCELLED, finished_at=not_before(jobs.c.submitted_at, now))
        .returning(jobs.c.executor)
    )
    executor = connection.execute(gone).scalar()
    if executor is not None:
        _delete_search_state(connection, job_id, executor)
        append_event(connection, job_id, {"event": "finished", "state": JobState.CANCELLED, "status": None, "at": now})
        return True
    runs = (jobs.c.id == job_id) & (jobs.c.state == JobState.RUNNING)
    if connection.execute(update(jobs).where(runs).values(state=JobState.CANCELLING)).rowcount:
        append_event(connection, job_id, {"event": "cancelling", "at": now})
        return True
    return False


def release(connection: Connection, which: ColumnElement[bool], now: float, blame: int) -> list[str]:
    """Release the held jobs that meet a condition: they are queued again, or end; return their ids.

    blame: the weight of the failure, 0 if the runner gave them back. A job that was to be cancelled is.
    """
    query = select(jobs).where(which, jobs.c.state.in_(HELD)).order_by(jobs.c.id).with_for_update(skip_locked=True)
    rows = connection.execute(query).fetchall()
    for row in rows:
        total = row.blame + blame
        state = JobState.QUEUED
        if row.state == JobState.CANCELLING:
            state = JobState.CANCELLED
        elif blame and total >= MAX_FAILURES:
            state = JobState.FAILED
        values: Json = {"state": state, "blame": total, "runner": None, "lease_until": None}
        if state.ended:
            values |= {"finished_at": max(now, row.started_at or row.submitted_at)}
            _delete_search_state(connection, row.id, row.executor)
        if state == JobState.FAILED:
            values |= {"problem": canonical(WORKER_CRASHED)}
        connection.execute(update(jobs).where(jobs.c.id == row.id).values(values))
        if state.ended:
            append_event(connection, row.id, {"event": "finished", "state": state, "status": None, "at": now})
        else:
            if not blame:
                turns.take_turn(connection, row.owner, now)  # it had its turn until now
            append_event(
                connection, row.id, {"event": "waiting", "attempt": row.attempt, "crashed": blame > 0, "at": now}
            )
    return [row.id for row in rows]
