"""Keep each player's best result on every all-time leaderboard, and whom a puzzle was offered to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BOARDS = {
    "'all'": "1 = 1",
    "'difficulty ' || difficulty": "level IS NULL",
    "'level ' || level": "level IS NOT NULL",
}
_FILL = """
INSERT INTO standings (board, help, flagged, player_id, elapsed, finished, game_id)
SELECT board, help, {flagged}, player_id, elapsed, finished, game_id FROM (
    SELECT {board} AS board, {help} AS help, player_id, elapsed, finished, game_id, row_number() OVER (
        PARTITION BY {board}, {help}, player_id ORDER BY elapsed, finished, game_id
    ) AS nth
    FROM results
    WHERE unranked = '' AND NOT pending AND NOT shared AND {which} AND ({flagged} OR flags = '')
) AS bests WHERE nth = 1
"""


def upgrade() -> None:
    """Create the table and fill it from the stored results."""
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
    for board, which in _BOARDS.items():
        for help in ("''", "help"):
            for flagged in ("true", "false"):
                op.execute(_FILL.format(board=board, which=which, help=help, flagged=flagged))
    order = ["board", "help", "flagged", "elapsed", "finished", "game_id"]
    op.create_index("ix_standings_order", "standings", order)


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_table("standings")
    op.drop_index(op.f("ix_puzzles_offered_to"), "puzzles")
    op.drop_column("puzzles", "offered_to")
