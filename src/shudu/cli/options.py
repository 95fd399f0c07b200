"""Options that several commands share, and a word where options do not go together."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

F = TypeVar("F", bound=Callable[..., Any])


def system_language() -> str:
    """The language of the terminal's user: Chinese if the locale says so, else English."""
    setting = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "zh" if setting.lower().startswith("zh") else "en"


def language_option(command: F) -> F:
    """Adds `--lang`."""
    words = "Language; that of the terminal if not given."
    return click.option("--lang", type=click.Choice(["zh", "en"]), default=system_language, help=words)(command)


class Seconds(click.FloatRange):
    """A time above a bound that is a number: neither nan nor without end."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """The number of seconds."""
        number = super().convert(value, parameter, context)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number of seconds", parameter, context)
        return number


def refuse(context: click.Context, names: Iterable[str], why: str) -> None:
    """Ends the command if one of these parameters stands on its command line: it would be without effect.

    Raises click.UsageError.
    """
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            told = parameter.opts[-1] if isinstance(parameter, click.Option) else parameter.make_metavar(context)
            raise click.UsageError(f"{told} {why}", context)
