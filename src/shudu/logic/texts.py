"""The texts that steps are rendered with: words, names of techniques, sentences."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from shudu.core.errors import ShuduError, quote
from shudu.locale.catalogue import LANGUAGES, table

__all__ = ["LANGUAGES", "Texts", "texts"]


class Texts(NamedTuple):
    """The texts of a language: `words` by their role, `names` and `sentences` by technique."""

    words: dict[str, str]
    names: dict[str, str]
    sentences: dict[str, str]


@cache
def texts(language: str) -> Texts:
    """Return the texts of a language.

    >>> texts("zh").names["x-wing"]
    '二阶鱼（X翼）'

    Raises:
        ShuduError: If the language is not supported.
    """
    if language not in LANGUAGES:
        raise ShuduError("core.language", language=quote(language), languages=LANGUAGES)
    return Texts(*(table(f"logic.{name}", language) for name in Texts._fields))
