"""The language of the command line, that of `--lang` or else of the terminal's locale, and errors of commands in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import zip_longest
from types import ModuleType
from typing import IO, Any, Final

import click
from click import core, decorators, exceptions, formatting, parser, types

from shudu.core.errors import ShuduError
from shudu.locale.catalogue import LANGUAGES, table, text

_LANGUAGE: Final[ContextVar[str]] = ContextVar("language")
_CLICK: Final[tuple[ModuleType, ...]] = (core, decorators, exceptions, formatting, parser, types)


def system_language() -> str:
    """Return the language of the terminal's locale; English if there are no texts in it."""
    setting = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return next((code for code in LANGUAGES if setting.lower().startswith(code)), "en")


def choose_language(arguments: Sequence[str]) -> None:
    """Set the language from the `--lang` among the arguments.

    This happens before the arguments are parsed, so that help and usage errors are in that language too.
    """
    language = system_language()
    for name, value in zip_longest(arguments, arguments[1:], fillvalue=""):
        if name == "--lang" and value in LANGUAGES:
            language = value
        elif name.startswith("--lang=") and name.removeprefix("--lang=") in LANGUAGES:
            language = name.removeprefix("--lang=")
    _LANGUAGE.set(language)
    for module in _CLICK:
        for name, translate in (("_", translate_click), ("ngettext", _translate_plural)):
            if hasattr(module, name):
                setattr(module, name, translate)


def language() -> str:
    """Return the language of the running command."""
    return _LANGUAGE.get(None) or system_language()


def t(key: str, /, **fields: object) -> str:
    """Return a text of the command line, `cli.<key>`, in the language of the running command."""
    return text(f"cli.{key}", language(), **fields)


def usage_error(key: str, /, **fields: object) -> click.UsageError:
    """Return the error for a wrong use of options; click adds the usage line and exits with 2."""
    return click.UsageError(t(key, **fields))


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn an error of the library into a usage error: the options are wrong."""
    try:
        yield
    except ShuduError as error:
        raise click.UsageError(error.render(language())) from error


class CommandFailure(click.ClickException):
    """Ends a command with exit code 1 and one line on standard error."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the line."""
        click.echo(f"shudu: {self.message}", err=True)


def translate_click(message: str) -> str:
    """Return a text of click in the language of the command. It replaces gettext, which would need compiled catalogues."""
    return _click_messages(language()).get(message, message)


def translate_placeholders(text: str) -> str:
    """Return a part of a usage line, such as `[PUZZLE | FILE]`, in the language of the command."""
    messages = _click_messages(language())
    return messages.get(text) or re.sub(r"[A-Z]{2,}", lambda word: messages.get(word[0], word[0]), text)


def _translate_plural(singular: str, plural: str, n: int) -> str:
    return translate_click(singular if n == 1 else plural)


@cache
def _click_messages(language: str) -> dict[str, str]:
    return table("click.messages", language)
