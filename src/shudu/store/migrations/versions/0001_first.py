"""Create the first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=48), nullable=True),
        sa.Column("name_key", sa.String(length=96), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("name_key", name=op.f("uq_players_name_key")),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("line", sa.String(length=81), nullable=False),
        sa.Column("clues", sa.Integer(), nullable=False),
        sa.Column("difficulty", sa.String(length=8), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("technique", sa.String(length=48), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("given", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
        sa.UniqueConstraint("line", name=op.f("uq_puzzles_line")),
    )
    op.create_index(op.f("ix_puzzles_difficulty_given"), "puzzles", ["difficulty", "given"])
    op.create_index(op.f("ix_puzzles_level_given"), "puzzles", ["level", "given"])

    op.create_table(
        "settings",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_settings")),
    )
    op.create_table(
        "dailies",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("puzzle_id", sa.String(length=22), nullable=False),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_dailies_puzzle_id")),
        sa.PrimaryKeyConstraint("date", name=op.f("pk_dailies")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("puzzle_id", sa.String(length=22), nullable=True),
        sa.Column("line", sa.String(length=81), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("offline", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_games_player_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_games_puzzle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_player_id"), "games", ["player_id"])
    op.create_index(op.f("ix_games_puzzle_id"), "games", ["puzzle_id"])

    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_sessions_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_sessions_secret_hash")),
    )
    op.create_index(op.f("ix_sessions_player_id"), "sessions", ["player_id"])

    op.create_table(
        "transfers",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_transfers_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_transfers")),
    )
    op.create_index(op.f("ix_transfers_player_id"), "transfers", ["player_id"])

    op.create_table(
        "moves",
        sa.Column("game_id", sa.String(length=22), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(length=22), nullable=False),
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("puzzle_id", sa.String(length=22), nullable=True),
        sa.Column("difficulty", sa.String(length=8), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("help", sa.String(length=10), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("mistakes", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("pauses", sa.Integer(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("unranked", sa.String(length=40), nullable=False),
        sa.Column("flags", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_results_player_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_results_puzzle_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_difficulty_finished"), "results", ["difficulty", "finished"])
    op.create_index(op.f("ix_results_level_finished"), "results", ["level", "finished"])
    op.create_index(op.f("ix_results_player_id"), "results", ["player_id"])
    op.create_index(op.f("ix_results_puzzle_id"), "results", ["puzzle_id"])


def downgrade() -> None:
    """Drop the tables."""
    for name in ("results", "moves", "transfers", "sessions", "games", "dailies", "settings", "puzzles", "players"):
        op.drop_table(name)
