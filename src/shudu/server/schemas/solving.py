"""Solving, rating, hints and traces of any puzzle."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from shudu.server.schemas.common import Candidate, ClueSymmetry, Language, Level, Line, RequestModel


class LinkOut(BaseModel):
    """An inference between two sets of candidates."""

    start: list[str] = Field(description="The candidates it starts from.")
    end: list[str] = Field(description="The candidates it leads to.")
    strong: bool = Field(description="Whether the link is strong: if the start is false, the end is true.")
    proof: str = Field(description="The house, cell or almost locked set that proves the link.")


class StepOut(BaseModel):
    """A step of human logic."""

    technique: str = Field(description="The id of the technique.")
    places: list[str] = Field(description="The candidates the step places.")
    removes: list[str] = Field(description="The candidates the step removes.")
    roles: dict[str, list[str]] = Field(
        description="The parts of the pattern by role: candidates, cells, houses or digits."
    )
    links: list[LinkOut] = Field(description="The links of a chain; empty for other techniques.")


class MistakeOut(BaseModel):
    """A mistake that has to be corrected before a step can be found."""

    placed: bool = Field(description="True for a wrong entry, false for a correct digit that is crossed out.")
    cell: str | None = Field(description="The cell, from stage 2 on.")
    reason: str | None = Field(default=None, description="Why a wrong entry cannot be right, from stage 2 on.")


class StepHint(BaseModel):
    """As much of the next step as a stage discloses.

    Stages: 1 the region, 2 the technique, 3 the cells of the pattern, 4 the step with its explanation, 5 the moves that
    apply it.
    """

    kind: Literal["step", "mistake", "solved", "no solution", "several solutions", "stuck"] = Field(
        description="What was found: a step, a mistake, or a reason why there is no step."
    )
    level: int = Field(description="The stage of the hint.")
    region: list[str] = Field(description="The houses where the step is.")
    technique: str | None = Field(description="The id of the technique.")
    cells: list[str] = Field(description="The cells of the pattern.")
    step: StepOut | None = Field(description="The step.")
    sentence: str | None = Field(description="The explanation of the step.")
    mistake: MistakeOut | None = Field(description="The mistake, if `kind` is `mistake`.")
    moves: list[str] = Field(description="The moves that apply the step.")
    lines: list[str] = Field(default_factory=list, description="The hint in words: one line per stage disclosed.")
    spot: str | None = Field(default=None, description="What to look for to find the technique, from stage 2 on.")
    target: str | None = Field(default=None, description="The cell that an elimination leads to, from stage 4 on.")
    purpose: str | None = Field(default=None, description="A sentence that says where an elimination leads.")


class PositionRequest(RequestModel):
    """A position outside of any game, and the hint to give."""

    puzzle: Line = Field(description="The givens.")
    digits: Line = Field(description="The givens and entries.")
    crossed: list[Candidate] = Field(default_factory=list, max_length=729, description="Candidates crossed out.")
    last: Candidate | None = Field(default=None, description="The entry made last; steps near it are preferred.")
    level: int = Field(default=5, ge=1, le=5, description="The stage of the hint.")
    language: Language = Field(default="en", description="The language of the explanation.")


class PuzzleTextRequest(RequestModel):
    """A puzzle as text."""

    puzzle: Line = Field(description="81 characters or nine rows; `.` or `0` for empty cells.")


class CountRequest(PuzzleTextRequest):
    """A puzzle whose solutions to count."""

    limit: int = Field(default=2, ge=2, le=10_000, description="Stop counting here.")


class CountOut(BaseModel):
    """The number of solutions of a puzzle."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    count: int = Field(description="The number of solutions, up to `limit`.")
    limit: int = Field(description="Where counting stops.")
    solutions: list[str] = Field(description="The first two solutions.")
    differing: list[str] = Field(description="The cells in which these two differ.")


class SolveOut(BaseModel):
    """The only solution of a puzzle."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    solution: str = Field(description="The solution: 81 digits.")


class RateRequest(PuzzleTextRequest):
    """A puzzle to rate."""

    profile: Literal["hodoku"] = Field(default="hodoku", description="The rating profile.")
    language: Language = Field(default="en", description="The language of the explanations.")


class RatingOut(BaseModel):
    """How hard a puzzle is for a person, and a path to its solution."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    profile: str = Field(description="The rating profile.")
    level: Level = Field(description="The level of the hardest technique.")
    score: float = Field(description="The score.")
    hardest: str = Field(description="The id of the hardest technique.")
    counts: dict[str, int] = Field(description="How often each technique occurs in the path.")
    path: list[StepOut] = Field(description="The steps from the givens to the solution.")
    sentences: list[str] = Field(description="The explanations of the steps.")
    turning_points: list[int] = Field(
        default_factory=list, description="The indexes of the steps that decide the solution, between runs of singles."
    )


class TraceRequest(PuzzleTextRequest):
    """A search to trace."""

    by: Annotated[str, StringConstraints(pattern=r"^[a-z0-9+-]{2,40}$")] = Field(
        default="mrv", description="The id of the algorithm."
    )
    limit: int | None = Field(default=1, ge=1, le=1000, description="Stop after this many solutions; null for all.")
    events: int = Field(default=1_000_000, ge=1, le=1_000_000, description="Stop after this many events.")
    seed: int = Field(default=0, ge=0, lt=2**53, description="The random seed of algorithms that use one.")


class GenerationTraceRequest(RequestModel):
    """The generation of a full grid or a puzzle to trace."""

    method: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,40}$")] = Field(
        default="backtrack", description="The id of the method; `dig` makes a puzzle."
    )
    seed: int = Field(default=0, ge=0, lt=2**53, description="The random seed.")
    clues: int = Field(default=28, ge=17, le=80, description="The number of clues at which digging stops.")
    symmetry: ClueSymmetry = Field(default="none", description="The symmetry of the clues when digging.")


class WordsOut(BaseModel):
    """A text in both languages."""

    zh: str = Field(description="Chinese.")
    en: str = Field(description="English.")


class CodeOut(BaseModel):
    """An algorithm that can be traced, with its pseudocode."""

    id: str = Field(description="The id.")
    name: WordsOut = Field(description="The name.")
    about: WordsOut = Field(description="A short description.")
    lines: list[WordsOut] = Field(description="The pseudocode, line by line.")


class AlgorithmOut(CodeOut):
    """A search algorithm."""


class MethodOut(CodeOut):
    """A method of generating full grids or puzzles."""

    makes: Literal["grid", "puzzle"] = Field(description="What it generates.")


class TechniqueOut(BaseModel):
    """A technique that a requested puzzle can need."""

    id: str = Field(description="The id.")
    family: str = Field(description="The family it belongs to.")
    level: Level = Field(description="Its HoDoKu level.")
    score: int = Field(description="Its HoDoKu score.")
