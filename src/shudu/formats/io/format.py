"""A format: its name and files, what it can carry, and the functions that read and write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from shudu.formats.io.sheet import MalformedSheet, Sheet
from shudu.locale.catalogue import Message, has_text

Kind = Literal["line", "document", "collection", "picture"]
Record = Sheet | MalformedSheet
WriteSheet = Callable[[Sheet], str]


def _never(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format. Each module of `shudu.formats` defines one or more.

    Attributes:
        name: Its identifier, as in `--to sdk`.
        suffixes: How its files end; new files get the first.
        kind: `line` formats have one sheet per line, `document` formats one per file, `collection` formats any number.
            A `picture` can be written but not read.
        carries: The names of the parts of a sheet that it keeps besides the digits.
        recognise: Whether a text, or its first 65,536 characters, is in this format.
        read: Reads one line or document.
        read_all: Reads a whole text in pieces; formats that have it do not need `read`.
        write: Writes one sheet without a final line end; a picture may be bytes.
        write_all: Writes a document around any number of sheets.
        open_table: Given the parts to write, returns a header and the function that writes the row of a sheet.
        extra_losses: Names what a sheet loses although `carries` lists it.
    """

    name: str
    suffixes: tuple[str, ...]
    kind: Kind
    carries: frozenset[str] = frozenset()
    recognise: Callable[[str], bool] = _never
    read: Callable[[str], Sheet] | None = None
    read_all: Callable[[Iterable[str]], Iterator[Record]] | None = None
    write: Callable[[Sheet], Any] | None = None
    write_all: Callable[[Iterable[Sheet]], Iterator[str]] | None = None
    open_table: Callable[[frozenset[str]], tuple[str, WriteSheet]] | None = None
    extra_losses: Callable[[Sheet], frozenset[str]] | None = None

    @property
    def label(self) -> Message:
        """Its name for people, such as "SDK puzzle"."""
        return Message(f"formats.names.{self.name}", {})

    @property
    def suffix(self) -> str:
        """How new files of this format end."""
        return self.suffixes[0]

    @property
    def holds_many(self) -> bool:
        """Whether one file can hold any number of sheets."""
        return self.kind in ("line", "collection")

    def losses(self, sheet: Sheet) -> tuple[str, ...]:
        """Return the names of the parts of a sheet that this format cannot carry, sorted."""
        lost = sheet.parts() - self.carries
        if self.extra_losses:
            lost |= self.extra_losses(sheet)
        return tuple(sorted(lost)) if lost else ()

    def open_writer(self, parts: frozenset[str]) -> tuple[str, WriteSheet]:
        """Return the text before the first sheet, and the function that writes one sheet with its line end.

        Args:
            parts: The parts the sheets can have; a table has no columns for others.
        """
        if self.open_table:
            return self.open_table(parts)
        write = self.write
        assert write is not None, self.name
        return "", lambda sheet: write(sheet) + "\n"


def name_parts(parts: Iterable[str]) -> list[Message | str]:
    """Return the names for people of parts of a sheet; names without a text stay as they are."""
    keys = ((part, f"formats.parts.{part}") for part in parts)
    return [Message(key, {}) if has_text(key) else part for part, key in keys]
