"""Games: start one, take hints, check entries, get the result. Moves are appended in `moves`."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, ClassVar, Final, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from shudu.core.geometry import parse_cell
from shudu.server.errors import ApiError, errors
from shudu.server.live_games import LiveGame
from shudu.server.routes import (
    WHOLE,
    Cell,
    CheckMode,
    ChoiceRequest,
    Difficulty,
    Help,
    Id,
    Language,
    Level,
    Line,
    PathId,
    RequestModel,
)
from shudu.server.routes.puzzles import (
    DailyName,
    PuzzleRequest,
    find_or_generate,
    get_daily_puzzle,
    get_known_puzzle,
    may_take_from_stock,
    requested_kind,
)
from shudu.server.routes.solving import StepHint
from shudu.server.state import (
    CurrentClient,
    CurrentPlayer,
    CurrentState,
    NewOrCurrentPlayer,
    State,
    client_address,
    count_costly,
    count_long_game,
    limit_changes,
    limit_costly,
)
from shudu.server.workers.pool import JobTimeout
from shudu.store.games import MOST_MOVES, start_game
from shudu.store.leaderboards import Leaderboard, find_entry, percent_slower
from shudu.store.players import Player
from shudu.store.puzzles import PuzzleRecord, StoredPuzzle, make_record
from shudu.store.results import find_result

router: APIRouter = APIRouter(prefix="/games", tags=["games"])
_GRADE_SECONDS: Final = 2.0  # for a puzzle the player entered; one that takes longer has no level


class GameRequest(PuzzleRequest):
    """What to play. Give exactly one field."""

    puzzle: Id | None = Field(default=None, description="The id of a puzzle of this server.")
    daily: DailyName | None = Field(
        default=None,
        description="The daily puzzle to play: its day and difficulty, such as `2026-01-31/easy`. "
        "The day alone is the single puzzle of earlier versions.",
    )
    line: Line | None = Field(
        default=None, description="The player's own puzzle; its results are not on any leaderboard."
    )
    again: Id | None = Field(default=None, description="The id of one of the player's games, to play its puzzle again.")


class TimedMoveOut(BaseModel):
    """A move and its time."""

    at: int = Field(description="When the move was made, in milliseconds since the start of the game.")
    move: str = Field(description="The text of the move, such as `r1c1=7`.")


class BoardOut(BaseModel):
    """The part of a game that undo and redo restore."""

    digits: str = Field(description="81 characters: givens and entries, `.` for empty cells.")
    centre: dict[str, str] = Field(description="Centre notes: the digits by cell.")
    corner: dict[str, str] = Field(description="Corner notes: the digits by cell.")
    crossed: dict[str, str] = Field(description="Candidates crossed out: the digits by cell.")
    colours: dict[str, str] = Field(description="Colours, by cell or candidate.")
    auto: bool = Field(description="Whether centre notes follow the entries automatically.")
    noted: bool = Field(description="Whether the notes were filled in at some point.")


class HintsOut(BaseModel):
    """The hints taken in a game."""

    candidates: int = Field(description="How often the candidates of a cell were shown.")
    steps: int = Field(description="How many next steps were hinted at.")
    open: int = Field(description="The stage of the next-step hint that is open, or 0.")


class ResultOut(BaseModel):
    """The result of a finished game."""

    time: int = Field(description="Playing time without pauses, by the server's clock.")
    elapsed: int = Field(
        description="Time from the player's first sight of the puzzle to the finish; leaderboards rank by it."
    )
    help: Help = Field(description="The class of the result: the strongest help used before the finish.")
    hints: int = Field(description="The number of hints taken.")
    mistakes: int = Field(description="The number of wrong entries.")
    moves: int = Field(description="The number of moves.")
    pauses: int = Field(description="The number of pauses.")
    finished: int = Field(description="When the game was finished.")
    shared: bool = Field(description="Whether it counts only on the leaderboard of its puzzle.")
    level: Level | None = Field(
        description="The level on whose leaderboard it counts; null for that of its difficulty."
    )
    unranked: list[Literal["own", "again", "offline", "restored", "removed", "lookup"]] = Field(
        description="Why it is not on any leaderboard; empty if it is. "
        "`lookup`: while the clock ran, its puzzle was posted to a solver by the same player or from the same address."
    )
    flags: list[Literal["fast", "burst", "even", "order", "unchecked", "pace"]] = Field(
        description="Signs that a program played the game; leaderboards leave flagged results out by default. "
        "`unchecked`: the game was too long to be checked. "
        "`pace` occurs only in results of earlier versions."
    )
    pending: bool = Field(
        description="Whether the result still waits to be judged and is not ranked yet; ask again in a second."
    )
    rank: int | None = Field(
        default=None,
        description=(
            "The player's all-time rank among all players in this class on the leaderboard of the difficulty, level or puzzle; null if "
            "the result is not ranked, or not among the first 10,000."
        ),
    )
    faster: int | None = Field(
        default=None,
        description="The percentage of other players with the same puzzle and class who took longer; null if there "
        "are none, or the puzzle is not shared.",
    )


class GameOut(BaseModel):
    """A game."""

    id: Id = Field(description="The id of the game.")
    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    puzzle_id: Id | None = Field(description="The id of the puzzle; null for the player's own puzzle.")
    difficulty: Difficulty | None = Field(
        description="The difficulty, if clue count, hardest technique and level agree; null if they do not."
    )
    level: Level | None = Field(description="The level of logic the puzzle needs; null if unknown.")
    started: int = Field(description="When the game was started, by the server's clock.")
    seen: int = Field(description="When the player first saw the puzzle; not later than `started`.")
    shared: bool = Field(
        description="Whether others had seen the puzzle before, or it was requested by clue count or technique."
    )
    again: bool = Field(description="Whether the player had started this puzzle before.")
    offline: bool = Field(description="Whether some moves arrived long after they were made.")
    board: BoardOut = Field(description="The board after the last move.")
    length: int = Field(description="The number of moves; the next one has this number plus 1.")
    at: int = Field(description="When the last move was made, in milliseconds since the start.")
    time: int = Field(description="Playing time without pauses.")
    paused: bool = Field(description="Whether the game is paused.")
    check: CheckMode = Field(description="When entries are checked: at the end, by the rules, or by the solution.")
    hints: HintsOut = Field(description="The hints taken.")
    help: Help = Field(description="The strongest help used so far.")
    checkpoints: list[str] = Field(description="The names of the checkpoints.")
    undo: int = Field(description="The number of moves that can be undone.")
    redo: int = Field(description="The number of moves that can be redone.")
    finished: int | None = Field(
        description="When the game was finished, in milliseconds since the start; null if it is not."
    )
    moves: list[TimedMoveOut] = Field(description="The moves; only those after number `after` if that is given.")
    result: ResultOut | None = Field(default=None, description="The result; null until the game is finished.")


class HintRequest(ChoiceRequest):
    """The hint to take. Give either `cell` or `level`."""

    choices: ClassVar[tuple[str, ...]] = ("cell", "level")
    cell: Cell | None = Field(default=None, description="Show the candidates of this cell.")
    level: Annotated[int, Field(ge=1, le=5), WHOLE] | None = Field(
        default=None, description="Open this stage of the next-step hint."
    )
    language: Language = Field(default="en", description="The language of the sentence.")


class HintOut(BaseModel):
    """A hint in a game."""

    length: int = Field(description="The number of moves, including the one that records the hint.")
    candidates: str | None = Field(default=None, description="The candidates of the cell, if a cell was given.")
    step: StepHint | None = Field(default=None, description="The next-step hint, if a stage was given.")


class CheckRequest(RequestModel):
    """How to check the entries."""

    mode: Literal["rules", "solution"] = Field(
        default="solution", description="Find entries that break the rules, or that differ from the solution."
    )
    language: Language = Field(default="en", description="The language of the reasons.")


class CheckOut(BaseModel):
    """The wrong entries of a game."""

    length: int = Field(description="The number of moves, including the one that records the check.")
    mode: Literal["rules", "solution"] = Field(description="What the entries were checked against.")
    wrong: list[str] = Field(description="The cells with wrong entries.")
    reasons: dict[str, str] = Field(
        default_factory=dict, description="Why an entry cannot be right, by cell, if there is a short reason."
    )
    back: int | None = Field(
        description="How many steps back the last correct position is: play `back:n`. Null when checked by the rules."
    )


@router.post(
    "", status_code=201, responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_changes)]
)
async def new_game(
    body: GameRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState, client: CurrentClient
) -> GameOut:
    """Start a game.

    The clock of the leaderboards starts now, or when the player first saw the puzzle. A visitor becomes a player. If
    the server chooses the puzzle, nobody has seen it before as long as the stock lasts.
    """
    if body.line is not None:  # whether it can be played tells whether a digit that was added is right
        await client.record_lookup("solver", body.line, but_givens=True)
    live = await _start(state, player, client_address(request), body)
    state.metrics.games.inc()
    return await _game_out(state, live)


@router.get("/{game_id}", responses=errors(401, 404, 429))
async def get_game(
    game_id: PathId,
    player: CurrentPlayer,
    state: CurrentState,
    after: Annotated[int, Query(ge=0, le=MOST_MOVES, description="Leave out the moves up to this number.")] = 0,
) -> GameOut:
    """Return a game of the player with its moves: all of them, or those the client does not have yet."""
    await state.rate_limits.count("reads", player.id)
    live = await state.live_games.open(player.id, game_id)
    await count_long_game(state.rate_limits, player.id, len(live.game.moves) - after)
    return await _game_out(state, live, after)


@router.post(
    "/{game_id}/hint", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def take_hint(
    game_id: PathId, body: HintRequest, client: CurrentClient, player: CurrentPlayer, state: CurrentState
) -> HintOut:
    """Show the candidates of a cell, or open a stage of the next-step hint. The game records it as a move.

    A stage that is already open is shown again without counting twice.
    """
    live = await state.live_games.open(player.id, game_id)
    if body.level is None or body.level > live.game.hints.open:
        await state.live_games.play(live, f"hint:{body.cell or body.level}")
    board, length = live.game.board, len(live.game.moves)
    if body.cell:
        return HintOut(length=length, candidates=str(board.grid.candidates(parse_cell(body.cell))))
    line = live.game.puzzle.line
    await client.record_lookup("hint", line, other_than=game_id)
    crossed = [f"{digit}{cell}" for cell, digits in board.marks("crossed").items() for digit in digits]
    last = live.game.last_entry
    step = await state.pool.run(
        "hint",
        state.settings.solve_seconds,
        digits=board.line,
        puzzle=line,
        crossed=crossed,
        level=body.level,
        language=body.language,
        last=None if last is None else str(last),
    )
    return HintOut(length=length, step=step)


@router.post(
    "/{game_id}/check", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def check(
    game_id: PathId, body: CheckRequest, client: CurrentClient, player: CurrentPlayer, state: CurrentState
) -> CheckOut:
    """Find the wrong entries, by the rules or by the solution. The game records the check as a move."""
    live = await state.live_games.open(player.id, game_id)
    await state.live_games.play(live, "check:now")
    length, text = len(live.game.moves), live.game.text
    await client.record_lookup("solver", live.game.puzzle.line, other_than=game_id)
    answer = await state.pool.run(
        "check", state.settings.solve_seconds, text=text, mode=body.mode, language=body.language
    )
    return CheckOut(length=length, **answer)


@router.post("/{game_id}/finish", responses=errors(401, 404, 409, 429, changing=True))
async def finish(game_id: PathId, player: CurrentPlayer, state: CurrentState) -> ResultOut:
    """Return the result of a finished game. Only moves can finish a game; this cannot."""
    await state.rate_limits.count("reads", player.id)
    live = await state.live_games.open(player.id, game_id)
    if live.game.finished is None:
        raise ApiError("server.game-unfinished", empty=live.game.board.digits.count(0))
    state.live_games.release(live)
    return await result_out(state, live)


async def _start(state: State, player: Player, client: str, body: GameRequest) -> LiveGame:
    """Start the requested game, with a puzzle from the stock if the server may choose it."""
    kind, value = requested_kind(body)
    who: Any = {"origin": state.hash_address(client), "most_games": state.settings.quota_games}
    if await may_take_from_stock(state, client, kind):
        started = await state.stock.start_game(player.id, kind, value, **who)
        if started:
            row, puzzle = started
            return state.live_games.add(row, puzzle)
    chosen = await _choose_puzzle(state, player, client, kind, value)
    row = await start_game(state.database, player.id, chosen, **who)
    return state.live_games.add(row, chosen if isinstance(chosen, StoredPuzzle) else None)


async def _choose_puzzle(
    state: State, player: Player, client: str, kind: str, value: Any
) -> StoredPuzzle | PuzzleRecord:
    """Return the requested puzzle; it is stored unless it is the player's own."""
    if kind == "line":
        await count_costly(state, player.id, client)
        return await _grade_own(state, value)
    if kind == "again":
        live = await state.live_games.open(player.id, value)
        return live.puzzle or make_record(live.row.line, live.row.difficulty, live.row.level)
    if kind == "puzzle":
        return await get_known_puzzle(state, value)
    if kind == "daily":
        return await get_daily_puzzle(state, value)
    return await find_or_generate(state, player.id, client, kind, value)


async def _grade_own(state: State, line: str) -> PuzzleRecord:
    """Return a puzzle that a player entered, with its level if it has one solution and rating it does not take long."""
    playable = await state.pool.run("playable", state.settings.solve_seconds, puzzle=line)
    if playable["unique"]:
        with suppress(JobTimeout):
            return PuzzleRecord(**await state.pool.run("grade", _GRADE_SECONDS, puzzle=playable["line"]))
    return make_record(playable["line"])


async def _game_out(state: State, live: LiveGame, after: int = 0) -> GameOut:
    row, game = live.row, live.game
    return GameOut.model_validate(
        {
            **game.state,
            "id": row.id,
            "puzzle_id": row.puzzle_id,
            "difficulty": row.difficulty or None,
            "level": row.level or None,
            "started": row.started,
            "seen": row.seen,
            "shared": row.shared,
            "again": row.again,
            "offline": row.offline,
            "moves": [{"at": at, "move": str(move)} for at, move in game.moves[after:]],
            "result": await result_out(state, live) if game.finished is not None else None,
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


async def result_out(state: State, live: LiveGame) -> ResultOut:
    """Return the result of a finished game, with its rank once it has been judged."""
    row = await find_result(state.database, live.row.id)
    if row is None:  # deleted by another process meanwhile
        raise ApiError("server.unknown-game")
    rank = faster = None
    if not row["unranked"] and not row["flags"] and not row["pending"]:
        board = _main_leaderboard(row)
        entry = await find_entry(state.database, board, live.row.player_id)
        rank = entry.rank if entry else None
        if entry and row["shared"]:
            faster = await percent_slower(state.database, board, entry.player_id, entry.time)
    words = {name: row[name].split() for name in ("unranked", "flags")}
    return ResultOut(**{name: row[name] for name in _COPIED}, **words, rank=rank, faster=faster)


def _main_leaderboard(row: dict[str, Any]) -> Leaderboard:
    """Return the leaderboard whose rank is reported with a result."""
    if row["shared"]:
        return Leaderboard(puzzle_id=row["puzzle_id"], help=row["help"])
    if row["level"]:
        return Leaderboard(level=row["level"], help=row["help"])
    return Leaderboard(difficulty=row["difficulty"] or None, help=row["help"])
