"""Add `results.pace`, which the fair play rules no longer use."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing results have no value."""
    op.add_column("results", sa.Column("pace", sa.Float()))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("results", "pace")
