"""Games in play: cached in memory, and stored in the database before any move is acknowledged.

The moves of a game are numbered 1, 2, 3 … A request gives the number of its first move, so sending it twice is harmless,
and two browsers that play the same game at once notice each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from cachetools import TTLCache

from shudu.game.game import Game
from shudu.game.move import BadMove, Move
from shudu.server.errors import ApiError
from shudu.store.database import Database
from shudu.store.errors import WriteConflict
from shudu.store.games import MOST_CHARACTERS, MOST_MOVES, GameRow, append_moves, count_moves, find_owner, load_game
from shudu.store.puzzles import StoredPuzzle, find_puzzle
from shudu.store.results import Finish, append_and_update, summarize_game
from shudu.store.tables import now
from shudu.store.transactions import MoveRow

OFFLINE_AFTER: Final = 10_000  # milliseconds; a move that arrives later than this was made offline
BATCH_WINDOW: Final = 5_000  # milliseconds before its arrival into which a batch of moves is squeezed
CACHE_BYTES: Final = 64 * 1024 * 1024
_GAME_BYTES: Final = 8_192  # of memory per game, about
_MOVE_BYTES: Final = 700  # of memory per move, about: the move and the board that undo restores
_CACHE_SECONDS: Final = 120.0  # since the game was last used
_MOVES_PER_TURN: Final = 50  # moves to replay before other requests get their turn
_MOST_RETRIES: Final = 20


class IncomingMove(NamedTuple):
    """A move as a client sends it.

    Attributes:
        move: The text of the move.
        at: When it was made by the client's clock, in milliseconds since the start of the game.
    """

    move: str
    at: int | None


class LiveGame:
    """A game in play. Hold its lock to change it."""

    def __init__(self, row: GameRow, game: Game, puzzle: StoredPuzzle | None) -> None:
        self.row = row
        self.game = game
        self.puzzle = puzzle  # None for the player's own puzzle
        self.characters: int = count_characters(game)
        self.lock: asyncio.Lock = asyncio.Lock()

    def measure(self) -> int:
        """Return how many bytes of memory the game takes, about."""
        return _GAME_BYTES + _MOVE_BYTES * len(self.game.moves) + self.characters


class LiveGames:
    """The games in play in this process.

    Other processes may play the same games. The database decides: it accepts each move number of a game only once.
    """

    def __init__(
        self, database: Database, on_result: Callable[[], None], count_load: Callable[[str, int], Awaitable[None]]
    ) -> None:
        """Start without games.

        Args:
            database: Where games are stored.
            on_result: Called after the result of a finished game was stored.
            count_load: Counts the loading of a game from the database, which replays it, for a player: it gets their id and
                the number of moves, and raises an ApiError above their limit.
        """
        self._database = database
        self._on_result = on_result
        self._count_load = count_load
        self._games: TTLCache[str, LiveGame] = TTLCache(CACHE_BYTES, _CACHE_SECONDS, getsizeof=LiveGame.measure)

    def __len__(self) -> int:
        return len(self._games)

    def add(self, row: GameRow, puzzle: StoredPuzzle | None) -> LiveGame:
        """Return a game that has just been started."""
        return self._cache(LiveGame(row, Game(row.line), puzzle))

    async def open(self, player_id: str, game_id: str) -> LiveGame:
        """Return a game of a player, up to date with the database.

        Raises:
            ApiError: 404 if the player has no such game.
        """
        live = self._games.get(game_id)
        if live is not None and await self._is_stale(live):
            async with live.lock:
                await self._reload(live)
        return await self._find(player_id, game_id)

    def peek(self, game_id: str) -> LiveGame | None:
        """Return the game if it is in memory."""
        return self._games.get(game_id)

    def release(self, live: LiveGame) -> None:
        """Drop a finished game from memory."""
        if not live.lock.locked():
            self._games.pop(live.row.id, None)

    def forget(self, player_id: str) -> None:
        """Drop the games of a deleted player from memory."""
        for game_id in [game_id for game_id, live in self._games.items() if live.row.player_id == player_id]:
            self._games.pop(game_id, None)

    async def append(self, player_id: str, game_id: str, seq: int, incoming: Sequence[IncomingMove]) -> LiveGame:
        """Append moves to a game: all of them, or none.

        Args:
            player_id: The player who sends the moves.
            game_id: The game.
            seq: The number of the first move.
            incoming: The moves.

        Raises:
            ApiError: 404 for an unknown game, 409 if the game has other moves with these numbers, would become too
                long, or a move cannot be played.
        """
        live = await self._find(player_id, game_id)
        async with live.lock:
            try:
                await self._append(live, seq, incoming)
            except (WriteConflict, _MissingMoves) as error:  # another process may have been faster
                if isinstance(error, _MissingMoves) and not await self._is_stale(live):  # replaying would be costly
                    raise MovesConflict(live.game, seq) from None
                await self._reload(live)
                try:
                    await self._append(live, seq, incoming)
                except (WriteConflict, _MissingMoves):
                    raise MovesConflict(live.game, seq) from None
        return live

    async def play(self, live: LiveGame, move: str) -> None:
        """Append a move that the server makes itself, such as taking a hint.

        Raises:
            ApiError: As for `append`.
        """
        async with live.lock:
            for _ in range(_MOST_RETRIES):
                try:
                    await self._append(live, len(live.game.moves) + 1, [IncomingMove(move, None)])
                    return
                except WriteConflict:  # another process was faster: look again
                    await self._reload(live)
            raise MovesConflict(live.game, len(live.game.moves) + 1)

    async def _is_stale(self, live: LiveGame) -> bool:
        return await count_moves(self._database, live.row.id) != len(live.game.moves)

    async def _append(self, live: LiveGame, seq: int, incoming: Sequence[IncomingMove]) -> None:
        length = len(live.game.moves)
        if seq > length + 1:
            raise _MissingMoves
        moves = [_parse(index, each.move) for index, each in enumerate(incoming)]
        known = live.game.moves[seq - 1 : seq - 1 + len(moves)]
        if any(have.move != move for have, move in zip(known, moves, strict=False)):
            raise MovesConflict(live.game, seq)
        new = list(zip(moves, incoming, strict=True))[len(known) :]
        characters = live.characters + sum(len(each.move) for _, each in new)
        if seq - 1 + len(moves) > MOST_MOVES or characters > MOST_CHARACTERS:
            raise ApiError(
                "server.game-too-long", most_moves=MOST_MOVES, most_characters=MOST_CHARACTERS, length=length
            )
        if new:
            played = await _play_all(live, new, len(known))
            await self._store(live, played)
            live.characters = characters
            self._cache(live)  # it has grown

    async def _store(self, live: LiveGame, played: _Played) -> None:
        row, game = live.row, played.game
        length = len(live.game.moves)
        rows: list[MoveRow] = [
            {"game_id": row.id, "seq": seq, "at": at, "move": str(move)}
            for seq, (at, move) in enumerate(game.moves[length:], length + 1)
        ]
        changes: dict[str, Any] = {}
        if played.offline and not row.offline and row.finished is None:
            changes["offline"] = True
        if game.finished is not None and row.finished is None:
            changes["finished"] = row.started + game.finished
        if changes:
            row = replace(row, **changes)
            finish = Finish(summarize_game(played.finish or game), live.puzzle) if "finished" in changes else None
            await append_and_update(self._database, row, rows, changes, finish)
        else:
            await append_moves(self._database, rows)
        live.row, live.game = row, game
        if "finished" in changes:
            self._on_result()

    async def _find(self, player_id: str, game_id: str) -> LiveGame:
        """Return the game if it belongs to the player. Another process may have restored it to them meanwhile."""
        live = await self._get(player_id, game_id)
        if live.row.player_id != player_id and await find_owner(self._database, game_id) == player_id:
            async with live.lock:
                await self._reload(live)
        if live.row.player_id != player_id:
            raise ApiError("server.unknown-game")
        return live

    async def _get(self, player_id: str, game_id: str) -> LiveGame:
        live = self._games.get(game_id)
        if live is None:
            row, game = await self._load(player_id, game_id)
            puzzle = await find_puzzle(self._database, row.puzzle_id) if row.puzzle_id else None
            live = self._games.get(game_id) or LiveGame(row, game, puzzle)  # another request may have loaded it
        return self._cache(live)

    async def _load(self, player_id: str, game_id: str) -> tuple[GameRow, Game]:
        await self._count_load(player_id, await count_moves(self._database, game_id))
        stored = await load_game(self._database, game_id)
        if stored is None:
            raise ApiError("server.unknown-game")
        return stored

    async def _reload(self, live: LiveGame) -> None:
        live.row, live.game = await self._load(live.row.player_id, live.row.id)
        live.characters = count_characters(live.game)

    def _cache(self, live: LiveGame) -> LiveGame:
        """Keep a game in memory for another while."""
        self._games[live.row.id] = live
        return live


class MovesConflict(ApiError):
    """409: the game has other moves than the client thinks. The answer lists them, see `add_moves`."""

    def __init__(self, game: Game, seq: int) -> None:
        start = min(seq, len(game.moves) + 1)
        super().__init__("server.moves-conflict", length=len(game.moves), seq=start, moves=())
        self._moves = game.moves[start - 1 :]

    @property
    def count(self) -> int:
        """The number of moves that the answer lists."""
        return len(self._moves)

    def add_moves(self) -> MovesConflict:
        """Return the error with the moves from number `seq` on. There may be thousands; check the client's limits first."""
        self.fields["moves"] = [{"at": at, "move": str(move)} for at, move in self._moves]
        return self


class _MissingMoves(Exception):
    """Moves before the first one of the request are missing."""


def count_characters(game: Game) -> int:
    """Return the number of characters of all moves of a game."""
    return sum(len(str(move)) for _, move in game.moves)


def _parse(index: int, text: str) -> Move:
    try:
        return Move.from_text(text)
    except BadMove as error:
        raise _bad_move(index, error) from error


class _Played(NamedTuple):
    """A game after new moves.

    Attributes:
        game: The game.
        offline: Whether any of the moves was made offline.
        finish: The game at its finish, if one of the moves finished it; replaying a long game would stall others.
    """

    game: Game
    offline: bool
    finish: Game | None


async def _play_all(live: LiveGame, new: Sequence[tuple[Move, IncomingMove]], skipped: int) -> _Played:
    """Return the game after new moves."""
    arrival = now() - live.row.started
    game, offline, finish = live.game, False, None
    delays = [max(0, arrival - incoming.at) if incoming.at is not None else 0 for _, incoming in new]
    longest = max((delay for delay in delays if delay <= OFFLINE_AFTER), default=0)
    for index, ((move, _), delay) in enumerate(zip(new, delays, strict=True)):
        offline |= delay > OFFLINE_AFTER and move.action != "pause"  # a closed page reports its pause afterwards
        try:
            game = _play(game, move, arrival, delay, longest)
        except BadMove as error:
            raise _bad_move(skipped + index, error) from error
        if game.finish_length == len(game.moves):
            finish = game
        if index % _MOVES_PER_TURN == _MOVES_PER_TURN - 1:
            await asyncio.sleep(0)
    return _Played(game, offline, finish)


def _play(game: Game, move: Move, arrival: int, delay: int, longest: int) -> Game:
    """Return the game after a move.

    A move counts from when it was made, so that moves queued during a short network outage do not look like a burst, but
    a batch is squeezed into a few seconds before its arrival: the client's clock cannot spread a whole solution that is
    sent at once. Moves made offline keep their times, since they are not ranked. The finish counts from its arrival.
    """
    is_batch = longest > BATCH_WINDOW and delay <= OFFLINE_AFTER
    earlier = delay * BATCH_WINDOW // longest if is_batch else delay
    after = game.play(move, max(game.at, arrival - earlier))
    if game.finished is None and after.finished is not None and delay <= OFFLINE_AFTER:
        return game.play(move, max(game.at, arrival))
    return after


def _bad_move(index: int, error: BadMove) -> ApiError:
    return ApiError("server.bad-move", index=index, reason=error.reason, why=str(error))
