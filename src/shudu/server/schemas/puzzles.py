"""Puzzles over the wire."""

from __future__ import annotations

from pydantic import BaseModel, Field, model_validator

from shudu.server.schemas.common import Difficulty, Id, Level, Strict, TechniqueId


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


class PuzzleRequest(Strict):
    """What kind of puzzle; give exactly one."""

    difficulty: Difficulty | None = None
    level: Level | None = None
    clues: int | None = Field(default=None, ge=17, le=60)
    technique: TechniqueId | None = None

    @model_validator(mode="after")
    def _one(self) -> PuzzleRequest:
        if len(self.model_fields_set) != 1 or None in (getattr(self, name) for name in self.model_fields_set):
            raise ValueError("give exactly one of " + ", ".join(type(self).model_fields))
        return self
