"""LZString, the compression of f-puzzles' links: text to base64 and back.

An LZ78 over UTF-16 code units: codes grow from two bits on; code 0 is followed by a new character of 8 bits, code 1 by
one of 16, code 2 ends the text, every other is an entry of the dictionary. Bits come lowest first, six to a base64
character.

>>> compress("test string")
'C4UwzsAEEE4JYDsDmQ=='
>>> decompress("C4UwzsAEEE4JYDsDmQ==")
'test string'
"""

from __future__ import annotations

from typing import Final

from shudu.core.errors import ShuduError

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE_OF: Final = {character: value for value, character in enumerate(_ALPHABET)} | {"-": 62, "_": 63}
_NEW_8, _NEW_16, _END = 0, 1, 2


def compress(text: str) -> str:
    """The base64 of a text."""
    return _Packer().packed(_units(text))


def decompress(packed: str, most: int = 1 << 20) -> str:
    """The text of a base64, of either alphabet.

    Raises ShuduError if it is damaged, or if the text would be longer than `most`.
    """
    bits = _Bits(packed)
    entries: list[str] = ["", "", ""]
    width, size, parts, last = 2, 0, [], ""
    while (code := bits.take(width)) != _END:
        if code in (_NEW_8, _NEW_16):
            entries.append(chr(bits.take(16 if code else 8)))
            code = len(entries) - 1
            if not last:
                entries.append("")  # the first character takes the place of the pair that a later one would make
                entries.pop()
        if code > len(entries) or (code == len(entries) and not last):
            raise ShuduError("the link is damaged: it names an entry of its dictionary that is not there")
        here = entries[code] if code < len(entries) else last + last[0]
        parts.append(here)
        size += len(here)
        if size > most:
            raise ShuduError(f"the link unpacks to more than {most:,} characters")
        if last:
            entries.append(last + here[0])
        last = here
        while len(entries) + 1 > 1 << width:
            width += 1
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
