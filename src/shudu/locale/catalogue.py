"""Texts in several languages, looked up by key.

Each language has a folder of TOML files beside this module. The key `core.errors.axis` names the entry `axis` of the
table `[errors]` in `core.toml`. An entry is a template with named fields; where English needs a singular, the entry
is a table `{one = "…", other = "…"}`, chosen by the field `n`.

>>> text("common.join.comma", "zh")
'、'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final, NamedTuple

LANGUAGES: Final = ("en", "zh")


class Message(NamedTuple):
    """A text that has not been rendered yet: its key and its fields. Fields may be messages themselves."""

    key: str
    fields: Mapping[str, object]

    def render(self, language: str = "en") -> str:
        """Return the text in a language."""
        return text(self.key, language, **self.fields)


def text(key: str, language: str = "en", /, **fields: object) -> str:
    """Return the text of a key in a language, with its fields filled in.

    Lists are joined by the comma of the language; messages among the fields are rendered first.

    Raises:
        KeyError: If there is no such text.
    """
    entry = _entry(key, language)
    if isinstance(entry, dict):
        entry = entry["one" if fields.get("n") == 1 else "other"]
    if not isinstance(entry, str):
        raise KeyError(key)
    return _Renderer(language).vformat(entry, (), fields)


def table(key: str, language: str = "en") -> dict[str, Any]:
    """Return a table of texts as in the file, with the templates not filled in.

    Raises:
        KeyError: If there is no such table.
    """
    entry = _entry(key, language)
    if not isinstance(entry, dict):
        raise KeyError(key)
    return entry


def has_text(key: str) -> bool:
    """Return whether there is a text of this key."""
    try:
        _entry(key, "en")
    except KeyError:
        return False
    return True


def _entry(key: str, language: str) -> Any:
    name, *path = key.split(".")
    entry: Any = _load(name, language)
    for part in path:
        if not isinstance(entry, dict):
            raise KeyError(key)
        entry = entry[part]
    return entry


@cache
def _load(name: str, language: str) -> dict[str, Any]:
    file = files("shudu.locale").joinpath(language, f"{name}.toml")
    if not file.is_file():
        raise KeyError(name)
    return tomllib.loads(file.read_text(encoding="utf-8"))


class _Renderer(Formatter):
    """Fills templates in; knows how the language joins lists."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, Message):
            value = value.render(self.language)
        elif isinstance(value, list | tuple):
            comma = text("common.join.comma", self.language)
            return comma.join(self.format_field(each, format_spec) for each in value)
        return super().format_field(value, format_spec)
