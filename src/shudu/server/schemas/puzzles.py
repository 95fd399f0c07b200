"""Puzzles."""

from __future__ import annotations

from pydantic import BaseModel, Field, model_validator

from shudu.server.schemas.common import Difficulty, Id, Level, RequestModel, TechniqueId


class OfferOut(BaseModel):
    """What is known about a puzzle without its digits."""

    id: Id = Field(description="The id of the puzzle.")
    clues: int = Field(description="The number of givens.")
    difficulty: Difficulty = Field(
        description="The difficulty by clue count: 38 and more are easy, 28 to 37 medium, fewer hard."
    )
    level: Level = Field(description="The HoDoKu level of the hardest technique needed.")
    score: int = Field(description="The HoDoKu score.")
    technique: str = Field(description="The hardest technique needed.")


class PuzzleOut(OfferOut):
    """A puzzle with exactly one solution."""

    line: str = Field(description="The givens: 81 characters, `.` for empty cells.")


class PuzzleRequest(RequestModel):
    """The kind of puzzle to get. Give exactly one field."""

    difficulty: Difficulty | None = Field(default=None, description="The difficulty by clue count.")
    level: Level | None = Field(default=None, description="The HoDoKu level of the hardest technique needed.")
    clues: int | None = Field(default=None, ge=17, le=60, description="The number of givens.")
    technique: TechniqueId | None = Field(default=None, description="A technique the puzzle needs.")

    @model_validator(mode="after")
    def _check_one(self) -> PuzzleRequest:
        if len(self.model_fields_set) != 1 or None in (getattr(self, name) for name in self.model_fields_set):
            raise ValueError("give exactly one of " + ", ".join(type(self).model_fields))
        return self
