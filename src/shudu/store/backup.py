"""All of a player's data as one file, and back.

The file is signed by the server that made it. RestoreReport where it was made, results keep their places; a file that was
changed or comes from elsewhere is restored too, every game played again, but its games stay off the boards: those that are
finished, and those that are played on.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from shudu.core.errors import ShuduError
from shudu.game.suspicion import Judgement, judged
from shudu.store.database import Database
from shudu.store.errors import OwnerDeleted, WriteConflict
from shudu.store.games import GameRow, replay
from shudu.store.names import BadName
from shudu.store.players import Player, rename
from shudu.store.puzzles import match_puzzle
from shudu.store.results import add_result, outcome, result_row
from shudu.store.tables import copy_id, games, moves, now, settings

Data = dict[str, Any]
Unpack = Callable[[bytes, bytes], Awaitable["BackupContents"]]
PlayAgain = Callable[[bytes, bool], Awaitable[list[Data]]]
FORMAT: Final = "shudu player 1"
MOST_GAMES: Final = 20_000
MOST_MOVES: Final = 10_000  # of one game
_PORTION: Final = 500  # moves
_TOMORROW: Final = 86_400_000
_ID: Final = re.compile("[A-Za-z0-9_-]{22}")
_KEPT: Final = ("id", "puzzle_id", "line", "started", "seen", "shared", "again", "offline", "restored", "finished")


class BadBackup(ShuduError):
    """The file is not a backup of a player."""


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What came of a restore."""

    games: int
    known: int
    ranked: bool


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a file holds: whether this server signed it, the player's name, and the games in portions of JSON."""

    genuine: bool
    name: str | None
    parts: list[bytes]


async def backup(database: Database, player: Player) -> bytes:
    """Everything that is this player's, as JSON. It is read and written a few games at a time: others play meanwhile."""
    key = await _key(database)
    mine = games.c.player_id == player.id
    lengths = select(moves.c.game_id, func.count()).join(games).where(mine).group_by(moves.c.game_id)
    size: dict[str, int] = dict(await database.all(lengths))
    rows = await database.all(select(games).where(mine).order_by(games.c.started))
    texts = []
    for part in _parts(rows, lambda row: 1 + size.get(row.id, 0)):
        log: dict[str, list[list[Any]]] = {row.id: [] for row in part}
        query = select(moves.c.game_id, moves.c.at, moves.c.move).where(moves.c.game_id.in_(log))
        for game_id, at, move in await database.all(query.order_by(moves.c.game_id, moves.c.seq)):
            log[game_id].append([at, move])
        texts += [_text({**{name: getattr(row, name) for name in _KEPT}, "moves": log[row.id]}) for row in part]
    return _signed(key, texts, {"made": now(), "player": {"id": player.id, "name": player.name}})


async def unpack_in_thread(file: bytes, key: bytes) -> BackupContents:
    """Reads a backup beside the event loop."""
    return await asyncio.to_thread(unpack, file, key)


async def replay_in_thread(part: bytes, judge: bool) -> list[Data]:
    """Plays games again beside the event loop."""
    return await asyncio.to_thread(replay_games, part, judge)


async def restore(
    database: Database,
    player: Player,
    file: bytes,
    unpack: Unpack = unpack_in_thread,
    play_again: PlayAgain = replay_in_thread,
) -> RestoreReport:
    """Adds the games of a backup to a player.

    `unpack` and `play_again` say where `unpacked` and `replay_games` work, which take long. Raises BadBackup, and then nothing
    has changed. Games are written a few at a time, so that others play on meanwhile; if the database fails on the way,
    restoring again adds the rest.
    """
    found = await unpack(file, await _key(database))
    prepared: list[Data] = []
    for part in found.parts:
        prepared += await play_again(part, found.genuine)
    if len({each["row"]["id"] for each in prepared}) < len(prepared):
        raise BadBackup("the backup holds the same game twice")
    added = 0
    for written in _parts(prepared, lambda each: len(each["log"])):
        added += await _write(database, player, written, found.genuine)
    await _take_name(database, player, found.name)
    return RestoreReport(added, len(prepared) - added, found.genuine)


def unpack(file: bytes, key: bytes) -> BackupContents:
    """Reads a backup. Raises BadBackup."""
    try:
        data = json.loads(file)
        parts = [json.dumps(part).encode() for part in _parts(_entries(data), _moves_of)]
        return BackupContents(_is_genuine(key, data), _name_in(data), parts)
    except BadBackup:
        raise
    except (ValueError, RecursionError) as error:
        raise BadBackup(f"the backup cannot be read: {error}") from error


def replay_games(part: bytes, judge: bool) -> list[Data]:
    """Games of a backup, played again, as plain data. Those of a file that is not genuine are on no board: why judge them?

    Raises BadBackup.
    """
    return [_prepared(entry, judge) for entry in json.loads(part)]


async def _write(database: Database, player: Player, part: list[Data], genuine: bool) -> int:
    def work(connection: Connection) -> int:
        return sum(_add(connection, player.id, each, genuine) for each in part)

    try:
        return await database.writer.run(work)
    except OwnerDeleted:
        raise
    except WriteConflict:  # another process restores the same file: look again
        return await database.writer.run(work)


def _add(connection: Connection, player_id: str, each: Data, genuine: bool) -> bool:
    row = GameRow(**each["row"], player_id=player_id)
    copy = copy_id(row.id, player_id)
    owners = dict(connection.execute(select(games.c.id, games.c.player_id).where(games.c.id.in_((row.id, copy)))).all())
    if player_id in owners.values():
        return False
    taken = row.id in owners
    puzzle = match_puzzle(connection, row.puzzle_id, row.line)
    row = replace(
        row,
        id=copy if taken else row.id,
        puzzle_id=puzzle.id if puzzle else None,
        restored=row.restored or not genuine or taken,
    )
    connection.execute(insert(games), asdict(row))
    if each["log"]:
        log = [{"game_id": row.id, "seq": n, "at": at, "move": move} for n, (at, move) in enumerate(each["log"], 1)]
        connection.execute(insert(moves), log)
    if each["outcome"]:
        add_result(connection, result_row(row, each["outcome"], puzzle))
    return True


def _parts(entries: Sequence[Any], size: Callable[[Any], int]) -> Iterator[list[Any]]:
    """The entries in portions that neither a process nor the database is busy with for long."""
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


def _moves_of(entry: Any) -> int:
    log = entry.get("moves") if isinstance(entry, dict) else None
    return 1 + len(log) if isinstance(log, list) else 1


def _entries(data: Any) -> list[Any]:
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("games"), list):
        raise BadBackup(f"this is not a backup of a player; it would say {FORMAT!r} as its format")
    if len(data["games"]) > MOST_GAMES:
        raise BadBackup(f"the backup has {len(data['games'])} games; at most {MOST_GAMES} can be restored")
    return list(data["games"])


def _prepared(entry: Any, judge: bool) -> Data:
    """A game of the backup, played again: its row, its log and, if it is finished, what came of it."""
    try:
        if len(entry["moves"]) > MOST_MOVES:
            raise BadBackup(f"a game of the backup has {len(entry['moves'])} moves; at most {MOST_MOVES} are possible")
        game = replay(str(entry["line"]), [(_number(at), str(move)) for at, move in entry["moves"]])
        started = _number(entry["started"])
        if started + game.at > now() + _TOMORROW:
            raise BadBackup("a game of the backup lies in the future")
        row = {
            "id": _identifier(entry["id"]),
            "puzzle_id": None if entry["puzzle_id"] is None else _identifier(entry["puzzle_id"]),
            "line": game.puzzle.line,
            "started": started,
            "seen": min(_number(entry.get("seen", started)), started),
            "shared": bool(entry.get("shared")),
            "again": bool(entry["again"]),
            "offline": bool(entry["offline"]),
            "restored": bool(entry.get("restored")),
            "finished": None if game.finished is None else started + game.finished,
        }
    except (AttributeError, KeyError, TypeError) as error:
        raise BadBackup(
            "a game of the backup lacks something, or has it in another form than this server writes"
        ) from error
    except ValueError as error:
        raise BadBackup(f"a game of the backup cannot be read: {error}") from error
    return {
        "row": row,
        "log": [(at, str(move)) for at, move in game.moves],
        "outcome": None if game.finished is None else outcome(game, judged(game) if judge else Judgement((), None)),
    }


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise BadBackup(f"{str(value)[:40]!r} is not a time")
    return value


def _identifier(value: Any) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadBackup(f"{str(value)[:40]!r} is not an identifier")
    return value


def _name_in(data: Data) -> str | None:
    name = data["player"].get("name") if isinstance(data.get("player"), dict) else None
    return name if isinstance(name, str) else None


async def _take_name(database: Database, player: Player, name: str | None) -> None:
    """A player without a name gets that of the backup, if nobody has it now."""
    if player.name is None and name is not None:
        with suppress(BadName, WriteConflict):
            await rename(database, player.id, name)


async def _key(database: Database) -> bytes:
    """The server's own secret, made when it is first needed."""
    query = select(settings.c.value).where(settings.c.key == "signing key")
    row = await database.one(query)
    if row is not None:
        return bytes.fromhex(row.value)

    def work(connection: Connection) -> None:
        connection.execute(insert(settings), {"key": "signing key", "value": secrets.token_hex(32)})

    with suppress(WriteConflict):  # another process was quicker
        await database.writer.run(work)
    return await _key(database)


def _text(value: Any) -> str:
    """The one way to write a value; the signature is that of this text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _sign(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def _signed(key: bytes, games: list[str], rest: Data) -> bytes:
    """A backup from the texts of its games; put together by hand, since writing it whole would hold everybody up."""
    text = f'{{"format":{_text(FORMAT)},"games":[{",".join(games)}],{_text(rest)[1:]}'
    return f'{text[:-1]},"signature":"{_sign(key, text)}"}}'.encode()


def _is_genuine(key: bytes, data: Data) -> bool:
    if not isinstance(data.get("signature"), str):
        return False
    rest = {name: value for name, value in data.items() if name != "signature"}
    return hmac.compare_digest(_sign(key, _text(rest)).encode(), data["signature"].encode("utf-8", "replace"))
