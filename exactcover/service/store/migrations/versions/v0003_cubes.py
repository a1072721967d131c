"""Jobs that name an executor, and the ledgers of their cubes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"

_TABLES = ("cluster_lines", "cluster_cubes", "cluster_runs")


def upgrade() -> None:
    """Create what is missing: a ledger that is already in the database stays as it is."""
    op.add_column("jobs", sa.Column("executor", sa.String(8), nullable=False, server_default=""))
    made = sa.inspect(op.get_bind())
    if not made.has_table("cluster_runs"):
        op.create_table(
            "cluster_runs",
            sa.Column("run", sa.String(64), primary_key=True),
            sa.Column("task", sa.String(16), nullable=False),
            sa.Column("plan", sa.Text, nullable=False),
            sa.Column("sources", sa.Text, nullable=False),
            sa.Column("begun_at", sa.Float, nullable=False),
            sa.Column("ended_at", sa.Float),
            sa.Column("count", sa.Text),
            sa.Column("classes", sa.Text),
        )
    if not made.has_table("cluster_cubes"):
        _create_cubes()
    if not made.has_table("cluster_lines"):
        op.create_table(
            "cluster_lines",
            sa.Column("run", sa.String(64), primary_key=True),
            sa.Column("cube", sa.String(190), primary_key=True),
            sa.Column("branch", sa.Integer, primary_key=True),
            sa.Column("lines", sa.LargeBinary, nullable=False),
        )


def _create_cubes() -> None:
    op.create_table(
        "cluster_cubes",
        sa.Column("run", sa.String(64), primary_key=True),
        sa.Column("cube", sa.String(190), primary_key=True),
        sa.Column("parent", sa.String(190)),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("term", sa.Integer, nullable=False),
        sa.Column("literals", sa.Text, nullable=False),
        sa.Column("estimate", sa.Float, nullable=False),
        sa.Column("verdict", sa.String(16)),
        sa.Column("results", sa.Text),
        sa.Column("count", sa.Text),
        sa.Column("nodes", sa.BigInteger),
        sa.Column("seconds", sa.Float),
        sa.Column("digest", sa.String(64)),
        sa.Column("worker", sa.Text),
        sa.Column("ended_at", sa.Float),
    )
    op.create_index("cluster_cubes_by_state", "cluster_cubes", ["run", "state"])


def downgrade() -> None:
    """Drop the ledger: searches by cubes begin again, without their solutions."""
    by_cubes = sa.text("DELETE FROM checkpoints WHERE origin IN (SELECT id FROM jobs WHERE executor <> '')")
    op.get_bind().execute(by_cubes)
    for table in _TABLES:
        op.drop_table(table)
    op.drop_column("jobs", "executor")
