"""The Store: the database operations of the server and its runners.

All methods are synchronous and thread-safe, and raise Outage if the database is unreachable. A write is durable when its method
returns; one that raises Outage may have been made all the same.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path

from sqlalchemy import func, select

from exactcover.process import databases
from exactcover.service.job import CRASHED, LOST, Claim, HeartbeatReply, Job, JobState, Json, Submission, is_id
from exactcover.service.store import contents, leases, migrations, retention, submissions, turns
from exactcover.service.store.notifications import Notifications
from exactcover.service.store.outages import Database
from exactcover.service.store.reader import Reader
from exactcover.service.store.rows import SHORT, Written, job_of
from exactcover.service.store.schema import checkpoints, jobs
from exactcover.service.store.sessions import Sessions
from exactcover.service.store.turns import Shares
from exactcover.service.store.writer import Writer

SIZE_SECONDS = 60
"""How long a sum over all rows may take."""


class Store:
    """Jobs in a database; url: a path of an SQLite file, `sqlite:///PATH` or `postgresql://...`; clock: the time, in
    seconds since the epoch, UTC.

    Opening the store creates or migrates the tables. group_commit: concurrent writes share a commit. Raises
    InvalidInput if the database cannot be used.
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.time, *, group_commit: bool = True) -> None:
        self.url = databases.url_of(url)
        databases.check_integrity(self.url)
        self.clock = clock
        writing, reading = databases.engines(self.url)
        databases.reach(writing)
        migrations.migrate(writing)
        migrations.verify(writing)
        self._writing, self._reading = Database(writing), Database(reading)
        self._writer = Writer(self._writing, together=group_commit)
        self._reader = Reader(self._reading)
        self.sessions = Sessions(self._writer, self._reading, clock)
        self._listeners: dict[object, tuple[Callable[[str], None], str]] = {}
        self._work = threading.Event()
        self._work.set()
        self._notices = Notifications(self.url, self._dispatch)

    def submit(
        self,
        submission: Submission,
        idempotency_key: str = "",
        body_sha256: str = "",
        most_unfinished: int | None = None,
        most_bytes: int | None = None,
    ) -> Job:
        """Accept a submission and return its job, which is SUCCEEDED at once if its answer is known.

        idempotency_key: chosen by the owner; the same key with the same body returns the same job. most_unfinished,
        most_bytes: the owner's quotas of unfinished jobs. Raises KeyReused, QuotaExceeded.
        """
        return self.submitted(submission, idempotency_key, body_sha256, most_unfinished, most_bytes).result()[0].job

    def submitted(
        self,
        submission: Submission,
        idempotency_key: str,
        body_sha256: str,
        most_unfinished: int | None,
        most_bytes: int | None = None,
    ) -> Future[submissions.Accepted]:
        """Return a future of the job of a submission and whether it is new and queued; otherwise as `submit`."""
        entry = submissions.PendingSubmission(
            submission, idempotency_key, body_sha256, most_unfinished, most_bytes, self.clock()
        )
        accepted = self._writer.run_batched(submissions.submit, entry)
        accepted.add_done_callback(self._notify_of_work)
        return accepted

    def _notify_of_work(self, accepted: Future[submissions.Accepted]) -> None:
        if accepted.exception() is None:
            job, new = accepted.result()
            if new:
                self._notify(job.id, about="work")

    def job(self, job_id: str) -> Job | None:
        """Return a job; None if there is none of that id."""
        kept = self._reader.job(job_id).result() if is_id(job_id) else None
        return None if kept is None else kept.job

    def written(self, job_id: str) -> Future[Written | None]:
        """Return a future of a job in its stored form; job_id: one that `is_id`."""
        return self._reader.job(job_id)

    def jobs(
        self, owner: str | None, after: str = "", limit: int = 50, state: JobState | None = None, words: str = ""
    ) -> list[Job]:
        """Return an owner's jobs (None: everybody's), latest first, without answers and puzzles.

        after: the id of the last job of the page before; words: a part of the title, whatever the case of its ASCII letters.
        """
        query = SHORT.order_by(jobs.c.id.desc()).limit(limit)
        if owner is not None:
            query = query.where(jobs.c.owner == owner)
        if is_id(after):
            query = query.where(jobs.c.id < after)
        if state is not None:
            query = query.where(jobs.c.state == state)
        if words:
            query = query.where(jobs.c.title.icontains(json.dumps(words)[1:-1], autoescape=True))
        with self._reading.connect() as connection:
            return [job_of(row) for row in connection.execute(query)]

    def queued_before(self, job_id: str) -> int | None:
        """Return how many queued jobs, of all owners, are older than a queued job; None if it is not queued."""
        waits = jobs.c.state == JobState.QUEUED
        query = select(func.count()).where(waits, jobs.c.id < job_id)
        own = select(jobs.c.id).where(waits, jobs.c.id == job_id)
        with self._reading.connect() as connection:
            return connection.execute(query).scalar_one() if connection.execute(own).first() else None

    def reach(self) -> None:
        """Read nothing from the database; raises what a database that does not respond raises."""
        with self._reading.connect() as connection:
            connection.execute(select(1))

    def count_by_state(self) -> dict[JobState, int]:
        """Return the number of jobs in each state."""
        query = select(jobs.c.state, func.count()).group_by(jobs.c.state)
        with self._reading.connect() as connection:
            counts = {JobState(state): int(number) for state, number in connection.execute(query)}
        return {state: counts.get(state, 0) for state in JobState}

    def cancel(self, job_id: str) -> Job | None:
        """Cancel a job: at once if it is QUEUED, CANCELLING if it is RUNNING; a job that has ended is unchanged. None:
        no such job.
        """
        now = self.clock()
        if is_id(job_id) and self._writer.run(lambda it: leases.cancel(it, job_id, now)):
            self._notify(job_id, about="cancel")
        return self.job(job_id)

    def delete(self, job_id: str) -> bool:
        """Delete a job that has ended, with all its data; False if it has not ended, or does not exist."""
        return is_id(job_id) and bool(self._writer.run(lambda it: retention.remove(it, [job_id])))

    def claim(
        self, runner: str, lease_seconds: float, executor: str = "", shares: Shares | None = None
    ) -> Claim | None:
        """Claim the next job: fair between owners, and the oldest of an owner first; None if none may run now.

        executor: the kind that the runner has. Jobs that name another one wait for another runner. shares: the quotas of owners.
        """
        self._work.clear()
        now, limits = self.clock(), shares or Shares()
        claim, changed = self._writer.run(lambda it: leases.claim(it, runner, lease_seconds, now, executor, limits))
        if claim is not None:
            self._work.set()
        self._notify(*changed)
        return claim

    def newcomer(self, executor: str = "") -> int | None:
        """Return how many attempts a waiting job of an owner with nothing running has had, the fewest of all; None if none
        waits.
        """
        with self._reading.connect() as connection:
            return turns.newcomer(connection, executor)

    def heartbeat(self, claim: Claim, lease_seconds: float) -> HeartbeatReply:
        """Renew the lease of a job for `lease_seconds`."""
        return self.heartbeats([claim], lease_seconds)[0]

    def heartbeats(self, claims: Sequence[Claim], lease_seconds: float) -> list[HeartbeatReply]:
        """Renew the leases of jobs for `lease_seconds`."""
        until = self.clock() + lease_seconds
        return self._writer.run(lambda it: leases.heartbeat(it, claims, until))

    def append(self, claim: Claim, events: Sequence[Json]) -> int:
        """Append events to a job and return the number of the last one, counted from 1; 0 if the attempt is stale."""
        last = self._writer.run(lambda it: contents.append(it, claim, events))
        self._notify(claim.job.id)
        return last

    def add_solutions(self, claim: Claim, solutions: Sequence[str], checkpoint: str | None = None) -> bool:
        """Append solutions (JSON texts) to a job, with the checkpoint that covers them; False if the attempt is stale."""
        kept = self._writer.run(lambda it: contents.add_solutions(it, claim, solutions, checkpoint))
        self._notify(claim.job.id)
        return kept

    def record(
        self, claim: Claim, events: Sequence[Json], solutions: Sequence[str] = (), checkpoint: str | None = None
    ) -> bool:
        """Write events, solutions and a checkpoint in one transaction; False if the attempt is stale, and then nothing
        is written.
        """
        return self.recorded(claim, events, solutions, checkpoint).result()

    def recorded(
        self,
        claim: Claim,
        events: Sequence[Json],
        solutions: Sequence[str],
        checkpoint: str | None,
        *,
        repeated: bool = False,
    ) -> Future[bool]:
        """Return a future of the same; repeated: an outage hid whether it was written before."""
        kept = self._writer.submit(lambda it: contents.record(it, claim, events, solutions, checkpoint, repeated))
        kept.add_done_callback(lambda _: self._notify(claim.job.id))
        return kept

    @property
    def place(self) -> str:
        """The URL of the store, for another process of this machine to open it."""
        url = self.url
        if url.get_backend_name() == "sqlite":
            url = url.set(database=str(Path(str(url.database)).absolute()))
        return url.render_as_string(hide_password=False)

    def checkpoint(self, job_id: str) -> str | None:
        """Return the checkpoint of a job; None if it has none, or has ended."""
        with self._reading.connect() as connection:
            query = select(checkpoints.c.checkpoint).where(checkpoints.c.origin == job_id)
            return connection.execute(query).scalar() if is_id(job_id) else None

    def finish(self, claim: Claim, state: JobState, answer: Json | None = None, problem: Json | None = None) -> bool:
        """End a job and append its last event; False if the attempt is stale, and then nothing is written."""
        now = self.clock()
        ended = self._writer.run(lambda it: leases.finish(it, claim, state, answer, problem, now))
        self._notify(claim.job.id)
        return ended

    def release(self, claim: Claim, *, crashed: bool) -> bool:
        """Queue a job for another attempt; crashed: this attempt failed. False if the attempt is stale."""
        now = self.clock()
        ids = self._writer.run(lambda it: leases.release(it, leases.held_by(claim), now, CRASHED if crashed else 0))
        self._notify(*ids, about="work")
        return bool(ids)

    def events(self, job_id: str, after: int = 0, limit: int = 1000) -> list[tuple[int, Json]]:
        """Return the events after a number, with their numbers."""
        if not is_id(job_id):
            return []
        with self._reading.connect() as connection:
            return contents.events_of(connection, job_id, after, limit)

    def solutions(self, job_id: str, cursor: int = 0, limit: int = 100) -> tuple[list[Json], int | None]:
        """Return solutions after a cursor, and the next cursor; None if the job has ended and these are the last."""
        if not is_id(job_id):
            return [], None
        with self._reading.connect() as connection:
            return contents.solutions_of(connection, job_id, cursor, limit)

    def certificate(self, job_id: str) -> Json | None:
        """Return the certificate of a job's answer; None if there is none."""
        job = self.job(job_id)
        if job is None or job.answer is None:
            return None
        certificate: Json | None = job.answer.get("certificate")
        return certificate

    def expire(self) -> list[str]:
        """Release jobs whose leases have expired: they become QUEUED, CANCELLED, or FAILED (MAX_FAILURES); return their
        ids.
        """
        now = self.clock()
        ids = self._writer.run(lambda it: leases.release(it, jobs.c.lease_until < now, now, LOST))
        self._notify(*ids, about="work")
        return ids

    def outage_within(self, seconds: float) -> bool:
        """Return whether a write has failed within so many seconds: leases may have expired only because nobody could renew
        them.
        """
        return time.monotonic() - self._writing.last_outage < seconds

    def abandon(self, runners: Iterable[str]) -> list[str]:
        """Release the jobs of runners that are known to be dead, as `expire` does; return their ids."""
        now, dead = self.clock(), list(runners)
        ids = self._writer.run(lambda it: leases.release(it, jobs.c.runner.in_(dead), now, LOST))
        self._notify(*ids, about="work")
        return ids

    def runners(self) -> list[str]:
        """Return the names of runners that hold jobs."""
        query = select(jobs.c.runner).where(jobs.c.state.in_(turns.HELD)).distinct()
        with self._reading.connect() as connection:
            return sorted(connection.execute(query).scalars())

    def prune(self, older_than: float | None, most_bytes: int | None, owner_bytes: int | None = None) -> int:
        """Delete jobs that ended before a time; then the oldest of each owner that has more than owner_bytes; then the oldest of
        the owner that has most until all have at most most_bytes. No more are deleted than that needs. Return how many.
        """
        now = self.clock()
        self._writer.run(lambda it: retention.forget(it, now))
        removed = 0
        if older_than is not None:
            while some := self._writer.run(lambda it: retention.remove_old(it, older_than)):
                removed += some
        limits = retention.Limits(most_bytes, owner_bytes)
        while some := retention.shrink(self._writer, self.used(), limits):
            removed += some
        return removed

    def used(self) -> dict[str, int]:
        """Return the bytes of the jobs of each owner: their texts, and something for their rows."""
        with self._reading.connect() as connection, databases.patient(connection, SIZE_SECONDS):
            return retention.used(connection)

    def size(self) -> int:
        """Return the size of the stored data in bytes."""
        with self._reading.connect() as connection, databases.patient(connection, SIZE_SECONDS):
            return retention.size(connection)

    def listen(self, listener: Callable[[str], None], about: str = "") -> Callable[[], None]:
        """Call `listener` with the id of each job that changes, from any thread; return a function that unsubscribes.

        about: `cancel` for cancellations only. `listener` must return at once and raise nothing.
        """
        token = object()
        self._listeners[token] = listener, about

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def wait_for_work(self, seconds: float) -> bool:
        """Wait until a job may be claimable, and return whether one may be."""
        return self._work.wait(seconds)

    def wake(self) -> None:
        """Wake everything that waits for work."""
        self._work.set()

    def close(self) -> None:
        """Finish pending writes and close the database."""
        self._notices.close()
        self._writer.close()
        self._reader.close()
        self._writing.engine.dispose()
        self._reading.engine.dispose()

    def _notify(self, *ids: str, about: str = "-") -> None:
        """Notify listeners, here and in other servers on the same database."""
        if ids:
            self._notices.send(ids, about)
            self._dispatch(ids, about)

    def _dispatch(self, ids: Sequence[str], about: str) -> None:
        """Call the listeners; about: `work` if jobs are claimable, `cancel` for a cancellation, otherwise any other
        change.
        """
        if about == "work":
            self._work.set()
        for listener, topic in list(self._listeners.values()):
            if topic in ("", about):
                for job_id in ids:
                    listener(job_id)
