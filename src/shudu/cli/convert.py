"""`shudu convert`: from any format to any other; files, folders, standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import click

from shudu.cli.lines import Failures
from shudu.cli.progress import watched
from shudu.formats.chunks import READ, WRITTEN, chunks, translated
from shudu.formats.csv_table import header, write_row
from shudu.formats.malformed import MalformedSheet
from shudu.formats.pieces import pieces_of_file
from shudu.formats.reading import records, unknown
from shudu.formats.registry import FORMATS, Format, by_suffix, find, recognise
from shudu.formats.rewound import head_of
from shudu.formats.sheet import FACTS, Sheet
from shudu.formats.writing import text_of

_READ: Final = [name for name, format in FORMATS.items() if format.kind != "picture"]
Part = tuple[int, bytes]  # how many Sudokus, and their text


@click.command("convert")
@click.argument("source", default="-", metavar="[IN]")
@click.argument("target", default="-", metavar="[OUT]")
@click.option("--from", "read_as", type=click.Choice(_READ), help="The format of IN; recognised if not given.")
@click.option("--to", "write_as", type=click.Choice(list(FORMATS)), help="The format of OUT; by its name if not given.")
@click.option("--strict", is_flag=True, help="Stop at the first Sudoku that is wrong.")
@click.option("--list", "listing", is_flag=True, help="List the formats.")
def command(source: str, target: str, read_as: str | None, write_as: str | None, strict: bool, listing: bool) -> None:
    """Convert Sudokus from any format to any other.

    IN and OUT are files, folders, or - for standard input and output. Where a file holds one Sudoku, a folder takes many.
    What a format cannot carry is named in a warning.
    """
    if listing:
        _list()
        return
    format = find(write_as) if write_as else by_suffix(target) or FORMATS["line"]
    job = _Job(find(read_as) if read_as else None, format, strict)
    inputs = _inputs(source, target)
    if Path(target).is_dir() or (target != "-" and Path(source).is_dir() and not by_suffix(target)):
        _to_folder(job, inputs, Path(target))
    else:
        _to_file(job, inputs, target)
    job.failures.exit()


def _list() -> None:
    for format in FORMATS.values():
        click.echo(f"{format.name:<14}{', '.join(format.suffixes):<34}{format.english} · {format.chinese}")


class _Input(NamedTuple):
    """A file that is read: its name (`-` for standard input) and its format."""

    name: str
    file: BinaryIO
    format: Format


class _Job:
    """One run: what is read, what is written, what went wrong. `carries` is what comes over of a sheet."""

    def __init__(self, read_as: Format | None, write_as: Format, strict: bool) -> None:
        self.read_as, self.write_as, self.strict = read_as, write_as, strict
        self.carries = write_as.carries
        self.failures = Failures()

    def fail(self, name: str, error: MalformedSheet, above: int = 0) -> None:
        """Says what is wrong with one Sudoku; ends it all if that was wished."""
        place = f"{_place(name, error.line + above)}, column {error.column}"
        self.failures.report(place, f"{error.found}; expected {error.expected}")
        if self.strict:
            sys.exit(1)

    def warn(self, name: str, sheet: Sheet, above: int = 0) -> None:
        """Names what is not carried over."""
        lost = self.write_as.lost(sheet)
        if self.carries is not self.write_as.carries:
            lost = tuple(sorted({*lost, *(sheet.parts() - self.carries)}))
        if gone := (*sheet.dropped, *lost):
            place = _place(name, sheet.line + above)
            click.echo(f"{place}: warning: {self.write_as.name} cannot carry {', '.join(gone)}", err=True)

    def sheets(self, source: _Input) -> Iterator[Sheet]:
        """The sheets of a file that can be read; the others are reported."""
        return self.good(records(pieces_of_file(source.file), source.format), source.name)

    def good(self, found: Iterable[Sheet | MalformedSheet], name: str, above: int = 0) -> Iterator[Sheet]:
        """The sheets among what was found; the errors are reported."""
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
    if not Path(source).exists():
        raise click.UsageError(f"{source}: no such file or folder")
    if target != "-" and Path(target).is_file() and Path(target).samefile(source):
        raise click.UsageError(f"{source} cannot be both read and written")
    return [source]


def _to_file(job: _Job, inputs: list[str], target: str) -> None:
    """Everything into one file, or to standard output."""
    with _output(target) as write:
        if not job.write_as.many:
            parts = _single(job, inputs)
        elif job.write_as.name == "opensudoku":
            parts = _collected(job, inputs)
        else:
            parts = _lines(job, inputs)
        for _, text in watched(parts, lambda part: part[0], "converted"):
            write(text)


def _single(job: _Job, inputs: list[str]) -> Iterator[Part]:
    """The one Sudoku that a document or picture holds."""
    done = False
    for source in _opened(job, inputs):
        for sheet in job.sheets(source):
            if done:
                where, what = _place(source.name, sheet.line), job.write_as.english
                raise click.UsageError(f"{where}: a file of {what} holds one Sudoku; give a folder as OUT")
            yield 1, _encoded(job.write_as, sheet)
            done = True


def _collected(job: _Job, inputs: list[str]) -> Iterator[Part]:
    """A document around all Sudokus."""
    sheets = (sheet for source in _opened(job, inputs) for sheet in job.sheets(source))
    return ((1, part.encode("utf-8", "replace")) for part in text_of(sheets, job.write_as))


def _lines(job: _Job, inputs: list[str]) -> Iterator[Part]:
    """A line for each Sudoku."""
    record: Callable[[Sheet], str] | None = None
    for source in _opened(job, inputs):
        if record is None:
            record, first = _recorder(job, source.format)
            yield 0, first
        if source.format.name in READ and (job.write_as.name in WRITTEN or hasattr(job.write_as.module, "plain")):
            yield from _by_chunks(job, source, record)
        else:
            yield from ((1, record(sheet).encode("utf-8", "replace")) for sheet in job.sheets(source))


def _recorder(job: _Job, read_as: Format) -> tuple[Callable[[Sheet], str], bytes]:
    """What writes one Sudoku, and what stands at the top. A table has columns for what its first source can tell."""
    if job.write_as.name != "csv":
        write = job.write_as.module.write
        return lambda sheet: write(sheet) + "\n", b""
    job.carries = frozenset() if read_as.name in READ else read_as.carries & job.carries
    columns = [part for part in ("entries", *FACTS) if part in job.carries]
    return lambda sheet: write_row(sheet, columns), header(columns).encode()


def _by_chunks(job: _Job, source: _Input, record: Callable[[Sheet], str]) -> Iterator[Part]:
    """Clean chunks of lines are translated whole, other lines go one by one."""
    above = 0
    for chunk in chunks(source.file):
        count = chunk.count(b"\n") or 1
        clean = translated(chunk, WRITTEN.get(job.write_as.name, "0"))
        if clean is not None and job.write_as.name not in WRITTEN:
            clean = "\n".join([*map(job.write_as.module.plain, clean.decode().split()), ""]).encode()
        if clean is None:
            found = records(pieces_of_file(io.BytesIO(chunk)), source.format)
            clean = "".join(record(sheet) for sheet in job.good(found, source.name, above)).encode("utf-8", "replace")
        yield count, clean
        above += count


def _to_folder(job: _Job, inputs: list[str], folder: Path) -> None:
    """A file for each input; for each Sudoku, if a file holds one."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in inputs:
        stem = "sudoku" if name == "-" else Path(name).stem
        if job.write_as.many:
            _to_file(job, [name], str(folder / (stem + job.write_as.suffix)))
            continue
        sheets = (sheet for source in _opened(job, [name]) for sheet in job.sheets(source))
        for number, sheet in enumerate(sheets, 1):
            path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{job.write_as.suffix}"
            path.write_bytes(_encoded(job.write_as, sheet))


def _encoded(format: Format, sheet: Sheet) -> bytes:
    if format.kind == "picture":
        picture: str | bytes = format.module.write(sheet)
        return picture.encode() if isinstance(picture, str) else picture
    return "".join(text_of([sheet], format)).encode("utf-8", "replace")


def _opened(job: _Job, names: Iterable[str]) -> Iterator[_Input]:
    """The files one after the other, open and recognised. What is no Sudoku in any format is reported."""
    for name in names:
        with _file(name) as file:
            head, whole = head_of(file)
            format = job.read_as or recognise(head)
            if format is None:
                job.fail(name, unknown(head))
            else:
                yield _Input(name, whole, format)


@contextmanager
def _file(name: str) -> Iterator[BinaryIO]:
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
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
