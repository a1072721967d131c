"""Retention: deletion of jobs on request, by age, or to free space: first of what an owner has above the quota, and then, if all
have too much together, of the owner that has most.

The data of a run is deleted with the last job that shares it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, func, select, text, update

from exactcover.service.job import JobState
from exactcover.service.store.schema import KEPT, OWN, answers, jobs, keys, metadata, sessions, solutions
from exactcover.service.store.submissions import KEY_SECONDS
from exactcover.service.store.writer import Writer

ENDED = tuple(state for state in JobState if state.ended)
AT_ONCE = 100
"""Jobs deleted in one transaction, which bounds how long other writers wait."""


def remove(connection: Connection, ids: Sequence[str]) -> int:
    """Delete those of the jobs that have ended, and data that no other job shares; return how many."""
    gone = delete(jobs).where(jobs.c.id.in_(ids), jobs.c.state.in_(ENDED)).returning(jobs.c.id, jobs.c.origin)
    rows = connection.execute(gone).fetchall()
    if not rows:
        return 0
    removed, origins = [row.id for row in rows], {row.origin for row in rows}
    query = select(jobs.c.origin, func.min(jobs.c.id).label("heir")).where(jobs.c.origin.in_(origins))
    heirs = {row.origin: row.heir for row in connection.execute(query.group_by(jobs.c.origin))}
    for table in OWN:
        connection.execute(delete(table).where(table.c.job.in_(removed)))
    for table in KEPT:
        connection.execute(delete(table).where(table.c.origin.in_(origins - heirs.keys())))
    connection.execute(delete(keys).where(keys.c.job.in_(removed)))
    for origin in heirs.keys() & set(removed):
        _inherit(connection, origin, heirs[origin])
    return len(rows)


def _inherit(connection: Connection, origin: str, heir: str) -> None:
    """Count the bytes of an answer for another job that shares it, when the job that was run is deleted."""
    answer = select(func.coalesce(func.sum(func.length(answers.c.answer)), 0)).where(answers.c.origin == origin)
    listed = select(func.coalesce(func.sum(func.length(solutions.c.solution)), 0)).where(solutions.c.origin == origin)
    more = answer.scalar_subquery() + listed.scalar_subquery()
    connection.execute(update(jobs).where(jobs.c.id == heir).values(bytes=jobs.c.bytes + more))


def remove_old(connection: Connection, before: float) -> int:
    """Delete some of the jobs that ended before a time; return how many."""
    query = select(jobs.c.id).where(jobs.c.state.in_(ENDED), jobs.c.finished_at < before)
    ids = connection.execute(query.order_by(jobs.c.finished_at, jobs.c.id).limit(AT_ONCE)).scalars().all()
    return remove(connection, ids)


def used(connection: Connection) -> dict[str, int]:
    """Return the bytes of the jobs of each owner."""
    query = select(jobs.c.owner, func.sum(jobs.c.bytes)).group_by(jobs.c.owner)
    return {owner: int(total) for owner, total in connection.execute(query)}


def _remove_oldest(connection: Connection, *, owner: str, excess: int) -> tuple[int, int]:
    """Delete the jobs of an owner that ended first, as few as have so many bytes, or some of them; return how many, and their
    bytes.
    """
    query = select(jobs.c.id, jobs.c.bytes).where(jobs.c.owner == owner, jobs.c.state.in_(ENDED))
    ids, freed = list[str](), 0
    for row in connection.execute(query.order_by(jobs.c.finished_at, jobs.c.id).limit(AT_ONCE)):
        if freed >= excess:
            break
        ids.append(row.id)
        freed += row.bytes
    return remove(connection, ids), freed


@dataclass(frozen=True)
class Limits:
    """The bytes that the jobs of all owners may have, and those of each; None: no limit."""

    whole: int | None
    of_owner: int | None

    def exceeded(self, used: Mapping[str, int], able: Collection[str]) -> tuple[str, int] | None:
        """Return an owner that has too much, and how many bytes must go; None if none has. able: owners with jobs to delete."""
        if self.of_owner is not None:
            for owner in able:
                if used[owner] > self.of_owner:
                    return owner, used[owner] - self.of_owner
        total = sum(used.values())
        if self.whole is None or total <= self.whole or not able:
            return None
        most, *others = sorted(able, key=lambda owner: -used[owner])
        ahead = used[most] - max((used[owner] for owner in others), default=0)
        return most, min(total - self.whole, max(1, ahead))


def shrink(writer: Writer, used: dict[str, int], limits: Limits) -> int:
    """Delete jobs until the limits hold, a few in each transaction; return how many. used: the bytes of each owner.

    The bytes of answers that others share are not freed: the caller repeats this until nothing is deleted.
    """
    removed, able = 0, set(used)
    while (step := limits.exceeded(used, able)) is not None:
        owner, excess = step
        number, freed = writer.run(partial(_remove_oldest, owner=owner, excess=excess))
        removed += number
        used[owner] -= freed
        if not number:
            able.remove(owner)  # what is left has not ended
    return removed


def forget(connection: Connection, now: float) -> None:
    """Delete expired idempotency keys and sessions."""
    connection.execute(delete(keys).where(keys.c.made_at < now - KEY_SECONDS))
    connection.execute(delete(sessions).where(sessions.c.expires_at <= now))


def size(connection: Connection) -> int:
    """Return the size of the data in bytes, on SQLite including indices; free pages are not counted."""
    if connection.dialect.name == "sqlite":
        pages, free, bytes_each = (
            connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * bytes_each)
    return sum(
        int(connection.execute(text(f"SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM {name} AS t")).scalar_one())
        for name in metadata.tables
    )
