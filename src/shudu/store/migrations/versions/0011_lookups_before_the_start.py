"""Remember that a player posted a puzzle to a solver between the first sight and the start of the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("sights", sa.Column("lookup", sa.String(length=10), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("sights", "lookup")
