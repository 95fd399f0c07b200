r"""Text in bounded pieces, from strings and files; 81 cells and JSON from unchecked text.

A piece is a line, or a part of a very long line, so that no line of a gigabyte is ever held whole. Files compressed with
gzip or zstd are recognised by their first bytes and decompressed while they are read.

>>> [line.text for line in split_lines(split_text("ab\n\ncd"))]
['ab', '', 'cd']
"""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, BinaryIO, Final, NamedTuple, TypeVar
from urllib.parse import unquote

from shudu.core.errors import MissingExtra
from shudu.core.text import BAD_CHARACTER, DIGIT_OF
from shudu.formats.io.sheet import MalformedSheet, excerpt
from shudu.locale.catalogue import Message

LINE_LIMIT: Final = 1 << 16  # characters per piece; no format needs longer lines, links and JSON included
DOCUMENT_LIMIT: Final = 1 << 20  # characters of a document that is read whole: one Sudoku with all its moves
_READ_SIZE: Final = 1 << 20

T = TypeVar("T")


class TextLine(NamedTuple):
    """A line without its end. A line over the limit is cut, and `whole` is False."""

    number: int
    text: str
    whole: bool


def split_text(text: str) -> Iterator[str]:
    r"""Yield the pieces of a string. All line ends become `\n`."""
    source = io.StringIO(text, newline=None)
    while piece := source.readline(LINE_LIMIT):
        yield piece


def split_file(file: BinaryIO) -> Iterator[str]:
    """Yield the pieces of a file, decoded by `decode_lines`."""
    first = True
    while piece := file.readline(LINE_LIMIT):
        yield decode_lines(piece.removeprefix(codecs.BOM_UTF8) if first else piece)
        first = False


def decode_lines(data: bytes) -> str:
    r"""Return the text of lines in UTF-8, or in GB 18030, which Chinese spreadsheet programs write.

    Each line is looked at by itself: a line that was cut inside a character must not change how others are read. What is
    neither becomes escapes, which messages can show, and so does a line too long to be whole.

    >>> decode_lines("初级\n".encode() + "高级".encode("gbk") + b"\n\xff")
    '初级\n高级\n\\xff'
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        return "\n".join(map(_decode_line, data.split(b"\n")))


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "gb18030") if len(line) < LINE_LIMIT else ():
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("utf-8", "backslashreplace")


def split_lines(pieces: Iterable[str]) -> Iterator[TextLine]:
    """Yield the lines of a text, numbered from 1."""
    number, inside = 0, False
    for piece in pieces:
        ended = piece.endswith("\n")
        if not inside:
            number += 1
            text = piece.rstrip("\r\n").removeprefix("\ufeff") if number == 1 else piece.rstrip("\r\n")
            yield TextLine(number, text, ended or len(piece) < LINE_LIMIT)
        inside = not ended


def join_pieces(pieces: Iterable[str]) -> str:
    r"""Return the whole text, with `\n` at the end of each line.

    Raises:
        MalformedSheet: If the text is too large for one Sudoku.
    """
    parts, size = [], 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > DOCUMENT_LIMIT:
            raise MalformedSheet("formats.too-large", limit=DOCUMENT_LIMIT)
    return "".join(parts).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def check_length(line: TextLine) -> None:
    """Raise MalformedSheet if the line was cut."""
    if not line.whole:
        text = excerpt(line.text[:99])
        raise MalformedSheet("formats.line-too-long", line.number, LINE_LIMIT, limit=LINE_LIMIT, text=text)


def peek(file: BinaryIO) -> tuple[str, BinaryIO]:
    r"""Return the beginning of a file as text, and the whole file as UTF-8, even if it cannot seek.

    UTF-16 with a byte order mark is converted as it is read, and gzip and zstd are decompressed.

    >>> head, whole = peek(io.BytesIO(b"12\n3"))
    >>> head, whole.read()
    ('12\n3', b'12\n3')
    >>> peek(io.BytesIO("数".encode("utf-16")))[0]
    '数'
    """
    chunks = _utf8_chunks(decompress(file))
    head = b""
    while len(head) < LINE_LIMIT and (chunk := next(chunks, b"")):
        head += chunk
    text = decode_lines(head[:LINE_LIMIT].removeprefix(codecs.BOM_UTF8))
    return text, io.BufferedReader(_ChunkedFile(head, chunks), _READ_SIZE)


class _ChunkedFile(io.RawIOBase):
    """A file made of chunks of bytes."""

    def __init__(self, head: bytes, chunks: Iterator[bytes]) -> None:
        super().__init__()
        self.rest, self.chunks = head, chunks

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self.rest:
            try:
                self.rest = next(self.chunks)
            except StopIteration:
                return 0
        part = self.rest[: len(buffer)]
        buffer[: len(part)] = part
        self.rest = self.rest[len(part) :]
        return len(part)


def _utf8_chunks(file: BinaryIO) -> Iterator[bytes]:
    chunk = file.read(LINE_LIMIT)
    if not chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        while chunk:
            yield chunk
            chunk = file.read(_READ_SIZE)
        return
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    while chunk:
        if text := decoder.decode(chunk).encode("utf-8", "replace"):
            yield text
        chunk = file.read(_READ_SIZE)
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def first_line(text: str) -> str:
    """Return the first line that is not blank, without surrounding white space."""
    return text.strip().split("\n", 1)[0].strip()


def link_parameter(link: str, name: str) -> tuple[str, int] | None:
    """Return the value of a parameter of a link and its column; None if the link does not have it.

    >>> link_parameter("https://example.org/?a=1&b=x%20y", "b")
    ('x y', 28)
    """
    match = re.search(rf"[?&#]{name}=([^&#\s]*)", link)
    return (unquote(match[1], errors="replace"), match.start(1) + 1) if match else None


def read_cells(text: str, count: int = 81, line: int = 1, column: int = 1) -> bytes:
    r"""Return the digits of `count` characters, 0 for blank.

    Args:
        text: The characters.
        count: How many there must be.
        line: Where the text begins, for messages.
        column: Likewise.

    >>> read_cells("1.0x", 4)
    b'\x01\x00\x00\x00'

    Raises:
        MalformedSheet: At the first bad character, or where the text is too short or too long.
    """
    if len(text) == count and text.isascii():
        digits = text.encode().translate(DIGIT_OF)
        if BAD_CHARACTER not in digits:
            return digits
    for position, character in enumerate(text[:count]):
        if not (character.isascii() and DIGIT_OF[ord(character)] != BAD_CHARACTER):
            raise _bad_character(character, text, line, column + position)
    if len(text) < count:
        at = column + len(text)
        raise MalformedSheet("formats.too-few-cells", line, at, n=len(text), text=excerpt(text), expected=count)
    raise MalformedSheet("formats.too-many-cells", line, column + count, text=excerpt(text[count:]), expected=count)


def read_rows(rows: list[tuple[int, str]]) -> bytes:
    """Return the digits of nine numbered rows. Spaces, tabs and `|` between cells are ignored.

    Raises:
        MalformedSheet: If there are not nine rows of nine cells.
    """
    if len(rows) != 9:
        at = rows[9][0] if len(rows) > 9 else rows[-1][0] if rows else 1
        raise MalformedSheet("formats.row-count", at, n=len(rows))
    return b"".join(_read_row(text, number) for number, text in rows)


def _read_row(text: str, line: int) -> bytes:
    cells = [(column, character) for column, character in enumerate(text, 1) if character not in " \t|"]
    try:
        return read_cells("".join(character for _, character in cells), 9, line)
    except MalformedSheet as error:
        column = cells[error.column - 1][0] if error.column <= len(cells) else len(text) + 1
        raise error.shift(columns=column - error.column) from None


def _bad_character(character: str, text: str, line: int, column: int) -> MalformedSheet:
    plain = unicodedata.normalize("NFKC", character)
    quoted, text = repr(character), excerpt(text)
    if plain != character and plain in tuple("123456789"):
        return MalformedSheet("formats.wide-digit", line, column, character=quoted, text=text, plain=plain)
    return MalformedSheet("formats.bad-character", line, column, character=quoted, text=text)


_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_BUFFER: Final = 1 << 16  # bytes, enough to recognise a format without consuming them


class _PeekedFile(io.RawIOBase):
    """A file whose first bytes have been read already."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read = getattr(self._rest, "read1", self._rest.read)  # read1 does not wait until the buffer is full
        data = self._head + read(len(buffer) - len(self._head))
        self._head = b""
        buffer[: len(data)] = data
        return len(data)


class _DecompressedFile(io.RawIOBase):
    """A decompressed file that reports damage as a malformed sheet."""

    def __init__(self, file: Any) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except (OSError, EOFError, ValueError) as error:
            raise MalformedSheet("formats.damaged-compression") from error
        buffer[: len(data)] = data
        return len(data)


def decompress(file: BinaryIO) -> io.BufferedReader:
    """Return a file, decompressed if it begins like a compressed one. It need not be able to seek.

    >>> decompress(io.BytesIO(gzip.compress(b"81 cells"))).read(), decompress(io.BytesIO(b"81 cells")).read()
    (b'81 cells', b'81 cells')

    Raises:
        MissingExtra: If the file is compressed with zstd and no package for it is installed.
    """
    head = file.read(4)
    whole: io.BufferedReader = io.BufferedReader(_PeekedFile(head, file), _BUFFER)
    if head.startswith(_GZIP):
        return io.BufferedReader(_DecompressedFile(gzip.GzipFile(fileobj=whole)), _BUFFER)
    if head.startswith(_ZSTD):
        return io.BufferedReader(_DecompressedFile(_open_zstd(whole)), _BUFFER)
    return whole


def _open_zstd(file: BinaryIO) -> Any:
    """Open with the standard library, which knows zstd from Python 3.14 on, or with pyarrow."""
    try:
        return import_module("compression.zstd").ZstdFile(file)
    except ModuleNotFoundError:
        pass
    try:
        arrow = import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise MissingExtra("formats.no-zstd") from error
    return arrow.CompressedInputStream(arrow.PythonFile(file, "r"), "zstd")


def load_json(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        MalformedSheet: If the text is not JSON, is nested too deep or has a number that is too long.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        quoted = excerpt(text[error.pos : error.pos + 20])
        raise MalformedSheet("formats.json", error.lineno, error.colno, problem=error.msg, text=quoted) from None
    except RecursionError:
        raise MalformedSheet("formats.json-depth") from None
    except ValueError:
        raise MalformedSheet("formats.json-number") from None


def expect(value: object, kind: type[T], what: str) -> T:
    """Return a value that must be of a type.

    Args:
        value: The value.
        kind: Its type.
        what: A key of the table `[expected]` in the catalogue, for the message.

    Raises:
        MalformedSheet: If it is of another type.
    """
    if not isinstance(value, kind):
        quoted = excerpt(repr(value)[:99])
        raise MalformedSheet("formats.json-value", value=quoted, expected=Message(f"formats.expected.{what}", {}))
    return value


def expect_texts(value: object, what: str) -> dict[str, str]:
    """Return an object whose values are all texts, or raise MalformedSheet."""
    pairs = expect(value, dict, what)
    return {str(key): expect(text, str, what) for key, text in pairs.items()}
