"""The tables. Times are milliseconds since 1970 by the server's clock; a move's `at` counts from its game's start."""

from __future__ import annotations

import hashlib
import secrets
import time
from base64 import urlsafe_b64encode
from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


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
    Column("name_key", String(96), unique=True),  # what two names share if they look alike
    Column("name_fold", String(96)),  # what they share if they differ in case, and then look alike
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
    Column("difficulty", String(8), nullable=False),
    Column("level", String(8), nullable=False),
    Column("score", Integer, nullable=False),
    Column("technique", String(48), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("wish", String(10)),  # the boards it was made for: difficulty or level; none: made to measure
    Column("given", BigInteger),  # when it left the stock
    Column("shown", BigInteger),  # when somebody first saw it
    Index(None, "difficulty", "given"),
    Index(None, "level", "given"),
)

sights: Final = Table(  # who looked at a puzzle without starting a game of it
    "sights",
    METADATA,
    Column("player_id", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle_id", String(22), ForeignKey("puzzles.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
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
    Column("puzzle_id", String(22), ForeignKey("puzzles.id"), index=True),  # none: the player's own puzzle
    Column("line", String(81), nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when the puzzle was first given to this player; not after the start
    Column("shared", Boolean, nullable=False),  # somebody had seen the puzzle before, or wished for it by clues
    Column("again", Boolean, nullable=False),  # the player had played this puzzle before
    Column("offline", Boolean, nullable=False),  # some moves came later than they were made
    Column("restored", Boolean, nullable=False),  # from a backup that is not genuine, or whose game is here already
    Column("finished", BigInteger),
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
    Column("level", String(8)),  # if the puzzle was made for a level; else it counts on the board of its difficulty
    Column("time", BigInteger, nullable=False),  # played, without pauses
    Column("elapsed", BigInteger, nullable=False),  # since the puzzle was given to this player: what boards go by
    Column("help", String(10), nullable=False),
    Column("hints", Integer, nullable=False),
    Column("mistakes", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("pauses", Integer, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("shared", Boolean, nullable=False),  # it counts on the board of its puzzle alone
    Column("unranked", String(40), nullable=False),  # why it is on no board, words parted by blanks; empty: it is
    Column("flags", String(40), nullable=False),  # suspicions, words parted by blanks
    Column("pace", Float),  # how far the pauses follow the difficulty of the entries
    Index(None, "difficulty", "finished"),
    Index(None, "level", "finished"),
)


def new_id() -> str:
    """An identifier nobody can guess: 128 random bits as 22 characters."""
    return secrets.token_urlsafe(16)


def copy_id(of: str, owner: str) -> str:
    """The identifier of an owner's copy of something: the same whenever it is copied again."""
    return urlsafe_b64encode(hashlib.sha256(f"{owner} {of}".encode()).digest()[:16]).decode().rstrip("=")


def new_code() -> str:
    """A code a person can read aloud and type: 80 random bits as four groups of four, without look-alikes."""
    letters = "".join(secrets.choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(16))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))


def hash_of(secret: str) -> str:
    """What is stored in place of a secret. Secrets are random, so a plain hash cannot be searched back."""
    return hashlib.sha256(secret.encode()).hexdigest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
