"""How a submission becomes a job: its idempotency key, what its owner may have, and an answer that is known.

Operations of the writer (writer.py): all of a function is committed, or nothing is.
"""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from exactcover.service.job import LIMITS, OPTIONS, Job, JobState, Json, KeyReused, QuotaExceeded, Submission, new_id
from exactcover.service.store.rows import canonical
from exactcover.service.store.schema import jobs, keys, known, puzzles

KEY_SECONDS = 24 * 3600.0
"""How long an idempotency key is remembered."""
UNFINISHED = (JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING)
_WHATEVER_THE_SEED = ("count", "prove")


def digest(text: str) -> str:
    """Return the sha256 of a text, whatever is in it."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def asked_by(submission: Submission) -> str:
    """Return the digest of what is asked: what one of two equal submissions comes to answers the other, if it comes to its end.

    Limits of time, memory and nodes are left out, for a count or a proof the seed and the workers too. Where the answer has
    solutions, the names of pieces count: how the puzzle was written.
    """
    options = {
        key: value for key, value in submission.options.items() if OPTIONS.get(key) != value and key not in LIMITS
    }
    told: Json = {"task": submission.task, "puzzle": submission.puzzle_sha256, "options": options}
    if submission.task in _WHATEVER_THE_SEED:
        told["options"] = {key: value for key, value in options.items() if key not in ("seed", "workers")}
    else:
        told["source"] = {
            key: value for key, value in submission.source.items() if key not in ("title", "source", "published")
        }
    return digest(canonical(told))


def submit(
    connection: Connection, submission: Submission, key: str, body_sha256: str, most: int | None, now: float
) -> tuple[str, Job | None]:
    """Return the id of the job that a submission becomes, or became before, and the job itself where it is to be run.

    Raises KeyReused, QuotaExceeded.
    """
    earlier = _of_key(connection, submission.owner, key, body_sha256, now) if key else None
    if earlier is not None:
        return earlier, None
    origin = _known(connection, asked_by(submission))
    if origin is None and most is not None and _unfinished(connection, submission.owner) >= most:
        raise QuotaExceeded(f"{most} jobs wait or run already; expected fewer, or to wait for one of them")
    job_id = new_id(now)
    if key and not _keep_key(connection, submission.owner, key, body_sha256, job_id, now):
        earlier = _of_key(connection, submission.owner, key, body_sha256, now)  # another server was faster
        if earlier is not None:
            return earlier, None
    row = _row(job_id, submission, now)
    if origin is not None:
        connection.execute(insert(jobs), row | _answered(origin._mapping, now))
        return job_id, None
    connection.execute(insert(jobs), row)
    texts = {"puzzle": canonical(submission.puzzle), "source": canonical(submission.source)}
    connection.execute(insert(puzzles), {"origin": job_id, **texts})
    return job_id, _job(job_id, submission, now)


def _job(job_id: str, submission: Submission, now: float) -> Job:
    return Job(id=job_id, state=JobState.QUEUED, attempt=0, submitted_at=now, **vars(submission))


def _row(job_id: str, submission: Submission, now: float) -> Json:
    return {
        "id": job_id,
        "origin": job_id,
        "task": submission.task,
        "puzzle_sha256": submission.puzzle_sha256,
        "asks": asked_by(submission),
        "options": canonical(submission.options),
        "owner": submission.owner,
        "title": canonical(submission.title),
        "state": JobState.QUEUED,
        "attempt": 0,
        "blame": 0,
        "submitted_at": now,
        "cached": False,
        "events": 0,
        "solutions": 0,
    }


def _answered(origin: Any, now: float) -> Json:
    """Return what a job has from the one that was run in its place."""
    return {
        "origin": origin["origin"],
        "state": JobState.SUCCEEDED,
        "status": origin["status"],
        "cached": True,
        "events": origin["events"],
        "solutions": origin["solutions"],
        "started_at": now,
        "finished_at": now,
    }


def answer_known(connection: Connection, job_id: str, asks: str, now: float) -> bool:
    """Give a job that waits the answer of another one that asked the same; False where there is none."""
    origin = _known(connection, asks)
    if origin is None:
        return False
    connection.execute(update(jobs).where(jobs.c.id == job_id).values(_answered(origin._mapping, now)))
    connection.execute(delete(puzzles).where(puzzles.c.origin == job_id))
    return True


def _known(connection: Connection, asks: str) -> Row[Any] | None:
    """Return a job that has the answer to what is asked; it cannot be deleted before this transaction is over."""
    query = select(jobs).join(known, known.c.origin == jobs.c.origin).where(known.c.asks == asks).limit(1)
    return connection.execute(query.with_for_update(read=True, of=jobs)).fetchone()


def _unfinished(connection: Connection, owner: str) -> int:
    """Return how many jobs of an owner wait or run. Servers side by side may each let one more pass."""
    query = select(func.count()).where(jobs.c.owner == owner, jobs.c.state.in_(UNFINISHED))
    return int(connection.execute(query).scalar_one())


def _of_key(connection: Connection, owner: str, key: str, body_sha256: str, now: float) -> str | None:
    """Return the job that came with a key, None where it is new, too old, or its job deleted. Raises KeyReused."""
    mine = (keys.c.owner == owner) & (keys.c.key_sha256 == digest(key))
    query = select(keys.c.body_sha256, keys.c.made_at, keys.c.job, jobs.c.state)
    row = connection.execute(query.outerjoin_from(keys, jobs, jobs.c.id == keys.c.job).where(mine)).fetchone()
    if row is None:
        return None
    if row.made_at < now - KEY_SECONDS or row.state is None:
        connection.execute(delete(keys).where(mine))
        return None
    if row.body_sha256 != body_sha256:
        raise KeyReused("the idempotency key came before with another body; expected the same body, or another key")
    return str(row.job)


def _keep_key(connection: Connection, owner: str, key: str, body_sha256: str, job_id: str, now: float) -> bool:
    """Keep a key; False where it is kept already."""
    row = {"owner": owner, "key_sha256": digest(key), "body_sha256": body_sha256, "job": job_id, "made_at": now}
    kept = unless_there(connection, keys).values(row).returning(keys.c.job)
    return connection.execute(kept).scalar() is not None


def unless_there(connection: Connection, table: Any) -> Any:
    """Return an INSERT that does nothing where the primary key is taken, in the words of the database."""
    from sqlalchemy.dialects import postgresql, sqlite

    words = postgresql if connection.dialect.name == "postgresql" else sqlite
    return words.insert(table).on_conflict_do_nothing()
