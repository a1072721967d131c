"""What a run writes while it runs (events, solutions, checkpoints), and how pages of it are read.

The writing functions are operations of the writer (writer.py), and write nothing for a stale attempt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from exactcover.service.job import Claim, JobState, Json
from exactcover.service.store.leases import held_by
from exactcover.service.store.rows import canonical
from exactcover.service.store.schema import checkpoints, events, jobs, solutions


def append(connection: Connection, claim: Claim, new_events: Sequence[Json]) -> int:
    """Append events and return the number of the last one; 0 if the attempt is stale."""
    texts = [canonical(event) for event in new_events]
    values = {"events": jobs.c.events + len(texts), "bytes": jobs.c.bytes + sum(map(len, texts))}
    last = connection.execute(update(jobs).where(held_by(claim)).values(values).returning(jobs.c.events)).scalar()
    if last is None:
        return 0
    first = int(last) - len(texts) + 1
    rows = [{"job": claim.job.id, "seq": seq, "event": text} for seq, text in enumerate(texts, first)]
    if rows:
        connection.execute(insert(events), rows)
    return int(last)


def add_solutions(connection: Connection, claim: Claim, texts: Sequence[str], checkpoint: str | None) -> bool:
    """Append solutions, and the checkpoint that covers them; False if the attempt is stale."""
    values = {"solutions": jobs.c.solutions + len(texts), "bytes": jobs.c.bytes + sum(map(len, texts))}
    last = connection.execute(update(jobs).where(held_by(claim)).values(values).returning(jobs.c.solutions)).scalar()
    if last is None:
        return False
    first = int(last) - len(texts) + 1
    if texts:
        rows = [{"origin": claim.job.id, "number": n, "solution": text} for n, text in enumerate(texts, first)]
        connection.execute(insert(solutions), rows)
    if checkpoint is not None:
        _keep_checkpoint(connection, claim, checkpoint, int(last))
    return True


def record(
    connection: Connection,
    claim: Claim,
    new_events: Sequence[Json],
    texts: Sequence[str],
    checkpoint: str | None,
    repeated: bool = False,
) -> bool:
    """Write events, solutions and a checkpoint; False if the attempt is stale, and then nothing is written.

    repeated: an outage hid whether the same was written before; if it was, it is not written again. Solutions come with an
    event that has their number.
    """
    if repeated:
        held = select(jobs.c.id).where(held_by(claim)).with_for_update()  # waits for a transaction that is still open
        if connection.execute(held).fetchone() is None:
            return False
        if _has_last(connection, claim, new_events):
            return True
    return bool(append(connection, claim, new_events)) and add_solutions(connection, claim, texts, checkpoint)


def _has_last(connection: Connection, claim: Claim, new_events: Sequence[Json]) -> bool:
    """Return whether the last events of a job are these; one that another client has caused may lie between or after them."""
    last = select(events.c.event).where(events.c.job == claim.job.id).order_by(events.c.seq.desc())
    stored = set(connection.execute(last.limit(len(new_events) + 1)).scalars())
    return bool(new_events) and {canonical(event) for event in new_events} <= stored


def _keep_checkpoint(connection: Connection, claim: Claim, text: str, kept: int) -> None:
    """Store a checkpoint. The search has made progress, so its earlier failures no longer count."""
    values = {"checkpoint": text, "solutions": kept}
    mine = update(checkpoints).where(checkpoints.c.origin == claim.job.id).values(values)
    if not connection.execute(mine).rowcount:
        connection.execute(insert(checkpoints), {"origin": claim.job.id, **values})
    connection.execute(update(jobs).where(jobs.c.id == claim.job.id).values(blame=0))


def events_of(connection: Connection, job_id: str, after: int, limit: int) -> list[tuple[int, Json]]:
    """Return events with their numbers, in order."""
    query = select(events.c.seq, events.c.event).where(events.c.job == job_id, events.c.seq > after)
    rows = connection.execute(query.order_by(events.c.seq).limit(limit))
    return [(row.seq, json.loads(row.event)) for row in rows]


def solutions_of(connection: Connection, job_id: str, cursor: int, limit: int) -> tuple[list[Json], int | None]:
    """Return solutions after a cursor, and the next cursor; None if the job has ended and these are the last."""
    job = connection.execute(
        select(jobs.c.origin, jobs.c.state, jobs.c.solutions).where(jobs.c.id == job_id)
    ).fetchone()
    if job is None:
        return [], None
    query = select(solutions.c.number, solutions.c.solution)
    query = query.where(solutions.c.origin == job.origin, solutions.c.number > cursor)
    rows = connection.execute(query.order_by(solutions.c.number).limit(limit)).fetchall()
    last = rows[-1].number if rows else cursor
    ended = JobState(job.state).ended and last >= job.solutions
    return [json.loads(row.solution) for row in rows], None if ended else last
