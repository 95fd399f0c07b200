"""Games in play: kept in memory while they are played, and in the database before anything is acknowledged.

Moves of a game are numbered 1, 2, 3 … A request says which number its first move has, so that sending it twice does no
harm, and two browsers that play at once are told of each other.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from shudu.game.game import Game
from shudu.game.move import BadMove, Move
from shudu.game.suspicion import Judgement
from shudu.server.problems import Refusal
from shudu.store.database import Database
from shudu.store.errors import WriteConflict
from shudu.store.games import GameRow, append_moves, count_moves, find_owner, load_game
from shudu.store.puzzles import StoredPuzzle, find_puzzle
from shudu.store.results import append_and_update, outcome, result_row
from shudu.store.tables import now
from shudu.store.writer import MoveRow

LONGEST: Final = 10_000  # moves of one game
LARGEST: Final = 400_000  # characters of all moves of one game; a move may name hundreds of candidates
LATE: Final = 10_000  # milliseconds between making a move and its arrival, beyond which it was made offline
_KEPT: Final = 2_000  # games in memory
_IDLE: Final = 120.0  # seconds after which a game that nobody touches leaves memory
_BREATH: Final = 50  # moves replayed before others get their turn
_TRIES: Final = 20  # times that other processes may be quicker


class Sent(NamedTuple):
    """A move as a client sends it: its text and, by the client's clock, when it was made."""

    move: str
    at: int | None


class LiveGame:
    """One game in play. Its lock is held while it changes."""

    def __init__(self, row: GameRow, game: Game, puzzle: StoredPuzzle | None) -> None:
        self.row = row
        self.game = game
        self.puzzle = puzzle  # if the server gave it out
        self.size = size_of(game)  # characters of its moves
        self.lock = asyncio.Lock()
        self.touched = 0.0


class LiveGames:
    """All games in play in this process."""

    def __init__(self, database: Database, judge: Callable[[Game], Awaitable[Judgement]]) -> None:
        self._database = database
        self._judge = judge
        self._games: OrderedDict[str, LiveGame] = OrderedDict()

    def __len__(self) -> int:
        return len(self._games)

    def add(self, row: GameRow, puzzle: StoredPuzzle | None) -> LiveGame:
        """A game that has just been started."""
        return self._keep(LiveGame(row, Game(row.line), puzzle))

    async def open(self, player_id: str, game_id: str) -> LiveGame:
        """A game of this player, as it stands in the database. Raises Refusal 404 if they have none of that id."""
        known = self._games.get(game_id)
        if known is not None and await count_moves(self._database, game_id) != len(known.game.moves):
            async with known.lock:
                await self._reload(known)
        return await self._owned(player_id, game_id)

    def peek(self, game_id: str) -> LiveGame | None:
        """The game if it is in memory."""
        return self._games.get(game_id)

    def release(self, live: LiveGame) -> None:
        """Lets go of a game that is over; if it is looked at again it comes from the database."""
        if not live.lock.locked():
            self._games.pop(live.row.id, None)

    def forget(self, player_id: str) -> None:
        """Drops the games of a player who is gone."""
        for game_id in [known for known, live in self._games.items() if live.row.player_id == player_id]:
            del self._games[game_id]

    async def append(self, player_id: str, game_id: str, seq: int, sent: Sequence[Sent]) -> LiveGame:
        """Adds moves, the first of them number `seq`, or none of them.

        Raises Refusal: 404 no such game, 409 other moves have these numbers, 422 a move cannot be played.
        """
        live = await self._owned(player_id, game_id)
        async with live.lock:
            try:
                await self._append(live, seq, sent)
            except (WriteConflict, _Gap):  # another process was quicker: look again
                await self._reload(live)
                try:
                    await self._append(live, seq, sent)
                except (WriteConflict, _Gap):
                    raise conflict(live.game, seq) from None
        return live

    async def play(self, live: LiveGame, move: str) -> None:
        """Adds a move the server itself makes, such as a hint taken. Raises Refusal."""
        async with live.lock:
            for _ in range(_TRIES):
                try:
                    await self._append(live, len(live.game.moves) + 1, [Sent(move, None)])
                    return
                except WriteConflict:  # another process was quicker: look again
                    await self._reload(live)
            raise conflict(live.game, len(live.game.moves) + 1)

    async def _append(self, live: LiveGame, seq: int, sent: Sequence[Sent]) -> None:
        length = len(live.game.moves)
        if seq > length + 1:
            raise _Gap
        moves = [_parsed(index, each.move) for index, each in enumerate(sent)]
        known = live.game.moves[seq - 1 : seq - 1 + len(moves)]
        if any(have.move != move for have, move in zip(known, moves, strict=False)):
            raise conflict(live.game, seq)
        new = list(zip(moves, sent, strict=True))[len(known) :]
        size = live.size + sum(len(each.move) for _, each in new)
        if seq - 1 + len(moves) > LONGEST or size > LARGEST:
            words = f"a game has at most {LONGEST} moves of together {LARGEST} characters"
            raise Refusal(409, "long", words, length=length)
        if new:
            game, late = await _played(live, new, len(known))
            await self._store(live, game, late)
            live.size = size

    async def _store(self, live: LiveGame, game: Game, late: bool) -> None:
        row = live.row
        length = len(live.game.moves)
        rows: list[MoveRow] = [
            {"game_id": row.id, "seq": seq, "at": at, "move": str(move)}
            for seq, (at, move) in enumerate(game.moves[length:], length + 1)
        ]
        changes: dict[str, Any] = {}
        if late and not row.offline and row.finished is None:
            changes["offline"] = True
        if game.finished is not None and row.finished is None:
            changes["finished"] = row.started + game.finished
        if changes:
            row = replace(row, **changes)
            result = None
            if "finished" in changes:
                result = result_row(row, outcome(game, await self._judge(game)), live.puzzle)
            await append_and_update(self._database, row.id, rows, changes, result)
        else:
            await append_moves(self._database, rows)
        live.row, live.game = row, game

    async def _owned(self, player_id: str, game_id: str) -> LiveGame:
        """The game at hand if it is this player's. Another process may have restored it to them meanwhile."""
        live = await self._at_hand(game_id)
        if live.row.player_id != player_id and await find_owner(self._database, game_id) == player_id:
            async with live.lock:
                await self._reload(live)
        if live.row.player_id != player_id:
            raise no_game()
        return live

    async def _at_hand(self, game_id: str) -> LiveGame:
        live = self._games.get(game_id)
        if live is None:
            row, game = await self._load(game_id)
            puzzle = await find_puzzle(self._database, row.puzzle_id) if row.puzzle_id else None
            live = LiveGame(row, game, puzzle)
        return self._keep(live)

    async def _load(self, game_id: str) -> tuple[GameRow, Game]:
        found = await load_game(self._database, game_id)
        if found is None:
            raise no_game()
        return found

    async def _reload(self, live: LiveGame) -> None:
        live.row, live.game = await self._load(live.row.id)
        live.size = size_of(live.game)

    def _keep(self, live: LiveGame) -> LiveGame:
        """Keeps a game as the last touched, and lets go of those that nobody has touched for long."""
        live = self._games.setdefault(live.row.id, live)
        live.touched = time.monotonic()
        self._games.move_to_end(live.row.id)
        while (oldest := next(iter(self._games.values()))).touched < live.touched - _IDLE or len(self._games) > _KEPT:
            if oldest.lock.locked():
                break
            del self._games[oldest.row.id]
        return live


class _Gap(Exception):
    """Moves before the first one sent are missing."""


def size_of(game: Game) -> int:
    """How many characters the moves of a game have."""
    return sum(len(str(move)) for _, move in game.moves)


def no_game() -> Refusal:
    """The refusal for a game that is not there or not this player's."""
    return Refusal(404, "no-game", "you have no game of this id")


def conflict(game: Game, seq: int) -> Refusal:
    """The refusal that tells which moves the game really has from a number on."""
    start = min(seq, len(game.moves) + 1)
    return Refusal(
        409,
        "sequence",
        f"the game has {len(game.moves)} moves, and other ones from number {start} on",
        length=len(game.moves),
        seq=start,
        moves=[{"at": at, "move": str(move)} for at, move in game.moves[start - 1 :]],
    )


def _parsed(index: int, text: str) -> Move:
    try:
        return Move.parse(text)
    except BadMove as error:
        raise _refused(index, error) from error


async def _played(live: LiveGame, new: Sequence[tuple[Move, Sent]], skipped: int) -> tuple[Game, bool]:
    """The game after new moves, and whether some were made long before they arrived."""
    arrival = now() - live.row.started
    game, late = live.game, False
    for index, (move, sent) in enumerate(new):
        waited = arrival - sent.at if sent.at is not None and sent.at < arrival else 0
        late |= waited > LATE and move.action != "pause"  # a page that was closed tells later that nobody played
        try:
            game = _timed(game, move, arrival, waited)
        except BadMove as error:
            raise _refused(skipped + index, error) from error
        if index % _BREATH == _BREATH - 1:
            await asyncio.sleep(0)
    return game, late


def _timed(game: Game, move: Move, arrival: int, waited: int) -> Game:
    """The game after a move that waited to be sent: when it was made counts, so that a gap in the network is no burst.

    The finish counts when it arrives: nobody gains a place by what their clock says.
    """
    after = game.play(move, max(game.at, arrival - waited))
    if game.finished is None and after.finished is not None and waited <= LATE:
        return game.play(move, max(game.at, arrival))
    return after


def _refused(index: int, error: BadMove) -> Refusal:
    return Refusal(422, "move", str(error), index=index, reason=error.code)
