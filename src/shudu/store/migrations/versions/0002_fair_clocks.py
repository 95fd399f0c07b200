"""Start clocks when a player first sees a puzzle, and compare names by look and by case."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from shudu.store.names import fold_name, key_name

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NEW = {"games": ("seen", "shared", "restored"), "results": ("elapsed", "shared")}


def upgrade() -> None:
    """Add the columns. No table is copied: on SQLite that would delete the rows that refer to it."""
    op.create_table(
        "sights",
        sa.Column("player_id", sa.String(length=22), nullable=False),
        sa.Column("puzzle_id", sa.String(length=22), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_sights_player_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_sights_puzzle_id")),
        sa.PrimaryKeyConstraint("player_id", "puzzle_id", name=op.f("pk_sights")),
        sqlite_with_rowid=False,
    )
    op.add_column("puzzles", sa.Column("shown", sa.BigInteger()))
    for table, columns in _NEW.items():
        for column in columns:
            kind = sa.Boolean() if column in ("shared", "restored") else sa.BigInteger()
            default = sa.false() if isinstance(kind, sa.Boolean) else sa.text("0")
            op.add_column(table, sa.Column(column, kind, nullable=False, server_default=default))
    op.execute("UPDATE puzzles SET shown = given")
    op.execute("UPDATE games SET seen = started")
    op.execute("UPDATE results SET elapsed = time")
    op.add_column("players", sa.Column("name_fold", sa.String(length=96)))
    _update_name_keys()
    op.create_index(op.f("ix_players_name_fold"), "players", ["name_fold"], unique=True)


def downgrade() -> None:
    """Drop the columns."""
    op.drop_index(op.f("ix_players_name_fold"), "players")
    op.drop_column("players", "name_fold")
    for table, columns in _NEW.items():
        for column in columns:
            op.drop_column(table, column)
    op.drop_column("puzzles", "shown")
    op.drop_table("sights")


def _update_name_keys() -> None:
    """Compute the keys of all names. Where two names look alike now, the older player keeps theirs."""
    players = sa.table("players", *map(sa.column, ("id", "created", "name", "name_key", "name_fold")))
    connection = op.get_bind()
    named = connection.execute(
        sa.select(players.c.id, players.c.name).where(players.c.name.is_not(None)).order_by(players.c.created)
    ).all()
    connection.execute(sa.update(players).values(name_key=None))
    looks: set[str] = set()
    folds: set[str] = set()
    for player_id, name in named:
        look, fold = key_name(name), fold_name(name)
        alike = look in looks or fold in folds
        looks.add(look)
        folds.add(fold)
        values = {"name": None} if alike else {"name_key": look, "name_fold": fold}
        connection.execute(sa.update(players).where(players.c.id == player_id).values(**values))
