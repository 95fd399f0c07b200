"""Add `results.pending` and rename `puzzles.wish` to `made_for`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark all stored results as judged: they were judged before they were stored."""
    op.add_column("results", sa.Column("pending", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_results_pending",
        "results",
        ["finished"],
        sqlite_where=sa.text("pending = 1"),
        postgresql_where=sa.text("pending"),
    )
    op.execute("ALTER TABLE puzzles RENAME COLUMN wish TO made_for")


def downgrade() -> None:
    """Drop the column; results that were still pending stay without flags."""
    op.execute("ALTER TABLE puzzles RENAME COLUMN made_for TO wish")
    op.drop_index("ix_results_pending", "results")
    op.drop_column("results", "pending")
