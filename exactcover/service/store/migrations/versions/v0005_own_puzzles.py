"""Each job has its own puzzle as it was written, and its own events; jobs that share an answer shared these, too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"

_ENDED = """
INSERT INTO events (job, seq, event)
SELECT id, 1, '{"at":' || finished_at || ',"event":"finished","state":"SUCCEEDED","status":'
    || coalesce('"' || status || '"', 'null') || '}'
FROM jobs WHERE id <> origin
"""
_KEPT = "job IN (SELECT min(id) FROM jobs GROUP BY origin HAVING origin NOT IN (SELECT id FROM jobs))"
_PAYER = """
jobs.id = (SELECT coalesce(max(CASE WHEN j.id = j.origin THEN j.id END), min(j.id)) FROM jobs j WHERE j.origin = jobs.origin)
"""
_TEXTS = (
    "SELECT sum(length(t.puzzle) + length(t.source)) FROM puzzles t WHERE t.job = jobs.id",
    "SELECT sum(length(t.event)) FROM events t WHERE t.job = jobs.id",
    f"SELECT sum(length(t.answer)) FROM answers t WHERE t.origin = jobs.origin AND {_PAYER}",
    f"SELECT sum(length(t.solution)) FROM solutions t WHERE t.origin = jobs.origin AND {_PAYER}",
)
"""The lengths of the texts of a job. A shared answer counts for the job that was run, or for the first that is left."""


def _run(*statements: str) -> None:
    for statement in statements:
        op.get_bind().execute(sa.text(statement.replace(":", r"\:")))


def upgrade() -> None:
    """Give jobs with a shared answer a copy of the puzzle, and the event of their end."""
    _run(
        "ALTER TABLE puzzles RENAME COLUMN origin TO job",
        "ALTER TABLE events RENAME COLUMN origin TO job",
        "INSERT INTO puzzles (job, puzzle, source) SELECT jobs.id, shared.puzzle, shared.source"
        " FROM jobs JOIN puzzles AS shared ON shared.job = jobs.origin WHERE jobs.id <> jobs.origin",
        _ENDED,
        "UPDATE jobs SET events = 1 WHERE id <> origin",
        "DELETE FROM puzzles WHERE job NOT IN (SELECT id FROM jobs)",
        "DELETE FROM events WHERE job NOT IN (SELECT id FROM jobs)",
        "UPDATE jobs SET bytes = 1000 + length(options) + length(title) + "
        + " + ".join(f"coalesce(({each}), 0)" for each in _TEXTS),
    )


def downgrade() -> None:
    """Share the puzzle and the events of the job that was run, or of the first that is left of those that share its answer."""
    for table in ("puzzles", "events"):
        _run(
            f"UPDATE {table} SET job = (SELECT origin FROM jobs WHERE jobs.id = {table}.job) WHERE {_KEPT}",
            f"DELETE FROM {table} WHERE job NOT IN (SELECT origin FROM jobs)",
            f"ALTER TABLE {table} RENAME COLUMN job TO origin",
        )
    _run("UPDATE jobs SET events = (SELECT count(*) FROM events WHERE events.origin = jobs.origin)")
