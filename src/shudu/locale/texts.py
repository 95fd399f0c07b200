"""The texts of a language, read from its TOML file: words, names of techniques, sentences."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from shudu.core.errors import ShuduError, quote

LANGUAGES: Final = ("en", "zh")


class Texts(NamedTuple):
    """What a language says: `words` by their role, `names` and `sentences` by technique."""

    words: dict[str, str]
    names: dict[str, str]
    sentences: dict[str, str]


@cache
def texts(language: str) -> Texts:
    """The texts of a language.

    >>> texts("zh").names["x-wing"]
    '二阶鱼（X翼）'

    Raises ShuduError for a language that is not there.
    """
    if language not in LANGUAGES:
        raise ShuduError(f"{quote(language)} is not a language here; there are {', '.join(LANGUAGES)}")
    read = tomllib.loads(files("shudu.locale").joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    return Texts(read["words"], read["names"], read["sentences"])
