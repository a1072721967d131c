"""Batched reads of jobs: concurrent requests share one query, in one thread.

Not here: pages of jobs, events and solutions, which are read one by one (jobs.py).

Historical note. Reading each job took a thread, a connection and the conversion of four JSON texts, 1.9 CPU ms of the
server in all. `python -m benchmarks.service_http --parts soak` measures reads while jobs run.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field

from exactcover.service.store.batching import Batcher
from exactcover.service.store.outages import Database
from exactcover.service.store.rows import WHOLE, Written, written
from exactcover.service.store.schema import jobs

MOST_TOGETHER = 64


@dataclass(frozen=True)
class _Waiting:
    """A request for a job."""

    job_id: str
    future: Future[Written | None] = field(default_factory=Future)


class Reader:
    """The thread that reads jobs from a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._gatherer = Batcher("exactcover-reader", MOST_TOGETHER, self._answer)

    def job(self, job_id: str) -> Future[Written | None]:
        """Return a future of a job; None if there is none of that id."""
        waiting = _Waiting(job_id)
        self._gatherer.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Answer pending requests, and end."""
        self._gatherer.close()

    def _answer(self, batch: list[_Waiting]) -> None:
        try:
            kept = self._jobs(sorted({each.job_id for each in batch}))
        except Exception as error:  # an outage or a defect goes to every waiting request
            for each in batch:
                each.future.set_exception(error)
            return
        for each in batch:
            each.future.set_result(kept.get(each.job_id))

    def _jobs(self, ids: list[str]) -> dict[str, Written]:
        which = jobs.c.id == ids[0] if len(ids) == 1 else jobs.c.id.in_(ids)
        with self._database.connect() as connection:
            return {row.id: written(row) for row in connection.execute(WHOLE.where(which))}
