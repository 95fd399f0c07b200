"""Games."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, model_validator

from shudu.server.routes import Cell, CheckMode, Difficulty, Help, Id, Language, Level, Line, RequestModel
from shudu.server.routes.puzzles import DailyName, PuzzleRequest
from shudu.server.routes.solving import StepHint


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
        "`lookup`: while the game was open, its puzzle was posted to a solver from the same player or address."
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
            "the result is not ranked."
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


class SentMove(RequestModel):
    """A move to append."""

    move: str = Field(max_length=5000, examples=["r1c1=7"], description="The text of the move.")
    at: int | None = Field(
        default=None,
        ge=0,
        lt=2**53,
        description="When the move was made by the client's clock, in milliseconds since the start of the game.",
    )


class AppendRequest(RequestModel):
    """Moves to append. Sending the same request again is harmless."""

    seq: int = Field(ge=1, le=10_000, description="The number of the first of these moves; the first of a game is 1.")
    moves: list[SentMove] = Field(min_length=1, max_length=2_000, description="The moves in order.")


class Appended(BaseModel):
    """The state of the game after moves were appended."""

    length: int = Field(description="The number of moves the game has now.")
    at: int = Field(description="When the last move was made, in milliseconds since the start.")
    time: int = Field(description="Playing time without pauses.")
    finished: int | None = Field(
        description="When the game was finished, in milliseconds since the start; null if it is not."
    )
    result: ResultOut | None = Field(default=None, description="The result; null until the game is finished.")


class HintRequest(RequestModel):
    """The hint to take. Give either `cell` or `level`."""

    cell: Cell | None = Field(default=None, description="Show the candidates of this cell.")
    level: int | None = Field(default=None, ge=1, le=5, description="Open this stage of the next-step hint.")
    language: Language = Field(default="en", description="The language of the sentence.")

    @model_validator(mode="after")
    def _check_one(self) -> HintRequest:
        if (self.cell is None) == (self.level is None):
            raise ValueError("give exactly one of cell, level")
        return self


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
