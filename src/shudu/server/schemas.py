"""What goes over the wire. Cells are written r3c5, candidates 7r3c5, houses r3, c5, b2; times are milliseconds."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Line = Annotated[str, StringConstraints(min_length=81, max_length=400)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
Difficulty = Literal["easy", "medium", "hard"]
Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Help = Literal["none", "candidates", "check", "step"]
CheckMode = Literal["end", "rules", "solution"]
Language = Literal["en", "zh"]
Symmetry = Literal[
    "none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"
]  # of clues
TechniqueId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,48}$")]
Cell = Annotated[str, StringConstraints(pattern=r"^r[1-9]c[1-9]$")]
Candidate = Annotated[str, StringConstraints(pattern=r"^[1-9]r[1-9]c[1-9]$")]


class Strict(BaseModel):
    """What a client sends: nothing unknown is taken."""

    model_config = ConfigDict(extra="forbid", strict=True)


class OfferOut(BaseModel):
    """What is known about a puzzle before it is seen."""

    id: Id
    clues: int
    difficulty: Difficulty = Field(description="The founding paper's bands: 38 clues and more easy, 28 to 37 medium.")
    level: Level = Field(description="What human logic needs: HoDoKu's levels.")
    score: int = Field(description="HoDoKu's score.")
    technique: str = Field(description="The hardest technique needed.")


class PuzzleOut(OfferOut):
    """A puzzle the server gives out, with exactly one solution."""

    line: str = Field(description="81 characters, `.` for blank.")


class PuzzleWish(Strict):
    """What kind of puzzle; give exactly one."""

    difficulty: Difficulty | None = None
    level: Level | None = None
    clues: int | None = Field(default=None, ge=17, le=60)
    technique: TechniqueId | None = None

    @model_validator(mode="after")
    def _one(self) -> PuzzleWish:
        if len(self.model_fields_set) != 1 or None in (getattr(self, name) for name in self.model_fields_set):
            raise ValueError("give exactly one of " + ", ".join(type(self).model_fields))
        return self


class GameWish(PuzzleWish):
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
    shared: bool = Field(description="Others had the puzzle before: it counts on the board of this puzzle alone.")
    unranked: list[Literal["own", "again", "offline", "restored"]] = Field(description="Why it is on no board.")
    flags: list[Literal["fast", "burst", "even", "order", "pace"]] = Field(description="Signs that no hand played it.")
    rank: int | None = Field(
        default=None,
        description="The player's rank of all time at this difficulty, or with this puzzle, in this class.",
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
    shared: bool = Field(description="Others had seen the puzzle before.")
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


class GameSummaryOut(BaseModel):
    """A game as a list shows it."""

    id: Id
    puzzle: str
    puzzle_id: Id | None
    difficulty: Difficulty
    level: Level | None
    started: int
    finished: int | None
    length: int


class GamePage(BaseModel):
    """Some games, the last started first, and where the list goes on."""

    games: list[GameSummaryOut]
    next: str | None = None


class SentMove(Strict):
    """A move and, by the client's clock, when it was made: milliseconds since the start."""

    move: str = Field(max_length=5000, examples=["r1c1=7"])
    at: int | None = Field(default=None, ge=0, lt=2**53)


class Append(Strict):
    """Moves to add. Sending the same again does no harm."""

    seq: int = Field(ge=1, le=10_000, description="The number of the first of these moves; numbers start at 1.")
    moves: list[SentMove] = Field(min_length=1, max_length=2_000)


class Appended(BaseModel):
    """What the server has now."""

    length: int
    at: int = Field(description="When the last move arrived, counted from the start.")
    time: int
    finished: int | None
    result: ResultOut | None = None


class HintWish(Strict):
    """Which hint: the candidates of a cell, or the next level of the next step."""

    cell: Cell | None = None
    level: int | None = Field(default=None, ge=1, le=5)
    language: Language = "en"

    @model_validator(mode="after")
    def _one(self) -> HintWish:
        if (self.cell is None) == (self.level is None):
            raise ValueError("give exactly one of cell, level")
        return self


class PositionWish(Strict):
    """A position that asks for a hint outside of any game."""

    puzzle: Line
    digits: Line
    crossed: list[Candidate] = Field(default_factory=list, max_length=729)
    level: int = Field(default=5, ge=1, le=5)
    language: Language = "en"


class LinkOut(BaseModel):
    """One inference between two sets of candidates."""

    start: list[str]
    end: list[str]
    strong: bool
    proof: str


class StepOut(BaseModel):
    """A step of human logic. Roles name the parts of the pattern: candidates, cells, houses or digits."""

    technique: str
    places: list[str]
    removes: list[str]
    roles: dict[str, list[str]]
    links: list[LinkOut]


class MistakeOut(BaseModel):
    """An entry that is wrong (`placed`), or the right digit crossed out."""

    placed: bool
    cell: str | None


class StepHint(BaseModel):
    """As much of the next step as a level tells.

    Levels: 1 the region, 2 the technique, 3 the cells of the pattern, 4 the step with a sentence, 5 the moves that
    apply it.
    """

    kind: Literal["step", "mistake", "solved", "no solution", "several solutions", "stuck"]
    level: int
    region: list[str]
    technique: str | None
    cells: list[str]
    step: StepOut | None
    sentence: str | None
    mistake: MistakeOut | None
    moves: list[str]


class HintOut(BaseModel):
    """A hint in a game. `length` counts the move by which the game remembers it."""

    length: int
    candidates: str | None = Field(default=None, description="The digits that fit the cell.")
    step: StepHint | None = None


class CheckWish(Strict):
    """What to check the entries against."""

    mode: Literal["rules", "solution"] = "solution"


class CheckOut(BaseModel):
    """The entries that are wrong."""

    length: int
    mode: Literal["rules", "solution"]
    wrong: list[str]
    back: int | None = Field(description="How many steps back the last correct position is: play `back:n`.")


class PuzzleText(Strict):
    """A puzzle somebody typed: a line of 81, or nine rows."""

    puzzle: Line


class CountWish(PuzzleText):
    """A puzzle, and how far to count its solutions."""

    limit: int = Field(default=2, ge=2, le=10_000)


class CountOut(BaseModel):
    """How many solutions a puzzle has (counted up to the limit), at most two of them, and where those differ."""

    puzzle: str
    count: int
    limit: int
    solutions: list[str]
    differing: list[str]


class SolveOut(BaseModel):
    """The one solution."""

    puzzle: str
    solution: str


class RateWish(PuzzleText):
    """A puzzle to rate."""

    profile: Literal["hodoku"] = "hodoku"
    language: Language = "en"


class RatingOut(BaseModel):
    """How hard a puzzle is for a person, and the path a logician takes."""

    puzzle: str
    profile: str
    level: Level
    score: float
    hardest: str
    counts: dict[str, int]
    path: list[StepOut]
    sentences: list[str] = Field(description="The steps of the path in words, in the language asked for.")


class TraceWish(PuzzleText):
    """A search to watch."""

    by: Annotated[str, StringConstraints(pattern=r"^[a-z0-9+-]{2,40}$")] = "mrv"
    limit: int | None = Field(default=1, ge=1, le=1000, description="Solutions to look for; null for all.")
    events: int = Field(default=1_000_000, ge=1, le=1_000_000)
    seed: int = Field(default=0, ge=0, lt=2**53)


class MakingWish(Strict):
    """The making of a full grid to watch, or with the method `dig` that of a puzzle."""

    method: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,40}$")] = "backtrack"
    seed: int = Field(default=0, ge=0, lt=2**53)
    clues: int = Field(default=28, ge=17, le=80, description="Where to stop digging.")
    symmetry: Symmetry = "none"


class WordsOut(BaseModel):
    """A text in both languages."""

    zh: str
    en: str


class CodeOut(BaseModel):
    """Something that can be watched: what it is called, what it does, and its pseudocode line by line."""

    id: str
    name: WordsOut
    about: WordsOut
    lines: list[WordsOut]


class MethodOut(CodeOut):
    """A way to make full grids, or puzzles of them, that can be watched."""

    makes: Literal["grid", "puzzle"]


class PlayerOut(BaseModel):
    """The player who asks."""

    id: Id
    name: str | None
    created: int


class NameWish(Strict):
    """A display name, or null for none."""

    name: str | None = Field(max_length=200)


class SessionOut(BaseModel):
    """One browser of the player."""

    id: Id
    created: int
    seen: int
    current: bool


class TransferOut(BaseModel):
    """A code that opens this player on another device, once."""

    code: str
    expires: int


class TransferClaim(Strict):
    """A code from another device."""

    code: str = Field(min_length=16, max_length=40)


class RestoredOut(BaseModel):
    """What came of a restore."""

    games: int = Field(description="Games added.")
    known: int = Field(description="Games that were here already.")
    ranked: bool = Field(description="The file is genuine, so its results keep their places.")


class SummaryOut(BaseModel):
    """What a player did at one difficulty."""

    started: int
    finished: int
    best: int | None
    mean: float | None
    median: float | None
    distribution: dict[str, int] = Field(description="Results by whole minutes.")
    trend: list[tuple[int, int]] = Field(description="The last 50 results, oldest first: when, time.")
    helps: dict[str, int] = Field(description="Results by class.")


class StatisticsOut(BaseModel):
    """A player's statistics."""

    by_difficulty: dict[str, SummaryOut]
    streak: int = Field(description="Days in a row, up to today or yesterday, with a finished game.")
    longest_streak: int


class EntryOut(BaseModel):
    """A line of a leaderboard. Equal times share a rank."""

    rank: int
    name: str | None
    you: bool
    time: int = Field(description="From the player's first sight of the puzzle to the finish, pauses included.")
    help: Help
    hints: int
    mistakes: int
    finished: int
    flags: list[str]


class BoardPage(BaseModel):
    """A page of a leaderboard, where it goes on, and the line of who asks."""

    entries: list[EntryOut]
    next: str | None = None
    you: EntryOut | None = None


class TechniqueOut(BaseModel):
    """A technique that puzzles can be asked for."""

    id: str
    family: str
    level: Level
    score: int


class AlgorithmOut(CodeOut):
    """A search that can be watched."""
