"""What techniques are called besides their names: the words players use, in both languages.

>>> plain("X-Wing（二阶 鱼）"), other_names()["aic"][0]
('xwing二阶鱼', '链')
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from shudu.logic.texts import LANGUAGES, texts


def plain(name: str) -> str:
    """A name without what people write differently: case, blanks, hyphens, brackets."""
    return "".join(character for character in name.lower() if character.isalnum())


@cache
def other_names() -> dict[str, list[str]]:
    """The other names of each technique that has some, by id."""
    read: dict[str, list[str]] = tomllib.loads(files("shudu.logic").joinpath("aliases.toml").read_text("utf-8"))
    return read


def names(technique: str) -> Iterator[str]:
    """All names of a technique in all languages; of `二阶鱼（X翼）` each part alone is one as well."""
    for language in LANGUAGES:
        name = texts(language).names[technique]
        yield name
        yield from re.split("[（）]", name)[:2] if language == "zh" and "鱼（" in name else ()
    yield from other_names().get(technique, ())
