"""The elements of an XML text as expat parses them, in bounded memory.

Document types and entities are refused, so nothing can expand; so are endless tags and deep nesting. With defusedxml in
place of the two handlers that refuse them, this module would not be shorter: the bounds on size remain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat

from shudu.formats.io.sheet import MalformedSheet, excerpt

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
    parser = _Parser(at_start)
    for piece in pieces:
        yield from parser.feed(piece.encode("utf-8", "replace"))
    yield from parser.feed(b"", last=True)


class _Parser:
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
