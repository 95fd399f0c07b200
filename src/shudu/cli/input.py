"""Puzzles as they come to a command: arguments, files, standard input; in batches, with the place of each.

A grid is a line, or nine rows. A line that is not a grid is reported with its place and skipped; the good ones go on.
Memory does not grow with the input. What a pipe brings slowly is answered as it comes: None stands for "that is all so far".
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import click

from shudu.core.errors import MalformedGrid
from shudu.core.text import is_row, is_rule, read_grid, read_line

_BATCH: Final = 8192
_CHUNK: Final = 1 << 19  # bytes read at once, if they are there
_LONGEST: Final = 4096  # bytes of a line that are looked at; a grid has 81
_WIDEST: Final = 40  # characters of a damaged row that is still taken for one, ruled around every cell
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")  # what a file of 16-bit characters begins with


class Line(NamedTuple):
    """A good line: where it stood and its 81 digits."""

    place: str
    digits: bytes


class Failures:
    """Says what is wrong with single puzzles, and remembers that something was."""

    def __init__(self) -> None:
        self.count = 0

    def report(self, place: str, message: str) -> None:
        """Writes one line to standard error."""
        self.count += 1
        click.echo(f"{place}: {message}", err=True)

    def exit(self) -> None:
        """Ends the command with the right exit code."""
        if self.count:
            sys.exit(1)


def batches(sources: tuple[str, ...], failures: Failures) -> Iterator[list[Line]]:
    """The puzzles of all sources, some thousand at a time."""
    batch: list[Line] = []
    for line in _lines(sources or ("-",), failures):
        if line is not None:
            batch.append(line)
        if len(batch) == _BATCH or (line is None and batch):
            yield batch
            batch = []
    if batch:
        yield batch


def _lines(sources: Iterable[str], failures: Failures) -> Iterator[Line | None]:
    for number, source in enumerate(sources, 1):
        if source == "-":
            yield from _from_input(failures)
        elif _is_puzzle(source):
            yield from _good(f"argument {number}", source, failures)
        elif not source.strip():
            failures.report(f"argument {number}", "is empty; a puzzle or a file is expected")
        elif Path(source).is_dir():
            failures.report(source, "is a folder; name the files in it")
        elif Path(source).exists():  # also a pipe
            with Path(source).open("rb") as file:
                yield from _from_file(file, source, failures)
        else:
            yield from _good(f"argument {number}", source, failures, "no such file, and not a puzzle: ")


def _is_puzzle(source: str) -> bool:
    return len(source.strip()) >= 81 and "/" not in source and os.sep not in source


def _from_input(failures: Failures) -> Iterator[Line | None]:
    return _from_file(
        standard_input("no puzzles: give them as arguments, as files, or on standard input"), "line", failures
    )


def standard_input(otherwise: str) -> BinaryIO:
    """Standard input. Raises click.UsageError with these words where it is closed, or a terminal that nobody fed."""
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(otherwise)
    return sys.stdin.buffer


def _from_file(file: BinaryIO, name: str, failures: Failures) -> Iterator[Line | None]:
    prefix = "line " if name == "line" else f"{name}:"
    is_empty, is_text = True, False
    for number, text in _joined(_texts(file)):
        if text is None:
            yield None
            continue
        if not is_text and "\0" in text:  # a picture or a program has thousands of lines that are none
            failures.report(f"{prefix}{number}", "holds a zero byte, so it is not text, or UTF-16; save it as UTF-8")
            return
        is_empty = False
        for line in _good(f"{prefix}{number}", text, failures):
            is_text = True
            yield line
    if is_empty:
        failures.report(name if name != "line" else "standard input", "is empty; one puzzle a line is expected")


def _joined(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str | None]]:
    """The lines that are not blank. The rows of a grid, ruled or not, are one, with the number of the first.

    A grid begins with a row; what follows up to the ninth belongs to it, so that a damaged row spoils its own grid and not
    the next.
    """
    rows: list[tuple[int, str]] = []
    for number, text in lines:
        if text is None:
            yield number, None
            continue
        if rows and _is_outside(text, len(rows)):
            yield _whole(rows)
            rows = []
        if not _is_drawn(text):
            if rows or (len(text) < 81 and (is_row(text) or _is_nearly_row(text))):
                rows.append((number, text))
            else:
                yield number, text
        if len(rows) == 9:
            yield _whole(rows)
            rows = []
    if rows:
        yield _whole(rows)


def _is_outside(text: str, rows: int) -> bool:
    """Whether a line ends a grid of so many rows: one too long for a row, or a blank one that is not between bands."""
    if text.strip():
        return len(text) > _WIDEST and not _is_drawn(text) and not (len(text) < 81 and is_row(text))
    return rows % 3 > 0


def _is_nearly_row(text: str) -> bool:
    """Whether a line is a row but for a few of its nine characters."""
    return len(text) == 9 and sum(character in "0123456789." for character in text) >= 6


def _is_drawn(text: str) -> bool:
    return len(text) < 81 and is_rule(text)


def _whole(rows: list[tuple[int, str]]) -> tuple[int, str]:
    return rows[0][0], "\n".join(text for _, text in rows)


def _texts(file: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """The lines with their numbers."""
    number = 0
    for raw in _raw_lines(_reader(file)):
        if raw is None:
            yield number, None
            continue
        if not number:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        number += 1
        yield number, raw.rstrip(b"\r").decode("utf-8", "backslashreplace")


def _raw_lines(read: Callable[[], bytes]) -> Iterator[bytes | None]:
    """Lines without their excess: of a line of a gigabyte only the beginning is kept."""
    rest = b""
    while chunk := read():
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line[:_LONGEST] for line in lines)
        rest = rest[:_LONGEST]
        yield None
    if rest:
        yield rest


def _reader(file: BinaryIO) -> Callable[[], bytes]:
    """What reads all that is there, or waits for something, as UTF-8; some shells of Windows write UTF-16."""
    if not isinstance(file, io.BufferedReader):
        return lambda: file.read(_CHUNK)
    if file.peek(2)[:2] not in _UTF16:
        return lambda: file.read1(_CHUNK)
    text = io.TextIOWrapper(file, "utf-16", errors="backslashreplace")
    return lambda: text.read(_LONGEST).encode()


def decoded(data: bytes) -> str:
    """The text of a whole file: UTF-8, or UTF-16 if it says so; strange bytes come as their numbers."""
    return data.decode("utf-16" if data[:2] in _UTF16 else "utf-8-sig", "backslashreplace")


def _good(place: str, text: str, failures: Failures, otherwise: str = "") -> Iterator[Line]:
    try:
        yield Line(place, read_grid(text) if "\n" in text else read_line(text))
    except MalformedGrid as error:
        failures.report(place, f"{otherwise}{error}")
