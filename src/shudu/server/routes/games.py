"""Games: start one, append moves, take hints, check entries, get the result."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse

from shudu.core.candidate import Candidate
from shudu.core.geometry import parse_cell
from shudu.game.game import Game
from shudu.puzzles.difficulty import difficulty_of
from shudu.server.errors import ApiError, errors
from shudu.server.live_games import IncomingMove, LiveGame
from shudu.server.routes.fast_route import FastRoute
from shudu.server.routes.puzzles import (
    find_or_generate,
    get_daily_puzzle,
    get_known_puzzle,
    may_take_from_stock,
    requested_kind,
)
from shudu.server.schemas.common import PathId
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
_ROW_BYTES: Final = 32  # of a stored move, besides its text


async def append(game_id: PathId, body: AppendRequest, request: Request) -> Response:
    """Append moves: all of them, or none.

    Sending the same moves again is harmless. If the game has other moves with these numbers, the answer is 409 with the
    moves it has. If a move cannot be played, the answer is 422 with its index and the reason. Moves that arrive more
    than 10 s after they were made (`at`) count as made offline: they are accepted, and the result is not ranked.
    """
    state = await get_state(request)  # called directly: on this route, the busiest, injection took half the time
    player = await require_player(await find_player(request, state))
    await state.rate_limits.count("moves", player.id)
    size = sum(len(each.move) + _ROW_BYTES for each in body.moves)
    await state.rate_limits.count("storage", client_address(request), size)
    moves = [IncomingMove(each.move, each.at) for each in body.moves]
    was_finished = _is_finished(state, game_id)
    try:
        live = await state.live_games.append(player.id, game_id, body.seq, moves)
    except ApiError as error:
        if error.code == "server.moves-conflict":  # its answer contains the moves of the game
            await state.rate_limits.count("reads", player.id)
        raise
    state.metrics.moves.inc(len(moves))
    game = live.game
    answer: dict[str, Any] = {
        "length": len(game.moves),
        "at": game.at,
        "time": game.time(),
        "finished": game.finished,
        "result": None,
    }
    if game.finished is not None:
        state.metrics.finished.inc(not was_finished)
        answer["result"] = (await _result_out(state, live)).model_dump()
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
async def new_game(body: GameRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState) -> GameOut:
    """Start a game.

    The clock of the leaderboards starts now, or when the player first saw the puzzle. A visitor becomes a player. If
    the server chooses the puzzle, nobody has seen it before as long as the stock lasts.
    """
    live = await _start(state, player, client_address(request), body)
    state.metrics.games.inc()
    return await _game_out(state, live)


@router.get("/{game_id}", responses=errors(401, 404, 429))
async def get_game(
    game_id: PathId,
    player: CurrentPlayer,
    state: CurrentState,
    after: Annotated[int, Query(ge=0, le=10_000, description="Leave out the moves up to this number.")] = 0,
) -> GameOut:
    """Return a game of the player with its moves: all of them, or those the client does not have yet."""
    await state.rate_limits.count("reads", player.id)
    return await _game_out(state, await state.live_games.open(player.id, game_id), after)


@router.post(
    "/{game_id}/hint", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def take_hint(game_id: PathId, body: HintRequest, player: CurrentPlayer, state: CurrentState) -> HintOut:
    """Show the candidates of a cell, or open a stage of the next-step hint. The game records it as a move.

    A stage that is already open is shown again without counting twice.
    """
    live = await state.live_games.open(player.id, game_id)
    if body.level is None or body.level > live.game.hints.open:
        await state.live_games.play(live, f"hint:{body.cell or body.level}")
    board, length = live.game.board, len(live.game.moves)
    if body.cell:
        return HintOut(length=length, candidates=str(board.grid.candidates(parse_cell(body.cell))))
    crossed = [f"{digit}{cell}" for cell, digits in board.marks("crossed").items() for digit in digits]
    step = await state.pool.run(
        "hint",
        state.settings.solve_seconds,
        digits=board.line,
        puzzle=live.game.puzzle.line,
        crossed=crossed,
        level=body.level,
        language=body.language,
        last=_last_entry(live.game),
    )
    return HintOut(length=length, step=step)


@router.post(
    "/{game_id}/check", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def check(game_id: PathId, body: CheckRequest, player: CurrentPlayer, state: CurrentState) -> CheckOut:
    """Find the wrong entries, by the rules or by the solution. The game records the check as a move."""
    live = await state.live_games.open(player.id, game_id)
    await state.live_games.play(live, "check:now")
    length, text = len(live.game.moves), live.game.text
    found = await state.pool.run(
        "check", state.settings.solve_seconds, text=text, mode=body.mode, language=body.language
    )
    return CheckOut(length=length, **found)


@router.post("/{game_id}/finish", responses=errors(401, 404, 409, 429, changing=True))
async def finish(game_id: PathId, player: CurrentPlayer, state: CurrentState) -> ResultOut:
    """Return the result of a finished game. Only moves can finish a game; this cannot."""
    await state.rate_limits.count("reads", player.id)
    live = await state.live_games.open(player.id, game_id)
    if live.game.finished is None:
        raise ApiError("server.game-unfinished", empty=live.game.board.digits.count(0))
    state.live_games.release(live)
    return await _result_out(state, live)


def _last_entry(game: Game) -> str | None:
    """Return the digit that the player wrote last and that is still there, such as `7r3c5`."""
    for _, move in reversed(game.moves):
        if move.action == "place" and game.board.digits[move.cells[0]] == move.digit:
            return str(Candidate(move.digit, move.cells[0]))
    return None


async def _start(state: State, player: Player, client: str, body: GameRequest) -> LiveGame:
    """Start the requested game, with a puzzle from the stock if the server may choose it."""
    kind, value = requested_kind(body)
    if await may_take_from_stock(state, client, kind):
        started = await state.stock.start_game(player.id, kind, value)
        if started:
            row, puzzle = started
            return state.live_games.add(row, puzzle)
    line, known = await _choose_puzzle(state, player, client, kind, value)
    row = await start_game(state.database, player.id, known.id if known else None, line)
    return state.live_games.add(row, known)


async def _choose_puzzle(
    state: State, player: Player, client: str, kind: str, value: Any
) -> tuple[str, StoredPuzzle | None]:
    """Return the line of the requested puzzle, and the puzzle itself unless it is the player's own."""
    if kind == "line":
        playable = await state.pool.run("playable", state.settings.solve_seconds, puzzle=value)
        return playable["line"], None
    if kind == "again":
        live = await state.live_games.open(player.id, value)
        return live.row.line, live.puzzle
    if kind == "puzzle":
        puzzle = await get_known_puzzle(state, value)
    elif kind == "daily":
        puzzle = await get_daily_puzzle(state, value)
    else:
        puzzle = await find_or_generate(state, player.id, client, kind, value)
    return puzzle.line, puzzle


async def _game_out(state: State, live: LiveGame, after: int = 0) -> GameOut:
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
            "moves": [{"at": at, "move": str(move)} for at, move in game.moves[after:]],
            "result": await _result_out(state, live) if game.finished is not None else None,
        }
    )


_COPIED: Final = (
    "time",
    "elapsed",
    "help",
    "hints",
    "mistakes",
    "moves",
    "pauses",
    "finished",
    "shared",
    "level",
    "pending",
)


async def _result_out(state: State, live: LiveGame) -> ResultOut:
    row = await find_result(state.database, live.row.id)
    if row is None:  # deleted by another process meanwhile
        raise ApiError("server.unknown-game")
    rank = None
    if not row["unranked"] and not row["flags"] and not row["pending"]:
        entry = await find_entry(state.database, _main_leaderboard(row), live.row.player_id)
        rank = entry.rank if entry else None
    words = {name: row[name].split() for name in ("unranked", "flags")}
    return ResultOut(**{name: row[name] for name in _COPIED}, **words, rank=rank)


def _main_leaderboard(row: dict[str, Any]) -> Leaderboard:
    """Return the leaderboard whose rank is reported with a result."""
    if row["shared"]:
        return Leaderboard(puzzle_id=row["puzzle_id"], help=row["help"])
    if row["level"]:
        return Leaderboard(level=row["level"], help=row["help"])
    return Leaderboard(difficulty=row["difficulty"], help=row["help"])


def _is_finished(state: State, game_id: str) -> bool:
    live = state.live_games.peek(game_id)
    return live is not None and live.game.finished is not None
