"""The tables, and the identifiers and times in them.

Identifiers are 22 characters. Times are milliseconds since 1970 by the server's clock; only `moves.at` counts from the
start of its game.
"""

from __future__ import annotations

import secrets
import sys
import time
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def new_id() -> str:
    """Return an unguessable identifier: 128 random bits as 22 characters.

    It never starts with a hyphen, which commands would take for an option.
    """
    while (identifier := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return identifier


class Clock:
    """The time in milliseconds since 1970, which never goes back.

    It follows the system's steady clock from the moment it was set, so that correcting the system's time does not
    falsify the times of games in play. Time asleep counts. When a server starts, it sets the clock to the system's time
    or to the latest time in the database, whichever is later.
    """

    def __init__(self) -> None:
        self._offset = time.time_ns() - self._read_steady()

    def now(self) -> int:
        """Return the current time."""
        return (self._offset + self._read_steady()) // 1_000_000

    def start_after(self, moment: int) -> None:
        """Make sure that the time is not before a moment."""
        self._offset += max(0, 1_000_000 * (moment - self.now()))

    @staticmethod
    def _read_steady() -> int:
        if sys.platform == "linux":
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME)  # time.monotonic stops while the machine sleeps
        return time.monotonic_ns()


CLOCK: Final = Clock()


def now() -> int:
    """Return the current time in milliseconds since 1970."""
    return CLOCK.now()


def _owner() -> Column[str]:
    return Column("player_id", String(22), ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True)


settings: Final = Table(
    "settings",
    METADATA,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players: Final = Table(
    "players",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("name", String(48)),
    Column("name_key", String(96), unique=True),  # equal for names that look alike
    Column("name_fold", String(96)),  # equal for names that look alike in lower case
    Column("established", BigInteger),  # when the player had a history of results; see `leaderboards`
    Index(None, "name_fold", unique=True),
)

sessions: Final = Table(
    "sessions",
    METADATA,
    Column("id", String(22), primary_key=True),
    _owner(),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

transfers: Final = Table(
    "transfers",
    METADATA,
    Column("code_hash", String(64), primary_key=True),
    _owner(),
    Column("expires", BigInteger, nullable=False),
)

puzzles: Final = Table(
    "puzzles",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("line", String(81), nullable=False, unique=True),
    Column("clues", Integer, nullable=False),
    Column("difficulty", String(8), nullable=False),  # empty: none
    Column("level", String(8), nullable=False),
    Column("score", Integer, nullable=False),
    Column("technique", String(48), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("made_for", String(10)),  # what it was made for: "difficulty", "level" or "technique"; null: to order
    Column("given", BigInteger),  # when it left the stock
    Column("shown", BigInteger),  # when anyone first saw its digits
    Column("offered_to", String(22), index=True),  # the player it was offered to, who may since have been deleted
    Index(None, "difficulty", "given"),
    Index(None, "level", "given"),
    Index(None, "technique", "given"),
)

sights: Final = Table(  # when a player looked at a puzzle without starting a game
    "sights",
    METADATA,
    Column("player_id", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle_id", String(22), ForeignKey("puzzles.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("lookup", String(10), nullable=False, server_default=""),  # as in `games`, posted before the start
    sqlite_with_rowid=False,
)

dailies: Final = Table(
    "dailies",
    METADATA,
    Column("date", String(10), primary_key=True),
    Column("puzzle_id", String(22), ForeignKey("puzzles.id"), nullable=False),
)

games: Final = Table(
    "games",
    METADATA,
    Column("id", String(22), primary_key=True),
    _owner(),
    Column("puzzle_id", String(22), ForeignKey("puzzles.id"), index=True),  # null: a puzzle the player entered
    Column("line", String(81), nullable=False),
    Column("difficulty", String(8), nullable=False, server_default=""),  # of the puzzle; empty: none
    Column("level", String(8), nullable=False, server_default=""),  # of the puzzle; empty: unknown
    Column("started", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when this player first saw the puzzle; never after `started`
    Column("shared", Boolean, nullable=False),  # others saw the puzzle before, or it was made to order
    Column("again", Boolean, nullable=False),  # this player had played the puzzle before
    Column("offline", Boolean, nullable=False),  # some moves arrived long after they were made
    Column("restored", Boolean, nullable=False),  # from an unsigned backup, or a copy of another player's game
    Column("finished", BigInteger),
    Column("origin", String(22), index=True),  # a keyed hash of the address that started it
    Column("lookup", String(10), nullable=False, server_default=""),  # where the puzzle was posted: "hint", "solver"
)

moves: Final = Table(
    "moves",
    METADATA,
    Column("game_id", String(22), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 …
    Column("at", BigInteger, nullable=False),
    Column("move", Text, nullable=False),
    sqlite_with_rowid=False,
)

results: Final = Table(
    "results",
    METADATA,
    Column("game_id", String(22), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    _owner(),
    Column("puzzle_id", String(22), ForeignKey("puzzles.id"), index=True),
    Column("difficulty", String(8), nullable=False),
    Column("level", String(8)),  # set if the puzzle was made for a level; null: ranked by difficulty, if it has one
    Column("time", BigInteger, nullable=False),  # time played, pauses excluded
    Column("elapsed", BigInteger, nullable=False),  # time since the player first saw the puzzle; ranks go by this
    Column("help", String(10), nullable=False),
    Column("hints", Integer, nullable=False),
    Column("mistakes", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("pauses", Integer, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("shared", Boolean, nullable=False),  # ranked on the leaderboard of its puzzle only
    Column("unranked", String(40), nullable=False),  # why it is on no leaderboard, separated by spaces; empty: ranked
    Column("flags", String(40), nullable=False),  # fair play flags, separated by spaces
    Column("pending", Boolean, nullable=False, server_default=false()),  # not judged yet
    Column("pace", Float),  # written by earlier versions; unused
    Index(None, "difficulty", "finished"),
    Index(None, "level", "finished"),
    Index("ix_results_pending", "finished", sqlite_where=text("pending = 1"), postgresql_where=text("pending")),
)

removals: Final = Table(  # games whose results an operator removed; kept when their player is deleted
    "removals",
    METADATA,
    Column("game_id", String(22), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

standings: Final = Table(  # each player's best result on every leaderboard; follows from `results`
    "standings",
    METADATA,
    Column("days", Integer, primary_key=True, autoincrement=False),  # in the period: 1, 7, or 0 for all time
    Column("since", BigInteger, primary_key=True, autoincrement=False),  # when the day or week starts
    Column("board", String(40), primary_key=True),  # "all", "difficulty medium", "level hard", "puzzle …"
    Column("help", String(10), primary_key=True),  # the class of results; empty: all of them
    Column("flagged", Boolean, primary_key=True),  # whether flagged results are included
    Column("established", Boolean, primary_key=True),  # whether only established players are included
    Column("player_id", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("elapsed", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("game_id", String(22), nullable=False),
    Index(
        "ix_standings_order",
        *("days", "since", "board", "help", "flagged", "established", "elapsed", "finished", "game_id"),
    ),
    sqlite_with_rowid=False,
)

learning: Final = Table(  # what players have learned; see `shudu.learn.review`
    "learning",
    METADATA,
    Column("player_id", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("topic", String(48), primary_key=True),
    Column("kind", String(6), primary_key=True),
    Column("times", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
