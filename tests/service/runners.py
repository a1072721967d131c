"""Runners of this process, and jobs that tests wait for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from exactcover.service.job import Job
from exactcover.service.runner import Runner
from exactcover.service.store.jobs import Store
from tests.commands import until


@contextmanager
def running(store: Store, **settings: Any) -> Iterator[Runner]:
    """A runner that takes jobs within a block."""
    runner = Runner(store, **settings)
    runner.start()
    try:
        yield runner
    finally:
        runner.stop()


def current(store: Store, job: Job) -> Job:
    """Return a job as it is now."""
    now = store.job(job.id)
    assert now is not None
    return now


def ended(store: Store, job: Job) -> Job:
    """Return a job once it has ended."""
    until(lambda: current(store, job).state.ended)
    return current(store, job)
