"""LZString, the compression of f-puzzles links: text to base64 and back.

LZ78 over UTF-16 code units. Code 0 is followed by a new character of 8 bits, code 1 by one of 16 bits, code 2 ends the
text; every other code is an entry of the dictionary. Codes start with two bits and grow with the dictionary. The lowest
bit comes first, and six bits make a character of base64.

The package `lzstring` has no limit on the size of the result, so a link of 6 kB could fill the memory.

>>> compress("test string")
'C4UwzsAEEE4JYDsDmQ=='
>>> decompress("C4UwzsAEEE4JYDsDmQ==")
'test string'
"""

from __future__ import annotations

from typing import Final

from shudu.formats.io.sheet import MalformedSheet

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
