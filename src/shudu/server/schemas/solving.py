"""Solving, rating, tracing and making over the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from shudu.server.schemas.common import Candidate, Language, Level, Line, Strict

Symmetry = Literal[
    "none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"
]  # of clues


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


class PositionRequest(Strict):
    """A position that asks for a hint outside of any game."""

    puzzle: Line
    digits: Line
    crossed: list[Candidate] = Field(default_factory=list, max_length=729)
    level: int = Field(default=5, ge=1, le=5)
    language: Language = "en"


class PuzzleTextRequest(Strict):
    """A puzzle somebody typed: a line of 81, or nine rows."""

    puzzle: Line


class CountRequest(PuzzleTextRequest):
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


class RateRequest(PuzzleTextRequest):
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


class TraceRequest(PuzzleTextRequest):
    """A search to watch."""

    by: Annotated[str, StringConstraints(pattern=r"^[a-z0-9+-]{2,40}$")] = "mrv"
    limit: int | None = Field(default=1, ge=1, le=1000, description="Solutions to look for; null for all.")
    events: int = Field(default=1_000_000, ge=1, le=1_000_000)
    seed: int = Field(default=0, ge=0, lt=2**53)


class GenerationTraceRequest(Strict):
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


class TechniqueOut(BaseModel):
    """A technique that puzzles can be asked for."""

    id: str
    family: str
    level: Level
    score: int


class AlgorithmOut(CodeOut):
    """A search that can be watched."""
