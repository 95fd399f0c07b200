"""Converting files from any format to any other, sheet by sheet, in bounded memory.

A line of just 81 cells needs no sheet: if the target puts the same text around every puzzle, such lines are copied into
it, many at once. That takes 1 µs per line instead of 10.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import BinaryIO, Final, NamedTuple, TypeGuard

from shudu.core.text import BLANKS, write_line
from shudu.formats.io.read_write import explain_unknown, read_line_record, read_records, write_all
from shudu.formats.io.registry import recognise
from shudu.formats.io.sheet import Format, MalformedSheet, Record, Sheet, WriteSheet
from shudu.formats.io.text import TextLine, peek, split_file, split_lines
from shudu.formats.tables import parts_in_header

_PLAIN_LINES: Final = re.compile(rf"(?:[1-9{re.escape(BLANKS)}]{{81}}\n)+")
_GROUP: Final = 256  # lines that are looked at together; more would not be faster, and lines may be long
_DOTS: Final = str.maketrans(dict.fromkeys(BLANKS, "."))
_SAMPLES: Final = (bytes(81), bytes(range(9)) * 9, bytes((5, 0, 0)) * 27)


class ConversionProblem(NamedTuple):
    """Something to report: a malformed sheet, or the parts that a sheet loses."""

    name: str
    line: int
    error: MalformedSheet | None = None
    losses: tuple[str, ...] = ()


class ConversionInput(NamedTuple):
    """A file to convert: its name, its content, its format and its beginning."""

    name: str
    file: BinaryIO
    format: Format
    head: str


class Piece(NamedTuple):
    """Part of a converted file, and how many sheets it holds."""

    content: bytes
    sheets: int


Report = Callable[[ConversionProblem], None]


def open_input(name: str, file: BinaryIO, format: Format | None, report: Report) -> ConversionInput | None:
    """Return a file with its format.

    Args:
        name: The file's name, for reports.
        file: The file; it need not be able to seek.
        format: Its format; recognised by the content if None.
        report: Called if no format recognises it; then the result is None.
    """
    try:
        head, whole = peek(file)
    except MalformedSheet as error:
        report(ConversionProblem(name, error.line, error))
        return None
    format = format or recognise(head)
    if format is None:
        problem = explain_unknown(head)
        report(ConversionProblem(name, problem.line, problem))
        return None
    return ConversionInput(name, whole, format, head)


class Conversion:
    """Writes the sheets of any number of files in one format.

    Args:
        target: The format to write.
        report: Called for every malformed sheet, and for every sheet of which something is lost.
    """

    def __init__(self, target: Format, report: Report) -> None:
        self.target: Format = target
        self.report: Report = report

    def read_sheets(self, source: ConversionInput, keeps_rows: bool = False) -> Iterator[Sheet]:
        """Yield the well-formed sheets of a file.

        Args:
            source: The file.
            keeps_rows: Whether the caller writes the whole rows of tables, so that nothing in them is lost.
        """
        for record in read_records(self._split(source), source.format):
            if self._accept(record, source.name, self.target.carries, keeps_rows):
                yield record

    def write_sheet(self, sheet: Sheet) -> bytes:
        """Return a file with one sheet."""
        if self.target.kind == "picture":
            assert self.target.write is not None
            picture: str | bytes = self.target.write(sheet)
            return picture.encode() if isinstance(picture, str) else picture
        return _encode("".join(write_all([sheet], self.target)))

    def convert(self, sources: Iterable[ConversionInput]) -> Iterator[Piece]:
        """Yield one file with all sheets of some files, piece by piece. The target must hold many.

        A table gets columns for what its first source can have.
        """
        if self.target.write_all:
            sheets = (sheet for source in sources for sheet in self.read_sheets(source))
            yield from (Piece(_encode(text), 1) for text in self.target.write_all(sheets))
            return
        rest = iter(sources)
        first = next(rest, None)
        if first is None:
            return
        parts = self._choose_parts(first)
        header, write_one = self.target.open_writer(parts)
        if header:
            yield Piece(header.encode(), 0)
        frame = _find_frame(write_one)
        for source in chain([first], rest):
            if frame and source.format.name in ("line", "sdm"):
                yield from self._convert_lines(source, parts, write_one, frame)
            else:
                records = read_records(self._split(source), source.format)
                yield from self._write_records(records, source.name, parts, write_one)

    def _split(self, source: ConversionInput) -> Iterator[str]:
        """Yield the text of a file; report compressed data that is damaged."""
        try:
            yield from split_file(source.file)
        except MalformedSheet as error:
            self.report(ConversionProblem(source.name, error.line, error))

    def _convert_lines(
        self, source: ConversionInput, parts: frozenset[str], write_one: WriteSheet, frame: tuple[str, str, str]
    ) -> Iterator[Piece]:
        """Yield the sheets of lines; where all lines of a group are plain, put the frame around each of them at once."""
        before, after, blank = frame
        for group in _group_lines(split_lines(self._split(source))):
            text = "\n".join([line.text for line in group]) + "\n"
            if _PLAIN_LINES.fullmatch(text):
                cells = text.translate(_DOTS).replace(".", blank)
                framed = cells.removesuffix("\n").replace("\n", after + before)
                yield Piece(_encode(before + framed + after), len(group))
            else:
                records = (read_line_record(line, source.format) for line in group)
                yield from self._write_records(filter(None, records), source.name, parts, write_one)

    def _write_records(
        self, records: Iterable[Record], name: str, parts: frozenset[str], write_one: WriteSheet
    ) -> Iterator[Piece]:
        for record in records:
            if self._accept(record, name, parts):
                yield Piece(_encode(write_one(record)), 1)

    def _choose_parts(self, source: ConversionInput) -> frozenset[str]:
        """Return the parts to write: for a table, those that its first source can have."""
        if not self.target.open_table:
            return self.target.carries
        parts = source.format.carries
        if source.format.open_table:
            parts = parts_in_header(source.head)
        elif source.format.name == "line" and not _has_comments(source.head):
            parts = frozenset()
        return parts & self.target.carries

    def _accept(self, record: Record, name: str, parts: frozenset[str], keeps_rows: bool = False) -> TypeGuard[Sheet]:
        """Return whether a record is a sheet; report it if it is not, or if it loses something."""
        if isinstance(record, MalformedSheet):
            self.report(ConversionProblem(name, record.line, record))
            return False
        lost = self.target.losses(record)
        if parts != self.target.carries:
            lost = tuple(sorted({*lost, *(record.parts() - parts)}))
        omissions = () if keeps_rows and record.row else record.omissions
        if losses := (*omissions, *lost):
            self.report(ConversionProblem(name, record.line, losses=losses))
        return True


def _group_lines(lines: Iterator[TextLine]) -> Iterator[list[TextLine]]:
    while group := list(islice(lines, _GROUP)):
        yield group


def _find_frame(write_one: WriteSheet) -> tuple[str, str, str] | None:
    """Return the text before and after the cells and the character for blanks, if every plain sheet has the same.

    Formats that compress the cells, or write a hash of them, have no frame.
    """
    frames: set[tuple[str, str, str | None]] = set()
    for digits in _SAMPLES:
        text = write_one(Sheet(digits))
        blank = next((blank for blank in ".0" if write_line(digits, blank) in text), None)
        before, _, after = text.partition(write_line(digits, blank or "?"))
        frames.add((before, after, blank))
    before, after, blank = frames.pop()
    return (before, after, blank) if blank and not frames else None


def _has_comments(head: str) -> bool:
    return any(" " in row.strip() or "," in row for row in head.split("\n"))


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")
