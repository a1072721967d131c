"""Whose job is claimed next: the owners take turns, within what each may hold of the runners.

Operations of the writer (writer.py). Not here: claims themselves (leases.py); which running job gives way (runner.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Subquery, func, select, update

from exactcover.service.job import JobState
from exactcover.service.store import submissions
from exactcover.service.store.schema import jobs, turns

HELD = (JobState.RUNNING, JobState.CANCELLING)


@dataclass(frozen=True)
class Shares:
    """What one owner may hold; None: no limit.

    jobs: the jobs that run; cpu_seconds: their time limits times their threads, except that one job may always run;
    newcomers: whether only owners that have nothing running are served.
    """

    jobs: int | None = None
    cpu_seconds: float | None = None
    newcomers: bool = False


def next_job(connection: Connection, executor: str, shares: Shares) -> Row[Any] | None:
    """Return, locked, the oldest queued job of the owner with the fewest running; ties go to the owner whose turn is longest ago.

    A race condition that is accepted: servers that claim at the same time may each take one job more of an owner.
    """
    waits = _waits(executor)
    running = _running()
    first = select(jobs.c.owner, func.min(jobs.c.id).label("first")).where(waits).group_by(jobs.c.owner).subquery()
    held, seconds = func.coalesce(running.c.jobs, 0), func.coalesce(running.c.cpu_seconds, 0.0)
    query = select(first.c.owner, held.label("held"), seconds.label("seconds"))
    query = query.outerjoin_from(first, running, running.c.owner == first.c.owner)
    query = query.outerjoin(turns, turns.c.owner == first.c.owner)
    most = 1 if shares.newcomers else shares.jobs
    if most is not None:
        query = query.where(held < most)
    order = (held, func.coalesce(turns.c.claimed_at, 0.0), first.c.first)
    for owner in connection.execute(query.order_by(*order)).fetchall():
        of_owner = select(jobs).where(waits, jobs.c.owner == owner.owner)
        oldest = of_owner.order_by(jobs.c.id).limit(1).with_for_update(skip_locked=True)
        row = connection.execute(oldest).fetchone()
        if row is not None and _affordable(row, owner, shares):
            return row
    return None


def _affordable(row: Row[Any], owner: Any, shares: Shares) -> bool:
    most = shares.cpu_seconds
    return most is None or not owner.held or owner.seconds + row.cpu_seconds <= most


def _waits(executor: str) -> ColumnElement[bool]:
    return (jobs.c.state == JobState.QUEUED) & jobs.c.executor.in_(["", executor])


def _running() -> Subquery:
    """Return what each owner has running: jobs, and their CPU seconds."""
    sums = func.count().label("jobs"), func.sum(jobs.c.cpu_seconds).label("cpu_seconds")
    return select(jobs.c.owner, *sums).where(jobs.c.state.in_(HELD)).group_by(jobs.c.owner).subquery()


def newcomer(connection: Connection, executor: str) -> int | None:
    """Return how many attempts a waiting job of an owner with nothing running has had, the fewest of all; None if none waits."""
    owners = select(jobs.c.owner).where(jobs.c.state.in_(HELD))
    query = select(func.min(jobs.c.attempt)).where(_waits(executor), jobs.c.owner.not_in(owners))
    attempts: int | None = connection.execute(query).scalar()
    return attempts


def take_turn(connection: Connection, owner: str, now: float) -> None:
    """Note that an owner has its turn now."""
    taken = connection.execute(update(turns).where(turns.c.owner == owner).values(claimed_at=now))
    if not taken.rowcount:
        connection.execute(submissions.insert_if_absent(connection, turns).values(owner=owner, claimed_at=now))
