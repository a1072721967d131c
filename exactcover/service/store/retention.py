"""Retention: deletion of jobs on request, by age, or to free space.

Operations of the writer (writer.py). The data of a run is deleted with the last job that shares it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, exists, func, select, text

from exactcover.service.job import JobState
from exactcover.service.store.schema import KEPT, jobs, keys, metadata
from exactcover.service.store.submissions import KEY_SECONDS

ENDED = tuple(state for state in JobState if state.ended)
AT_ONCE = 100
"""Jobs deleted in one transaction, which bounds how long other writers wait."""


def remove(connection: Connection, ids: Sequence[str]) -> int:
    """Delete those of the jobs that have ended, and data that no other job shares; return how many."""
    gone = delete(jobs).where(jobs.c.id.in_(ids), jobs.c.state.in_(ENDED)).returning(jobs.c.id, jobs.c.origin)
    rows = connection.execute(gone).fetchall()
    origins = {row.origin for row in rows}
    if origins:
        shared = set(connection.execute(select(jobs.c.origin).where(jobs.c.origin.in_(origins))).scalars())
        for table in KEPT:
            connection.execute(delete(table).where(table.c.origin.in_(origins - shared)))
        connection.execute(delete(keys).where(keys.c.job.in_([row.id for row in rows])))
    return len(rows)


def remove_oldest(connection: Connection, before: float | None) -> int:
    """Delete some of the jobs that ended first, only those that ended before a time; return how many."""
    query = select(jobs.c.id).where(jobs.c.state.in_(ENDED))
    if before is not None:
        query = query.where(jobs.c.finished_at < before)
    ids = connection.execute(query.order_by(jobs.c.finished_at, jobs.c.id).limit(AT_ONCE)).scalars().all()
    return remove(connection, ids)


def forget_keys(connection: Connection, now: float) -> None:
    """Delete expired idempotency keys."""
    connection.execute(delete(keys).where(keys.c.made_at < now - KEY_SECONDS))


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


def orphans(connection: Connection) -> int:
    """Return the number of rows whose job is gone: zero, unless the program has a defect."""
    return sum(
        int(
            connection.execute(
                select(func.count()).select_from(table).where(~exists().where(jobs.c.origin == table.c.origin))
            ).scalar_one()
        )
        for table in KEPT
    )
