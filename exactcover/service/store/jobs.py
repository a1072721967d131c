"""The Store: what the server and its runners ask of the database.

Its calls are synchronous and come from any thread. What is written is on the disk when a call returns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from exactcover.service.job import Claim, HeartbeatReply, Job, JobState, Json, Submission


class Store:
    """Jobs in a database; url: a path of an SQLite file, `sqlite:///PATH` or `postgresql://...`; clock: the time, in UTC seconds.

    The tables are made, or migrated, when it is opened.
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        raise NotImplementedError

    def submit(
        self,
        submission: Submission,
        idempotency_key: str = "",
        body_sha256: str = "",
        most_unfinished: int | None = None,
    ) -> Job:
        """Accept a submission and return its job, which is SUCCEEDED at once where its answer is known.

        idempotency_key: of the owner; the same one with the same body gives the same job. most_unfinished: jobs of the owner
        that may wait or run. Raises KeyReused, QuotaExceeded.
        """
        raise NotImplementedError

    def job(self, job_id: str) -> Job | None:
        """Return a job."""
        raise NotImplementedError

    def jobs(self, owner: str, after: str = "", limit: int = 50, state: JobState | None = None) -> list[Job]:
        """Return an owner's jobs, latest first, without answers and puzzles; after: the id of the last one of the page before."""
        raise NotImplementedError

    def count_by_state(self) -> dict[JobState, int]:
        """Return how many jobs are in each state."""
        raise NotImplementedError

    def cancel(self, job_id: str) -> Job | None:
        """Cancel a job: at once where it waits, CANCELLING where it runs; one that has ended stays as it is. None: no such job."""
        raise NotImplementedError

    def delete(self, job_id: str) -> bool:
        """Remove a job that has ended, and all that is kept of it; False where it has not, or is not known."""
        raise NotImplementedError

    def claim(self, runner: str, lease_seconds: float) -> Claim | None:
        """Take the job that is next, fair to owners and oldest first within one; None where none waits."""
        raise NotImplementedError

    def heartbeat(self, claim: Claim, lease_seconds: float) -> HeartbeatReply:
        """Keep a job for so many seconds more."""
        raise NotImplementedError

    def append(self, claim: Claim, events: Sequence[Json]) -> int:
        """Add events to a job and return the number of the last one, the first being 1; 0 where the attempt is stale."""
        raise NotImplementedError

    def add_solutions(self, claim: Claim, solutions: Sequence[str], checkpoint: str | None = None) -> bool:
        """Add solutions (JSON texts) to a job, and with them where the search then stands; False where the attempt is stale."""
        raise NotImplementedError

    def save_checkpoint(self, claim: Claim, text: str) -> bool:
        """Note where the search stands; False where the attempt is stale."""
        raise NotImplementedError

    def checkpoint(self, job_id: str) -> str | None:
        """Return where a search was left."""
        raise NotImplementedError

    def finish(self, claim: Claim, state: JobState, answer: Json | None = None, problem: Json | None = None) -> bool:
        """End a job, with an event that says so; False where the attempt is stale, and nothing is written."""
        raise NotImplementedError

    def events(self, job_id: str, after: int = 0, limit: int = 1000) -> list[tuple[int, Json]]:
        """Return events with their numbers, those after a number."""
        raise NotImplementedError

    def solutions(self, job_id: str, cursor: int = 0, limit: int = 100) -> tuple[list[Json], int | None]:
        """Return solutions from a cursor on, and the cursor of the next page; None where there is none yet."""
        raise NotImplementedError

    def certificate(self, job_id: str) -> Json | None:
        """Return the certificate of a job's answer."""
        raise NotImplementedError

    def expire(self) -> list[str]:
        """Let go of jobs whose leases have run out: QUEUED again, CANCELLED, or FAILED after MOST_CRASHES; return their ids."""
        raise NotImplementedError

    def abandon(self, runners: Iterable[str]) -> list[str]:
        """Let go of the jobs of runners that are known to be dead, as `expire` does; return their ids."""
        raise NotImplementedError

    def prune(self, older_than: float | None, most_bytes: int | None) -> int:
        """Remove ended jobs that ended before a time, then the oldest until the store is small enough; return how many."""
        raise NotImplementedError

    def size(self) -> int:
        """Return the bytes that the store takes."""
        raise NotImplementedError

    def listen(self, hear: Callable[[str], None]) -> Callable[[], None]:
        """Have `hear` called with a job's id, from a thread of the store, whenever something of it changed; returns the end of it."""
        raise NotImplementedError

    def wait_for_work(self, seconds: float) -> bool:
        """Wait until a job may be waiting to be claimed, and return whether one may."""
        raise NotImplementedError

    def close(self) -> None:
        """Finish what is being written and close the database."""
        raise NotImplementedError
