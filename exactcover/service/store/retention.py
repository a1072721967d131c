"""What is removed from a store: jobs that are deleted, that ended long ago, or for which there is no room.

Operations of the writer (writer.py). What was kept of a run goes with the last job that has it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, exists, func, select, text

from exactcover.service.job import JobState
from exactcover.service.store.schema import KEPT, jobs, keys, metadata
from exactcover.service.store.submissions import KEY_SECONDS

ENDED = tuple(state for state in JobState if state.ended)
AT_ONCE = 100
"""Jobs that are removed in one transaction: others wait no longer than these take."""


def remove(connection: Connection, ids: Sequence[str]) -> int:
    """Remove those of the jobs that have ended, and what no other job shares with them; return how many."""
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
    """Remove some of the jobs that ended first, of those that ended before a time; return how many."""
    query = select(jobs.c.id).where(jobs.c.state.in_(ENDED))
    if before is not None:
        query = query.where(jobs.c.finished_at < before)
    ids = connection.execute(query.order_by(jobs.c.finished_at, jobs.c.id).limit(AT_ONCE)).scalars().all()
    return remove(connection, ids)


def forget_keys(connection: Connection, now: float) -> None:
    """Remove idempotency keys that are too old to count."""
    connection.execute(delete(keys).where(keys.c.made_at < now - KEY_SECONDS))


def size(connection: Connection) -> int:
    """Return the bytes of what is kept, indices and all on SQLite; pages that are free for use are not counted."""
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
    """Return how many lines are kept of runs that no job has: none, but for a mistake of ours."""
    return sum(
        int(
            connection.execute(
                select(func.count()).select_from(table).where(~exists().where(jobs.c.origin == table.c.origin))
            ).scalar_one()
        )
        for table in KEPT
    )
