"""What the formats that are links share: the address before them, and the value of a parameter."""

from __future__ import annotations

import re
from urllib.parse import unquote


def parameter(text: str, name: str) -> tuple[str, int] | None:
    """The value of a parameter of a link, and its column; None if there is none.

    >>> parameter("https://example.org/?a=1&b=x%20y", "b")
    ('x y', 28)
    """
    found = re.search(rf"[?&#]{name}=([^&#\s]*)", text)
    return (unquote(found[1], errors="replace"), found.start(1) + 1) if found else None
