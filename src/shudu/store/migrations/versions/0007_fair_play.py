"""Record lookups, removed results and established players, and rank the latter separately."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_BOARDS = {
    "'all'": "true",
    "'difficulty ' || difficulty": "level IS NULL",
    "'level ' || level": "level IS NOT NULL",
}
_CACHE = 256 * 1024  # kilobytes; with SQLite's default of 2 MB, sorting a million results takes many times as long
_ESTABLISH = """
UPDATE players SET established = (
    SELECT CASE WHEN count(*) >= 10 AND max(finished) - min(finished) >= 604800000 THEN max(finished) END
    FROM results WHERE player_id = players.id AND unranked = '' AND flags = '' AND NOT pending
)
"""
_FILL = """
INSERT INTO standings (board, help, {more} flagged, player_id, elapsed, finished, game_id)
SELECT board, help, {value} {flagged}, player_id, elapsed, finished, game_id FROM (
    SELECT {board} AS board, {help} AS help, player_id, elapsed, finished, game_id, row_number() OVER (
        PARTITION BY {board}, {help}, player_id ORDER BY elapsed, finished, game_id
    ) AS nth
    FROM results
    WHERE unranked = '' AND NOT pending AND NOT shared AND {which} AND ({flagged} OR flags = '')
        AND {who}
) AS bests WHERE nth = 1
"""


def upgrade() -> None:
    """Add the columns and tables, and rank all stored results."""
    op.add_column("players", sa.Column("established", sa.BigInteger()))
    op.add_column("games", sa.Column("origin", sa.String(length=22)))
    op.create_index(op.f("ix_games_origin"), "games", ["origin"])
    op.add_column("games", sa.Column("lookup", sa.String(length=10), nullable=False, server_default=""))
    op.create_table(
        "removals",
        sa.Column("game_id", sa.String(length=22), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_removals")),
    )
    op.execute(
        "INSERT INTO removals (game_id, at) SELECT game_id, finished FROM results WHERE unranked LIKE '%removed%'"
    )
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        op.execute(f"PRAGMA cache_size = -{_CACHE}")
    op.execute(_ESTABLISH)
    op.drop_table("standings")
    _create_standings(with_established=True)
    _fill(more="established,", value="false,", who="true")
    _fill(more="established,", value="true,", who="player_id IN (SELECT id FROM players WHERE established IS NOT NULL)")
    _index_standings("established")
    if is_sqlite:
        op.execute("PRAGMA cache_size = -2000")


def downgrade() -> None:
    """Drop what was added. Removed results stay unranked."""
    op.drop_table("standings")
    _create_standings(with_established=False)
    _fill(more="", value="", who="true")
    _index_standings()
    op.drop_table("removals")
    op.drop_column("games", "lookup")
    op.drop_index(op.f("ix_games_origin"), "games")
    op.drop_column("games", "origin")
    op.drop_column("players", "established")


def _create_standings(*, with_established: bool) -> None:
    key = ["board", "help", "flagged", *(["established"] if with_established else []), "player_id"]
    flag: list[sa.Column[bool]] = [sa.Column("established", sa.Boolean(), nullable=False)] if with_established else []
    op.create_table(
        "standings",
        sa.Column("board", sa.String(length=20), nullable=False),
        sa.Column("help", sa.String(length=10), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        *flag,
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("elapsed", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.String(length=22), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standings_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint(*key, name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )


def _fill(**fields: str) -> None:
    for board, which in _BOARDS.items():
        for help in ("''", "help"):
            for flagged in ("true", "false"):
                op.execute(_FILL.format(board=board, which=which, help=help, flagged=flagged, **fields))


def _index_standings(*more: str) -> None:
    """Create the indexes; after the rows, since filling an index in random order takes long."""
    op.create_index(op.f("ix_standings_player_id"), "standings", ["player_id"])
    order = ["board", "help", "flagged", *more, "elapsed", "finished", "game_id"]
    op.create_index("ix_standings_order", "standings", order)
