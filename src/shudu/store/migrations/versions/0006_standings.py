"""Keep each player's best result on every all-time leaderboard, and whom a puzzle was offered to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; revision 0007 fills it."""
    op.add_column("puzzles", sa.Column("offered_to", sa.String(length=22)))
    op.create_index(op.f("ix_puzzles_offered_to"), "puzzles", ["offered_to"])
    op.create_table(
        "standings",
        sa.Column("board", sa.String(length=20), nullable=False),
        sa.Column("help", sa.String(length=10), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("elapsed", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.String(length=22), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standings_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("board", "help", "flagged", "player_id", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_standings_player_id"), "standings", ["player_id"])
    order = ["board", "help", "flagged", "elapsed", "finished", "game_id"]
    op.create_index("ix_standings_order", "standings", order)


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_table("standings")
    op.drop_index(op.f("ix_puzzles_offered_to"), "puzzles")
    op.drop_column("puzzles", "offered_to")
