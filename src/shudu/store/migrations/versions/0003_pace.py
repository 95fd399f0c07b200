"""A measure of every result, to judge many of them together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Applies the step; results that are there already stay unmeasured."""
    op.add_column("results", sa.Column("pace", sa.Float()))


def downgrade() -> None:
    """Takes the step back."""
    op.drop_column("results", "pace")
