"""Options that several commands share, and checks of options that do not go together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from shudu.cli.command import option
from shudu.cli.language import t

F = TypeVar("F", bound=Callable[..., Any])
_LARGEST_SEED: Final = 2**64 - 1


class _Seed(click.ParamType[int]):
    """A random seed: a whole number of 64 bits."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            seed = int(value)
        except ValueError:
            self.fail(t("errors.whole-number", value=repr(value)), param, ctx)
        if not 0 <= seed <= _LARGEST_SEED:
            self.fail(t("errors.seed", seed=seed, largest=_LARGEST_SEED), param, ctx)
        return seed


SEED: Final = _Seed()


class Seconds(click.FloatRange):
    """A finite number of seconds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; reject nan and infinity."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(t("errors.seconds", value=repr(value)), param, ctx)
        return number


def threads_option(command: F) -> F:
    """Add `--threads`."""
    return option("--threads", type=click.IntRange(1, 256))(command)


def format_option(*choices: str) -> Callable[[F], F]:
    """Add `--format`, passed as `style`; the first choice is the default."""
    return option("--format", "style", type=click.Choice(choices), default=choices[0], show_default=True)


def draw_seed() -> int:
    """Draw a random seed and print it to standard error, so that the run can be repeated."""
    from shudu.core.randomness import check_seed

    seed = check_seed(None)
    click.echo(f"--seed {seed}", err=True)
    return seed


def refuse(context: click.Context, names: Iterable[str], key: str, /, **fields: object) -> None:
    """Reject parameters on the command line that would have no effect.

    Args:
        context: The context of the command.
        names: The names of the parameters.
        key: Text key of the reason; it may mention the parameter as `{option}`.
        fields: Other fields of the text.

    Raises:
        click.UsageError: If one of the parameters was given.
    """
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            shown = parameter.opts[-1] if isinstance(parameter, click.Option) else parameter.make_metavar(context)
            raise click.UsageError(t(key, option=shown, **fields), context)
