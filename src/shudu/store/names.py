"""Display names: cleaned so that they show what they are, and compared so that nobody passes for somebody else.

Which characters look alike is Unicode's table of confusables, as the package `confusable-homoglyphs` carries it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from shudu.core.errors import ShuduError, quote

LONGEST: Final = 24
_KEY: Final = 96  # characters a key may have
_EXTRA: Final = " -_.'’·"
_LOOKS: Final = str.maketrans("01iべぺ", "ollベペ")  # alike in many typefaces, and in capitals; the kana in all
_UNMARKED: Final = ("LATIN ", "GREEK ", "CYRILLIC ")
_MARKS: Final = re.compile("[\u0300-\u036f]")
_BLANK: Final = re.compile(  # letters and marks that show nothing; Unicode's other invisible characters are no letters
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U000e0100-\U000e01ef]"
)


class BadName(ShuduError):
    """A name that cannot be shown."""


def clean_name(name: str) -> str:
    r"""The name as it is shown: compatibility forms made plain, invisible characters dropped, blanks single.

    >>> clean_name("  Ｌi\u202eu   明 ")
    'Liu 明'

    Raises BadName if nothing is left, if it is longer than 24 characters, or if it holds anything but letters.
    """
    if len(name) > 8 * LONGEST:
        raise BadName(f"the name has {len(name)} characters; it may have {LONGEST}")
    plain = unicodedata.normalize("NFKC", _BLANK.sub("", name))
    shown = "".join(" " if c.isspace() else c for c in plain if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = unicodedata.normalize("NFKC", " ".join(_BLANK.sub("", shown).split()))
    if not 1 <= len(shown) <= LONGEST:
        raise BadName(f"the name {quote(name)} has {len(shown)} characters that show; it may have 1 to {LONGEST}")
    strange = sorted({c for c in shown if c not in _EXTRA and unicodedata.category(c)[0] not in "LMN"})
    if strange or _has_pile(shown) or not name_key(shown):
        raise BadName(f"the name {quote(name)} is not possible; use letters, digits, blanks and {_EXTRA.strip()}")
    return shown


def name_key(name: str) -> str:
    """What two names have in common if one looks like the other, in capitals or not.

    >>> name_key("Cосо 10") == name_key("COCO l0") == name_key("coco-IO")
    True
    """
    return _key(_shapes(name).casefold())


def name_fold(name: str) -> str:
    """What two names have in common if they differ in case, whatever the capitals of their script look like.

    >>> name_fold("ΝΙΚΟΣ") == name_fold("νικος"), name_key("ΝΙΚΟΣ") == name_key("νικος")
    (True, False)
    """
    return _key(_shapes(name.casefold()))


def _key(shapes: str) -> str:
    shapes = _shapes(shapes.casefold()).casefold().translate(_LOOKS)
    letters = "".join(c for c in shapes if c not in _EXTRA)
    return letters.replace("rn", "m").replace("vv", "w")[:_KEY]


def _shapes(text: str) -> str:
    """Each character as what it looks like, without the marks, of whatever script, on Latin, Greek and Cyrillic letters."""
    bare: list[str] = []
    drops = False
    for character in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)):
        if unicodedata.category(character)[0] != "M":
            drops = character.isascii() or unicodedata.name(character, "").startswith(_UNMARKED)
        elif drops or _MARKS.match(character):
            continue
        bare.append(character)
    return unicodedata.normalize("NFC", "".join(bare)).translate(_likenesses())


@cache
def _likenesses() -> dict[int, str]:
    """For each character that looks like others the one that stands for all of them."""
    from confusable_homoglyphs.confusables import confusables_data  # reads a megabyte: only where names are given

    stands: dict[str, str] = {}
    for one, others in confusables_data.items():
        for other in others:
            _unite(stands, one, other["c"].strip("\u200e"))
    groups: dict[str, list[str]] = {}
    for text in stands:
        groups.setdefault(_root(stands, text), []).append(text)
    return {
        ord(character): chosen
        for group in groups.values()
        for chosen in [min(map(_plain, group), key=_simplicity)]
        for character in group
        if len(character) == 1
    }


def _unite(stands: dict[str, str], one: str, other: str) -> None:
    one, other = _root(stands, one.strip("\u200e")), _root(stands, other)
    stands[one] = other


def _root(stands: dict[str, str], text: str) -> str:
    while stands.setdefault(text, text) != text:
        text = stands[text]
    return text


def _plain(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFD", text)) or text


def _simplicity(text: str) -> tuple[bool, bool, bool, int, str]:
    """What a name may hold beside letters first, then letters of ASCII, then short ones."""
    return text not in _EXTRA, not text.isascii(), not (text.isalpha() and len(text) == 1), len(text), text


def _has_pile(name: str) -> bool:
    """Whether three marks stand on one letter: no script needs that, and piles reach into the lines above."""
    kinds = "".join(unicodedata.category(c)[0] for c in unicodedata.normalize("NFD", name))
    return "MMM" in kinds or kinds.startswith("M")
