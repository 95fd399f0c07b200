"""Many sheets at once, for formats with one a line: read, judged and written by the chunk, not sheet by sheet.

A format takes part by `read_batch` and `write_batch` in its module, or by a `FRAME`: what stands before and after the 81
cells, and the sign of a blank. What is not clean gives None, and is left to the readers of single lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np

from shudu.core.text import BLANKS
from shudu.formats.candidate_masks import Digits, Masks, by_rules, digits_of
from shudu.formats.io.registry import Format

_BAD: Final = 255
_STRIDE: Final = 82
_DIGITS: Final = bytes(code - 48 if 49 <= code <= 57 else 0 for code in range(256))
_SIGNS: Final = np.frombuffer(b".123456789", np.uint8)
_CELLS: Final = bytes(ord(".") if chr(code) in BLANKS else code if 49 <= code <= 57 else _BAD for code in range(256))


@dataclass(frozen=True, slots=True)
class Batch:
    """Sheets that have nothing but givens, facts and candidates.

    `lines` are their cells, 81 characters with `.` and a line feed each. `facts` is a column of texts for each name, `masks`
    the candidates where the format says them; without, they are what the rules leave.
    """

    lines: bytes
    facts: dict[str, list[str]] = field(default_factory=dict)
    masks: Masks | None = None

    def __len__(self) -> int:
        """How many sheets there are."""
        return len(self.lines) // _STRIDE

    @property
    def texts(self) -> list[str]:
        """The 81 characters of each sheet."""
        return self.lines.decode().split()

    @property
    def digits(self) -> Digits:
        """The digits, a row a sheet."""
        return np.frombuffer(self.lines.translate(_DIGITS), np.uint8).reshape(-1, _STRIDE)[:, :81]

    @property
    def rules(self) -> Masks:
        """What the rules leave in each cell."""
        return _rules(self.lines)

    @property
    def marked(self) -> bool:
        """Whether the candidates are other than what the rules leave."""
        return self.masks is not None and bool((self.masks != self.rules).any())

    def lost(self, format: Format, carries: frozenset[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Which sheets lose something in a format, by their number, and what."""
        gone = {name: column for name, column in sorted(self.facts.items()) if name not in carries and any(column)}
        flags = {name: np.fromiter(map(bool, column), bool, len(self)) for name, column in gone.items()}
        if self.masks is not None and "candidates" not in carries:
            flags["candidates"] = (self.masks != self.rules).any(axis=1)
        if format.name == "729" and self.masks is None:
            flags["single-candidates"] = (digits_of(self.rules) != self.digits).any(axis=1)
        if len(flags) == 1:
            ((name, here),) = flags.items()
            yield from ((number, (name,)) for number in np.flatnonzero(here).tolist())
        elif flags:
            for number, row in enumerate(zip(*(here.tolist() for here in flags.values()), strict=True)):
                if any(row):
                    yield number, tuple(name for name, here in zip(flags, row, strict=True) if here)


@lru_cache(1)
def _rules(lines: bytes) -> Masks:
    """Asked for twice when a batch is written: to warn, and to write."""
    return by_rules(Batch(lines).digits)


def of_digits(digits: Digits, masks: Masks | None = None) -> Batch:
    """The batch of rows of digits."""
    lines = np.full((len(digits), _STRIDE), 10, np.uint8)
    lines[:, :81] = _SIGNS.take(digits)
    return Batch(lines.tobytes(), masks=masks)


def of_cells(cells: bytes) -> Batch | None:
    """The batch of lines of 81 cells with any sign for a blank; None if some are something else."""
    lines = len(cells) // _STRIDE
    if len(cells) != _STRIDE * lines or cells[81::_STRIDE].count(b"\n") != lines or cells.count(b"\n") != lines:
        return None
    found = bytearray(cells.translate(_CELLS))
    found[81::_STRIDE] = b"\n" * lines
    return None if _BAD in found else Batch(bytes(found))


def reader(format: Format) -> Callable[[bytes, str], Batch | None] | None:
    """What reads a chunk of whole lines, given also the beginning of the file; None if the format has none."""
    own: Callable[[bytes, str], Batch | None] | None = getattr(format.module, "read_batch", None)
    if own or not hasattr(format.module, "FRAME"):
        return own
    before, after, _ = _frame(format)
    return lambda chunk, _: _unframed(chunk, before, after)


def writer(format: Format) -> Callable[[Batch], bytes | None] | None:
    """What writes a batch, or gives None if sheets must be written one by one; None if the format has no such thing."""
    own: Callable[[Batch], bytes | None] | None = getattr(format.module, "write_batch", None)
    if own or not hasattr(format.module, "FRAME"):
        return own
    before, after, blank = _frame(format)
    carried = format.carries

    def write(batch: Batch) -> bytes | None:
        if carried and (batch.marked or any(any(batch.facts.get(name, ())) for name in carried)):
            return None
        return framed(batch.lines, before, after, blank)

    return write


def framed(lines: bytes, before: bytes, after: bytes, blank: bytes) -> bytes:
    r"""Lines of cells, each with something before and after it.

    >>> framed(b"." * 81 + b"\n", b"<", b">", b"0") == b"<" + b"0" * 81 + b">\n"
    True
    """
    if blank != b".":
        lines = lines.replace(b".", blank)
    if not before and not after:
        return lines
    cells = np.frombuffer(lines, np.uint8).reshape(-1, _STRIDE)
    tail = np.frombuffer(after + b"\n", np.uint8)
    rows = np.empty((len(cells), len(before) + 81 + len(tail)), np.uint8)
    rows[:, : len(before)] = np.frombuffer(before, np.uint8)
    rows[:, len(before) : len(before) + 81] = cells[:, :81]
    rows[:, len(before) + 81 :] = tail
    return rows.tobytes()


def _unframed(chunk: bytes, before: bytes, after: bytes) -> Batch | None:
    width = len(before) + _STRIDE + len(after)
    if len(chunk) % width:
        return None
    rows = np.frombuffer(chunk, np.uint8).reshape(-1, width)
    cells = rows[:, len(before) : len(before) + _STRIDE].copy()
    cells[:, 81] = 10
    written = cells.tobytes()
    return of_cells(written) if framed(written, before, after, b".") == chunk else None


def _frame(format: Format) -> tuple[bytes, bytes, bytes]:
    before, after, blank = format.module.FRAME
    return before.encode(), after.encode(), blank.encode()
