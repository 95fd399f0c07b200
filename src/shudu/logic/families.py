"""All families of techniques: importing this module fills the register."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import shudu.logic

_NOT_FAMILIES = {"technique", "families", "solver", "hint", "queue", "cases"}

for _module in iter_modules(shudu.logic.__path__):
    if _module.name not in _NOT_FAMILIES:
        import_module(f"shudu.logic.{_module.name}")
