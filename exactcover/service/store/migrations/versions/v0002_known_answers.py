"""Known answers: the same question is not searched twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Create the table; earlier answers are not in it, and their questions are searched again."""
    op.create_table(
        "known",
        sa.Column("asks", sa.String(64), primary_key=True),
        sa.Column("origin", sa.String(26), nullable=False),
    )
    op.create_index("known_by_origin", "known", ["origin"])


def downgrade() -> None:
    """Drop the table; the answers themselves stay."""
    op.drop_table("known")
