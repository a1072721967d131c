"""Acceptance of submissions: idempotency keys, quotas, and answers that are already known.

Operations of the writer (writer.py): each function is atomic.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from exactcover.service.job import (
    LIMITS,
    OPTIONS,
    JobState,
    Json,
    KeyReused,
    QuotaExceeded,
    Refused,
    Submission,
    new_id,
)
from exactcover.service.store.rows import WHOLE, Written, canonical, written
from exactcover.service.store.schema import answers, events, jobs, keys, known, puzzles, solutions

KEY_SECONDS = 24 * 3600.0
"""How long an idempotency key is valid."""
ROW_BYTES = 1000
"""What a job takes besides its texts: its rows and their indices, about."""
UNFINISHED = (JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING)
_SEED_INDEPENDENT = ("count", "prove")
_SEARCH_OPTIONS = ("seed", "workers", "executor")
"""Options that change only how a count or a proof is found."""


def digest(text: str) -> str:
    """Return the sha256 of a text, which may have lone surrogates."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def question_digest(submission: Submission) -> str:
    """Return the digest of the question: equal questions of one owner share an answer, if its search ended.

    Limits of time, memory and nodes are left out; for a count or a proof also the seed, the workers and the executor. The way in
    which the puzzle was written counts, and so the names of its pieces. Owners never share: what one has submitted, and
    whether, would otherwise be seen by others.
    """
    options = {
        key: value for key, value in submission.options.items() if OPTIONS.get(key) != value and key not in LIMITS
    }
    if submission.task in _SEED_INDEPENDENT:
        options = {key: value for key, value in options.items() if key not in _SEARCH_OPTIONS}
    source = {key: value for key, value in submission.source.items() if key not in ("title", "source", "published")}
    question: Json = {"owner": submission.owner, "task": submission.task, "puzzle": submission.puzzle_sha256}
    question |= {"options": options, "source": source}
    return digest(canonical(question))


@dataclass(frozen=True)
class PendingSubmission:
    """A submission in the queue; most, most_bytes: the owner's quotas of unfinished jobs."""

    submission: Submission
    key: str
    body_sha256: str
    most: int | None
    most_bytes: int | None
    now: float


Accepted: TypeAlias = "tuple[Written, bool]"
"""The job of a submission, and whether it is new and must be run."""


def submit(connection: Connection, waiting: Sequence[PendingSubmission]) -> list[Accepted | Refused]:
    """Accept or refuse a batch of submissions, in a number of statements that does not grow with the batch."""
    batch = _Batch(connection, waiting)
    outcomes: list[Accepted | Refused] = []
    for entry in waiting:
        try:
            outcomes.append(batch.accept(entry))
        except Refused as refusal:
            outcomes.append(refusal)
    batch.write()
    return outcomes


class _Batch:
    """The submissions of one transaction, what the database knows of them, and their new rows."""

    def __init__(self, connection: Connection, waiting: Sequence[PendingSubmission]) -> None:
        self.connection = connection
        self.questions = {id(each): question_digest(each.submission) for each in waiting}
        self.known = _known(connection, sorted(set(self.questions.values())))
        self.of_keys = _of_keys(connection, waiting)
        self.unfinished: dict[str, tuple[int, int]] = {}
        self.rows: list[Json] = []
        self.answered: list[Json] = []
        self.puzzles: list[Json] = []
        self.events: list[Json] = []
        self.accepted: dict[str, Written] = {}

    def accept(self, entry: PendingSubmission) -> Accepted:
        """Accept a submission; raises KeyReused, QuotaExceeded."""
        submission, now = entry.submission, entry.now
        earlier = self._earlier(entry)
        if earlier is not None:
            return earlier, False
        question = self.questions[id(entry)]
        origin = self.known.get(question)
        texts: Json = {"puzzle": canonical(submission.puzzle), "source": canonical(submission.source)}
        row = _row(submission, question, now, texts)
        self._count(entry, row["bytes"], waits=origin is None)
        job_id = row["id"]
        if entry.key and not self._keep_key(entry, job_id):
            earlier = self._earlier(entry)  # another server was faster
            if earlier is not None:
                return earlier, False
        self.puzzles.append({"job": job_id, **texts})
        if origin is not None:
            event = canonical(finished(origin.status, now))
            row |= _answered(origin._mapping, now) | {"events": 1, "bytes": row["bytes"] + len(event)}
            self.answered.append(row)
            self.events.append({"job": job_id, "seq": 1, "event": event})
            self.accepted[job_id] = written(origin, **row, **texts, problem=None)
            return self.accepted[job_id], False
        self.rows.append(row)
        own: Json = {name: value for name, value in row.items() if name not in _INTERNAL}
        self.accepted[job_id] = Written(**own, **texts, **_NOT_YET)
        return self.accepted[job_id], True

    def write(self) -> None:
        """Insert the rows."""
        for table, rows in (
            (jobs, self.rows),
            (jobs, self.answered),
            (puzzles, self.puzzles),
            (events, self.events),
        ):
            if rows:
                self.connection.execute(insert(table), rows)

    def _earlier(self, entry: PendingSubmission) -> Written | None:
        """Return the job that was submitted with the same key; raises KeyReused."""
        kept = self.of_keys.get((entry.submission.owner, digest(entry.key))) if entry.key else None
        if kept is None:
            return None
        job_id, body_sha256 = kept
        if body_sha256 != entry.body_sha256:
            raise KeyReused(
                "the idempotency key was used before with another body; expected the same body, or another key"
            )
        if job_id in self.accepted:  # it came in this very transaction
            return self.accepted[job_id]
        return written(self.connection.execute(WHOLE.where(jobs.c.id == job_id)).one())

    def _keep_key(self, entry: PendingSubmission, job_id: str) -> bool:
        """Store a key; False if another server stored it first (a race condition), whose key is then read."""
        owner, key_sha256 = entry.submission.owner, digest(entry.key)
        row = {"key_sha256": key_sha256, "body_sha256": entry.body_sha256, "job": job_id, "made_at": entry.now}
        kept = insert_if_absent(self.connection, keys).values(owner=owner, **row).returning(keys.c.job)
        if self.connection.execute(kept).scalar() is None:
            self.of_keys |= _of_keys(self.connection, [entry])
            return False
        self.of_keys[owner, key_sha256] = job_id, entry.body_sha256
        return True

    def _count(self, entry: PendingSubmission, size: int, *, waits: bool) -> None:
        """Check the owner's quotas. A race condition that is accepted: concurrent servers may each take one job more."""
        if not waits or (entry.most is None and entry.most_bytes is None):
            return
        owner = entry.submission.owner
        if owner not in self.unfinished:
            query = select(func.count(), func.coalesce(func.sum(jobs.c.bytes), 0))
            row = self.connection.execute(query.where(jobs.c.owner == owner, jobs.c.state.in_(UNFINISHED))).one()
            self.unfinished[owner] = int(row[0]), int(row[1])
        number, total = self.unfinished[owner]
        if entry.most is not None and number >= entry.most:
            raise QuotaExceeded(f"{entry.most} jobs are unfinished already; try again when one has ended")
        if entry.most_bytes is not None and total + size > entry.most_bytes:
            raise QuotaExceeded(f"unfinished jobs would exceed {entry.most_bytes} bytes; try again when one has ended")
        self.unfinished[owner] = number + 1, total + size


_INTERNAL = ("origin", "asks", "blame", "executor", "cpu_seconds", "bytes")
"""Columns that are no part of a job as its owner sees it."""
_NOT_YET: Json = {"status": None, "started_at": None, "finished_at": None, "answer": None, "problem": None}
"""Columns of a job that has not run."""


def _row(submission: Submission, question: str, now: float, texts: Json) -> Json:
    job_id, options, title = new_id(now), canonical(submission.options), canonical(submission.title)
    return {
        "id": job_id,
        "origin": job_id,
        "task": submission.task,
        "puzzle_sha256": submission.puzzle_sha256,
        "asks": question,
        "options": options,
        "executor": submission.options.get("executor", ""),
        "owner": submission.owner,
        "title": title,
        "state": JobState.QUEUED,
        "attempt": 0,
        "blame": 0,
        "submitted_at": now,
        "cached": False,
        "events": 0,
        "solutions": 0,
        "cpu_seconds": cpu_seconds(submission),
        "bytes": ROW_BYTES + len(options) + len(title) + sum(map(len, texts.values())),
    }


def cpu_seconds(submission: Submission) -> float:
    """Return the CPU seconds that a job may use: its time limit, of each engine of a comparison, times its threads."""
    options = submission.options
    whole = submission.task == "count" or bool(options.get("executor"))
    threads = options.get("workers") or ((os.cpu_count() or 1) if whole else 1)
    return float((options.get("time_limit") or 0.0) * threads * len(options.get("backends", ".")))


def _answered(origin: Any, now: float) -> Json:
    """Return the columns that a job takes over from its origin."""
    return {
        "origin": origin["origin"],
        "state": JobState.SUCCEEDED,
        "status": origin["status"],
        "cached": True,
        "solutions": origin["solutions"],
        "started_at": now,
        "finished_at": now,
    }


def finished(status: str | None, now: float) -> Json:
    """Return the event of a job that has an answer."""
    return {"event": "finished", "state": JobState.SUCCEEDED, "status": status, "at": now}


def answer_known(connection: Connection, job_id: str, question: str, now: float) -> Row[Any] | None:
    """Give a queued job the answer of another job with the same question, and return that job; None if there is none."""
    origin = _known(connection, [question]).get(question)
    if origin is not None:
        connection.execute(update(jobs).where(jobs.c.id == job_id).values(_answered(origin._mapping, now)))
        drop_solutions(connection, job_id)  # of attempts that failed
    return origin


def drop_solutions(connection: Connection, job_id: str, kept: int = 0) -> None:
    """Delete the solutions of a job after the first so many."""
    gone = (solutions.c.origin == job_id) & (solutions.c.number > kept)
    length = select(func.coalesce(func.sum(func.length(solutions.c.solution)), 0)).where(gone).scalar_subquery()
    connection.execute(update(jobs).where(jobs.c.id == job_id).values(bytes=jobs.c.bytes - length))
    connection.execute(delete(solutions).where(gone))


def _known(connection: Connection, questions: Sequence[str]) -> dict[str, Row[Any]]:
    """Return, for each question, a job that has its answer, locked against deletion in this transaction."""
    return {row.known_asks: row for row in connection.execute(with_answers(questions))}


def with_answers(questions: Sequence[str]) -> Select[Any]:
    """Return the query for jobs that have the answers to questions: one per question, however many jobs share it."""
    return _WITH_ANSWERS.where(known.c.asks.in_(questions)).with_for_update(read=True, of=jobs)


_OTHERS = jobs.alias()
_ONE = select(_OTHERS.c.id).where(_OTHERS.c.origin == known.c.origin).limit(1).correlate(known).scalar_subquery()
_WITH_ANSWERS = (
    select(jobs, answers.c.answer, known.c.asks.label("known_asks"))
    .select_from(known)
    .join(jobs, jobs.c.id == _ONE)
    .outerjoin(answers, answers.c.origin == known.c.origin)
)


def _of_keys(connection: Connection, waiting: Sequence[PendingSubmission]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the jobs and body digests of known keys; keys that are expired, or whose jobs are deleted, are removed."""
    now = {(each.submission.owner, digest(each.key)): each.now for each in waiting if each.key}
    if not now:
        return {}
    query = select(keys, jobs.c.state).outerjoin_from(keys, jobs, jobs.c.id == keys.c.job)
    rows = connection.execute(query.where(keys.c.key_sha256.in_(sorted({key for _, key in now})))).fetchall()
    kept = {}
    for row in rows:
        place = row.owner, row.key_sha256
        if place not in now:
            continue
        if row.made_at < now[place] - KEY_SECONDS or row.state is None:
            connection.execute(delete(keys).where(keys.c.owner == row.owner, keys.c.key_sha256 == row.key_sha256))
        else:
            kept[place] = row.job, row.body_sha256
    return kept


def insert_if_absent(connection: Connection, table: Any) -> Any:
    """Return an INSERT that does nothing if the primary key exists (ON CONFLICT DO NOTHING)."""
    from sqlalchemy.dialects import postgresql, sqlite

    words = postgresql if connection.dialect.name == "postgresql" else sqlite
    return words.insert(table).on_conflict_do_nothing()
