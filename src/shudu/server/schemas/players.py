"""Players, their games, devices and statistics over the wire."""

from __future__ import annotations

from pydantic import BaseModel, Field

from shudu.server.schemas.common import Difficulty, Id, Level, Strict


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


class PlayerOut(BaseModel):
    """The player who asks."""

    id: Id
    name: str | None
    created: int


class NameRequest(Strict):
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


class TransferClaimRequest(Strict):
    """A code from another device."""

    code: str = Field(min_length=16, max_length=40)


class RestoredOut(BaseModel):
    """What came of a restore."""

    games: int = Field(description="Games added.")
    known: int = Field(description="Games that were here already.")
    ranked: bool = Field(
        description="The file is genuine: its results keep their places, but for games that another player has now."
    )


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
