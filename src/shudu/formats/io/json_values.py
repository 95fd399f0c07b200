"""Untrusted JSON: every error names its place and what was expected."""

from __future__ import annotations

import json
from typing import TypeVar

from shudu.formats.io.sheet import MalformedSheet, excerpt
from shudu.locale.catalogue import Message

T = TypeVar("T")


def load_json(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        MalformedSheet: If the text is not JSON, is nested too deep or has a number that is too long.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        quoted = excerpt(text[error.pos : error.pos + 20])
        raise MalformedSheet("formats.json", error.lineno, error.colno, problem=error.msg, text=quoted) from None
    except RecursionError:
        raise MalformedSheet("formats.json-depth") from None
    except ValueError:
        raise MalformedSheet("formats.json-number") from None


def expect(value: object, kind: type[T], what: str) -> T:
    """Return a value that must be of a type.

    Args:
        value: The value.
        kind: Its type.
        what: A key of the table `[expected]` in the catalogue, for the message.

    Raises:
        MalformedSheet: If it is of another type.
    """
    if not isinstance(value, kind):
        quoted = excerpt(repr(value)[:99])
        raise MalformedSheet("formats.json-value", value=quoted, expected=Message(f"formats.expected.{what}", {}))
    return value


def expect_texts(value: object, what: str) -> dict[str, str]:
    """Return an object whose values are all texts, or raise MalformedSheet."""
    pairs = expect(value, dict, what)
    return {str(key): expect(text, str, what) for key, text in pairs.items()}
