"""A griffe extension that puts the doctests of docstrings into code fences, so that they are rendered as code."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import griffe


class DoctestFences(griffe.Extension):
    """Wraps each paragraph that starts with `>>>` in a fence."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = fence_doctests(obj.docstring.value)


def fence_doctests(text: str) -> str:
    r"""Return the text with its doctests in fences.

    >>> fence_doctests(">>> 1 + 1\n2").splitlines()
    ['```pycon', '>>> 1 + 1', '2', '```']
    """
    blocks = []
    for is_blank, group in groupby(text.split("\n"), key=lambda line: not line.strip()):
        lines = list(group)
        if not is_blank and lines[0].lstrip().startswith(">>>"):
            indent = " " * (len(lines[0]) - len(lines[0].lstrip()))
            lines = [f"{indent}```pycon", *lines, f"{indent}```"]
        blocks += lines
    return "\n".join(blocks)
