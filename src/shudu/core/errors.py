"""Typed errors. Each is a ValueError with a code and fields; its message is rendered from the catalogue.

The code `core.not-a-cell` belongs to the text `core.errors.not-a-cell`. `str(error)` is English; `error.render("zh")`
is Chinese.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shudu.locale.catalogue import Message

if TYPE_CHECKING:
    from shudu.core.grid import Grid


class ShuduError(ValueError):
    """Base class of all errors about input this package cannot work with.

    Args:
        code: Identifies the error for programs, such as `core.not-a-cell`.
        fields: The values the message mentions, by name.

    Attributes:
        code: The code.
        fields: The fields.
    """

    def __init__(self, code: str, /, **fields: object) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields

    @property
    def message(self) -> Message:
        """The message, to be rendered on its own or as a field of another one."""
        area, _, name = self.code.partition(".")
        return Message(f"{area}.errors.{name}", self.fields)

    def render(self, language: str = "en") -> str:
        """Return the message in a language.

        Args:
            language: `en` or `zh`.
        """
        return self.message.render(language)

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


class MalformedGrid(ShuduError):
    """The input is not a grid."""


class ConflictingGivens(ShuduError):
    """Two givens of the same digit share a house.

    Attributes:
        cells: Every cell in conflict.
    """

    def __init__(self, code: str, /, cells: tuple[int, ...] = (), **fields: object) -> None:
        super().__init__(code, **fields)
        self.cells = cells


class NoSolution(ShuduError):
    """The puzzle has no solution."""


class ManySolutions(ShuduError):
    """The puzzle has more than one solution.

    Attributes:
        witnesses: Two different solutions.
    """

    def __init__(self, code: str, /, witnesses: tuple[Grid, ...] = (), **fields: object) -> None:
        super().__init__(code, **fields)
        self.witnesses = witnesses


class ImpossibleRequest(ShuduError):
    """The request cannot be met, or no result was found within the limit."""


class MissingExtra(ShuduError):
    """An optional dependency is not installed."""


def quote(text: object, width: int = 90) -> str:
    r"""Return input as it can be shown in a message: printable and at most `width` characters long.

    >>> quote("12\n3")
    "'12\\n3'"
    """
    quoted = repr(text)
    return quoted if len(quoted) <= width else quoted[: width - 1] + "…" + quoted[0]
