"""Record for which leaderboard, of a difficulty or a level, a puzzle was made; it is ranked there only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rank existing results by difficulty, and empty the stock, which the server fills again."""
    op.add_column("puzzles", sa.Column("wish", sa.String(length=10)))
    op.execute("DELETE FROM puzzles WHERE given IS NULL AND shown IS NULL")
    op.execute("UPDATE puzzles SET wish = 'difficulty'")
    op.execute("UPDATE results SET level = NULL")


def downgrade() -> None:
    """Drop the column; results stay off the leaderboards of levels."""
    op.drop_column("puzzles", "wish")
