"""What an operator can set, by environment variables; `shudu serve` sets those it has options for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings, each from the variable SHUDU_ and its name in capitals.

    >>> Settings.read({"SHUDU_STOCK": "5"}).stock
    5
    """

    database: str | None = None  # a file or an address; none: a file in the user's data folder
    processes: int = 2  # for solving, rating, hints, traces and puzzles on request
    stock: int = 20  # puzzles of each difficulty and level that wait for players
    solve_seconds: float = 5.0  # the longest a solve, check, rating or hint may take
    trace_seconds: float = 20.0
    make_seconds: float = 20.0  # the longest a puzzle on request may take
    print_seconds: float = 60.0  # the longest a PDF may take
    waiting: int = 64  # costly requests that may wait for a process
    limit_costly: str = "60/minute"  # a client's solves, ratings, traces, hints and puzzles on request
    limit_address: str = "600/minute"  # the same from one address, by however many players
    limit_players: str = "60/hour"  # new players from one address
    limit_claims: str = "10/minute"  # transfer codes tried from one address
    limit_changes: str = "120/minute"  # a player's new games, puzzles, names and codes
    log: str = "info"  # debug, info, warning, error
    secure_cookie: bool = False  # behind a proxy that speaks HTTPS

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings of an environment. Raises ValueError naming the variable that is wrong."""
        found: dict[str, Any] = {}
        for field in fields(cls):
            text = environment.get(f"SHUDU_{field.name.upper()}", "")
            if text:
                found[field.name] = _value(field.name, str(field.type), text)
        return cls(**found)


def _value(name: str, kind: str, text: str) -> object:
    wish = _WISHES.get(name.split("_")[0]) or _WISHES[kind]
    try:
        return wish.read(text)
    except (KeyError, ValueError):
        raise ValueError(f"SHUDU_{name.upper()}={text!r} cannot be used; it would be {wish.words}") from None


class _Wish(NamedTuple):
    """How a setting is read, and in words what it looks like."""

    read: Callable[[str], object]
    words: str


def _limit(text: str) -> str:
    from limits import parse

    parse(text)
    return text


def _one_of(*names: str) -> Callable[[str], str]:
    return lambda text: {name: name for name in names}[text.lower()]


def _positive(text: str) -> float:
    if not 0 < float(text) < 86_400:
        raise ValueError
    return float(text)


def _processes(text: str) -> int:
    if not 1 <= int(text) <= 64:  # with none, what is costly would wait for ever
        raise ValueError
    return int(text)


def _count(text: str) -> int:
    if not 0 <= int(text) <= 100_000:
        raise ValueError
    return int(text)


_TRUTH: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
_WISHES: Final = {
    "processes": _Wish(_processes, "a number from 1 to 64"),
    "int": _Wish(_count, "a number such as 20"),
    "float": _Wish(_positive, "a number of seconds such as 5"),
    "bool": _Wish(lambda text: _TRUTH[text.lower()], "yes or no"),
    "limit": _Wish(_limit, "a limit such as 60/minute"),
    "log": _Wish(_one_of("debug", "info", "warning", "error"), "debug, info, warning or error"),
    "str": _Wish(str, "text"),
    "str | None": _Wish(str, "text"),
}
