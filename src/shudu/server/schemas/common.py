"""Types that several resources share."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, StringConstraints

from shudu.logic.registry import Level as Level
from shudu.puzzles.difficulty import Difficulty as Difficulty

Line = Annotated[str, StringConstraints(min_length=81, max_length=400)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
PathId = Annotated[Id, Path(description="The id: 22 letters, digits, - or _.")]
Help = Literal["none", "candidates", "check", "step"]
CheckMode = Literal["end", "rules", "solution"]
ClueSymmetry = Literal["none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"]
Language = Literal["en", "zh"]
TechniqueId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,48}$")]
Cell = Annotated[str, StringConstraints(pattern=r"^r[1-9]c[1-9]$")]
Candidate = Annotated[str, StringConstraints(pattern=r"^[1-9]r[1-9]c[1-9]$")]


class RequestModel(BaseModel):
    """Base class of what clients send. Unknown fields and values of the wrong type are rejected."""

    model_config = ConfigDict(extra="forbid", strict=True)
