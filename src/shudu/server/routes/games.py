"""Games: start, append moves, look, hint, check, finish."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from shudu.core.geometry import parse_cell
from shudu.puzzles.difficulty import difficulty_of
from shudu.server.errors import ApiError, errors
from shudu.server.live_games import IncomingMove, LiveGame
from shudu.server.routes.fast_route import FastRoute
from shudu.server.routes.puzzles import known_or_made, known_puzzle, puzzle_of_day, wished
from shudu.server.schemas.common import Id
from shudu.server.schemas.games import (
    Appended,
    AppendRequest,
    CheckOut,
    CheckRequest,
    GameOut,
    GameRequest,
    HintOut,
    HintRequest,
    ResultOut,
)
from shudu.server.state import (
    CurrentPlayer,
    CurrentState,
    NewOrCurrentPlayer,
    State,
    client_address,
    find_player,
    get_state,
    limit_changes,
    limit_costly,
    require_player,
)
from shudu.store.games import start_game
from shudu.store.leaderboards import Leaderboard, find_entry
from shudu.store.players import Player
from shudu.store.puzzles import StoredPuzzle
from shudu.store.results import find_result

router = APIRouter(prefix="/games", tags=["games"])


async def append(game_id: Id, body: AppendRequest, request: Request) -> Response:
    """Adds moves, all or none of them.

    Sending the same moves again does no harm. If other moves have these numbers, the answer is 409 with the moves the
    game has. A move that cannot be played is answered with 422, its index and the reason. Moves that arrive more than
    10 s after they were made (`at`) count as made offline: they are taken, and the result is on no board.
    """
    state = await get_state(
        request
    )  # called, not injected: this is the busiest route, and injecting takes half its time
    player = await require_player(await find_player(request, state))
    sent = [IncomingMove(each.move, each.at) for each in body.moves]
    before = _finished(state, game_id)
    live = await state.live_games.append(player.id, game_id, body.seq, sent)
    state.metrics.moves.inc(len(sent))
    game = live.game
    answer: dict[str, Any] = {"length": len(game.moves), "at": game.at, "time": game.time(), "finished": game.finished}
    if game.finished is not None:
        state.metrics.finished.inc(not before)
        answer["result"] = (await _result(state, live)).model_dump()
    else:
        answer["result"] = None
    return JSONResponse(answer)


append_route = FastRoute(
    f"{router.prefix}/{{game_id}}/moves",
    append,
    methods=["POST"],
    response_model=Appended,
    responses=errors(401, 404, 409, 429, changing=True),
    tags=["games"],
)
router.routes.append(append_route)


@router.post(
    "", status_code=201, responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_changes)]
)
async def new_game(wish: GameRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState) -> GameOut:
    """Starts a game; the clock runs from now, or from when the player first saw the puzzle.

    A visitor becomes a player at once. If the server chooses the puzzle, nobody has seen it before as long as the stock lasts.
    """
    live = await _started(state, player, client_address(request), wish)
    state.metrics.games.inc()
    return await _shown(state, live)


@router.get("/{game_id}", responses=errors(401, 404))
async def get_game(game_id: Id, player: CurrentPlayer, state: CurrentState) -> GameOut:
    """A game of this player as it stands, with all its moves."""
    return await _shown(state, await state.live_games.open(player.id, game_id))


@router.post(
    "/{game_id}/hint", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def take_hint(game_id: Id, wish: HintRequest, player: CurrentPlayer, state: CurrentState) -> HintOut:
    """The candidates of a cell, or the next level of the next-step hint. The game remembers it.

    A level that is open is shown again and counts once.
    """
    live = await state.live_games.open(player.id, game_id)
    if wish.level is None or wish.level > live.game.hints.open:
        await state.live_games.play(live, f"hint:{wish.cell or wish.level}")
    board, length = live.game.board, len(live.game.moves)
    if wish.cell:
        return HintOut(length=length, candidates=str(board.grid.candidates(parse_cell(wish.cell))))
    crossed = [f"{digit}{cell}" for cell, digits in board.marks("crossed").items() for digit in digits]
    step = await state.pool.run(
        "hint",
        state.settings.solve_seconds,
        digits=board.line,
        puzzle=live.game.puzzle.line,
        crossed=crossed,
        level=wish.level,
        language=wish.language,
    )
    return HintOut(length=length, step=step)


@router.post(
    "/{game_id}/check", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def check(game_id: Id, wish: CheckRequest, player: CurrentPlayer, state: CurrentState) -> CheckOut:
    """The entries that are wrong now, by the rules or against the solution. The game remembers that it was asked."""
    live = await state.live_games.open(player.id, game_id)
    await state.live_games.play(live, "check:now")
    length, text = len(live.game.moves), live.game.text
    found = await state.pool.run("check", state.settings.solve_seconds, text=text, mode=wish.mode)
    return CheckOut(length=length, **found)


@router.post("/{game_id}/finish", responses=errors(401, 404, 409, changing=True))
async def finish(game_id: Id, player: CurrentPlayer, state: CurrentState) -> ResultOut:
    """The result of a game whose moves have led to a correct grid. Nothing but moves finishes a game."""
    live = await state.live_games.open(player.id, game_id)
    if live.game.finished is None:
        empty = live.game.board.digits.count(0)
        raise ApiError("server.game-unfinished", empty=empty)
    state.live_games.release(live)
    return await _result(state, live)


async def _started(state: State, player: Player, client: str, wish: GameRequest) -> LiveGame:
    """The game as wished: of a puzzle nobody has seen, if the player leaves the choice to the server."""
    kind, value = wished(wish)
    if kind in ("difficulty", "level"):
        fresh = await state.stock.start_game(player.id, kind, value)
        if fresh:
            row, puzzle = fresh
            return state.live_games.add(row, puzzle)
    line, known = await _chosen(state, player, client, kind, value)
    return state.live_games.add(await start_game(state.database, player.id, known.id if known else None, line), known)


async def _chosen(state: State, player: Player, client: str, kind: str, value: Any) -> tuple[str, StoredPuzzle | None]:
    """The line to play, and the puzzle if the server gave it out."""
    if kind == "line":
        playable = await state.pool.run("playable", state.settings.solve_seconds, puzzle=value)
        return playable["line"], None
    if kind == "again":
        live = await state.live_games.open(player.id, value)
        return live.row.line, live.puzzle
    if kind == "puzzle":
        puzzle = await known_puzzle(state, value)
    elif kind == "daily":
        puzzle = await puzzle_of_day(state, value)
    else:
        puzzle = await known_or_made(state, player.id, client, kind, value)
    return puzzle.line, puzzle


async def _shown(state: State, live: LiveGame) -> GameOut:
    row, game = live.row, live.game
    return GameOut.model_validate(
        {
            **game.state,
            "id": row.id,
            "puzzle_id": row.puzzle_id,
            "difficulty": difficulty_of(len(game.puzzle.givens)),
            "level": live.puzzle.level if live.puzzle else None,
            "started": row.started,
            "seen": row.seen,
            "shared": row.shared,
            "again": row.again,
            "offline": row.offline,
            "moves": [{"at": at, "move": str(move)} for at, move in game.moves],
            "result": await _result(state, live) if game.finished is not None else None,
        }
    )


async def _result(state: State, live: LiveGame) -> ResultOut:
    row = await find_result(state.database, live.row.id)
    if row is None:  # deleted elsewhere meanwhile
        raise ApiError("server.unknown-game")
    rank = None
    if not row["unranked"] and not row["flags"] and not row["pending"]:
        board = _board_of(row)
        mine = await find_entry(state.database, board, live.row.player_id)
        rank = mine.rank if mine else None
    words = {name: row[name].split() for name in ("unranked", "flags")}
    return ResultOut(**{name: row[name] for name in _PLAIN}, **words, rank=rank)


def _board_of(row: dict[str, Any]) -> Leaderboard:
    """The board on which a result counts most."""
    if row["shared"]:
        return Leaderboard(puzzle_id=row["puzzle_id"], help=row["help"])
    if row["level"]:
        return Leaderboard(level=row["level"], help=row["help"])
    return Leaderboard(difficulty=row["difficulty"], help=row["help"])


_PLAIN = ("time", "elapsed", "help", "hints", "mistakes", "moves", "pauses", "finished", "shared", "level", "pending")


def _finished(state: State, game_id: str) -> bool:
    live = state.live_games.peek(game_id)
    return live is not None and live.game.finished is not None
