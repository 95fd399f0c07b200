"""f-puzzles links: `?load=` with the compressed JSON of the grid, its marks and colours.

SudokuPad links with the same content (`fpuzzles…`, `fpuz…`) are read too. Rules of variants are ignored.

The compression is LZString: LZ78 over UTF-16 code units. Code 0 is followed by a new character of 8 bits, code 1 by one
of 16 bits, code 2 ends the text; every other code is an entry of the dictionary. Codes start with two bits and grow with
the dictionary. The lowest bit comes first, and six bits make a character of base64. The package `lzstring` has no limit
on the size of the result, so a link of 6 kB could fill the memory.

>>> FPUZZLES.write(Sheet(bytes(81)))[:40]
'https://www.f-puzzles.com/?load=N4Igzglg'
>>> compress("test string")
'C4UwzsAEEE4JYDsDmQ=='
>>> decompress("C4UwzsAEEE4JYDsDmQ==")
'test string'
"""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import unquote

from shudu.core.geometry import cell_name
from shudu.core.grid import DigitMasks, masks_by_rules
from shudu.formats.io.marks import (
    COLOURS,
    Pairs,
    digits_in,
    limit_to_empty,
    masks_of,
    tidy_candidates,
    tidy_colours,
)
from shudu.formats.io.sheet import Format, MalformedSheet, Sheet, excerpt, tidy_facts
from shudu.formats.io.text import expect, first_line, load_json

_START: Final = re.compile(r"[?&]load=|(?:^|/)fpuz(?:zles)?")
_PACKED: Final = re.compile(r"([A-Za-z0-9+/=_%-]+)(?:[&#]\S*)?")
_FACTS: Final = {"title": "title", "author": "author", "ruleset": "description"}
_KNOWN: Final = {"size", "grid", "solution", *_FACTS}
_MARKS: Final = ("centerPencilMarks", "cornerPencilMarks", "givenPencilMarks")


def _recognise(text: str) -> bool:
    return _find_packed(first_line(text)) is not None


def _find_packed(link: str) -> re.Match[str] | None:
    """Return the match of the compressed part of a link; None if it is not such a link."""
    start = _START.search(link)
    return _PACKED.fullmatch(link, start.end()) if start and " " not in link[: start.end()] else None


def _read(text: str) -> Sheet:
    match = _find_packed(text.strip())
    if match is None:
        raise MalformedSheet("formats.fpuzzles-link", text=excerpt(text))
    try:
        unpacked = decompress(unquote(match[1]))
    except MalformedSheet as error:
        raise error.shift(columns=match.start(1)) from None
    return _read_object(load_json(unpacked))


def _read_object(value: object) -> Sheet:
    values = expect(value, dict, "fpuzzles-object")
    cells = _read_cells(values)
    digits = bytes(_read_digit(cell.get("value") or 0, 0) for cell in cells)
    entries = sum(1 << i for i, cell in enumerate(cells) if digits[i] and not cell.get("given"))
    centre, corner, _ = (  # the third kind is only checked here; it is read with the candidates
        limit_to_empty(digits, masks_of((i, _read_digits(cell.get(key))) for i, cell in enumerate(cells)))
        for key in _MARKS
    )
    facts = {name: text for key, name in _FACTS.items() if isinstance(text := values.get(key), str)}
    return Sheet(
        digits,
        entries,
        _read_candidates(digits, cells),
        centre,
        corner,
        _read_colours(cells),
        tidy_facts(facts),
        omissions=tuple(sorted(str(key)[:40] for key in values.keys() - _KNOWN if values[key])),
    )


def _read_cells(values: dict[str, Any]) -> list[dict[str, Any]]:
    rows = expect(values.get("grid"), list, "fpuzzles-grid")
    if values.get("size", 9) != 9 or len(rows) != 9:
        raise MalformedSheet("formats.fpuzzles-size", size=excerpt(str(values.get("size"))), rows=len(rows))
    cells = [expect(cell, dict, "cell") for row in rows for cell in expect(row, list, "fpuzzles-row")]
    if len(cells) != 81:
        raise MalformedSheet("formats.cell-count", n=len(cells))
    return cells


def _read_candidates(digits: bytes, cells: list[dict[str, Any]]) -> DigitMasks | None:
    masks = list(masks_by_rules(digits))
    for number, cell in enumerate(cells):
        if "givenPencilMarks" in cell and not digits[number]:
            kept = _read_digits(cell["givenPencilMarks"])
            masks = [mask & ~(1 << number) | (digit in kept) << number for digit, mask in enumerate(masks, 1)]
    return tidy_candidates(digits, masks)


def _read_colours(cells: list[dict[str, Any]]) -> Pairs:
    numbers = ((cell_name(i), cell.get("c")) for i, cell in enumerate(cells))
    return tidy_colours({name: COLOURS[n - 1] for name, n in numbers if type(n) is int and 1 <= n <= len(COLOURS)})


def _read_digits(values: object) -> list[int]:
    return [_read_digit(value, 1) for value in expect(values, list, "digit-list")] if values else []


def _read_digit(value: object, least: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in "123456789":
        return int(value)
    if type(value) is int and least <= value <= 9:
        return value
    raise MalformedSheet("formats.digit", value=excerpt(str(value)[:99]))


def _write(sheet: Sheet) -> str:
    colours, by_rules = sheet.cell_colours, masks_by_rules(sheet.digits)
    cells = [_write_cell(sheet, cell, by_rules, colours.get(cell)) for cell in range(81)]
    values: dict[str, Any] = {"size": 9, "grid": [cells[first : first + 9] for first in range(0, 81, 9)]}
    values |= {key: sheet.fact(name) for key, name in _FACTS.items() if sheet.fact(name)}
    packed = compress(json.dumps(values, separators=(",", ":"), ensure_ascii=False))
    return f"https://www.f-puzzles.com/?load={packed.replace('+', '%2B')}"


def _write_cell(sheet: Sheet, cell: int, by_rules: DigitMasks, colour: str | None) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if sheet.digits[cell]:
        values["value"] = sheet.digits[cell]
        if not sheet.entries >> cell & 1:
            values["given"] = True
    elif sheet.candidates is not None and digits_in(sheet.candidates, cell) != digits_in(by_rules, cell):
        values["givenPencilMarks"] = [int(digit) for digit in digits_in(sheet.candidates, cell)]
    for key, masks in (("centerPencilMarks", sheet.centre), ("cornerPencilMarks", sheet.corner)):
        if digits := digits_in(masks, cell):
            values[key] = [int(digit) for digit in digits]
    if colour:
        values["c"] = COLOURS.index(colour) + 1
    return values


FPUZZLES: Final = Format(
    name="fpuzzles",
    suffixes=(".fpuzzles", ".url"),
    kind="line",
    carries=frozenset({"entries", "candidates", "centre", "corner", "colours", *_FACTS.values()}),
    recognise=_recognise,
    read=_read,
    write=_write,
)


_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE_OF: Final = {character: value for value, character in enumerate(_ALPHABET)} | {"-": 63}
_NEW_8, _NEW_16, _END = 0, 1, 2


class _Width:
    """The number of bits per code: one more each time the dictionary doubles."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits, self.left = bits, left

    def count(self) -> None:
        """Count a new code."""
        self.left -= 1
        if not self.left:
            self.left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """Return a text as compressed base64."""
    bits: list[int] = []
    entries: dict[str, int] = {}
    fresh: set[str] = set()
    width, size, here = _Width(2, 2), 3, ""
    for letter in _letters(text):
        if letter not in entries:
            entries[letter], size = size, size + 1
            fresh.add(letter)
        if here + letter in entries:
            here += letter
            continue
        _append_entry(bits, here, entries, fresh, width)
        entries[here + letter], size = size, size + 1
        here = letter
    if here:
        _append_entry(bits, here, entries, fresh, width)
    _append(bits, _END, width.bits)
    return _base64(bits)


def decompress(packed: str, limit: int = 1 << 20) -> str:
    """Return the text of compressed base64, in the standard or the URL-safe alphabet.

    Args:
        packed: The base64.
        limit: The most characters the text may have.

    Raises:
        MalformedSheet: If the base64 is damaged or the text would be too long.
    """
    bits = _Bits(packed)
    code = bits.take(2)
    if code == _END:
        return ""
    if code > _END:
        raise MalformedSheet("formats.lz-start")
    last = chr(bits.take(16 if code else 8))
    entries, parts, size, width = ["", "", "", last], [last], 1, _Width(3, 4)
    while (code := bits.take(width.bits)) != _END:
        if code in (_NEW_8, _NEW_16):
            entries.append(chr(bits.take(16 if code else 8)))
            code = len(entries) - 1
            width.count()
        if code > len(entries):
            raise MalformedSheet("formats.lz-entry", entry=code, size=len(entries))
        here = entries[code] if code < len(entries) else last + last[0]
        parts.append(here)
        size += len(here)
        if size > limit:
            raise MalformedSheet("formats.lz-size", limit=limit)
        entries.append(last + here[0])
        width.count()
        last = here
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _letters(text: str) -> list[str]:
    """Return the UTF-16 code units of a text, each as a character."""
    if text.isascii():
        return list(text)
    raw = text.encode("utf-16-le", "surrogatepass")
    return [chr(raw[i] | raw[i + 1] << 8) for i in range(0, len(raw), 2)]


def _append(bits: list[int], value: int, count: int) -> None:
    bits.extend(value >> place & 1 for place in range(count))


def _append_entry(bits: list[int], entry: str, entries: dict[str, int], fresh: set[str], width: _Width) -> None:
    """Append an entry: a new character in full, every other by its number."""
    if not entry:
        return
    if entry in fresh:
        fresh.remove(entry)
        wide = ord(entry) > 255
        _append(bits, _NEW_16 if wide else _NEW_8, width.bits)
        _append(bits, ord(entry), 16 if wide else 8)
        width.count()
    else:
        _append(bits, entries[entry], width.bits)
    width.count()


def _base64(bits: list[int]) -> str:
    """Return six bits per character; there is always at least one bit of padding."""
    bits = bits + [0] * (6 - len(bits) % 6)
    sixes = (bits[first : first + 6] for first in range(0, len(bits), 6))
    text = "".join(_ALPHABET[int("".join(map(str, six)), 2)] for six in sixes)
    return text + "=" * (-len(text) % 4)


class _Bits:
    """A reader of the bits of a base64 text."""

    def __init__(self, packed: str) -> None:
        try:
            values = [_VALUE_OF[character] for character in packed.rstrip("=$")]
        except KeyError as error:
            raise MalformedSheet("formats.lz-character", character=repr(error.args[0])) from None
        self.bits = "".join(f"{value:06b}" for value in values)
        self.at = 0

    def take(self, count: int) -> int:
        """Return the next number of `count` bits, or raise MalformedSheet at the end."""
        bits = self.bits[self.at : self.at + count]
        if len(bits) < count:
            raise MalformedSheet("formats.lz-end")
        self.at += count
        return int(bits[::-1], 2)
