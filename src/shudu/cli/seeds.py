"""What a seed may be: the same at every command."""

from __future__ import annotations

from typing import Any, Final

import click

_LAST: Final = 2**64 - 1


class _Seed(click.ParamType[int]):
    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            seed = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        if not 0 <= seed <= _LAST:
            self.fail(f"{seed} is no seed; seeds are whole numbers from 0 to {_LAST}", param, ctx)
        return seed


SEED: Final = _Seed()
