"""The settings of the server, read from environment variables."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from limits import parse
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from shudu.core.errors import ImpossibleRequest, quote
from shudu.locale.catalogue import Message


def _check_rate(text: str) -> str:
    parse(text)
    return text


Processes = Annotated[int, Field(ge=1, le=64)]  # with none, costly requests would wait forever
Count = Annotated[int, Field(ge=0, le=100_000)]
Seconds = Annotated[float, Field(gt=0, lt=86_400)]
Rate = Annotated[str, AfterValidator(_check_rate)]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)]


class Settings(BaseSettings):
    """The settings. The environment variable of each is `SHUDU_` and its name in capitals."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_prefix="SHUDU_", env_ignore_empty=True, frozen=True, extra="forbid"
    )

    database: Annotated[str | None, Field(description="SQLite file or PostgreSQL URL.")] = None
    processes: Annotated[Processes, Field(description="Worker processes for costly requests.")] = 2
    waiting: Annotated[Count, Field(description="Costly requests that may wait for a worker process.")] = 64
    stock: Annotated[Count, Field(description="Unseen puzzles to keep in stock for each difficulty and level.")] = 60
    solve_seconds: Annotated[Seconds, Field(description="Time limit of a solve, count, rating, check or hint.")] = 5.0
    trace_seconds: Annotated[Seconds, Field(description="Time limit of a trace.")] = 20.0
    make_seconds: Annotated[Seconds, Field(description="Time limit of generating a puzzle.")] = 20.0
    print_seconds: Annotated[Seconds, Field(description="Time limit of printing a PDF.")] = 60.0
    limit_costly: Annotated[Rate, Field(description="Costly requests per player.")] = "60/minute"
    limit_address: Annotated[Rate, Field(description="Costly requests per address, over all its players.")] = (
        "600/minute"
    )
    limit_changes: Annotated[Rate, Field(description="New games, puzzles, names and codes per player.")] = "120/minute"
    limit_moves: Annotated[Rate, Field(description="Requests with moves per player.")] = "1200/minute"
    limit_reads: Annotated[Rate, Field(description="Whole games, leaderboards and statistics read per player.")] = (
        "240/minute"
    )
    limit_storage: Annotated[Rate, Field(description="Bytes of moves and backups stored per address.")] = (
        "100000000/day"
    )
    limit_player_storage: Annotated[Rate, Field(description="Bytes of moves and backups stored per player.")] = (
        "50000000/day"
    )
    limit_stock: Annotated[Rate, Field(description="Unseen puzzles per address.")] = "300/hour"
    limit_players: Annotated[Rate, Field(description="New players per address.")] = "60/hour"
    limit_claims: Annotated[Rate, Field(description="Transfer codes tried per address.")] = "10/minute"
    log: Annotated[LogLevel, Field(description="The lowest level to log.")] = "info"
    keep_players: Annotated[Count, Field(description="Days to keep players without a name; 0: forever.")] = 730
    keep_games: Annotated[Count, Field(description="Days to keep unfinished games; 0: forever.")] = 365
    quota_games: Annotated[Count, Field(description="Games a player may have; 0: any number.")] = 20_000
    hosts: Annotated[str, Field(description="Public names of the server, separated by commas.")] = ""
    secure_cookie: Annotated[bool, Field(description="Always mark the session cookie as Secure.")] = False

    @property
    def host_names(self) -> list[str]:
        """The public names of the server."""
        return [name.strip() for name in self.hosts.split(",") if name.strip()]

    @classmethod
    def load(cls) -> Settings:
        """Return the settings of the environment.

        Raises:
            ImpossibleRequest: If a variable has a value that cannot be used.
        """
        try:
            return cls()
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            raise ImpossibleRequest(
                "server.bad-setting",
                variable=f"SHUDU_{name.upper()}",
                value=quote(first["input"]),
                expected=Message(f"server.settings.{_kind(name)}", {}),
            ) from None


_KINDS: Final[dict[Any, str]] = {int: "count", float: "seconds", bool: "yes-or-no", str: "rate"}


def _kind(name: str) -> str:
    """Return the key of the text that describes the values of a setting."""
    if name in ("processes", "log"):
        return name
    return _KINDS[Settings.model_fields[name].annotation]
