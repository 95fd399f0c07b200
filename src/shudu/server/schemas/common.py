"""What the resources share: names of cells, puzzles, players; and what a client sends."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

Line = Annotated[str, StringConstraints(min_length=81, max_length=400)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
Difficulty = Literal["easy", "medium", "hard"]
Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Help = Literal["none", "candidates", "check", "step"]
CheckMode = Literal["end", "rules", "solution"]
Language = Literal["en", "zh"]
TechniqueId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,48}$")]
Cell = Annotated[str, StringConstraints(pattern=r"^r[1-9]c[1-9]$")]
Candidate = Annotated[str, StringConstraints(pattern=r"^[1-9]r[1-9]c[1-9]$")]


class Strict(BaseModel):
    """What a client sends: nothing unknown is taken."""

    model_config = ConfigDict(extra="forbid", strict=True)
