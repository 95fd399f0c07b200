"""The words that stand on paper, in each language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from shudu.core.errors import ShuduError, quote
from shudu.locale.catalogue import LANGUAGES


@cache
def words(language: str) -> dict[str, Any]:
    """The words of a language; `levels` are a table of their own.

    >>> words("zh")["levels"]["hard"]
    '困难'

    Raises ShuduError for a language that is not there.
    """
    if language not in LANGUAGES:
        raise ShuduError(f"{quote(language)} is not a language here; there are {', '.join(LANGUAGES)}")
    return tomllib.loads(files("shudu.print").joinpath(f"{language}.toml").read_text(encoding="utf-8"))
