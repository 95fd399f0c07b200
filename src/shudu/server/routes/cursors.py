"""Where a list goes on: the sort key of its last entry, as text a client hands back."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any

from shudu.server.problems import Refusal


def write_cursor(key: Sequence[int | str]) -> str:
    """The text of a sort key.

    >>> read_cursor(write_cursor((12, "a")), (int, str))
    (12, 'a')
    """
    return base64.urlsafe_b64encode(json.dumps(list(key), separators=(",", ":")).encode()).decode().rstrip("=")


def read_cursor(text: str | None, kinds: tuple[type, ...]) -> Any:
    """The sort key of a text; None if there is none. Raises Refusal 422 for what is no cursor."""
    if text is None:
        return None
    try:
        key = json.loads(base64.b64decode(text[:400] + "=" * (-len(text[:400]) % 4), b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        key = None
    if not isinstance(key, list) or [type(part) for part in key] != list(kinds) or not all(map(_is_sound, key)):
        raise Refusal(422, "cursor", "`after` is not what an earlier page called `next`")
    return tuple(key)


def _is_sound(part: int | str) -> bool:
    return -(2**53) < part < 2**53 if isinstance(part, int) else part.isascii() and part.isprintable()
