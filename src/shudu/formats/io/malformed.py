"""The one error of all readers: it says where, what was found, and what was expected."""

from __future__ import annotations

from shudu.core.errors import MalformedGrid, quote


class MalformedSheet(MalformedGrid):
    """Text that is not what its format says. `line` and `column` count from 1."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {found}; expected {expected}")
        self.line, self.column, self.found, self.expected = line, column, found, expected

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.column, self.found, self.expected)

    def below(self, lines: int) -> MalformedSheet:
        """The same error in a text that begins so many lines further down."""
        return MalformedSheet(self.line + lines, self.column, self.found, self.expected) if lines else self


def shown(text: str) -> str:
    """Some input as it can stand in a message."""
    return quote(text, 40) if text else "the end of the line"
