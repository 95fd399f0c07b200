"""`shudu convert`: from any format to any other; files, folders and standard input."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import chain, count, islice
from pathlib import Path
from typing import BinaryIO, Final

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.input import Failures, InputLine, describe_place, exists, standard_input
from shudu.cli.language import language, t, usage_error
from shudu.cli.options import refuse_same_file, replace_file
from shudu.cli.output import show_progress
from shudu.cli.table import Table
from shudu.core.text import write_line
from shudu.formats.io.convert import Conversion, ConversionInput, ConversionProblem, Piece, open_input
from shudu.formats.io.registry import FORMATS, find_by_suffix, find_format, recognise
from shudu.formats.io.sheet import Format, Sheet, name_parts
from shudu.formats.tables import find_heading
from shudu.locale.catalogue import LANGUAGES

_TABLES: Final = {"csv", "json"}
_BATCH: Final = 1024  # rows written at once; the columns of CSV are those of the first such rows
_READABLE: Final = [name for name, format in FORMATS.items() if format.kind != "picture"]


@new_command("convert")
@click.argument("source", default="-", metavar="[IN]")
@click.argument("target", default="-", metavar="[OUT]")
@option("--from", "read_as", type=click.Choice(_READABLE))
@option("--to", "write_as", type=click.Choice(list(FORMATS)))
@option("--strict", is_flag=True)
@option("--list", "listing", is_flag=True)
def command(source: str, target: str, read_as: str | None, write_as: str | None, strict: bool, listing: bool) -> None:
    """Convert between formats."""
    if listing:
        _print_formats()
        return
    run = _ConversionRun(find_format(read_as) if read_as else None, _choose_format(target, write_as), strict)
    names = _find_inputs(source, target)
    if _is_folder(target) or (
        target != "-" and exists(source) and Path(source).is_dir() and not find_by_suffix(target)
    ):
        run.convert_to_folder(names, Path(target))
    else:
        run.convert_to_file(names, target)
    run.report_other_losses()
    run.failures.exit()


def _is_folder(target: str) -> bool:
    """Return whether OUT is a folder, or will be one: its name ends with a slash."""
    return target.endswith(("/", os.sep)) or Path(target).is_dir()


def _print_formats() -> None:
    for format in FORMATS.values():
        labels = " · ".join(format.label.render(language) for language in LANGUAGES)
        click.echo(f"{format.name:<14}{', '.join(format.suffixes):<34}{labels}")


def _choose_format(target: str, name: str | None) -> Format:
    """Return the format to write: the one named, else that of the target's name, else lines."""
    format = find_format(name) if name else FORMATS["line"] if target == "-" else find_by_suffix(target)
    if format is None:
        key = "convert.folder-format" if _is_folder(target) else "convert.unknown-suffix"
        raise usage_error(key, target=target, example=f"{Path(target).stem}.sdk")
    if format.name == "png" and target == "-" and sys.stdout.isatty():
        raise usage_error("convert.png-to-terminal")
    return format


def _find_inputs(source: str, target: str) -> list[str]:
    """Return the names of the files to read; `-` is standard input."""
    if source == "-":
        standard_input("convert.no-input")
        return ["-"]
    if exists(source) and Path(source).is_dir():
        files = (path for path in Path(source).iterdir() if path.is_file() and path.name[0] != ".")
        names = [str(path) for path in sorted(files, key=_order)]
        if not names:
            raise usage_error("convert.empty-folder", folder=source)
        return names
    if not exists(source):
        if recognise(source):  # a puzzle or a link
            return [source]
        raise usage_error("convert.no-sudoku-in-link" if "://" in source else "convert.not-found", name=source)
    if target != "-":
        refuse_same_file(Path(target), [source])
    return [source]


def _order(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Return a key that sorts numbers in names by value: a.sdk, a-2.sdk, a-10.sdk."""
    parts = re.split(r"(\d+)", path.stem)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], path.name


class _NothingConvertedError(Exception):
    """No Sudoku was written, so there is no file to write."""


class _ConversionRun:
    """One run of the command: what to read and write, and how many Sudokus were malformed."""

    def __init__(self, read_as: Format | None, write_as: Format, strict: bool) -> None:
        self.read_as, self.strict = read_as, strict
        self.conversion = Conversion(write_as, self._report)
        self.failures = Failures()
        self.losses: Counter[tuple[str, ...]] = Counter()  # how many Sudokus lose the same

    def convert_to_file(self, names: list[str], target: str) -> None:
        """Write everything to one file, or to standard output."""
        inputs = self._open_inputs(names)
        first = next(inputs, None)
        inputs = chain([] if first is None else [first], inputs)
        if first and {first.format.name, self.conversion.target.name} <= _TABLES:
            pieces = self._convert_tables(inputs, first)
        elif self.conversion.target.holds_many:
            pieces = self.conversion.convert(inputs)
        else:
            pieces = self._convert_single(inputs)
        sheets = 0
        with suppress(_NothingConvertedError), _open_output(target) as write:
            for piece in show_progress(pieces, lambda piece: piece.sheets, "units.converted"):
                write(piece.content)
                sheets += piece.sheets
            if not sheets:
                raise _NothingConvertedError  # an earlier file stays
        self._report_if_empty(names, sheets)

    def convert_to_folder(self, names: list[str], folder: Path) -> None:
        """Write a file for each input, or for each Sudoku if a file holds one."""
        folder.mkdir(parents=True, exist_ok=True)
        used = {Path(name).resolve() for name in names}
        suffix = self.conversion.target.suffix
        for name in names:
            paths = _free_paths(folder, "sudoku" if name == "-" else Path(name).stem, suffix, used)
            if self.conversion.target.holds_many:
                self.convert_to_file([name], str(next(paths)))
                continue
            for input_file in self._open_inputs([name]):
                is_empty = True
                for sheet in self.conversion.read_sheets(input_file):
                    next(paths).write_bytes(self.conversion.write_sheet(sheet))
                    is_empty = False
                self._report_if_empty([name], not is_empty)

    def _report_if_empty(self, names: list[str], sheets: int) -> None:
        """Report files without Sudokus, unless it has been reported what is wrong with them."""
        if not sheets and not self.failures.count:
            for name in names:
                self.failures.report(t("input.standard-input") if name == "-" else name, t("input.no-sudokus"))

    def _convert_tables(self, inputs: Iterable[ConversionInput], first: ConversionInput) -> Iterator[Piece]:
        """Yield the rows of a table, and of what follows it, with all columns of the first."""
        heading = find_heading(first.head) if first.format.name == "csv" else None
        table = Table(self.conversion.target.name, heading.names if heading else ["puzzle"])
        sheets = (sheet for source in inputs for sheet in self.conversion.read_sheets(source, keeps_rows=True))
        lines = (InputLine("", sheet.puzzle, sheet.row or _make_row(sheet)) for sheet in sheets)
        for batch in table.observe(iter(lambda: list(islice(lines, _BATCH)), [])):
            rows = (table.render(line, {"puzzle": write_line(line.digits)}) + "\n" for line in batch)
            yield Piece("".join(rows).encode("utf-8", "replace"), len(batch))
        heading_alone: list[str] = []
        table.end(heading_alone.append)
        yield from (Piece(f"{line}\n".encode(), 0) for line in heading_alone)

    def _convert_single(self, inputs: Iterable[ConversionInput]) -> Iterator[Piece]:
        """Yield the one Sudoku of a document or picture."""
        is_written = False
        for input_file in inputs:
            for sheet in self.conversion.read_sheets(input_file):
                if is_written:
                    place, format = _line_place(input_file.name, sheet.line), self.conversion.target.label
                    raise usage_error("convert.one-per-file", place=place, format=format)
                yield Piece(self.conversion.write_sheet(sheet), 1)
                is_written = True

    def _open_inputs(self, names: Iterable[str]) -> Iterator[ConversionInput]:
        for name in names:
            with _open_file(name) as file:
                if input_file := open_input(name, file, self.read_as, self._report):
                    yield input_file

    def _report(self, problem: ConversionProblem) -> None:
        """Print what is wrong with a Sudoku, or what it loses."""
        if error := problem.error:
            place = describe_place(error, None if problem.name == "-" else problem.name)
            self.failures.report(place, error.message.render(language()))
            if self.strict:
                sys.exit(1)
        else:
            self.losses[tuple(problem.losses)] += 1
            if self.losses[tuple(problem.losses)] == 1:
                place_text, format = _line_place(problem.name, problem.line), self.conversion.target.name
                click.echo(
                    t("convert.warning", place=place_text, format=format, parts=name_parts(problem.losses)), err=True
                )

    def report_other_losses(self) -> None:
        """Print how many more Sudokus lose what has been reported once."""
        for losses, n in self.losses.items():
            if n > 1:
                format, parts = self.conversion.target.name, name_parts(losses)
                click.echo(t("convert.more-warnings", n=n - 1, format=format, parts=parts), err=True)


def _make_row(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Return the row of a sheet that does not come from a table."""
    position = (("position", write_line(sheet.digits)),) if sheet.entries else ()
    return ("puzzle", ""), *position, *sheet.facts


def _line_place(name: str, line: int) -> str:
    return t("input.line", number=line) if name == "-" else f"{name}:{line}"


def _free_paths(folder: Path, stem: str, suffix: str, used: set[Path]) -> Iterator[Path]:
    """Yield a.sdk, a-2.sdk and so on, without files that this run reads or has written."""
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        if path.resolve() not in used:
            used.add(path.resolve())
            yield path


@contextmanager
def _open_file(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
    elif not exists(name):  # the Sudoku itself
        yield BytesIO(name.encode(errors="surrogateescape"))
    else:
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def _open_output(target: str) -> Iterator[Callable[[bytes], object]]:
    """Yield the function that writes to the target. A file appears only when it is complete."""
    if target == "-":
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    path = Path(target).resolve()
    if not path.parent.is_dir():
        raise usage_error("convert.no-folder", folder=str(Path(target).parent))
    with replace_file(path) as file:
        yield file.write
