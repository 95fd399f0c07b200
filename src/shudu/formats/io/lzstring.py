"""LZString, the compression of f-puzzles' links: text to base64 and back.

An LZ78 over UTF-16 code units. Code 0 is followed by a new character of 8 bits, code 1 by one of 16, code 2 ends the
text, every other names an entry of the dictionary. Codes begin with two bits and grow with the dictionary; their lowest
bit comes first, six bits to a character of base64.

>>> compress("test string")
'C4UwzsAEEE4JYDsDmQ=='
>>> decompress("C4UwzsAEEE4JYDsDmQ==")
'test string'
"""

from __future__ import annotations

from typing import Final

from shudu.core.errors import ShuduError

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE_OF: Final = {character: value for value, character in enumerate(_ALPHABET)} | {"-": 63}
_NEW_8, _NEW_16, _END = 0, 1, 2


class _Width:
    """How many bits a code has: one more whenever so many codes were made."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits, self.left = bits, left

    def count(self) -> None:
        """One more code."""
        self.left -= 1
        if not self.left:
            self.left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """The base64 of a text."""
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
        _put_entry(bits, here, entries, fresh, width)
        entries[here + letter], size = size, size + 1
        here = letter
    if here:
        _put_entry(bits, here, entries, fresh, width)
    _put(bits, _END, width.bits)
    return _base64(bits)


def decompress(packed: str, most: int = 1 << 20) -> str:
    """The text of a base64, of the usual alphabet or that of addresses.

    Raises ShuduError if it is damaged, or if the text would be longer than `most`.
    """
    bits = _Bits(packed)
    code = bits.take(2)
    if code == _END:
        return ""
    if code > _END:
        raise ShuduError("the link is damaged: it does not begin with a character")
    last = chr(bits.take(16 if code else 8))
    entries, parts, size, width = ["", "", "", last], [last], 1, _Width(3, 4)
    while (code := bits.take(width.bits)) != _END:
        if code in (_NEW_8, _NEW_16):
            entries.append(chr(bits.take(16 if code else 8)))
            code = len(entries) - 1
            width.count()
        if code > len(entries):
            raise ShuduError(f"the link is damaged: it names entry {code} of a dictionary of {len(entries)}")
        here = entries[code] if code < len(entries) else last + last[0]
        parts.append(here)
        size += len(here)
        if size > most:
            raise ShuduError(f"the link unpacks to more than {most:,} characters")
        entries.append(last + here[0])
        width.count()
        last = here
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _letters(text: str) -> list[str]:
    """The UTF-16 code units (letters) of a text, each as a character."""
    if text.isascii():
        return list(text)
    raw = text.encode("utf-16-le", "surrogatepass")
    return [chr(raw[i] | raw[i + 1] << 8) for i in range(0, len(raw), 2)]


def _put(bits: list[int], value: int, count: int) -> None:
    bits.extend(value >> place & 1 for place in range(count))


def _put_entry(bits: list[int], entry: str, entries: dict[str, int], fresh: set[str], width: _Width) -> None:
    """Writes an entry: a character that is new in full, every other by its number."""
    if not entry:
        return
    if entry in fresh:
        fresh.remove(entry)
        wide = ord(entry) > 255
        _put(bits, _NEW_16 if wide else _NEW_8, width.bits)
        _put(bits, ord(entry), 16 if wide else 8)
        width.count()
    else:
        _put(bits, entries[entry], width.bits)
    width.count()


def _base64(bits: list[int]) -> str:
    """Six bits a character; there is always at least one bit of padding."""
    bits = bits + [0] * (6 - len(bits) % 6)
    sixes = (bits[first : first + 6] for first in range(0, len(bits), 6))
    text = "".join(_ALPHABET[int("".join(map(str, six)), 2)] for six in sixes)
    return text + "=" * (-len(text) % 4)


class _Bits:
    """The bits of a base64 text, one after the other."""

    def __init__(self, packed: str) -> None:
        try:
            values = [_VALUE_OF[character] for character in packed.rstrip("=$")]
        except KeyError as error:
            raise ShuduError(f"the link is damaged: {error.args[0]!r} is not a character of base64") from None
        self.bits = "".join(f"{value:06b}" for value in values)
        self.at = 0

    def take(self, count: int) -> int:
        """The next number of so many bits. Raises ShuduError at the end."""
        taken = self.bits[self.at : self.at + count]
        if len(taken) < count:
            raise ShuduError("the link is damaged: it ends too soon")
        self.at += count
        return int(taken[::-1], 2)
