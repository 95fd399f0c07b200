"""Players, their games, devices and statistics, and the leaderboards."""

from __future__ import annotations

from pydantic import BaseModel, Field

from shudu.server.schemas.common import Difficulty, Help, Id, Level, RequestModel


class GameSummaryOut(BaseModel):
    """A game in a list."""

    id: Id = Field(description="The id of the game.")
    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    puzzle_id: Id | None = Field(description="The id of the puzzle; null for the player's own puzzle.")
    difficulty: Difficulty = Field(description="The difficulty by clue count.")
    level: Level | None = Field(description="The level of logic the puzzle needs; null if unknown.")
    started: int = Field(description="When the game was started.")
    finished: int | None = Field(description="When the game was finished; null if it is not.")
    length: int = Field(description="The number of moves.")


class GamePage(BaseModel):
    """A page of a player's games."""

    games: list[GameSummaryOut] = Field(description="The games of this page, newest first.")
    next: str | None = Field(default=None, description="The value of `after` for the next page; null on the last.")


class PlayerOut(BaseModel):
    """The player who sent the request."""

    id: Id = Field(description="The id of the player.")
    name: str | None = Field(description="The display name; null if there is none.")
    created: int = Field(description="When the player was created.")


class NameRequest(RequestModel):
    """A new display name."""

    name: str | None = Field(max_length=200, description="The name; null removes it.")


class SessionOut(BaseModel):
    """A browser in which the player is signed in."""

    id: Id = Field(description="The id of the session.")
    created: int = Field(description="When the session began.")
    seen: int = Field(description="When the session was last used.")
    current: bool = Field(description="Whether this is the session of the request.")


class TransferOut(BaseModel):
    """A code that signs the player in on another device, once."""

    code: str = Field(description="The code.")
    expires: int = Field(description="When the code expires.")


class TransferClaimRequest(RequestModel):
    """A transfer code from another device."""

    code: str = Field(min_length=16, max_length=40, description="The code.")


class RestoredOut(BaseModel):
    """The outcome of restoring a backup."""

    games: int = Field(description="The number of games added.")
    known: int = Field(description="The number of games that were on the server already.")
    ranked: bool = Field(
        description=(
            "Whether the file is authentic. If so, its results stay on the leaderboards, except for games that now "
            "belong to another player."
        )
    )


class SummaryOut(BaseModel):
    """A player's results at one difficulty."""

    started: int = Field(description="Games started.")
    finished: int = Field(description="Games finished.")
    best: int | None = Field(description="The best time.")
    mean: float | None = Field(description="The mean time.")
    median: float | None = Field(description="The median time.")
    distribution: dict[str, int] = Field(description="The number of results by whole minutes.")
    trend: list[tuple[int, int]] = Field(description="The last 50 results, oldest first: when finished, and time.")
    helps: dict[str, int] = Field(description="The number of results by strongest help used.")


class StatisticsOut(BaseModel):
    """A player's statistics."""

    by_difficulty: dict[str, SummaryOut] = Field(description="The results at each difficulty.")
    streak: int = Field(description="Consecutive days with a finished game, up to today or yesterday.")
    longest_streak: int = Field(description="The longest streak ever.")


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
