"""The texts about techniques, from the catalogue `logic.toml` of each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from shudu.core.errors import ShuduError, quote
from shudu.locale.catalogue import LANGUAGES, table, text


class Texts(NamedTuple):
    """The texts of a language.

    Attributes:
        words: Phrases of explanations and hints, by role.
        names: The names of techniques, by id.
        sentences: The sentences that explain techniques, by id or by the id of a pattern several of them share.
        aliases: Other names players use, by id.
        spotting: What to look for to find a technique, by id, pattern or family.
    """

    words: dict[str, str]
    names: dict[str, str]
    sentences: dict[str, str]
    aliases: dict[str, list[str]]
    spotting: dict[str, str]


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


def technique_name(technique: str, language: str = "en") -> str:
    """Return the name of the technique with an id."""
    return texts(language).names[technique]


def level_name(level: str, language: str = "en") -> str:
    """Return the name of a level in the middle of a sentence.

    >>> level_name("hard", "zh")
    '困难'
    """
    return text(f"logic.levels.{level}", language)


def family_name(family: str, language: str = "en") -> str:
    """Return the name of a family of techniques."""
    return text(f"logic.families.{family.replace(' ', '-')}", language)


def aliases_of(technique: str, language: str) -> list[str]:
    """Return the other names that players of a language use for a technique."""
    return texts(language).aliases.get(technique, [])


def all_names(technique: str) -> Iterator[str]:
    """Yield every name of a technique in every language. Each part of `二阶鱼（X翼）` counts as a name too."""
    for language in LANGUAGES:
        name = texts(language).names.get(technique, "")
        yield name
        yield from re.split("[（）]", name)[:2] if language == "zh" and "鱼（" in name else ()
        yield from aliases_of(technique, language)


def normalise_name(name: str) -> str:
    """Return a name without the parts people write differently: case, spaces, hyphens, brackets.

    >>> normalise_name("X-Wing（二阶 鱼）")
    'xwing二阶鱼'
    """
    return "".join(character for character in name.lower() if character.isalnum())
