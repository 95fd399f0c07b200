"""The `shudu` command: finds the command to run, and turns errors into one line and an exit code."""

from __future__ import annotations

import errno
import io
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO

import click

from shudu import __version__
from shudu.cli.command import Group, option
from shudu.cli.language import CommandFailure, choose_language, language, t, usage_error
from shudu.core.errors import MissingExtra, ShuduError
from shudu.locale.catalogue import has_text

# The module in `commands/` and the function of each command, in the order of the help.
COMMANDS: Final = {
    "play": "play:command",
    "solve": "solve:solve_command",
    "check": "solve:check_command",
    "hint": "hint:command",
    "rate": "rate:command",
    "techniques": "techniques:command",
    "learn": "learn:command",
    "generate": "generate:command",
    "grid": "grid:command",
    "watch": "watch:command",
    "quality": "quality:quality_command",
    "holes": "quality:holes_command",
    "convert": "convert:command",
    "print": "print:command",
    "bulk": "bulk:command",
    "audit": "solve:audit_command",
    "bench": "bench:command",
    "app": "app:command",
    "serve": "serve:command",
    "admin": "admin:command",
    "completion": "completion:completion_command",
}


# What `app`, `serve` and `admin` import; other commands name their extras themselves.
_WEB_PACKAGES: Final = frozenset(
    {
        "alembic",
        "cachetools",
        "confusable_homoglyphs",
        "fastapi",
        "limits",
        "platformdirs",
        "prometheus_client",
        "pydantic",
        "pydantic_settings",
        "sqlalchemy",
        "uvicorn",
    }
)


class LazyGroup(Group):
    """A group whose commands are imported when they are called."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Choose the language before anything is parsed, since parsing can fail."""
        choose_language(args)
        try:
            return super().make_context(info_name, args, parent, **extra)
        except OSError as error:  # from printing the help or the version
            if error.errno == errno.EPIPE:
                raise
            raise _fail_to_access(error) from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"shudu.cli.commands.{module}"), function)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name; suggest a similar one for a misspelled name."""
        if args[0] not in COMMANDS and (similar := get_close_matches(args[0], COMMANDS, 1)):
            raise usage_error("misspelled-command", name=args[0], similar=similar[0])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; turn errors that are not bugs into one line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(130) from None
        except BrokenPipeError:  # the reader has gone, so there is nothing left to do
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(0) from None
        except SystemExit as error:
            if isinstance(error.__context__, BrokenPipeError):  # rich's way of reporting the same
                raise click.exceptions.Exit(0) from None
            raise
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            if package not in _WEB_PACKAGES:
                raise
            raise CommandFailure(MissingExtra("cli.no-web", package=package).render(language())) from error
        except ShuduError as error:
            raise CommandFailure(error.render(language())) from error
        except OSError as error:
            raise _fail_to_access(error) from error
        except RuntimeError as error:
            if type(error).__name__ != "KernelMissing":
                raise
            raise CommandFailure(str(error)) from error


def _fail_to_access(error: OSError) -> CommandFailure:
    """Return what the system reports about a file; the most frequent errors in the language of the command."""
    key = f"system-errors.{errno.errorcode.get(error.errno or 0)}"
    reason = t(key) if has_text(f"cli.{key}") else error.strerror or str(error)
    return CommandFailure(f"{error.filename or t('reading-or-writing')}: {reason}")


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"shudu {__version__}")
        context.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version)
@click.pass_context
def group(context: click.Context) -> None:
    """Run a command; its help is the text `cli.help`. Without one, show the most useful commands."""
    if context.invoked_subcommand is None:
        click.echo(t("welcome").strip())


def _open_null() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def main() -> None:
    """Run the `shudu` command."""
    sys.stdout, sys.stderr = sys.stdout or _open_null(), sys.stderr or _open_null()  # None if the shell closed them
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not so if Python code reads it
            stream.reconfigure(errors="backslashreplace")  # pipes on Windows cannot carry every character
    group.main(prog_name="shudu")
