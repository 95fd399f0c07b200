"""Typed errors. Each is a ValueError that quotes the input and says what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shudu.core.grid import Grid


class ShuduError(ValueError):
    """Any input this package cannot work with."""


class MalformedGrid(ShuduError):
    """The text is not a grid."""


class ConflictingGivens(ShuduError):
    """Two givens of the same digit share a house. `cells` names every cell that clashes."""

    def __init__(self, message: str, cells: tuple[int, ...]) -> None:
        super().__init__(message)
        self.cells = cells

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.cells)


class NoSolution(ShuduError):
    """The puzzle has no solution."""


class ManySolutions(ShuduError):
    """The puzzle has more than one solution. `witnesses` are two of them."""

    def __init__(self, message: str, witnesses: tuple[Grid, Grid]) -> None:
        super().__init__(message)
        self.witnesses = witnesses

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.witnesses)


class ImpossibleRequest(ShuduError):
    """What was asked for cannot exist, or was not found within the limit."""


def quote(text: object, room: int = 90) -> str:
    r"""The input as it can be shown in a message: printable, and not longer than `room`.

    >>> quote("12\n3")
    "'12\\n3'"
    """
    shown = repr(text)
    return shown if len(shown) <= room else shown[: room - 1] + "…" + shown[0]
