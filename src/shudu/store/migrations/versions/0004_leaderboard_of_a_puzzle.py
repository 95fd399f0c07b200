"""Puzzles are made for the boards of a difficulty or of a level, and count there alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Applies the step. Results that are there stay on the boards of their difficulty; the stock is made anew."""
    op.add_column("puzzles", sa.Column("wish", sa.String(length=10)))
    op.execute("DELETE FROM puzzles WHERE given IS NULL AND shown IS NULL")
    op.execute("UPDATE puzzles SET wish = 'difficulty'")
    op.execute("UPDATE results SET level = NULL")


def downgrade() -> None:
    """Takes the step back; results keep off the boards of levels."""
    op.drop_column("puzzles", "wish")
