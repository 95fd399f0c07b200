"""Keep all leaderboards in `standings`: those of days, weeks and puzzles too."""

from __future__ import annotations

import time
from itertools import product

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_KEY = ("board", "help", "flagged", "established")
_PERIODS = {1: "finished / 86400000 * 86400000", 7: "(finished + 259200000) / 604800000 * 604800000 - 259200000"}
_BOARDS = {
    "'puzzle ' || puzzle_id": "true",
    "'all'": "NOT shared",
    "'difficulty ' || difficulty": "NOT shared AND level IS NULL AND difficulty <> ''",
    "'level ' || level": "NOT shared AND level IS NOT NULL",
}
_WHO = {"false": "true", "true": "player_id IN (SELECT id FROM players WHERE established IS NOT NULL)"}
_CACHE = 256 * 1024  # kilobytes; with SQLite's default of 2 MB, sorting a million results takes many times as long
_FILL = """
INSERT INTO standings (days, since, board, help, flagged, established, player_id, elapsed, finished, game_id)
SELECT {days}, since, board, help, {flagged}, {established}, player_id, elapsed, finished, game_id FROM (
    SELECT {since} AS since, {board} AS board, {help} AS help, player_id, elapsed, finished, game_id, row_number() OVER (
        PARTITION BY {since}, {board}, {help}, player_id ORDER BY elapsed, finished, game_id
    ) AS nth
    FROM results
    WHERE unranked = '' AND NOT pending AND {which} AND ({flagged} OR flags = '') AND {who} AND finished >= {oldest}
) AS bests WHERE nth = 1 AND since >= {oldest}
"""


def upgrade() -> None:
    """Add the periods to the table, and rank stored results by puzzle, and recent ones by day and week."""
    op.rename_table("standings", "former")
    _drop_indexes()
    _create("days", "since")
    op.execute(
        f"INSERT INTO standings SELECT 0, 0, {', '.join(_KEY)}, player_id, elapsed, finished, game_id FROM former"
    )
    op.drop_table("former")
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        op.execute(f"PRAGMA cache_size = -{_CACHE}")
    _fill("'puzzle ' || puzzle_id", days=0, since="0", oldest=0)
    oldest = (int(time.time()) // 86_400 - 35) * 86_400_000
    for days, since in _PERIODS.items():
        _fill(*_BOARDS, days=days, since=since, oldest=oldest)
    if is_sqlite:
        op.execute("PRAGMA cache_size = -2000")
    _index("days", "since")


def downgrade() -> None:
    """Keep the all-time leaderboards of difficulties and levels."""
    op.rename_table("standings", "former")
    _drop_indexes()
    _create()
    op.execute(
        f"INSERT INTO standings SELECT {', '.join(_KEY)}, player_id, elapsed, finished, game_id FROM former "
        "WHERE days = 0 AND board NOT LIKE 'puzzle %'"
    )
    op.drop_table("former")
    _index()


def _drop_indexes() -> None:
    op.drop_index("ix_standings_player_id", "former")
    op.drop_index("ix_standings_order", "former")
    if op.get_bind().dialect.name == "postgresql":  # the names of keys belong to the schema
        op.execute("ALTER TABLE former RENAME CONSTRAINT pk_standings TO pk_former")


def _create(*periods: str) -> None:
    columns = [sa.Column(name, sa.Integer() if name == "days" else sa.BigInteger(), nullable=False) for name in periods]
    op.create_table(
        "standings",
        *columns,
        sa.Column("board", sa.String(length=40 if periods else 20), nullable=False),
        sa.Column("help", sa.String(length=10), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("established", sa.Boolean(), nullable=False),
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("elapsed", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.String(length=22), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standings_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint(*periods, *_KEY, "player_id", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )


def _fill(*boards: str, **fields: object) -> None:
    for board, help, flagged, established in product(boards, ("''", "help"), ("true", "false"), _WHO):
        names = {"board": board, "help": help, "flagged": flagged, "established": established}
        op.execute(_FILL.format(which=_BOARDS[board], who=_WHO[established], **names, **fields))


def _index(*periods: str) -> None:
    """Create the indexes; after the rows, since filling an index in random order takes long."""
    op.create_index(op.f("ix_standings_player_id"), "standings", ["player_id"])
    op.create_index("ix_standings_order", "standings", [*periods, *_KEY, "elapsed", "finished", "game_id"])
