"""Jobs and their data."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None

_ORIGIN = 26


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("origin", sa.String(26), nullable=False),
        sa.Column("task", sa.String(16), nullable=False),
        sa.Column("puzzle_sha256", sa.String(64), nullable=False),
        sa.Column("asks", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10)),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("blame", sa.Integer, nullable=False),
        sa.Column("runner", sa.String(200)),
        sa.Column("lease_until", sa.Float),
        sa.Column("submitted_at", sa.Float, nullable=False),
        sa.Column("started_at", sa.Float),
        sa.Column("finished_at", sa.Float),
        sa.Column("problem", sa.Text),
        sa.Column("cached", sa.Boolean, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("solutions", sa.Integer, nullable=False),
    )
    op.create_index("jobs_by_owner", "jobs", ["owner", "id"])
    op.create_index("jobs_by_state", "jobs", ["state", "owner", "id"])
    op.create_index("jobs_by_origin", "jobs", ["origin"])
    op.create_index("jobs_by_end", "jobs", ["finished_at"])
    _create_kept()
    op.create_table(
        "keys",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("key_sha256", sa.String(64), primary_key=True),
        sa.Column("body_sha256", sa.String(64), nullable=False),
        sa.Column("job", sa.String(26), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_index("keys_by_time", "keys", ["made_at"])
    op.create_table(
        "turns",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("claimed_at", sa.Float, nullable=False),
    )


def _create_kept() -> None:
    """Create the tables for the data of jobs that were run."""
    op.create_table(
        "puzzles",
        sa.Column("origin", sa.String(_ORIGIN), primary_key=True),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("origin", sa.String(_ORIGIN), primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("origin", sa.String(_ORIGIN), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_table(
        "solutions",
        sa.Column("origin", sa.String(_ORIGIN), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("solution", sa.Text, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("origin", sa.String(_ORIGIN), primary_key=True),
        sa.Column("checkpoint", sa.Text, nullable=False),
        sa.Column("solutions", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables, with all data."""
    for table in ("turns", "keys", "checkpoints", "solutions", "events", "answers", "puzzles", "jobs"):
        op.drop_table(table)
