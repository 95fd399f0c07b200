"""OpenSudoku's XML, version 2: folders of games, each with its digits, the player's digits and notes.

Version 1 has facts about the whole file and then games that are only digits. The `data` of a game is either 81 digits,
or `version: 2` and for each cell `value|notes|editable|`. Notes are a bit mask, bit 0 for digit 1; data of version 1 has
`-` or digits with commas instead. Newer programs write `value|corner|centre|editable|`.

The XML is parsed by expat in bounded memory. Document types and entities are rejected, so nothing can expand; so are
endless tags and deep nesting. defusedxml would replace only the two handlers that reject them.

>>> print("".join(_write_all([Sheet(bytes(81))]))[39:97])
<opensudoku version="2">
<folder name="shudu">
<game data=
>>> print(_write_version_1(Sheet(bytes(81), facts=(("author", "A & B"),)))[39:90])
<opensudoku>
<author>A &amp; B</author>
<game data=
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from shudu.core.text import write_line
from shudu.formats.io.marks import Pairs, digits_in, limit_to_empty, masks_of
from shudu.formats.io.sheet import Format, MalformedSheet, Record, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import read_cells

_ROOT: Final = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<opensudoku\b([^>]*)>", re.DOTALL)
_DOCUMENT_TYPE: Final = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?<!DOCTYPE\b")
_DATA_VERSION: Final = re.compile(r"\s*version:\s*([0-9]{1,3})\s+")
_NOTES: Final = re.compile(r"-|(?:[1-9],)*[1-9]?")
_NO_NAME: Final = "shudu"  # the folder of sheets without a source
_XML: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FACTS_1: Final = {
    "name": "title", "author": "author", "description": "description", "comment": "comment", "created": "date",
    "source": "source", "level": "level", "sourceURL": "url",
}  # fmt: skip


def _recognise(text: str) -> bool:
    if _DOCUMENT_TYPE.match(text):  # rejected by the parser, with a message
        return "<opensudoku" in text
    match = _ROOT.match(text)
    return match is not None and "version" in match[1]


def _recognise_version_1(text: str) -> bool:
    match = _ROOT.match(text)
    return match is not None and "version" not in match[1]


def _read_all(pieces: Iterable[str]) -> Iterator[Record]:
    """Yield the games of any version as they are parsed. An error in a game does not end the file."""
    common: dict[str, str] = {}
    folder = ""
    try:
        for element in read_elements(pieces, at_start=("folder",)):
            if element.depth == 1:
                _check_root(element)
            elif element.name == "folder":
                folder = element.attributes.get("name", "")
            elif element.name == "game":
                yield _read_game(element, {"source": folder, **common})
            elif element.depth == 2 and element.name in _FACTS_1:
                common[_FACTS_1[element.name]] = " ".join(element.text.split())
    except MalformedSheet as error:
        yield error


def _check_root(root: Element) -> None:
    version = root.attributes.get("version", "1")
    if root.name != "opensudoku":
        raise MalformedSheet("formats.opensudoku-root", root.line, root.column, name=root.name)
    if version not in ("1", "2", "3"):
        raise MalformedSheet("formats.opensudoku-version", root.line, root.column, version=excerpt(version))


def _read_game(element: Element, common: dict[str, str]) -> Record:
    attributes = element.attributes
    data = attributes.get("data") or attributes.get("cells_data")
    if data is None:
        return MalformedSheet("formats.opensudoku-game", element.line, element.column)
    own = {"date": attributes.get("created", ""), "comment": attributes.get("note") or attributes.get("user_note", "")}
    facts = common | {name: text for name, text in own.items() if text}
    if facts.get("source") == _NO_NAME:
        del facts["source"]
    try:
        return _read_data(data, tidy_facts(facts), element.line)
    except MalformedSheet as error:
        return error.shift(element.line - error.line, element.column - 1)


def _read_data(data: str, facts: Pairs, line: int) -> Sheet:
    version = _DATA_VERSION.match(data)
    if version is None:
        return Sheet(read_cells(data.strip()), facts=facts, line=line)
    fields = data[version.end() :].strip().removesuffix("|").split("|")
    if len(fields) not in (243, 324):
        raise MalformedSheet("formats.opensudoku-fields", column=version.end() + 1, n=len(fields))
    size = len(fields) // 81
    cells = [fields[first : first + size] for first in range(0, len(fields), size)]
    digits = bytes(_read_number(cell[0], 9) for cell in cells)
    editable = [_read_number(cell[-1].strip(), 1) for cell in cells]
    entries = sum(1 << cell for cell, digit in enumerate(digits) if digit and editable[cell])
    is_list = version[1] == "1"
    marks = [
        limit_to_empty(
            digits, masks_of((number, _read_notes(cell[column], is_list)) for number, cell in enumerate(cells))
        )
        for column in range(1, size - 1)
    ]
    if size == 4:
        return Sheet(digits, entries, corner=marks[0], centre=marks[1], facts=facts, line=line)
    return Sheet(digits, entries, centre=marks[0], facts=facts, line=line)


def _read_number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) <= most):
        raise MalformedSheet("formats.opensudoku-number", text=excerpt(text), most=most)
    return int(text)


def _read_notes(text: str, is_list: bool) -> list[int]:
    if is_list or text == "-" or "," in text:
        if not _NOTES.fullmatch(text) and text != "0":
            raise MalformedSheet("formats.opensudoku-notes", text=excerpt(text))
        return [int(digit) for digit in text if digit in "123456789"]
    mask = _read_number(text, 511)
    return [digit for digit in range(1, 10) if mask >> digit - 1 & 1]


def _write_all(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield the document; consecutive sheets with the same source share a folder."""
    yield f'{_XML}<opensudoku version="2">\n'
    folder = None
    for sheet in sheets:
        source = sheet.fact("source")
        if source != folder:
            yield ("" if folder is None else "</folder>\n") + f"<folder name={_attribute(source or _NO_NAME)}>\n"
            folder = source
        yield _write_game(sheet)
    yield ("" if folder is None else "</folder>\n") + "</opensudoku>\n"


def _write_game(sheet: Sheet) -> str:
    is_plain = not sheet.entries and not any(sheet.centre)
    data = write_line(sheet.digits, "0") if is_plain else _write_data(sheet)
    attributes = {"data": data, "created": sheet.fact("date"), "note": sheet.fact("comment")}
    return f"<game {' '.join(f'{name}={_attribute(text)}' for name, text in attributes.items() if text)}/>\n"


def _write_data(sheet: Sheet) -> str:
    r"""Return the data of a game with entries or notes.

    >>> _write_data(Sheet(bytes((7,)) + bytes(80), centre=masks_of({1: (1, 3)})))[:22]
    'version: 2\n7|0|0|0|5|1'
    """
    cells = []
    for cell, digit in enumerate(sheet.digits):
        notes = sum(1 << int(mark) - 1 for mark in digits_in(sheet.centre, cell))
        editable = not digit or sheet.entries >> cell & 1
        cells.append(f"{digit}|{notes}|{int(bool(editable))}|")
    return "version: 2\n" + "".join(cells)


def _write_version_1(sheet: Sheet) -> str:
    facts = {name: sheet.fact(fact) for name, fact in _FACTS_1.items()}
    lines = [f"<{name}>{escape(_clean(text))}</{name}>\n" for name, text in facts.items() if text]
    return f'{_XML}<opensudoku>\n{"".join(lines)}<game data="{write_line(sheet.digits, "0")}"/>\n</opensudoku>'


def _attribute(text: str) -> str:
    return quoteattr(_clean(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _clean(text: str) -> str:
    """Return a text with `?` for the characters that XML does not allow."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


OPENSUDOKU: Final = Format(
    name="opensudoku",
    suffixes=(".opensudoku", ".xml"),
    kind="collection",
    carries=frozenset({"entries", "centre", "date", "comment", "source"}),
    recognise=_recognise,
    read_all=_read_all,
    write_all=_write_all,
)
OPENSUDOKU_1: Final = Format(
    name="opensudoku-1",
    suffixes=(".opensudoku1", ".opensudoku", ".xml"),
    kind="document",
    carries=frozenset(_FACTS_1.values()),
    recognise=_recognise_version_1,
    read_all=_read_all,
    write=_write_version_1,
)


_TAG_LIMIT: Final = 1 << 18  # bytes
_DEPTH_LIMIT: Final = 8
_TEXT_LIMIT: Final = 1 << 14  # characters


@dataclass(slots=True)
class Element:
    """An element: its attributes, where it begins, and its text once it has ended."""

    name: str
    attributes: dict[str, str]
    depth: int
    line: int
    column: int
    text: str = ""


def read_elements(pieces: Iterable[str], at_start: Collection[str]) -> Iterator[Element]:
    """Yield the elements of a text.

    Args:
        pieces: The text.
        at_start: The names of elements to yield when they begin. All others, except the root, come when they end.

    Raises:
        MalformedSheet: If the text is not well-formed or exceeds a limit.
    """
    parser = _XmlParser(at_start)
    for piece in pieces:
        yield from parser.feed(piece.encode("utf-8", "replace"))
    yield from parser.feed(b"", last=True)


class _XmlParser:
    """Expat with a stack of open elements and a list of elements ready to be yielded."""

    def __init__(self, at_start: Collection[str]) -> None:
        self.at_start = at_start
        self.expat = expat.ParserCreate("utf-8")
        self.expat.buffer_text = True
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = self._end
        self.expat.CharacterDataHandler = self._add_text
        self.expat.StartDoctypeDeclHandler = self.expat.EntityDeclHandler = self._refuse
        self.stack: list[Element] = []
        self.ready: list[Element] = []
        self.size = 0

    def feed(self, chunk: bytes, last: bool = False) -> list[Element]:
        try:
            self.expat.Parse(chunk, last)
        except expat.ExpatError as error:
            problem = expat.ErrorString(error.code)
            raise MalformedSheet("formats.xml", error.lineno, error.offset + 1, problem=problem) from None
        self.size += len(chunk)
        if self.size - self.expat.CurrentByteIndex > _TAG_LIMIT:
            raise MalformedSheet("formats.xml-tag", *self._place())
        ready, self.ready = self.ready, []
        return ready

    def _place(self) -> tuple[int, int]:
        return self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.stack) == _DEPTH_LIMIT:
            raise MalformedSheet("formats.xml-depth", *self._place(), name=name[:40], limit=_DEPTH_LIMIT)
        self.stack.append(Element(name, attributes, len(self.stack) + 1, *self._place()))
        if len(self.stack) == 1 or name in self.at_start:
            self.ready.append(self.stack[-1])

    def _end(self, name: str) -> None:
        element = self.stack.pop()
        if self.stack and name not in self.at_start:
            self.ready.append(element)

    def _add_text(self, text: str) -> None:
        element = self.stack[-1]
        element.text += text
        if len(element.text) > _TEXT_LIMIT:
            raise MalformedSheet("formats.xml-text", *self._place(), limit=_TEXT_LIMIT)

    def _refuse(self, name: str, *_: object) -> None:
        raise MalformedSheet("formats.xml-doctype", *self._place(), name=excerpt(name))
