"""`shudu convert`: from any format to any other; files, folders, standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import click

from shudu.cli.input import Failures, standard_input
from shudu.cli.output import show_progress
from shudu.formats import batch as batches
from shudu.formats.batch import Batch
from shudu.formats.chunks import chunks, lines_in, parted, tidy
from shudu.formats.csv_table import columns_of, header, write_batch, write_row
from shudu.formats.io.malformed import MalformedSheet
from shudu.formats.io.read import records, unknown
from shudu.formats.io.registry import FORMATS, Format, by_suffix, find, recognise
from shudu.formats.io.sheet import FACTS, Sheet
from shudu.formats.io.text import pieces_of_file
from shudu.formats.io.write import text_of
from shudu.formats.rewound import head_of

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
    job = _Job(find(read_as) if read_as else None, _format_of(target, write_as), strict)
    inputs = _inputs(source, target)
    if Path(target).is_dir() or (target != "-" and Path(source).is_dir() and not by_suffix(target)):
        _to_folder(job, inputs, Path(target))
    else:
        _to_file(job, inputs, target)
    job.failures.exit()


def _format_of(target: str, named: str | None) -> Format:
    """The format to write: the one named, else by the name of the target, else lines. Raises UsageError."""
    format = find(named) if named else FORMATS["line"] if target == "-" else by_suffix(target)
    if format is None:
        raise click.UsageError(
            f"{target}: its name does not tell a format; give one with --to, or a name like {Path(target).stem}.sdk "
            "(shudu convert --list shows all)"
        )
    if format.name == "png" and target == "-" and sys.stdout.isatty():
        raise click.UsageError("a PNG is nothing for a terminal; name a file, as in: shudu convert IN sudoku.png")
    return format


def _list() -> None:
    for format in FORMATS.values():
        click.echo(f"{format.name:<14}{', '.join(format.suffixes):<34}{format.english} · {format.chinese}")


class _Input(NamedTuple):
    """A file that is read: its name (`-` for standard input), its format and its beginning."""

    name: str
    file: BinaryIO
    format: Format
    head: str


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
            click.echo(_place(name, sheet.line + above) + _warning(self.write_as.name, gone), err=True)

    def warn_many(self, name: str, batch: Batch, above: int) -> None:
        """Names what is not carried over of a batch."""
        where, to, first = _line_of(name), self.write_as.name, above + 1
        lost = batch.lost(self.write_as, self.carries)
        if words := "\n".join([f"{where}{first + number}{_warning(to, gone)}" for number, gone in lost]):
            click.echo(words, err=True)

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
    return f"{_line_of(name)}{line}"


def _line_of(name: str) -> str:
    return "line " if name == "-" else f"{name}:"


@cache
def _warning(format: str, gone: tuple[str, ...]) -> str:
    return f": warning: {format} cannot carry {', '.join(gone)}"


def _inputs(source: str, target: str) -> list[str]:
    """The files to read. Raises UsageError."""
    if source == "-":
        standard_input("nothing to convert: name a file or a folder, or give text on standard input")
        return ["-"]
    if Path(source).is_dir():
        found = sorted(str(path) for path in Path(source).iterdir() if path.is_file() and path.name[0] != ".")
        if not found:
            raise click.UsageError(f"{source}: there are no files in it")
        return found
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
        for _, text in show_progress(parts, lambda part: part[0], "converted"):
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
    columns: list[str] | None = None
    for source in _opened(job, inputs):
        if columns is None:
            columns = _columns(job, source)
            yield 0, header(columns).encode() if job.write_as.name == "csv" else b""
        read = batches.reader(source.format)
        if read is None:
            yield from ((1, _record(job, sheet, columns)) for sheet in job.sheets(source))
        else:
            yield from _by_chunks(job, source, read, columns)


def _columns(job: _Job, source: _Input) -> list[str]:
    """The columns of a table besides the puzzle: for what its first source tells."""
    if job.write_as.name != "csv":
        return []
    told = source.format.carries
    if source.format.name == "csv":
        named = columns_of(source.head.lstrip().split("\n", 1)[0].rstrip())[1]
        told = frozenset("entries" if name == "position" else name for name in named)
    elif source.format.name == "line":
        told = told if any(" " in row.strip() or "," in row for row in source.head.split("\n")) else frozenset()
    job.carries = told & job.carries
    return [part for part in ("entries", *FACTS) if part in job.carries]


def _record(job: _Job, sheet: Sheet, columns: list[str]) -> bytes:
    """The line of one Sudoku."""
    if job.write_as.name == "csv":
        return write_row(sheet, columns).encode("utf-8", "replace")
    written: str = job.write_as.module.write(sheet)
    return written.encode("utf-8", "replace") + b"\n"


def _by_chunks(
    job: _Job, source: _Input, read: Callable[[bytes, str], Batch | None], columns: list[str]
) -> Iterator[Part]:
    """Clean chunks of lines are converted whole, other lines one by one."""
    above = 0
    for chunk in chunks(source.file):
        for part, batch in parted(tidy(chunk), lambda text: read(text, source.head)):
            lines = lines_in(part)
            written = _batch(job, batch, columns) if batch is not None else None
            if batch is None or written is None:
                yield lines, b"".join(_record(job, sheet, columns) for sheet in _one_by_one(job, source, part, above))
            else:
                job.warn_many(source.name, batch, above)
                yield lines, written
            above += lines


def _batch(job: _Job, batch: Batch, columns: list[str]) -> bytes | None:
    """The lines of a batch; None if the format cannot write this one together."""
    if job.write_as.name == "csv":
        return write_batch(batch, columns)
    write = batches.writer(job.write_as)
    return write(batch) if write else None


def _one_by_one(job: _Job, source: _Input, part: bytes, above: int) -> Iterator[Sheet]:
    """The Sudokus of some lines; those of a table are read below its header again."""
    if source.format.name == "csv" and above:
        part, above = source.head.lstrip().split("\n", 1)[0].encode() + b"\n" + part, above - 1
    return job.good(records(pieces_of_file(io.BytesIO(part)), source.format), source.name, above)


def _to_folder(job: _Job, inputs: list[str], folder: Path) -> None:
    """A file for each input; for each Sudoku, if a file holds one."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = {Path(name).resolve() for name in inputs}
    for name in inputs:
        paths = _free(folder, "sudoku" if name == "-" else Path(name).stem, job.write_as.suffix, taken)
        if job.write_as.many:
            _to_file(job, [name], str(next(paths)))
            continue
        sheets = (sheet for source in _opened(job, [name]) for sheet in job.sheets(source))
        for sheet in sheets:
            next(paths).write_bytes(_encoded(job.write_as, sheet))


def _free(folder: Path, stem: str, suffix: str, taken: set[Path]) -> Iterator[Path]:
    """Files that nothing was read from or written to: a.sdk, a-2.sdk and so on. Those that are taken grow."""
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        if path.resolve() not in taken:
            taken.add(path.resolve())
            yield path


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
                yield _Input(name, whole, format, head)


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
    path = Path(target).resolve()
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        with path.open("wb") as file:
            yield file.write
        return
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file.write
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
