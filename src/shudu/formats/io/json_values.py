"""JSON from strangers: what is no JSON, or not of the kind that is wanted, is said with its place."""

from __future__ import annotations

import json
from typing import TypeVar

from shudu.formats.io.malformed import MalformedSheet, shown

T = TypeVar("T")


def load(text: str) -> object:
    """The value of a JSON text. Raises MalformedSheet, whatever is wrong."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        found = shown(text[error.pos : error.pos + 20])
        raise MalformedSheet(error.lineno, error.colno, f"{error.msg} at {found}", "JSON") from None
    except (RecursionError, ValueError) as error:
        why = "nested too deep" if isinstance(error, RecursionError) else "a number too long"
        raise MalformedSheet(1, 1, f"JSON {why}", "the JSON of a Sudoku") from None


def want(value: object, kind: type[T], what: str) -> T:
    """A value that must be of a kind. Raises MalformedSheet if it is not."""
    if not isinstance(value, kind):
        raise MalformedSheet(1, 1, shown(repr(value)[:99]), what)
    return value


def mapping(value: object, what: str) -> dict[str, str]:
    """An object whose values are texts. Raises MalformedSheet if it is not one."""
    found = want(value, dict, what)
    return {str(key): want(text, str, what) for key, text in found.items()}
