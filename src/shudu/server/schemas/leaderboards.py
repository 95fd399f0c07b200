"""Leaderboards."""

from __future__ import annotations

from pydantic import BaseModel, Field

from shudu.server.schemas.common import Help


class EntryOut(BaseModel):
    """An entry of a leaderboard."""

    rank: int = Field(description="The rank; players with the same time share a rank.")
    name: str | None = Field(description="The player's display name, if they have one.")
    you: bool = Field(description="Whether this is the caller's own entry.")
    time: int = Field(description="Time from the player's first sight of the puzzle to the finish, with pauses.")
    help: Help = Field(description="The strongest help used.")
    hints: int = Field(description="The number of hints taken.")
    mistakes: int = Field(description="The number of wrong entries.")
    finished: int = Field(description="When the game was finished.")
    flags: list[str] = Field(description="Signs that a program played the game.")


class BoardPage(BaseModel):
    """A page of a leaderboard."""

    entries: list[EntryOut] = Field(description="The entries of this page, best first.")
    next: str | None = Field(default=None, description="The value of `after` for the next page; null on the last.")
    you: EntryOut | None = Field(default=None, description="The caller's own entry, on whichever page it is.")
