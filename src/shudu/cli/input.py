"""Puzzles as a command receives them: arguments, files, standard input; in batches, with the place of each.

A grid is a line or nine rows, or a Sudoku in any other format that `shudu convert` reads. What is not a grid is reported
with its place and skipped; the others are still answered. Memory does not grow with the input. A slow pipe is answered
as it comes: None among the lines means "that is all for now".
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import click

from shudu.cli.language import language, t, usage_error
from shudu.core.errors import MalformedGrid, ShuduError
from shudu.core.text import is_row, is_rule, read_grid, read_line
from shudu.formats.io.read_write import DataLossWarning, read_all, read_records
from shudu.formats.io.registry import recognise
from shudu.formats.io.sheet import Format, MalformedSheet, Record, Sheet
from shudu.formats.io.text import decode_lines, decompress, peek, split_file, split_text
from shudu.formats.plain import is_heading
from shudu.locale.catalogue import text as translate

_BATCH: Final = 8192
_CHUNK: Final = 1 << 19  # bytes read at once
_LONGEST: Final = 4096  # bytes of a line that are looked at; a grid has 81
_WIDEST: Final = 40  # characters of the widest damaged row: one with rules around every cell
_ROW_FORMATS: Final = ("line", "sdm", "blocks", "sdk", "ss", "grid")  # read here, as they come
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


class InputLine(NamedTuple):
    """A valid line of the input: where it stands, its 81 digits, and the row of a table with the columns of the user."""

    place: str
    digits: bytes
    row: tuple[tuple[str, Any], ...] = ()


class Failures:
    """Reports what is wrong with single puzzles, and remembers that something was."""

    def __init__(self) -> None:
        self.count: int = 0

    def report(self, place: str, problem: str | ShuduError) -> None:
        """Write one line to standard error."""
        self.count += 1
        message = problem.render(language()) if isinstance(problem, ShuduError) else problem
        click.echo(t("input.problem", place=place, message=message), err=True)

    def exit(self) -> None:
        """End the command with exit code 1 if anything failed."""
        if self.count:
            sys.exit(1)


def batches(sources: tuple[str, ...], failures: Failures) -> Iterator[list[InputLine]]:
    """Yield the puzzles of all sources, some thousand at a time.

    Args:
        sources: Puzzles, names of files, or `-` for standard input, which is also read if there are none.
        failures: Where invalid lines are reported.
    """
    batch: list[InputLine] = []
    for line in _lines(sources or ("-",), failures):
        if line is not None:
            batch.append(line)
        if len(batch) == _BATCH or (line is None and batch):
            yield batch
            batch = []
    if batch:
        yield batch


def argument_place(number: int) -> str:
    """Return how messages name an argument."""
    return t("input.argument", number=number)


def _lines(sources: Iterable[str], failures: Failures) -> Iterator[InputLine | None]:
    for number, source in enumerate(sources, 1):
        if source == "-":
            yield from _from_file(standard_input("input.no-puzzles"), None, failures)
        elif is_puzzle(source):
            yield from _from_argument(argument_place(number), source, failures)
        elif not source.strip():
            failures.report(argument_place(number), t("input.empty-argument"))
        elif exists(source) and Path(source).is_dir():
            failures.report(source, t("input.folder"))
        elif exists(source):  # also a pipe
            with Path(source).open("rb") as file:
                yield from _from_file(file, source, failures)
        else:
            yield from _from_argument(argument_place(number), source, failures, is_file=False)


def exists(name: str) -> bool:
    """Return whether there is a file or a folder of this name. The system may reject a long link as a name."""
    try:
        return Path(name).exists()
    except OSError:
        return False


def is_puzzle(source: str) -> bool:
    """Return whether an argument is a puzzle rather than the name of a file."""
    return len(source.strip()) >= 81 and "/" not in source and os.sep not in source


def standard_input(key: str) -> BinaryIO:
    """Return standard input.

    Raises:
        click.UsageError: With the text `key`, if it is closed or a terminal.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise usage_error(key)
    return sys.stdin.buffer


def _from_file(file: BinaryIO, name: str | None, failures: Failures) -> Iterator[InputLine | None]:
    """Yield the puzzles of a file, or of standard input if it has no name, up to where compressed data is damaged."""
    try:
        yield from _from_intact_file(file, name, failures)
    except MalformedSheet as error:
        failures.report(name or t("input.standard-input"), error.message.render(language()))


def _from_intact_file(file: BinaryIO, name: str | None, failures: Failures) -> Iterator[InputLine | None]:
    whole = decompress(file)
    if whole.peek(4)[:4] == b"PAR1":
        failures.report(name or t("input.standard-input"), t("input.parquet"))
        return
    head = decode(whole.peek())
    format = recognise(head)
    if format is not None and not _is_rows(format, head):
        yield from _from_records(read_records(split_file(peek(whole)[1]), format), name, failures)
        return
    is_empty, is_text = True, False
    for number, text in _join_rows(_texts(whole)):
        if text is None:
            yield None
            continue
        place = t("input.line", number=number) if name is None else f"{name}:{number}"
        if not is_text and "\0" in text:  # a binary file has thousands of such lines: report it once
            failures.report(place, t("input.binary"))
            return
        is_empty = False
        for line in _parse(place, text, failures):
            is_text = True
            yield line
    if is_empty:
        failures.report(name or t("input.standard-input"), t("input.empty-file"))


def _is_rows(format: Format, head: str) -> bool:
    """Return whether a text is lines or rows, which are read as they come; .sdk may begin with facts or a section."""
    return format.name in _ROW_FORMATS and not (format.name == "sdk" and head.lstrip()[:1] in ("#", "["))


def _from_argument(place: str, source: str, failures: Failures, is_file: bool = True) -> Iterator[InputLine]:
    """Yield the puzzles of an argument: a grid, or text in any format, such as a link."""
    format = recognise(source)
    if format is None or _is_rows(format, source):
        yield from _parse(place, source, failures, is_file)
    else:
        yield from _from_records(read_records(split_text(source), format), place, failures)


def _from_records(records: Iterable[Record], name: str | None, failures: Failures) -> Iterator[InputLine]:
    """Yield the puzzles of a file in a format other than lines and rows, without what a player wrote."""
    is_empty = True
    for record in records:
        is_empty = False
        if isinstance(record, MalformedSheet):
            failures.report(describe_place(record, name), record.message.render(language()))
        else:
            place = t("input.line", number=record.line) if name is None else f"{name}:{record.line}"
            yield InputLine(place, record.puzzle, record.row)
    if is_empty:
        failures.report(name or t("input.standard-input"), t("input.no-sudokus"))


def read_sheets(source: str, names_columns: bool = True) -> Iterator[Sheet]:
    """Yield the Sudokus of a text or file in any format. What a sheet cannot hold, such as other columns, is named once.

    Args:
        source: The text, or the name of the file.
        names_columns: Whether columns of tables are named as well.

    Raises:
        MalformedSheet: At the first malformed Sudoku.
    """
    named: set[tuple[str, ...]] = set()
    sheets = read_all(source)
    while True:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataLossWarning)
            sheet = next(sheets, None)
        if sheet is None:
            return
        if sheet.omissions and sheet.omissions not in named and (names_columns or not sheet.row):
            named.add(sheet.omissions)
            click.echo(
                translate("formats.messages.omitted", language(), line=sheet.line, parts=sheet.omissions), err=True
            )
        yield sheet


def describe_place(error: MalformedSheet, name: str | None) -> str:
    """Return the line and column of an error in a file, or in standard input if it has no name."""
    if name is None:
        return t("input.place", line=error.line, column=error.column)
    return f"{name}:{error.line}:{error.column}"


def _join_rows(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str | None]]:
    """Yield the lines that are not blank, with the rows of a grid, ruled or not, joined into one.

    A grid begins with a row; everything up to the ninth belongs to it, so that a damaged row spoils its own grid and
    not the next.
    """
    rows: list[tuple[int, str]] = []
    for number, text in lines:
        if text is None:
            yield number, None
            continue
        if rows and (is_heading(text) or _ends_grid(text, len(rows))):
            yield _join(rows)
            rows = []
        if not _is_short_rule(text) and not is_heading(text):
            if rows or (len(text) < 81 and (is_row(text) or _is_nearly_row(text))):
                rows.append((number, text))
            else:
                yield number, text
        if len(rows) == 9:
            yield _join(rows)
            rows = []
    if rows:
        yield _join(rows)


def _ends_grid(text: str, rows: int) -> bool:
    """Return whether a line ends a grid of so many rows: too long for a row, or blank but not between bands."""
    if text.strip():
        return len(text) > _WIDEST and not _is_short_rule(text) and not (len(text) < 81 and is_row(text))
    return rows % 3 > 0


def _is_nearly_row(text: str) -> bool:
    """Return whether a line is a row except for a few of its nine characters."""
    return len(text) == 9 and sum(character in "0123456789." for character in text) >= 6


def _is_short_rule(text: str) -> bool:
    return len(text) < 81 and is_rule(text)


def _join(rows: list[tuple[int, str]]) -> tuple[int, str]:
    return rows[0][0], "\n".join(text for _, text in rows)


def _texts(file: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """Yield the lines with their numbers."""
    number = 0
    for raw in _raw_lines(_reader(file)):
        if raw is None:
            yield number, None
            continue
        if not number:
            raw = raw.removeprefix(codecs.BOM_UTF8)
        number += 1
        yield number, decode_lines(raw.rstrip(b"\r"))


def _raw_lines(read: Callable[[], bytes]) -> Iterator[bytes | None]:
    """Yield lines, of very long ones only the beginning, so that a line of a gigabyte needs no memory."""
    rest = b""
    while chunk := read():
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line[:_LONGEST] for line in lines)
        rest = rest[:_LONGEST]
        yield None
    if rest:
        yield rest


def _reader(file: BinaryIO) -> Callable[[], bytes]:
    """Return a function that reads what is there, or waits for more, as UTF-8; some Windows shells write UTF-16."""
    if not isinstance(file, io.BufferedReader):
        return lambda: file.read(_CHUNK)
    if file.peek(2)[:2] not in _UTF16:
        return lambda: file.read1(_CHUNK)
    text = io.TextIOWrapper(file, "utf-16", errors="backslashreplace")
    return lambda: text.read(_LONGEST).encode()


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-16 with a byte order mark, or what `decode_lines` reads."""
    data = decompress(io.BytesIO(data)).read()
    if data[:2] in _UTF16:
        return data.decode("utf-16", "backslashreplace")
    return decode_lines(data.removeprefix(codecs.BOM_UTF8))


def _parse(place: str, text: str, failures: Failures, is_file: bool = True) -> Iterator[InputLine]:
    try:
        yield InputLine(place, read_grid(text) if "\n" in text else read_line(text))
    except MalformedGrid as error:
        message = error.render(language())
        failures.report(place, message if is_file else t("input.not-a-file", problem=message))
