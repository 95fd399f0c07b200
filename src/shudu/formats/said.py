"""What is wrong with a text, in the language of whoever reads it. Errors are made in English; a table has the rest.

>>> said(MalformedSheet(1, 81, "80 cells in '1…'", "81 cells"), "zh")
("'1…' 只有 80 格", '81 格')
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from shudu.formats.io.malformed import MalformedSheet

Table = list[tuple[re.Pattern[str], str]]


def said(error: MalformedSheet, language: str) -> tuple[str, str]:
    """What was found, and what was expected."""
    if language == "en":
        return error.found, error.expected
    tables = _tables(language)
    return translated(error.found, tables["found"]) or error.found, (
        translated(error.expected, tables["expected"]) or error.expected
    )


def translated(text: str, table: Table) -> str | None:
    """The text by a table; None if nothing there fits."""
    for pattern, template in table:
        if found := pattern.fullmatch(text):
            return template.format(*found.groups())
    return None


@cache
def _tables(language: str) -> dict[str, Table]:
    read = tomllib.loads(files("shudu.formats").joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    return {
        name: [(_pattern(text), table[text]) for text in sorted(table, key=_openness)] for name, table in read.items()
    }


def _openness(english: str) -> int:
    """The more a text says by itself, the earlier it is tried."""
    return -len(english.replace("{}", ""))


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("(.*)".join(map(re.escape, english.split("{}"))), re.DOTALL)
