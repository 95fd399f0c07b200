"""Keep what players have learned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "learning",
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.String(length=48), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_learning_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player_id", "at", "topic", "kind", name=op.f("pk_learning")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("learning")
