"""Games over the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from shudu.server.schemas.common import Cell, CheckMode, Difficulty, Help, Id, Language, Level, Line, Strict
from shudu.server.schemas.puzzles import PuzzleRequest
from shudu.server.schemas.solving import StepHint


class GameRequest(PuzzleRequest):
    """What to play; give exactly one."""

    puzzle: Id | None = Field(default=None, description="The id of a puzzle that was given out.")
    daily: Annotated[date, Field(strict=False)] | None = Field(default=None, description="The puzzle of that day.")
    line: Line | None = Field(default=None, description="The player's own puzzle; results with it are on no board.")
    again: Id | None = Field(default=None, description="The id of a game of this player: the same puzzle once more.")


class TimedMoveOut(BaseModel):
    """A move and when it was made, counted from the start."""

    at: int
    move: str


class BoardOut(BaseModel):
    """Everything undo brings back."""

    digits: str
    centre: dict[str, str]
    corner: dict[str, str]
    crossed: dict[str, str]
    colours: dict[str, str]
    auto: bool
    noted: bool


class HintsOut(BaseModel):
    """Hints taken: candidates of cells, next steps, and the level of the next-step hint that is open."""

    candidates: int
    steps: int
    open: int


class ResultOut(BaseModel):
    """The result of a finished game."""

    time: int = Field(description="Without pauses, by the server's clock.")
    elapsed: int = Field(description="From the player's first sight of the puzzle to the finish; what boards go by.")
    help: Help = Field(description="The class: the most help ever used until the finish.")
    hints: int
    mistakes: int
    moves: int
    pauses: int
    finished: int = Field(description="When, since 1970.")
    shared: bool = Field(description="It counts on the board of its puzzle alone.")
    level: Level | None = Field(description="The level on whose board it counts; none: on that of its difficulty.")
    unranked: list[Literal["own", "again", "offline", "restored"]] = Field(description="Why it is on no board.")
    flags: list[Literal["fast", "burst", "even", "order", "pace"]] = Field(
        description="Why it looks automated; `pace` occurs in results of earlier versions only."
    )
    pending: bool = Field(description="It is not judged yet, and not ranked until it is; ask again in a second.")
    rank: int | None = Field(
        default=None,
        description="The player's rank of all time at this difficulty or level, or with this puzzle, in this class.",
    )


class GameOut(BaseModel):
    """A game as it stands."""

    id: Id
    puzzle: str
    puzzle_id: Id | None
    difficulty: Difficulty
    level: Level | None
    started: int = Field(description="When, since 1970, by the server's clock.")
    seen: int = Field(description="When the player first saw the puzzle, since 1970; not after the start.")
    shared: bool = Field(description="Others had seen the puzzle before, or it was wished for by clues or technique.")
    again: bool = Field(description="The player had started this puzzle before.")
    offline: bool = Field(description="Some moves came later than they were made.")
    board: BoardOut
    length: int = Field(description="How many moves there are; the next has this number + 1.")
    at: int
    time: int
    paused: bool
    check: CheckMode
    hints: HintsOut
    help: Help
    checkpoints: list[str]
    undo: int
    redo: int
    finished: int | None
    moves: list[TimedMoveOut]
    result: ResultOut | None = None


class SentMove(Strict):
    """A move and, by the client's clock, when it was made: milliseconds since the start."""

    move: str = Field(max_length=5000, examples=["r1c1=7"])
    at: int | None = Field(default=None, ge=0, lt=2**53)


class AppendRequest(Strict):
    """Moves to add. Sending the same again does no harm."""

    seq: int = Field(ge=1, le=10_000, description="The number of the first of these moves; numbers start at 1.")
    moves: list[SentMove] = Field(min_length=1, max_length=2_000)


class Appended(BaseModel):
    """What the server has now."""

    length: int
    at: int = Field(description="When the last move was made, counted from the start.")
    time: int
    finished: int | None
    result: ResultOut | None = None


class HintRequest(Strict):
    """Which hint: the candidates of a cell, or the next level of the next step."""

    cell: Cell | None = None
    level: int | None = Field(default=None, ge=1, le=5)
    language: Language = "en"

    @model_validator(mode="after")
    def _one(self) -> HintRequest:
        if (self.cell is None) == (self.level is None):
            raise ValueError("give exactly one of cell, level")
        return self


class HintOut(BaseModel):
    """A hint in a game. `length` counts the move by which the game remembers it."""

    length: int
    candidates: str | None = Field(default=None, description="The digits that fit the cell.")
    step: StepHint | None = None


class CheckRequest(Strict):
    """What to check the entries against."""

    mode: Literal["rules", "solution"] = "solution"


class CheckOut(BaseModel):
    """The entries that are wrong."""

    length: int
    mode: Literal["rules", "solution"]
    wrong: list[str]
    back: int | None = Field(description="How many steps back the last correct position is: play `back:n`.")
