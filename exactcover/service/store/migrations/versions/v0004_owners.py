"""What owners use, and the sessions of browsers: CPU seconds and bytes of jobs, and the table of sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"

_LENGTHS = (
    ("puzzles", "length(t.puzzle) + length(t.source)"),
    ("answers", "length(t.answer)"),
    ("events", "length(t.event)"),
    ("solutions", "length(t.solution)"),
)
"""The lengths of the data of a job, which is counted for the job that was run."""


def upgrade() -> None:
    """Add the columns; the bytes of earlier jobs are counted, their CPU seconds are not."""
    op.add_column("jobs", sa.Column("cpu_seconds", sa.Float, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0"))
    sums = (
        f"coalesce((SELECT sum({length}) FROM {table} t WHERE t.origin = jobs.id), 0)" for table, length in _LENGTHS
    )
    op.get_bind().execute(sa.text(f"UPDATE jobs SET bytes = length(options) + length(title) + {' + '.join(sums)}"))
    op.create_table(
        "sessions",
        sa.Column("id_sha256", sa.String(64), primary_key=True),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
    )
    op.create_index("sessions_by_end", "sessions", ["expires_at"])


def downgrade() -> None:
    """Drop the columns and the table: browsers log in again."""
    op.drop_table("sessions")
    op.drop_column("jobs", "bytes")
    op.drop_column("jobs", "cpu_seconds")
