"""Leaderboards over the wire."""

from __future__ import annotations

from pydantic import BaseModel, Field

from shudu.server.schemas.common import Help


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
