"""The routes of the server, and what they share: types of JSON data, and cursors for lists that come in pages.

Cells are written r3c5, candidates 7r3c5, houses r3, c5, b2. Times and durations are in milliseconds; points in time
count from 1970-01-01 UTC. Classes that end in `Request` are sent by clients; the others are answers.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from fastapi import Path, Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

from shudu.logic.registry import Level as Level
from shudu.puzzles.difficulty import ALIASES
from shudu.puzzles.difficulty import Difficulty as Difficulty
from shudu.server.errors import ApiError

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


def _replace_alias(value: Any) -> Any:
    return ALIASES.get(value, value) if isinstance(value, str) else value


RequestedDifficulty = Annotated[Difficulty, BeforeValidator(_replace_alias)]  # `unfair` is accepted for `expert`


class RequestModel(BaseModel):
    """Base class of what clients send. Unknown fields and values of the wrong type are rejected."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)


async def read_json_body(request: Request) -> bytes:
    """Return the body of a request whose JSON a worker process parses.

    Raises:
        ApiError: 422 if it is not declared as JSON; browsers let other sites send only other types without asking.
    """
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ApiError("server.json-expected")
    return await request.body()


def write_cursor(key: Sequence[int | str]) -> str:
    """Return a cursor: the sort key of the last entry of a page, as text that a client sends back.

    >>> read_cursor(write_cursor((12, "a")), (int, str))
    (12, 'a')
    """
    return base64.urlsafe_b64encode(json.dumps(list(key), separators=(",", ":")).encode()).decode().rstrip("=")


def read_cursor(text: str | None, types: tuple[type, ...]) -> Any:
    """Return the sort key of a cursor, or None if there is no cursor.

    Args:
        text: What the client sent.
        types: The types of the parts of the key.

    Raises:
        ApiError: 422 if the text is not a cursor of these types.
    """
    if text is None:
        return None
    try:
        key = json.loads(base64.b64decode(text[:400] + "=" * (-len(text[:400]) % 4), b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        key = None
    if not isinstance(key, list) or [type(part) for part in key] != list(types) or not all(map(_is_safe, key)):
        raise ApiError("server.bad-cursor")
    return tuple(key)


def _is_safe(part: int | str) -> bool:
    """Return whether the database can take the value."""
    return -(2**53) < part < 2**53 if isinstance(part, int) else part.isascii() and part.isprintable()
