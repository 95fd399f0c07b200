"""Backups: all of a player's data as one file, and how to restore it.

The file is signed by the server that wrote it. Restored on that server, results keep their ranks. Unfinished games are
restored unranked: the player may have taken hints after the backup. A file that was changed or comes from another server
is restored as well, with every game replayed, but none of its games is ranked.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import IO, Any, Final

from sqlalchemy import Connection, func, insert, select

from shudu.core.errors import ShuduError, quote
from shudu.game.game import Game
from shudu.learn.review import MOST_RECORDS, Record
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.store.database import Database
from shudu.store.errors import OwnerDeleted, WriteConflict
from shudu.store.games import MOST_CHARACTERS, MOST_MOVES, GameRow, check_quota, replay
from shudu.store.names import BadName
from shudu.store.players import Player, add_records, list_records, rename
from shudu.store.puzzles import match_puzzle
from shudu.store.results import make_result_row, summarize_game
from shudu.store.tables import games, moves, now, removals, results, settings

Data = dict[str, Any]
Unpack = Callable[[bytes, bytes], AsyncIterator[bytes]]
Replay = Callable[[bytes], Awaitable[bytes]]
FORMAT: Final = "shudu player 1"
MOST_GAMES: Final = 20_000
_PORTION: Final = 500  # moves
_DAY: Final = 86_400_000
_ID: Final = re.compile("[A-Za-z0-9_-]{22}")
_COLUMNS: Final = (
    "id",
    "puzzle_id",
    "line",
    "difficulty",
    "level",
    "started",
    "seen",
    "shared",
    "again",
    "offline",
    "restored",
    "finished",
    "lookup",
)


class BadBackup(ShuduError):
    """The file is not a player backup."""


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What a restore did: games added, games that existed already, and whether the results are ranked."""

    games: int
    known: int
    ranked: bool


async def backup(database: Database, player: Player) -> AsyncIterator[bytes]:
    """Yield all of a player's data as JSON, a few games at a time, so that it takes little memory and others can play."""
    signature = hmac.new(await load_key(database), digestmod=hashlib.sha256)
    length = select(func.coalesce(func.max(moves.c.seq), 0)).where(moves.c.game_id == games.c.id).scalar_subquery()
    query = select(games.c.id, length).where(games.c.player_id == player.id).order_by(games.c.started)
    separator = f'{{"format":{_to_json(FORMAT)},"games":['
    for part in _split(await database.all(query), lambda row: 1 + row[1]):
        text = await database.read_long(partial(_read_part, ids=[row[0] for row in part]))
        if text:  # else deleted meanwhile
            piece = (separator + text).encode()
            signature.update(piece)
            yield piece
            separator = ","
    rest = {"learning": await list_records(database, player.id), "made": now()}
    text = _to_json({**rest, "player": {"id": player.id, "name": player.name}})
    end = f"{separator if separator != ',' else ''}],{text[1:]}"
    signature.update(end.encode())
    yield f'{end[:-1]},"signature":"{signature.hexdigest()}"}}'.encode()


def _read_part(connection: Connection, ids: list[str]) -> str:
    """Return games as JSON, separated by commas."""
    rows = connection.execute(select(games).where(games.c.id.in_(ids)).order_by(games.c.started)).all()
    log: dict[str, list[list[Any]]] = {row.id: [] for row in rows}
    query = select(moves.c.game_id, moves.c.at, moves.c.move).where(moves.c.game_id.in_(log))
    for game_id, at, move in connection.execute(query.order_by(moves.c.game_id, moves.c.seq)):
        log[game_id].append([at, move])
    return ",".join(_to_json({**{name: getattr(row, name) for name in _COLUMNS}, "moves": log[row.id]}) for row in rows)


async def restore(
    database: Database,
    player: Player,
    file: bytes,
    unpack: Unpack,
    replay_games: Replay,
    most_games: int = 0,
) -> RestoreReport:
    """Add the games of a backup to a player.

    Games are written a few at a time, so that others can play meanwhile. Until all have been replayed they wait in temporary
    files, since in memory they would take up many times the size of the backup. If the database fails halfway, restoring
    again adds the rest. Results that can be ranked are pending afterwards.

    Args:
        database: Where to store the games.
        player: Who gets them.
        file: The backup.
        unpack: Runs `unpack`, which takes long, outside the event loop.
        replay_games: Runs `replay_games`, which takes long, outside the event loop.
        most_games: The number of games the player may have; 0: any number.

    Raises:
        BadBackup: If the file is not a backup. Nothing has changed then.
        TooManyGames: If the player would have too many games. Those that fit in whole portions have been added then.
        StorageError: If the database cannot be used.
    """
    with tempfile.TemporaryFile() as parts, tempfile.TemporaryFile() as prepared:
        pieces = unpack(file, await load_key(database))
        genuine, name, learning = json.loads(await anext(pieces))
        async for piece in pieces:
            parts.write(piece + b"\n")
        for part in _reread(parts):
            prepared.write(await replay_games(part) + b"\n")
        added = count = 0
        for line in _reread(prepared):
            entries: list[Data] = json.loads(line)
            count += len(entries)
            added += await _write(database, player, entries, genuine, most_games)
    await add_records(database, player.id, map(Record.from_text, learning))
    await _restore_name(database, player, name)
    return RestoreReport(added, count - added, genuine)


def _reread(file: IO[bytes]) -> IO[bytes]:
    file.seek(0)
    return file


def unpack(file: bytes, key: bytes) -> Iterator[bytes]:
    """Read a backup; yield JSON: whether this server signed it, name and learning records, then games in portions.

    Args:
        file: The backup.
        key: The server's signing key.

    Raises:
        BadBackup: If it is not a backup.
    """
    try:
        data = json.loads(file)
        entries = _read_games(data)
        yield json.dumps([_is_genuine(key, data), _read_name(data), _read_learning(data)]).encode()
        for part in _split(entries, _measure_game):
            yield json.dumps(part).encode()
    except BadBackup:
        raise
    except (ValueError, RecursionError) as error:
        raise BadBackup("store.backup-unreadable", cause=str(error)) from error


def replay_games(part: bytes) -> bytes:
    """Replay the games of one part of a backup; return their rows, moves and results as JSON.

    Raises:
        BadBackup: If a game is malformed or cannot be replayed.
    """
    return json.dumps([_prepare(entry) for entry in json.loads(part)]).encode()


async def _write(database: Database, player: Player, portion: list[Data], genuine: bool, most_games: int) -> int:
    def work(connection: Connection) -> int:
        added = sum(_add(connection, player.id, each, genuine) for each in portion)
        check_quota(connection, player.id, most_games, more=0)
        return added

    try:
        return await database.writer.run(work)
    except OwnerDeleted:
        raise
    except WriteConflict:  # another process restores the same file: look again which games exist
        return await database.writer.run(work)


def _add(connection: Connection, player_id: str, each: Data, genuine: bool) -> bool:
    """Add a game unless the player has it; a game of another player becomes a copy that is not ranked."""
    row = GameRow(**each["row"], player_id=player_id)
    copy = _make_copy_id(row.id, player_id)
    owners = dict(connection.execute(select(games.c.id, games.c.player_id).where(games.c.id.in_((row.id, copy)))).all())
    if player_id in owners.values():
        return False
    taken = row.id in owners
    puzzle = match_puzzle(connection, row.puzzle_id, row.line)
    row = replace(
        row,
        id=copy if taken else row.id,
        puzzle_id=puzzle.id if puzzle else None,
        difficulty=puzzle.difficulty if puzzle else row.difficulty,
        level=puzzle.level if puzzle else row.level,
        restored=row.restored or not genuine or taken or row.finished is None,
    )
    connection.execute(insert(games), asdict(row))
    if each["log"]:
        log = [{"game_id": row.id, "seq": n, "at": at, "move": move} for n, (at, move) in enumerate(each["log"], 1)]
        connection.execute(insert(moves), log)
    if each["summary"]:
        result = make_result_row(row, each["summary"], puzzle)
        if connection.execute(select(removals).where(removals.c.game_id == row.id)).first():
            result |= {"unranked": f"{result['unranked']} removed".strip(), "pending": False}
        connection.execute(insert(results), result)
    return True


def _make_copy_id(game_id: str, player_id: str) -> str:
    """Return the identifier of a player's copy of a game: the same each time, so that it is copied once."""
    digest = hashlib.sha256(f"{player_id} {game_id}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _split(entries: Sequence[Any], size: Callable[[Any], int]) -> Iterator[list[Any]]:
    """Split entries into portions that keep neither a process nor the database busy for long."""
    part: list[Any] = []
    room = _PORTION
    for entry in entries:
        part.append(entry)
        room -= size(entry)
        if room <= 0:
            yield part
            part, room = [], _PORTION
    if part:
        yield part


def _measure_game(entry: Any) -> int:
    log = entry.get("moves") if isinstance(entry, dict) else None
    return 1 + len(log) if isinstance(log, list) else 1


def _read_games(data: Any) -> list[Any]:
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("games"), list):
        raise BadBackup("store.backup-format", format=quote(FORMAT))
    if len(data["games"]) > MOST_GAMES:
        raise BadBackup("store.backup-too-many-games", games=len(data["games"]), most=MOST_GAMES)
    ids = [str(entry.get("id")) for entry in data["games"] if isinstance(entry, dict)]
    if len(set(ids)) < len(ids):
        raise BadBackup("store.backup-duplicate-game")
    return list(data["games"])


def _prepare(entry: Any) -> Data:
    """Return a game of the backup after replaying it: its row, its moves and, if it is finished, its result."""
    try:
        if len(entry["moves"]) > MOST_MOVES:
            raise BadBackup("store.backup-too-many-moves", moves=len(entry["moves"]), most=MOST_MOVES)
        characters = sum(len(str(move)) for _, move in entry["moves"])
        if characters > MOST_CHARACTERS:
            raise BadBackup("store.backup-too-many-characters", characters=characters, most=MOST_CHARACTERS)
        game = replay(str(entry["line"]), [(_read_time(at), str(move)) for at, move in entry["moves"]])
        row = _read_row(entry, game)
    except (AttributeError, KeyError, TypeError) as error:
        raise BadBackup("store.backup-incomplete") from error
    except BadBackup:
        raise
    except ValueError as error:
        raise BadBackup("store.backup-bad-game", cause=str(error)) from error
    return {
        "row": row,
        "log": [(at, str(move)) for at, move in game.moves],
        "summary": None if game.finished is None else summarize_game(game),
    }


def _read_row(entry: Any, game: Game) -> Data:
    started = _read_time(entry["started"])
    if started + game.at > now() + _DAY:
        raise BadBackup("store.backup-future")
    return {
        "id": _read_id(entry["id"]),
        "puzzle_id": None if entry["puzzle_id"] is None else _read_id(entry["puzzle_id"]),
        "line": game.puzzle.line,
        "difficulty": entry["difficulty"] if entry.get("difficulty") in DIFFICULTIES else "",
        "level": entry["level"] if entry.get("level") in LEVELS else "",
        "started": started,
        "seen": min(_read_time(entry.get("seen", started)), started),
        "shared": bool(entry.get("shared")),
        "again": bool(entry["again"]),
        "offline": bool(entry["offline"]),
        "restored": bool(entry.get("restored")),
        "lookup": _read_lookup(entry.get("lookup", "")),
        "finished": None if game.finished is None else started + game.finished,
    }


def _read_time(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise BadBackup("store.backup-time", value=quote(str(value), 40))
    return value


def _read_id(value: Any) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadBackup("store.backup-id", value=quote(str(value), 40))
    return value


def _read_lookup(value: Any) -> str:
    return value if value in ("hint", "solver") else ""


def _read_name(data: Data) -> str | None:
    name = data["player"].get("name") if isinstance(data.get("player"), dict) else None
    return name if isinstance(name, str) else None


def _read_learning(data: Data) -> list[str]:
    """Return the learning records; backups of earlier versions have none."""
    lines = data.get("learning", [])
    if not isinstance(lines, list) or len(lines) > MOST_RECORDS or not all(isinstance(line, str) for line in lines):
        raise BadBackup("store.backup-incomplete")
    for line in lines:
        Record.from_text(line)
    return lines


async def _restore_name(database: Database, player: Player, name: str | None) -> None:
    """Give a player without a name the one in the backup, unless it is in use."""
    if player.name is None and name is not None:
        with suppress(BadName, WriteConflict):
            await rename(database, player.id, name)


async def load_key(database: Database) -> bytes:
    """Return the server's signing key, creating it the first time."""
    row = await database.one(select(settings.c.value).where(settings.c.key == "signing key"))
    if row is not None:
        return bytes.fromhex(row.value)

    def work(connection: Connection) -> None:
        connection.execute(insert(settings), {"key": "signing key", "value": secrets.token_hex(32)})

    with suppress(WriteConflict):  # another process created it first
        await database.writer.run(work)
    return await load_key(database)


def _to_json(value: Any) -> str:
    """Return the canonical JSON of a value, which is what the signature covers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _sign(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def _is_genuine(key: bytes, data: Data) -> bool:
    if not isinstance(data.get("signature"), str):
        return False
    rest = {name: value for name, value in data.items() if name != "signature"}
    return hmac.compare_digest(_sign(key, _to_json(rest)).encode(), data["signature"].encode("utf-8", "replace"))
