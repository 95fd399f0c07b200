"""Players and their sessions. A player is whoever holds a session's secret; only its hash is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from shudu.store.database import Database
from shudu.store.names import clean_name, name_fold, name_key
from shudu.store.tables import hash_of, new_code, new_id, now, players, sessions, transfers

HOUR: Final = 3_600_000
TRANSFER_LASTS: Final = 10 * 60_000


@dataclass(frozen=True, slots=True)
class Player:
    """A player, and the session in which they are here."""

    id: str
    name: str | None
    created: int
    session: str


@dataclass(frozen=True, slots=True)
class Session:
    """One browser of a player."""

    id: str
    created: int
    seen: int


async def create_player(database: Database) -> tuple[Player, str]:
    """A new player and the secret of their first session."""
    player_id, moment = new_id(), now()

    def work(connection: Connection) -> tuple[str, str]:
        connection.execute(insert(players), {"id": player_id, "created": moment})
        return _open_session(connection, player_id, moment)

    session, secret = await database.writer.run(work)
    return Player(player_id, None, moment, session), secret


async def find_player(database: Database, secret: str) -> Player | None:
    """The player whose session has this secret."""
    query = (
        select(players.c.id, players.c.name, players.c.created, sessions.c.id.label("session"), sessions.c.seen)
        .join(sessions, sessions.c.player_id == players.c.id)
        .where(sessions.c.secret_hash == hash_of(secret))
    )
    row = await database.one(query)
    if row is None:
        return None
    if row.seen < now() - HOUR:
        await _see(database, row.session)
    return Player(row.id, row.name, row.created, row.session)


async def rename(database: Database, player_id: str, name: str | None) -> str | None:
    """Gives a player a name, or takes it away; returns it as it is shown.

    Raises BadName, or WriteConflict if it looks like another's.
    """
    shown = clean_name(name) if name is not None else None
    look = name_key(shown) if shown is not None else None
    fold = name_fold(shown) if shown is not None else None
    values = {"name": shown, "name_key": look, "name_fold": fold}

    def work(connection: Connection) -> None:
        connection.execute(update(players).where(players.c.id == player_id).values(**values))

    await database.writer.run(work)
    return shown


async def delete_player(database: Database, player_id: str) -> None:
    """Deletes a player and, by the tables' rules, everything that is theirs."""

    def work(connection: Connection) -> None:
        connection.execute(delete(players).where(players.c.id == player_id))

    await database.writer.run(work)


async def list_sessions(database: Database, player_id: str) -> list[Session]:
    """A player's sessions, newest first."""
    query = select(sessions.c.id, sessions.c.created, sessions.c.seen).where(sessions.c.player_id == player_id)
    return [Session(*row) for row in await database.all(query.order_by(sessions.c.created.desc(), sessions.c.id))]


async def end_session(database: Database, player: Player, session_id: str) -> bool:
    """Ends a session of this player; False if they have none of that id.

    Whoever is shut out of another session does not come back by a code made there.
    """

    def work(connection: Connection) -> bool:
        mine = (sessions.c.id == session_id) & (sessions.c.player_id == player.id)
        if session_id != player.session:
            connection.execute(delete(transfers).where(transfers.c.player_id == player.id))
        return (connection.execute(delete(sessions).where(mine))).rowcount > 0

    return await database.writer.run(work)


async def create_transfer(database: Database, player_id: str) -> tuple[str, int]:
    """A code that opens a session of this player on another device, once, and when it expires."""
    code, expires = new_code(), now() + TRANSFER_LASTS

    def work(connection: Connection) -> None:
        connection.execute(delete(transfers).where(transfers.c.player_id == player_id))
        connection.execute(
            insert(transfers), {"code_hash": _code_hash(code), "player_id": player_id, "expires": expires}
        )

    await database.writer.run(work)
    return code, expires


async def claim_transfer(database: Database, code: str) -> str | None:
    """The secret of a new session of the player who made the code; None if it is wrong, used or expired."""

    def work(connection: Connection) -> str | None:
        taken = delete(transfers).where(transfers.c.code_hash == _code_hash(code))
        row = (connection.execute(taken.returning(transfers.c.player_id, transfers.c.expires))).one_or_none()
        if row is None or row.expires < now():
            return None
        return _open_session(connection, row.player_id, now())[1]

    return await database.writer.run(work)


def _open_session(connection: Connection, player_id: str, moment: int) -> tuple[str, str]:
    session, secret = new_id(), new_id()
    row = {"id": session, "player_id": player_id, "secret_hash": hash_of(secret), "created": moment, "seen": moment}
    connection.execute(insert(sessions), row)
    return session, secret


async def _see(database: Database, session_id: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(update(sessions).where(sessions.c.id == session_id).values(seen=now()))

    await database.writer.run(work)


def _code_hash(code: str) -> str:
    return hash_of("".join(c for c in code.upper() if c.isalnum()))
