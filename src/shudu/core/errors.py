"""Typed errors. Each is a ValueError with a code and fields; its message is rendered from the catalogue.

The code `core.cell` belongs to the text `core.errors.cell`. `str(error)` is English; `error.render("zh")` is Chinese.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shudu.locale.catalogue import Message, has_text

if TYPE_CHECKING:
    from shudu.core.grid import Grid


class ShuduError(ValueError):
    """Base class of all errors about input this package cannot work with.

    Attributes:
        code: Identifies the error for programs, such as `core.cell`.
        fields: The values the message mentions, by name.
    """

    def __init__(self, code: str, /, **fields: object) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields

    def render(self, language: str = "en") -> str:
        """Return the message in a language."""
        area, _, name = self.code.partition(".")
        key = f"{area}.errors.{name}"
        if not has_text(key):  # a message in full, not a code: to be replaced
            return self.code
        return Message(key, self.fields).render(language)

    def __str__(self) -> str:
        return self.render()


class MalformedGrid(ShuduError):
    """The input is not a grid."""


class ConflictingGivens(ShuduError):
    """Two givens of the same digit share a house. `cells` lists every cell in conflict."""

    def __init__(self, code: str, /, cells: tuple[int, ...] = (), **fields: object) -> None:
        super().__init__(code, **fields)
        self.cells = cells


class NoSolution(ShuduError):
    """The puzzle has no solution."""


class ManySolutions(ShuduError):
    """The puzzle has more than one solution. `witnesses` are two of them."""

    def __init__(self, code: str, /, witnesses: tuple[Grid, ...] = (), **fields: object) -> None:
        super().__init__(code, **fields)
        self.witnesses = witnesses


class ImpossibleRequest(ShuduError):
    """The request cannot be met, or no result was found within the limit."""


def quote(text: object, room: int = 90) -> str:
    r"""Return the input as it can be shown in a message: printable and at most `room` characters long.

    >>> quote("12\n3")
    "'12\\n3'"
    """
    shown = repr(text)
    return shown if len(shown) <= room else shown[: room - 1] + "…" + shown[0]
