"""The elements of an XML text as they come, by expat, in little memory whatever the text.

Document types and entities are refused, so nothing can expand. What is open for too long or nested too deep is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NoReturn
from xml.parsers import expat

from shudu.formats.io.malformed import MalformedSheet, shown

_OPEN: Final = 1 << 18  # bytes of one tag
_DEEPEST: Final = 8
_LONGEST_TEXT: Final = 1 << 14


class Element:
    """An element: where it began, its attributes, and its text once it has ended."""

    __slots__ = ("attributes", "column", "depth", "line", "name", "text")

    def __init__(self, name: str, attributes: dict[str, str], depth: int, line: int, column: int) -> None:
        self.name, self.attributes, self.depth, self.line, self.column = name, attributes, depth, line, column
        self.text = ""


def elements(pieces: Iterable[str]) -> Iterator[Element]:
    """The root and `folder` when they begin, every other element when it has ended. Raises MalformedSheet."""
    parser = _Parser()
    for piece in pieces:
        yield from parser.feed(piece.encode("utf-8", "replace"))
    yield from parser.feed(b"", last=True)


class _Parser:
    """Expat with a stack of open elements, and those that can be handed out."""

    def __init__(self) -> None:
        self.expat = expat.ParserCreate("utf-8")
        self.expat.buffer_text = True
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = self._end
        self.expat.CharacterDataHandler = self._text
        self.expat.StartDoctypeDeclHandler = self._refuse
        self.expat.EntityDeclHandler = self._refuse
        self.stack: list[Element] = []
        self.ready: list[Element] = []
        self.fed = 0

    def feed(self, chunk: bytes, last: bool = False) -> list[Element]:
        try:
            self.expat.Parse(chunk, last)
        except expat.ExpatError as error:
            raise MalformedSheet(
                error.lineno, error.offset + 1, expat.ErrorString(error.code), "well-formed XML"
            ) from None
        self.fed += len(chunk)
        if self.fed - self.expat.CurrentByteIndex > _OPEN:
            self._fail("a tag that does not end", "a shorter one")
        ready, self.ready = self.ready, []
        return ready

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.stack) == _DEEPEST:
            self._fail(f"<{name[:40]}> nested {_DEEPEST + 1} deep", "folders and games")
        place = self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1
        self.stack.append(Element(name, attributes, len(self.stack) + 1, *place))
        if len(self.stack) == 1 or name == "folder":
            self.ready.append(self.stack[-1])

    def _end(self, name: str) -> None:
        element = self.stack.pop()
        if self.stack and name != "folder":
            self.ready.append(element)

    def _text(self, text: str) -> None:
        element = self.stack[-1]
        element.text += text
        if len(element.text) > _LONGEST_TEXT:
            self._fail(f"more than {_LONGEST_TEXT:,} characters of text", "games")

    def _refuse(self, name: str, *_: object) -> None:
        self._fail(f"a document type or entity {shown(name)}", "XML without any")

    def _fail(self, found: str, expected: str) -> NoReturn:
        raise MalformedSheet(self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1, found, expected)
