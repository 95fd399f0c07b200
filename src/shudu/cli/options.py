"""Options that several commands share, and checks of options that do not go together."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar

import click
from click.core import ParameterSource

from shudu.cli.command import option
from shudu.cli.commands.completion import complete_technique_lists
from shudu.cli.input import exists
from shudu.cli.language import t, usage_error, usage_errors
from shudu.puzzles.difficulty import DIFFICULTIES, LEVEL_OF, LEVELS

F = TypeVar("F", bound=Callable[..., Any])
_LARGEST_SEED: Final = 2**64 - 1
_STYLE_OF_SUFFIX: Final = {
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".line": "line",
    ".sdm": "sdm",
    ".grid": "grid",
}


if TYPE_CHECKING:
    _IntType = click.ParamType[int]
else:  # not generic before click 8.4
    _IntType = click.ParamType


class _Seed(_IntType):
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


class Level(click.Choice[str]):
    """The name of a level. The error for a difficulty that is not a level names the option that takes it."""

    def __init__(self) -> None:
        super().__init__(LEVELS, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the level in lower case."""
        difficulty = str(value).lower()
        if difficulty in DIFFICULTIES and difficulty not in LEVELS:
            self.fail(t("errors.difficulty-not-level", difficulty=difficulty, level=LEVEL_OF[difficulty]), param, ctx)
        return super().convert(value, param, ctx)


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


def techniques_options(command: F) -> F:
    """Add `--techniques` and `--no-uniqueness`, passed as `techniques` and `uniqueness`: None unless given."""
    names = option("--techniques", metavar="NAME,...", callback=_split_names, shell_complete=complete_technique_lists)
    return names(option("--no-uniqueness", "uniqueness", flag_value=False, default=None)(command))


def _split_names(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Return the names of techniques, all of which exist."""
    if value is None:
        return None
    from shudu.logic.registry import select_techniques

    names = tuple(name.strip() for name in value.split(",") if name.strip())
    with usage_errors():
        select_techniques(names)
    return names


def format_option(*choices: str) -> Callable[[F], F]:
    """Add `--format`, passed as `style`; the first choice is the default."""
    return option("--format", "style", type=click.Choice(choices), default=choices[0], show_default=True)


class OutputFile(click.Path):
    """A file to write, in a folder that exists.

    Args:
        ending: The ending that its name must have, such as `.svg`, or none at all; None for any.
    """

    def __init__(self, ending: str | None = None) -> None:
        super().__init__(path_type=Path, dir_okay=False)
        self._ending = ending

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        path = super().convert(value, param, ctx)
        assert isinstance(path, Path)
        if not path.parent.is_dir():
            self.fail(t("errors.no-folder", folder=str(path.parent)), param, ctx)
        if self._ending and path.suffix.lower() not in ("", self._ending):
            self.fail(t("errors.only-ending", name=path.name, ending=self._ending), param, ctx)
        return path


def output_option(command: F) -> F:
    """Add `-o`, the file to write."""
    return option("-o", "--output", type=OutputFile())(command)


def choose_style(context: click.Context, style: str, output: Path | None, styles: Collection[str]) -> str:
    """Return the output format: that of `--format`, else that of the output's ending, else the default.

    Args:
        context: The context of the command.
        style: The value of `--format`.
        output: The file to write, or None for standard output.
        styles: The formats of the command.

    Raises:
        click.UsageError: If the ending is that of another format, such as `.parquet`, or unknown.
    """
    ending = "" if output is None else output.suffix.lower()
    if is_given(context, "style") or ending in ("", ".txt"):
        return style
    by_ending = {suffix: style for suffix, style in _STYLE_OF_SUFFIX.items() if style in styles}
    if ending not in by_ending:
        endings = (".txt", *by_ending)
        raise click.UsageError(t("errors.output-ending", output=str(output), ending=ending, endings=endings), context)
    return by_ending[ending]


def is_given(context: click.Context, name: str) -> bool:
    """Return whether a parameter is on the command line."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


@contextmanager
def open_output(output: Path | None, sources: Iterable[str] = ()) -> Iterator[Callable[[str], object]]:
    """Yield the function that writes a line to a file or, without one, to standard output.

    The file appears, or is replaced, when the block ends without an error. After Ctrl-C the part that is written is kept
    beside it.

    Args:
        output: The file.
        sources: The input: puzzles and names of files. None of them may be the output, which would lose the rest of it.

    Raises:
        click.UsageError: If a source is the output.
    """
    if output is None:
        yield click.echo
        return
    refuse_same_file(output, sources)
    with replace_file(output, keep_part=True) as file:
        yield lambda line: file.write(f"{line}\n".encode())


def refuse_same_file(output: Path, sources: Iterable[str]) -> None:
    """Raise click.UsageError if the output is one of the input files."""
    if output.is_file():
        same = next((name for name in sources if exists(name) and output.samefile(name)), None)
        if same is not None:
            raise usage_error("errors.same-file", name=same)


@contextmanager
def replace_file(output: Path, *, keep_part: bool = False) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of the output when the block ends without an error.

    Args:
        output: The file to replace. A device or a pipe cannot be replaced and is written to.
        keep_part: Whether to keep what has been written so far beside the output after Ctrl-C.
    """
    if not output.is_file() and output.exists():
        with output.open("wb") as file:
            yield file
        return
    part = output.with_name(f"{output.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(output)
    except BaseException as error:
        if keep_part and isinstance(error, KeyboardInterrupt):
            click.echo(t("stopped", part=str(part)), err=True)
            raise
        part.unlink(missing_ok=True)
        raise


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
        if name in names and is_given(context, name):
            is_option = isinstance(parameter, click.Option)
            shown = parameter.opts[-1] if is_option else parameter.make_metavar(context).strip("[].").split()[0]
            raise click.UsageError(t(key, option=shown, **fields), context)
