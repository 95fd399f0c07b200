"""What an operator can set, by environment variables; `shudu serve` sets those it has options for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


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
    try:
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        return {"int": int, "float": float}.get(kind, str)(text)
    except (KeyError, ValueError):
        raise ValueError(f"SHUDU_{name.upper()}={text!r} is not a {kind}") from None
