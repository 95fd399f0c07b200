"""Players, their sessions and their learning records.

The secret of a session identifies the player; only its hash is stored. `shudu.learn.review` explains what follows from
the learning records.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from shudu.learn.review import MOST_RECORDS, Record
from shudu.store.database import Database
from shudu.store.names import clean_name, fold_name, key_name
from shudu.store.tables import learning, new_id, now, players, sessions, transfers

_VISIT_INTERVAL: Final = 3_600_000  # milliseconds between two records of a visit
_TRANSFER_LASTS: Final = 10 * 60_000  # milliseconds
MOST_SESSIONS: Final = 100  # of one player; beyond it the one used longest ago ends
_CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without letters and digits that look alike


@dataclass(frozen=True, slots=True)
class Player:
    """A player, and the session they are using."""

    id: str
    name: str | None
    created: int
    session: str


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which a player is signed in."""

    id: str
    created: int
    seen: int


async def create_player(database: Database) -> tuple[Player, str]:
    """Create a player; return it with the secret of its first session."""
    player_id, moment = new_id(), now()

    def work(connection: Connection) -> tuple[str, str]:
        connection.execute(insert(players), {"id": player_id, "created": moment})
        return _open_session(connection, player_id, moment)

    session, secret = await database.writer.run(work)
    return Player(player_id, None, moment, session), secret


async def find_player(database: Database, secret: str) -> Player | None:
    """Return the player whose session has this secret."""
    query = (
        select(players.c.id, players.c.name, players.c.created, sessions.c.id.label("session"), sessions.c.seen)
        .join(sessions, sessions.c.player_id == players.c.id)
        .where(sessions.c.secret_hash == hash_secret(secret))
    )
    row = await database.one(query)
    if row is None:
        return None
    if row.seen < now() - _VISIT_INTERVAL:  # not with every request
        await _record_visit(database, row.session)
    return Player(row.id, row.name, row.created, row.session)


async def rename(database: Database, player_id: str, name: str | None) -> str | None:
    """Give a player a display name, or remove it with None; return the name as it is displayed.

    Raises:
        BadName: If the name cannot be displayed.
        WriteConflict: If it looks like another player's name.
        StorageError: If the database cannot be used.
    """
    display = clean_name(name) if name is not None else None
    look = key_name(display) if display is not None else None
    fold = fold_name(display) if display is not None else None
    values = {"name": display, "name_key": look, "name_fold": fold}

    def work(connection: Connection) -> None:
        connection.execute(update(players).where(players.c.id == player_id).values(**values))

    await database.writer.run(work)
    return display


async def find_player_id(database: Database, player: str) -> str | None:
    """Return the id of the player with this name or id."""
    query = select(players.c.id).where((players.c.id == player) | (players.c.name == player))
    row = await database.one(query)
    return row.id if row else None


async def delete_player(database: Database, player_id: str) -> None:
    """Delete a player and, by cascade, all of their data."""

    def work(connection: Connection) -> None:
        connection.execute(delete(players).where(players.c.id == player_id))

    await database.writer.run(work)


async def count_owned(database: Database, table: Table, player_id: str) -> int:
    """Return the number of a player's rows in a table."""
    count: int = (await database.one(select(func.count()).where(table.c.player_id == player_id)))[0]
    return count


async def list_sessions(database: Database, player_id: str) -> list[Session]:
    """Return a player's sessions, newest first."""
    query = select(sessions.c.id, sessions.c.created, sessions.c.seen).where(sessions.c.player_id == player_id)
    return [Session(*row) for row in await database.all(query.order_by(sessions.c.created.desc(), sessions.c.id))]


async def end_session(database: Database, player: Player, session_id: str) -> bool:
    """End a session of this player; return False if they have no such session.

    Ending another session also deletes the player's transfer codes, which may have been created there.
    """

    def work(connection: Connection) -> bool:
        mine = (sessions.c.id == session_id) & (sessions.c.player_id == player.id)
        if session_id != player.session:
            connection.execute(delete(transfers).where(transfers.c.player_id == player.id))
        return connection.execute(delete(sessions).where(mine)).rowcount > 0

    return await database.writer.run(work)


async def create_transfer(database: Database, player_id: str) -> tuple[str, int]:
    """Create a code that signs this player in on another device, once; return it with its time of expiry."""
    code, expires = _new_code(), now() + _TRANSFER_LASTS

    def work(connection: Connection) -> None:
        connection.execute(delete(transfers).where(transfers.c.player_id == player_id))
        row = {"code_hash": _hash_code(code), "player_id": player_id, "expires": expires}
        connection.execute(insert(transfers), row)

    await database.writer.run(work)
    return code, expires


async def claim_transfer(database: Database, code: str) -> str | None:
    """Open a session for a transfer code; return its secret, or None if the code is wrong, used or expired."""

    def work(connection: Connection) -> str | None:
        claim = delete(transfers).where(transfers.c.code_hash == _hash_code(code))
        row = connection.execute(claim.returning(transfers.c.player_id, transfers.c.expires)).one_or_none()
        if row is None or row.expires < now():
            return None
        return _open_session(connection, row.player_id, now())[1]

    return await database.writer.run(work)


def hash_secret(secret: str) -> str:
    """Return what is stored in place of a secret. Secrets are random, so a plain hash cannot be reversed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _open_session(connection: Connection, player_id: str, moment: int) -> tuple[str, str]:
    session, secret = new_id(), new_id()
    row = {"id": session, "player_id": player_id, "secret_hash": hash_secret(secret), "created": moment, "seen": moment}
    connection.execute(insert(sessions), row)
    mine = select(sessions.c.id).where(sessions.c.player_id == player_id)
    surplus = mine.order_by(sessions.c.seen.desc(), sessions.c.created.desc()).offset(MOST_SESSIONS)
    connection.execute(delete(sessions).where(sessions.c.id.in_(connection.execute(surplus).scalars().all())))
    return session, secret


async def _record_visit(database: Database, session_id: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(update(sessions).where(sessions.c.id == session_id).values(seen=now()))

    await database.writer.run(work)


def _new_code() -> str:
    """Return a code that is easy to read out and type: 80 random bits in four groups of four."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(16))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))


def _hash_code(code: str) -> str:
    return hash_secret("".join(c for c in code.upper() if c.isalnum()))


_RECORD_COLUMNS = (learning.c.at, learning.c.topic, learning.c.kind, learning.c.times, learning.c.time)


async def list_records(database: Database, player_id: str) -> list[str]:
    """Return a player's records as lines, oldest first."""
    query = select(*_RECORD_COLUMNS).where(learning.c.player_id == player_id).order_by(*_RECORD_COLUMNS[:3])
    return [str(Record(*row)) for row in await database.all(query)]


async def add_records(database: Database, player_id: str, records: Iterable[Record]) -> int:
    """Add records to those of a player; return how many are new.

    Records that exist already are skipped, so that a browser can send them again. Beyond 20,000 nothing is added.

    Args:
        database: Where to store them.
        player_id: Whose records they are.
        records: The records.
    """
    wanted = {(record.at, record.topic, record.kind): record for record in records}

    def work(connection: Connection) -> int:
        mine = learning.c.player_id == player_id
        present = {tuple(row) for row in connection.execute(select(*_RECORD_COLUMNS[:3]).where(mine))}
        fresh = [record for key, record in sorted(wanted.items()) if key not in present]
        room = MOST_RECORDS - (connection.execute(select(func.count()).where(mine)).scalar() or 0)
        rows = [{"player_id": player_id, **record._asdict()} for record in fresh[: max(0, room)]]
        if rows:
            connection.execute(insert(learning), rows)
        return len(rows)

    return await database.writer.run(work) if wanted else 0
