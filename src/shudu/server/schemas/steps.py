"""Steps of human logic and hints over the wire."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


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
