"""Commands, groups and options whose help comes from the catalogue.

The help of `--method` of `shudu grid random` is the first of these texts that exists: `cli.grid.random.options.method`,
`cli.grid.options.method`, or the shared `cli.options.method`. The help of the command itself is `cli.grid.random.help`, its
line in the list of commands is `cli.grid.random.summary`, and `cli.grid.random.examples` are lines of examples. Every
command has `--lang`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click
from rich.cells import cell_len

from shudu.cli.language import t, translate_placeholders
from shudu.cli.output import pad, wrap
from shudu.locale.catalogue import LANGUAGES, has_text

F = TypeVar("F", bound=Callable[..., Any])


class Formatter(click.HelpFormatter):
    """A help formatter that measures columns, not characters, so that Chinese help is aligned and wrapped."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line after its label, which ends in the colon of the language."""
        super().write_usage(prog, args, t("usage") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write a heading with the colon of the language."""
        self.write(f"{' ' * self.current_indent}{t('heading', heading=heading)}\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs, wrapped and indented."""
        blocks = (" ".join(block.split()) for block in text.split("\n\n"))
        margin = " " * self.current_indent
        lines = ["\n".join(margin + line for line in wrap(block, self.width - self.current_indent)) for block in blocks]
        self.write("\n\n".join(lines) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms with their descriptions beside them."""
        rows = list(rows)
        first = min(max((cell_len(term) for term, _ in rows), default=0), col_max) + col_spacing
        margin = " " * self.current_indent
        for term, description in rows:
            lines = wrap(description, max(self.width - self.current_indent - first, 10)) or [""]
            if cell_len(term) > first - col_spacing:  # too long: the description starts on the next line
                lines.insert(0, "")
            rows_of_term = [pad(term, first) + lines[0], *(" " * first + line for line in lines[1:])]
            self.write("".join(f"{margin}{line}".rstrip() + "\n" for line in rows_of_term))


class Context(click.Context):
    """A context that formats help by columns."""

    formatter_class: type[click.HelpFormatter] = Formatter


class Option(click.Option):
    """An option whose help comes from the catalogue.

    Args:
        declarations: As for `click.Option`.
        former_names: Names of earlier versions, accepted but no longer shown.
        attributes: As for `click.Option`.
    """

    def __init__(self, declarations: Sequence[str], former_names: tuple[str, ...] = (), **attributes: Any) -> None:
        super().__init__(declarations, **attributes)
        self._former_names = former_names

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Accept the option under its names, also the former ones."""
        super().add_to_parser(parser, ctx)
        if self._former_names:
            parser.add_option(obj=self, opts=self._former_names, dest=self.name, action="store", nargs=self.nargs)

    def make_metavar(self, ctx: click.Context) -> str:
        """Return what stands for the value, in the language of the command."""
        return translate_placeholders(super().make_metavar(ctx))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help in the language of the command."""
        if not self.hidden:
            self.help: str | None = t(option_key(area(ctx), self.name or ""))
        return super().get_help_record(ctx)


class Command(click.Command):
    """A command whose help comes from the catalogue."""

    context_class: type[click.Context] = Context

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.params.append(_language_option())

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the parts of the usage line in the language of the command."""
        return [translate_placeholders(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help, described in the language of the command."""
        return _describe(super().get_help_option(ctx))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples of the command, one per line."""
        key = f"{area(ctx)}examples"
        if has_text(f"cli.{key}"):
            with formatter.section(t("examples-title")):
                for line in t(key).strip().splitlines():
                    formatter.write(f"{' ' * formatter.current_indent}{line}\n")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description in the language of the command."""
        self.help: str | None = t(f"{area(ctx)}help")
        super().format_help_text(ctx, formatter)


class Group(Command, click.Group):
    """A group of commands, listed with their summaries from the catalogue."""

    command_class: type[click.Command] | None = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands; none of them needs to be imported for it."""
        names = self.list_commands(ctx)
        with formatter.section(t("commands")):
            formatter.write_dl([(name, t(f"{area(ctx)}{name}.summary")) for name in names])


def area(context: click.Context) -> str:
    """Return the part of the catalogue that belongs to a command, such as `grid.random.`."""
    return "" if context.parent is None else f"{area(context.parent)}{context.info_name}."


def option_key(area: str, name: str) -> str:
    """Return the key of an option's help: that of its command, or else of the nearest group above it.

    >>> option_key("grid.random.", "method"), option_key("grid.random.", "seed")
    ('grid.random.options.method', 'options.seed')
    """
    key = f"{area}options.{name}"
    if has_text(f"cli.{key}") or not area:
        return key
    return option_key(area[: area[:-1].rfind(".") + 1], name)


def command(name: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command with a name."""
    return click.command(name, cls=Command)


def group(name: str) -> Callable[[Callable[..., Any]], Group]:
    """Make a function a group of commands with a name."""
    return click.group(name, cls=Group)


def option(*declarations: str, **attributes: Any) -> Callable[[F], F]:
    """Add an option whose help comes from the catalogue; the parameters are those of `Option`."""
    return click.option(*declarations, cls=Option, **attributes)


def _language_option() -> Option:
    return Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False)


def _describe(option: click.Option | None) -> click.Option | None:
    if option is not None:
        option.help = t("options.help")
    return option
