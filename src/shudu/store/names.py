"""Display names: cleaned so that they show what they are, and compared so that nobody can impersonate another player.

Which characters look alike comes from Unicode's table of confusables, as the package `confusable-homoglyphs` ships it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from shudu.core.errors import ShuduError, quote

LONGEST: Final = 24
_LONGEST_KEY: Final = 96  # the width of the columns
_EXTRA: Final = " -_.'’·"
_LOOKS: Final = str.maketrans("01iべぺ", "ollベペ")  # alike in many typefaces or in capitals; the kana in all typefaces
_UNMARKED: Final = ("LATIN ", "GREEK ", "CYRILLIC ")
_MARKS: Final = re.compile("[\u0300-\u036f]")
_BLANK: Final = re.compile(  # letters and marks without a visible shape; other invisible characters are not letters
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U000e0100-\U000e01ef]"
)


class BadName(ShuduError):
    """The name cannot be displayed."""


def clean_name(name: str) -> str:
    r"""Return the name as it is displayed: compatibility forms replaced, invisible characters dropped, spaces single.

    Raises:
        BadName: If nothing visible is left, more than 24 characters are left, or some of them are not letters, digits
            or the few signs that names may contain.

    >>> clean_name("  Ｌi\u202eu   明 ")
    'Liu 明'
    """
    if len(name) > 8 * LONGEST:
        raise BadName("store.name-too-long", length=len(name), longest=LONGEST)
    plain = unicodedata.normalize("NFKC", _BLANK.sub("", name))
    visible = "".join(" " if c.isspace() else c for c in plain if c.isspace() or unicodedata.category(c)[0] != "C")
    visible = unicodedata.normalize("NFKC", " ".join(_BLANK.sub("", visible).split()))
    if not 1 <= len(visible) <= LONGEST:
        raise BadName("store.name-length", name=quote(name), length=len(visible), longest=LONGEST)
    has_others = any(c not in _EXTRA and unicodedata.category(c)[0] not in "LMN" for c in visible)
    if has_others or _has_pile(visible) or not key_name(visible):
        raise BadName("store.name-characters", name=quote(name), extra=_EXTRA.strip())
    return visible


def key_name(name: str) -> str:
    """Return a key that is equal for names that look alike, whether or not written in capitals.

    >>> key_name("Cосо 10") == key_name("COCO l0") == key_name("coco-IO")
    True
    """
    return _build_key(_replace_shapes(name).casefold())


def fold_name(name: str) -> str:
    """Return a key that is equal for names that differ only in case, whatever the capitals of their script look like.

    >>> fold_name("ΝΙΚΟΣ") == fold_name("νικος"), key_name("ΝΙΚΟΣ") == key_name("νικος")
    (True, False)
    """
    return _build_key(_replace_shapes(name.casefold()))


def _build_key(shapes: str) -> str:
    shapes = _replace_shapes(shapes.casefold()).casefold().translate(_LOOKS)
    letters = "".join(c for c in shapes if c not in _EXTRA)
    return letters.replace("rn", "m").replace("vv", "w")[:_LONGEST_KEY]


def _replace_shapes(text: str) -> str:
    """Replace each character by the representative of its look-alikes; drop marks on Latin, Greek and Cyrillic letters."""
    bare: list[str] = []
    drop_marks = False
    for character in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)):
        if unicodedata.category(character)[0] != "M":
            drop_marks = character.isascii() or unicodedata.name(character, "").startswith(_UNMARKED)
        elif drop_marks or _MARKS.match(character):
            continue
        bare.append(character)
    return unicodedata.normalize("NFC", "".join(bare)).translate(_load_representatives())


@cache
def _load_representatives() -> dict[int, str]:
    """Map each character with look-alikes to the one that represents the group."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte, so only loaded when a name is set

    parents: dict[str, str] = {}
    for one, others in confusables_data.items():
        for other in others:
            _unite(parents, one, other["c"].strip("\u200e"))
    groups: dict[str, list[str]] = {}
    for text in parents:
        groups.setdefault(_find_root(parents, text), []).append(text)
    return {
        ord(character): representative
        for group in groups.values()
        for representative in [min(map(_strip_marks, group), key=_complexity)]
        for character in group
        if len(character) == 1
    }


def _unite(parents: dict[str, str], one: str, other: str) -> None:
    one, other = _find_root(parents, one.strip("\u200e")), _find_root(parents, other)
    parents[one] = other


def _find_root(parents: dict[str, str], text: str) -> str:
    while parents.setdefault(text, text) != text:
        text = parents[text]
    return text


def _strip_marks(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFD", text)) or text


def _complexity(text: str) -> tuple[bool, bool, bool, int, str]:
    """Order by: signs that names may contain, then ASCII, then single letters, then length."""
    return text not in _EXTRA, not text.isascii(), not (text.isalpha() and len(text) == 1), len(text), text


def _has_pile(name: str) -> bool:
    """Return whether three marks are stacked on one letter: no script needs that, and stacks reach into other lines."""
    kinds = "".join(unicodedata.category(c)[0] for c in unicodedata.normalize("NFD", name))
    return "MMM" in kinds or kinds.startswith("M")
