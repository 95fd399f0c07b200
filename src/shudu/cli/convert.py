"""`shudu convert`: from any format to any other; files, folders, standard input."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, Final

import click

from shudu.cli.lines import Failures
from shudu.cli.progress import watched
from shudu.formats.blocks import READ, WRITTEN, blocks, translated
from shudu.formats.csv_table import header
from shudu.formats.malformed import MalformedSheet
from shudu.formats.pieces import pieces_of_file
from shudu.formats.reading import peek, records, unknown
from shudu.formats.registry import FORMATS, Format, by_suffix, find, recognise
from shudu.formats.sheet import ALL_PARTS, Sheet
from shudu.formats.writing import text_of

_READ: Final = [name for name, format in FORMATS.items() if format.kind != "picture"]
_HEAD: Final = 1 << 16


@click.command("convert")
@click.argument("source", default="-", metavar="[IN]")
@click.argument("target", default="-", metavar="[OUT]")
@click.option("--from", "read_as", type=click.Choice(_READ), help="The format of IN; recognised if not given.")
@click.option("--to", "write_as", type=click.Choice(list(FORMATS)), help="The format of OUT; by its name if not given.")
@click.option("--strict", is_flag=True, help="Stop at the first Sudoku that is wrong.")
@click.option("--list", "listing", is_flag=True, help="List the formats.")
def command(source: str, target: str, read_as: str | None, write_as: str | None, strict: bool, listing: bool) -> None:
    """Convert Sudokus from any format to any other.

    IN and OUT are files, folders, or - for standard input and output. A format that holds one Sudoku a file is written
    to a folder, a file for each. What a format cannot carry is named in a warning.
    """
    if listing:
        for format in FORMATS.values():
            click.echo(f"{format.name:<14}{', '.join(format.suffixes):<34}{format.english} {format.chinese}")
        return
    format = find(write_as) if write_as else by_suffix(target) or FORMATS["line"]
    job = _Job(find(read_as) if read_as else None, format, strict)
    inputs = _inputs(source, target)
    if Path(target).is_dir() or (len(inputs) > 1 and not format.many):
        _to_folder(job, inputs, Path(target))
    else:
        _to_file(job, inputs, target)
    job.failures.exit()


class _Job:
    """One run: what is read, what is written, what went wrong."""

    def __init__(self, read_as: Format | None, write_as: Format, strict: bool) -> None:
        self.read_as, self.write_as, self.strict = read_as, write_as, strict
        self.failures = Failures()

    def fail(self, name: str, error: MalformedSheet, above: int = 0) -> None:
        """Says what is wrong with one Sudoku; ends it all if that was wished."""
        self.failures.report(f"{_place(name, error.line + above)}, column {error.column}", f"{error.found}; expected {error.expected}")
        if self.strict:
            sys.exit(1)

    def warn(self, name: str, sheet: Sheet, above: int = 0) -> None:
        """Names what is not carried over."""
        gone = (*sheet.dropped, *self.write_as.lost(sheet))
        if gone:
            click.echo(f"{_place(name, sheet.line + above)}: warning: {self.write_as.name} drops {', '.join(gone)}", err=True)

    def good(self, found: Iterable[Sheet | MalformedSheet], name: str, above: int = 0) -> Iterator[Sheet]:
        """The sheets that can be read; the others are reported."""
        for sheet in found:
            if isinstance(sheet, MalformedSheet):
                self.fail(name, sheet, above)
            else:
                self.warn(name, sheet, above)
                yield sheet


def _place(name: str, line: int) -> str:
    return f"line {line}" if name == "-" else f"{name}:{line}"


def _inputs(source: str, target: str) -> list[str]:
    """The files to read. Raises UsageError."""
    if source == "-":
        if sys.stdin.isatty():
            raise click.UsageError("nothing to convert: name a file or a folder, or give text on standard input")
        return ["-"]
    if Path(source).is_dir():
        return sorted(str(path) for path in Path(source).iterdir() if path.is_file() and not path.name.startswith("."))
    if not Path(source).is_file():
        raise click.UsageError(f"{source}: no such file or folder")
    if target != "-" and Path(target).exists() and Path(target).samefile(source):
        raise click.UsageError(f"{source} cannot be both read and written")
    return [source]


def _to_file(job: _Job, inputs: list[str], target: str) -> None:
    """Everything into one file, or to standard output."""
    with _output(target) as write:
        if job.write_as.kind == "picture" or not job.write_as.many:
            _write_one(job, inputs, write)
        elif job.write_as.name in WRITTEN and job.write_as.kind != "document":
            _write_lines(job, inputs, write)
        else:
            sheets = (sheet for name in inputs for sheet in _sheets(job, name))
            _write_all(text_of(sheets, job.write_as), write)


def _write_all(parts: Iterable[str], write: Callable[[bytes], object]) -> None:
    for part in watched(parts, lambda _: 1, "converted"):
        write(part.encode("utf-8", "replace"))


def _write_one(job: _Job, inputs: list[str], write: Callable[[bytes], object]) -> None:
    """The one sheet a document or picture holds."""
    done = False
    for name in inputs:
        for sheet in _sheets(job, name):
            if done:
                where = _place(name, sheet.line)
                raise click.UsageError(f"{where}: a file of {job.write_as.english} holds one Sudoku; give a folder as OUT")
            write(_encoded(job.write_as, sheet))
            done = True


def _encoded(format: Format, sheet: Sheet) -> bytes:
    if format.kind == "picture":
        picture: str | bytes = format.module.write(sheet)
        return picture.encode() if isinstance(picture, str) else picture
    return "".join(text_of([sheet], format)).encode("utf-8", "replace")


def _write_lines(job: _Job, inputs: list[str], write: Callable[[bytes], object]) -> None:
    """To a line format: clean blocks are translated whole, other lines go one by one."""
    started = job.write_as.name != "csv"
    for name in inputs:
        with _input(name) as file:
            read_as = job.read_as or _recognised(file)
            if read_as is None:
                job.fail(name, unknown(_head(file)))
                continue
            if not started:
                columns = ["entries", *sorted(ALL_PARTS)] if read_as.name not in READ else []
                started = True
                if columns:
                    sheets = job.good(records(pieces_of_file(file), read_as), name)
                    _write_all(text_of(sheets, job.write_as, read_as.carries), write)
                    continue
                write(header().encode())
            if read_as.name in READ:
                _write_blocks(job, file, name, read_as, write)
            else:
                sheets = job.good(records(pieces_of_file(file), read_as), name)
                _write_all(_without_header(job, sheets), write)


def _without_header(job: _Job, sheets: Iterable[Sheet]) -> Iterator[str]:
    parts = text_of(sheets, job.write_as, frozenset())
    if job.write_as.name == "csv":
        next(parts)
    return parts


def _write_blocks(
    job: _Job, file: BinaryIO, name: str, read_as: Format, write: Callable[[bytes], object]
) -> None:
    above = 0
    for block in watched(blocks(file), lambda block: block.count(b"\n"), "converted"):
        clean = translated(block, WRITTEN[job.write_as.name])
        if clean is not None:
            write(clean)
        else:
            found = records(pieces_of_file(io.BytesIO(block)), read_as)
            write("".join(_without_header(job, job.good(found, name, above))).encode("utf-8", "replace"))
        above += block.count(b"\n") or 1


def _to_folder(job: _Job, inputs: list[str], folder: Path) -> None:
    """A file for each input; for each Sudoku, if a file holds one."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in inputs:
        stem = "sudoku" if name == "-" else Path(name).stem
        if job.write_as.many:
            _to_file(job, [name], str(folder / (stem + job.write_as.suffix)))
            continue
        for number, sheet in enumerate(_sheets(job, name), 1):
            path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{job.write_as.suffix}"
            path.write_bytes(_encoded(job.write_as, sheet))


def _sheets(job: _Job, name: str) -> Iterator[Sheet]:
    with _input(name) as file:
        yield from job.good(records(pieces_of_file(file), job.read_as), name)


@contextmanager
def _input(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def _output(target: str) -> Iterator[Callable[[bytes], object]]:
    """What writes to the target. A file is there only when it is complete."""
    if target == "-":
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    part = Path(f"{target}.part")
    try:
        with part.open("wb") as file:
            yield file.write
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _recognised(file: BinaryIO) -> Format | None:
    return recognise(_head(file))


def _head(file: BinaryIO | IO[bytes]) -> str:
    """The beginning of a file, without reading on."""
    return file.peek(_HEAD)[:_HEAD].decode("utf-8", "backslashreplace")  # type: ignore[union-attr]
