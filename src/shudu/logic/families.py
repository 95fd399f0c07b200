"""All families of techniques: importing this module fills the register."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

import shudu.logic
from shudu.logic.technique import Technique, lookup, registered

_NOT_FAMILIES: Final = {"cases", "examples", "families", "hint", "hint_words", "queue", "solver", "technique", "words"}

for _module in iter_modules(shudu.logic.__path__):
    if _module.name not in _NOT_FAMILIES:
        import_module(f"shudu.logic.{_module.name}")


def technique(name: str) -> Technique:
    """The technique with this id, alias, HoDoKu code or name in either language.

    >>> technique("0800") is technique("XY-Wing") is technique("xy-wing") is technique("XY翼")
    True

    Raises ShuduError if there is none.
    """
    return lookup(name)


def techniques() -> list[Technique]:
    """All techniques in search order."""
    return registered()
