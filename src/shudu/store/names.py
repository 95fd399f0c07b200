"""Display names: cleaned so that they show what they are, and compared so that nobody passes for somebody else."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from shudu.core.errors import ShuduError, quote

LONGEST: Final = 24
_EXTRA: Final = " -_.'’·"
_SHAPES: Final = str.maketrans(
    "АВЕКМНОРСТУХЅІЈԚԜ" + "аеорсухѕіјԁԛԝһӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "οναρικυτ" + "ØøıłŁđĐ" + "ニロエカタトハー〇",
    "ABEKMHOPCTYXSIJQW" + "aeopcyxsijdqwhl" + "ABEZHIKMNOPTYX" + "ovapikut" + "OoilLdD" + "二口工力夕卜八一o",
)
_LOOKS: Final = str.maketrans("01i", "oll")
_MARKS: Final = re.compile("[\u0300-\u036f]")


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
    plain = unicodedata.normalize("NFKC", name)
    shown = "".join(" " if c.isspace() else c for c in plain if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = " ".join(shown.split())
    if not 1 <= len(shown) <= LONGEST:
        raise BadName(f"the name {quote(name)} has {len(shown)} characters that show; it may have 1 to {LONGEST}")
    strange = sorted({c for c in shown if c not in _EXTRA and unicodedata.category(c)[0] not in "LMN"})
    if strange or _has_pile(shown) or not name_key(shown):
        raise BadName(f"the name {quote(name)} is not possible; use letters, digits, blanks and {_EXTRA.strip()}")
    return shown


def name_key(name: str) -> str:
    """What two names have in common if a person could take one for the other.

    >>> name_key("Cосо 10") == name_key("COCO l0") == name_key("coco-IO")
    True
    """
    shape = _MARKS.sub("", unicodedata.normalize("NFD", name)).translate(_SHAPES)
    shape = unicodedata.normalize("NFKC", shape.casefold()).translate(_SHAPES).translate(_LOOKS)
    letters = "".join(c for c in shape if c not in _EXTRA)
    return letters.replace("rn", "m").replace("vv", "w")


def _has_pile(name: str) -> bool:
    """Whether three marks stand on one letter: no script needs that, and piles reach into the lines above."""
    kinds = "".join(unicodedata.category(c)[0] for c in unicodedata.normalize("NFD", name))
    return "MMM" in kinds or kinds.startswith("M")
