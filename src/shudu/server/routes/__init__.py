"""The routes of the server, and what they share: types of JSON data, and cursors for lists that come in pages.

Cells are written r3c5, candidates 7r3c5, houses r3, c5, b2. Times and durations are in milliseconds; points in time
count from 1970-01-01 UTC. Classes that end in `Request` are sent by clients; the others are answers.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

from fastapi import Path, Request
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema

from shudu.core.text import read_grid
from shudu.logic.registry import Level as Level
from shudu.puzzles.difficulty import ALIASES
from shudu.puzzles.difficulty import Difficulty as Difficulty
from shudu.server.errors import ApiError


def _check_grid(text: str) -> str:
    read_grid(text)
    return text


def _read_whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


# The pattern leaves out layouts with borders and spaces, which are read as well.
Line = Annotated[
    str,
    StringConstraints(min_length=81, max_length=400),
    AfterValidator(_check_grid),
    WithJsonSchema({"type": "string", "pattern": r"^([0-9.]{81}|([0-9.]{9}\n){8}[0-9.]{9})$"}),
]
WHOLE: Final = BeforeValidator(_read_whole)  # for integers, which JSON may also write as 7.0
Natural = Annotated[int, Field(ge=0, lt=2**53), WHOLE]
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


class ChoiceRequest(RequestModel):
    """Base class of requests that must give exactly one of some fields, or of all of them."""

    choices: ClassVar[tuple[str, ...]] = ()  # empty: all fields

    @property
    def chosen(self) -> str:
        """The name of the field that is given."""
        (name,) = self.model_fields_set.intersection(self._options())
        return name

    @classmethod
    def _options(cls) -> tuple[str, ...]:
        return cls.choices or tuple(cls.model_fields)

    @model_validator(mode="after")
    def _check_choice(self) -> ChoiceRequest:
        given = self.model_fields_set.intersection(self._options())
        if len(given) != 1 or None in (getattr(self, name) for name in given):
            raise ValueError(f"give exactly one of {', '.join(self._options())}")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the schema, in which no choice can be null, and exactly one must be given."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        for name in cls._options():
            field = schema["properties"][name]
            field.pop("default")
            (kind,) = (each for each in field.pop("anyOf") if each != {"type": "null"})
            field |= kind
        if cls.choices:
            schema["oneOf"] = [{"required": [name]} for name in cls.choices]
        else:
            schema |= {"minProperties": 1, "maxProperties": 1}
        return schema


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
        ApiError: 404 if the text is not a cursor of these types.
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
