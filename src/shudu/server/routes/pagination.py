"""Cursors for lists that come in pages: the sort key of the last entry, as text that a client sends back."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any

from shudu.server.errors import ApiError


def write_cursor(key: Sequence[int | str]) -> str:
    """Return a sort key as text.

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
