"""Validation of arguments, with readable messages.

A value of the wrong type raises `TypeError`; a value out of range raises `ShuduError`.
"""

from __future__ import annotations

from operator import index

from shudu.core.errors import ShuduError, quote
from shudu.locale.catalogue import LANGUAGES, Message, text


def check_int(value: object, name: str, minimum: int | None = None, none_means: str | None = None) -> int:
    """Return a value as a plain int.

    >>> check_int(3, "limit")
    3
    >>> check_int(2.5, "limit", none_means="no-limit")
    Traceback (most recent call last):
    TypeError: limit is 2.5; it must be a whole number, or None for no limit

    Args:
        value: The argument.
        name: The name of the parameter, for the message.
        minimum: The smallest value allowed, or None for no bound.
        none_means: If the caller also accepts None: its meaning, a key of the table `none-means` in the catalogue.

    Raises:
        TypeError: If the value is not a whole number.
        ShuduError: If it is below the minimum.
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # index() itself rejects what is not an integer
    except TypeError:
        alternative = f", or None for {text(f'core.none-means.{none_means}')}" if none_means else ""
        raise TypeError(f"{name} is {value!r}; it must be a whole number{alternative}") from None
    if minimum is None or number >= minimum:
        return number
    if none_means is None:
        raise ShuduError("core.too-small", name=name, value=number, minimum=minimum)
    meaning = Message(f"core.none-means.{none_means}", {})
    raise ShuduError("core.too-small-or-none", name=name, value=number, minimum=minimum, meaning=meaning)


def check_text(value: object, name: str) -> str:
    """Return a value that must be text, such as the name of a format.

    >>> check_text(["sdk"], "format")
    Traceback (most recent call last):
    TypeError: format must be a str, not list

    Args:
        value: The argument.
        name: The name of the parameter, for the message.

    Raises:
        TypeError: If the value is not text.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    return value


def check_threads(value: object, name: str = "threads") -> int | None:
    """Return a number of threads or processes, or None for all cores.

    Args:
        value: The argument.
        name: The name of the parameter, for the message.

    Raises:
        TypeError: If the value is neither a whole number nor None.
        ShuduError: If it is below 1.
    """
    return None if value is None else check_int(value, name, 1, "all-cores")


def check_cell(value: object) -> int:
    """Return a cell as a plain int.

    >>> check_cell(81)
    Traceback (most recent call last):
    shudu.core.errors.ShuduError: 81 is not a cell; cells are numbered 0 to 80

    Raises:
        ShuduError: If the value is not a cell.
    """
    number = to_int(value)
    if not 0 <= number < 81:
        raise ShuduError("core.not-a-cell", value=quote(value))
    return number


def check_digit(value: object) -> int:
    """Return a digit as a plain int.

    Raises:
        ShuduError: If the value is not a digit.
    """
    number = to_int(value)
    if not 1 <= number <= 9:
        raise ShuduError("core.not-a-digit", value=quote(value))
    return number


def to_int(value: object) -> int:
    """Return a whole number as a plain int, and -1 for anything else.

    NumPy integers must be converted because they overflow in shifts of 81 bits.
    """
    try:
        return index(value)  # type: ignore[arg-type]  # index() itself rejects what is not an integer
    except TypeError:
        return -1


def check_language(language: str) -> None:
    """Check that there are texts in a language.

    Raises:
        TypeError: If it is not text.
        ShuduError: If there are none.
    """
    if check_text(language, "language") not in LANGUAGES:
        raise ShuduError("core.language", language=quote(language), languages=LANGUAGES)
