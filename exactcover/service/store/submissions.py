"""How a submission becomes a job: its idempotency key, what its owner may have, and an answer that is known.

Operations of the writer (writer.py): all of a function is committed, or nothing is.
"""

from __future__ import annotations

import hashlib
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
"""How long an idempotency key is remembered."""
UNFINISHED = (JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING)
_WHATEVER_THE_SEED = ("count", "prove")
_HOW = ("seed", "workers", "executor")
"""Options that change the way to a count or a proof alone."""


def digest(text: str) -> str:
    """Return the sha256 of a text, whatever is in it."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def asked_by(submission: Submission) -> str:
    """Return the digest of what is asked: what one of two equal submissions comes to answers the other, if it comes to its end.

    Limits of time, memory and nodes are left out, for a count or a proof the seed, the workers and the executor too. Where the
    answer has solutions, the names of pieces count: how the puzzle was written.
    """
    options = {
        key: value for key, value in submission.options.items() if OPTIONS.get(key) != value and key not in LIMITS
    }
    told: Json = {"task": submission.task, "puzzle": submission.puzzle_sha256, "options": options}
    if submission.task in _WHATEVER_THE_SEED:
        told["options"] = {key: value for key, value in options.items() if key not in _HOW}
    else:
        told["source"] = {
            key: value for key, value in submission.source.items() if key not in ("title", "source", "published")
        }
    return digest(canonical(told))


@dataclass(frozen=True)
class Asked:
    """A submission that waits to be accepted; most: unfinished jobs that its owner may have."""

    submission: Submission
    key: str
    body_sha256: str
    most: int | None
    now: float


Accepted: TypeAlias = "tuple[Written, bool]"
"""The job that a submission becomes, or became before; and whether it is a new one that is to be run."""


def submit(connection: Connection, waiting: Sequence[Asked]) -> list[Accepted | Refused]:
    """Accept submissions that came at the same time, or refuse them, one by one; with few statements, however many they are."""
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
    """Submissions of one transaction: what is known of them, and the rows that they become."""

    def __init__(self, connection: Connection, waiting: Sequence[Asked]) -> None:
        self.connection = connection
        self.asks = {id(each): asked_by(each.submission) for each in waiting}
        self.known = _known(connection, sorted(set(self.asks.values())))
        self.of_keys = _of_keys(connection, waiting)
        self.unfinished: dict[str, int] = {}
        self.rows: list[Json] = []
        self.answered: list[Json] = []
        self.puzzles: list[Json] = []
        self.accepted: dict[str, Written] = {}

    def accept(self, entry: Asked) -> Accepted:
        """Accept a submission; raises KeyReused, QuotaExceeded."""
        submission, now = entry.submission, entry.now
        earlier = self._earlier(entry)
        if earlier is not None:
            return earlier, False
        asks = self.asks[id(entry)]
        origin = self.known.get(asks)
        self._count(entry, waits=origin is None)
        job_id = new_id(now)
        if entry.key and not self._keep_key(entry, job_id):
            earlier = self._earlier(entry)  # another server was faster
            if earlier is not None:
                return earlier, False
        row = _row(job_id, submission, asks, now)
        if origin is not None:
            row |= _answered(origin._mapping, now)
            self.answered.append(row)
            self.accepted[job_id] = written(origin, **row, problem=None)
            return self.accepted[job_id], False
        texts: Json = {"puzzle": canonical(submission.puzzle), "source": canonical(submission.source)}
        self.rows.append(row)
        self.puzzles.append({"origin": job_id, **texts})
        own: Json = {name: value for name, value in row.items() if name not in ("origin", "asks", "blame", "executor")}
        self.accepted[job_id] = Written(**own, **texts, **_NOT_YET)
        return self.accepted[job_id], True

    def write(self) -> None:
        """Write the jobs."""
        for table, rows in ((jobs, self.rows), (jobs, self.answered), (puzzles, self.puzzles)):
            if rows:
                self.connection.execute(insert(table), rows)

    def _earlier(self, entry: Asked) -> Written | None:
        """Return the job that came with the key of a submission; raises KeyReused."""
        kept = self.of_keys.get((entry.submission.owner, digest(entry.key))) if entry.key else None
        if kept is None:
            return None
        job_id, body_sha256 = kept
        if body_sha256 != entry.body_sha256:
            raise KeyReused("the idempotency key came before with another body; expected the same body, or another key")
        if job_id in self.accepted:  # it came in this very transaction
            return self.accepted[job_id]
        return written(self.connection.execute(WHOLE.where(jobs.c.id == job_id)).one())

    def _keep_key(self, entry: Asked, job_id: str) -> bool:
        """Keep a key; False where another server has kept it meanwhile, which is then known."""
        owner, key_sha256 = entry.submission.owner, digest(entry.key)
        row = {"key_sha256": key_sha256, "body_sha256": entry.body_sha256, "job": job_id, "made_at": entry.now}
        kept = unless_there(self.connection, keys).values(owner=owner, **row).returning(keys.c.job)
        if self.connection.execute(kept).scalar() is None:
            self.of_keys |= _of_keys(self.connection, [entry])
            return False
        self.of_keys[owner, key_sha256] = job_id, entry.body_sha256
        return True

    def _count(self, entry: Asked, *, waits: bool) -> None:
        """Count a job of an owner that has a quota. Servers side by side may each let one more pass."""
        if entry.most is None or not waits:
            return
        owner = entry.submission.owner
        if owner not in self.unfinished:
            query = select(func.count()).where(jobs.c.owner == owner, jobs.c.state.in_(UNFINISHED))
            self.unfinished[owner] = int(self.connection.execute(query).scalar_one())
        if self.unfinished[owner] >= entry.most:
            raise QuotaExceeded(f"{entry.most} jobs wait or run already; expected fewer, or to wait for one of them")
        self.unfinished[owner] += 1


_NOT_YET: Json = {"status": None, "started_at": None, "finished_at": None, "answer": None, "problem": None}
"""What a job does not have before it is run."""


def _row(job_id: str, submission: Submission, asks: str, now: float) -> Json:
    return {
        "id": job_id,
        "origin": job_id,
        "task": submission.task,
        "puzzle_sha256": submission.puzzle_sha256,
        "asks": asks,
        "options": canonical(submission.options),
        "executor": submission.options.get("executor", ""),
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
    origin = _known(connection, [asks]).get(asks)
    if origin is None:
        return False
    connection.execute(update(jobs).where(jobs.c.id == job_id).values(_answered(origin._mapping, now)))
    for table in (puzzles, events, solutions):  # of attempts that broke down
        connection.execute(delete(table).where(table.c.origin == job_id))
    return True


def _known(connection: Connection, asks: Sequence[str]) -> dict[str, Row[Any]]:
    """Return for what is asked a job that has the answer; it cannot be deleted before this transaction is over."""
    return {row.known_asks: row for row in connection.execute(with_answers(asks))}


def with_answers(asks: Sequence[str]) -> Select[Any]:
    """Return the query for jobs that have the answers to what is asked: one for each, however many jobs share an answer."""
    return _WITH_ANSWERS.where(known.c.asks.in_(asks)).with_for_update(read=True, of=jobs)


_OTHERS = jobs.alias()
_ONE = select(_OTHERS.c.id).where(_OTHERS.c.origin == known.c.origin).limit(1).correlate(known).scalar_subquery()
_WITH_ANSWERS = (
    select(jobs, puzzles.c.puzzle, puzzles.c.source, answers.c.answer, known.c.asks.label("known_asks"))
    .select_from(known)
    .join(jobs, jobs.c.id == _ONE)
    .join(puzzles, puzzles.c.origin == known.c.origin)
    .outerjoin(answers, answers.c.origin == known.c.origin)
)


def _of_keys(connection: Connection, waiting: Sequence[Asked]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the jobs and bodies of the keys that came before; those that are too old, or whose jobs are deleted, are removed."""
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


def unless_there(connection: Connection, table: Any) -> Any:
    """Return an INSERT that does nothing where the primary key is taken, in the words of the database."""
    from sqlalchemy.dialects import postgresql, sqlite

    words = postgresql if connection.dialect.name == "postgresql" else sqlite
    return words.insert(table).on_conflict_do_nothing()
