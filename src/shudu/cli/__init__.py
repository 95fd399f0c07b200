"""The command line: `shudu COMMAND`. Each command lives in its own file and is imported when it is used."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import IO, Any, Final

import click

from shudu.core.errors import ShuduError

COMMANDS: Final = {
    "serve": "Start the web app.",
    "solve": "Solve puzzles.",
    "check": "Tell whether puzzles have no, one or several solutions.",
    "generate": "Make puzzles.",
    "grid": "Make, number and compare final grids.",
    "quality": "Show how fair the methods of making grids are.",
    "convert": "Convert Sudokus from any format to any other.",
    "print": "Print a booklet or a worksheet.",
    "rate": "Tell how hard puzzles are for a person, and why.",
    "hint": "Give a hint for a position.",
    "techniques": "List the techniques, show one, or run cases.",
    "watch": "Watch an algorithm solve a puzzle.",
    "bulk": "Work on millions of puzzles: files, folders, clusters.",
    "bench": "Measure speed side by side with other solvers.",
}


class Failure(click.ClickException):
    """What ends a command, in one line."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Writes the line to standard error."""
        click.echo(f"shudu: {self.message}", err=True)


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name, imported."""
        if name not in COMMANDS:
            return None
        found = import_module(f"shudu.cli.commands.{name}").command
        assert isinstance(found, click.Command)
        return found

    def invoke(self, context: click.Context) -> Any:
        """Runs a command; what goes wrong outside the program becomes one line."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:  # as asked: nothing more to say
            raise click.exceptions.Exit(130) from None
        except BrokenPipeError:  # the reader has left: nothing more to say
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(0) from None
        except SystemExit as ended:
            if isinstance(ended.__context__, BrokenPipeError):  # the same, said by rich
                raise click.exceptions.Exit(0) from None
            raise
        except ShuduError as error:
            raise Failure(str(error)) from error
        except OSError as error:
            raise Failure(f"{error.filename or 'reading or writing'}: {error.strerror or error}") from error
        except RuntimeError as error:
            if type(error).__name__ != "KernelMissing":
                raise
            raise Failure(str(error)) from error

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The table for --help, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="shudu", prog_name="shudu")
def group() -> None:
    """Sudoku 数独: solve, generate, explain, play and watch.

    Puzzles come as arguments, from files or from standard input, one a line: 81 characters, row by row, `.` or `0` for
    blank. Exit codes: 0 fine, 1 a puzzle failed, 2 wrong usage.
    """


def main() -> None:
    """The `shudu` command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # else there is none, or somebody listens from Python
            stream.reconfigure(errors="backslashreplace")  # pipes of Windows cannot carry every character
    group.main()
