"""Checks of what callers hand in: a sentence instead of an error from inside."""

from __future__ import annotations

from operator import index

from shudu.core.errors import ShuduError, quote


def whole(value: object, name: str, least: int | None = None, otherwise: str = "") -> int:
    """The value as a whole number; `otherwise` says what else may be given.

    >>> whole(3, "limit")
    3
    >>> whole(2.5, "limit", otherwise=", or None for no limit")
    Traceback (most recent call last):
    TypeError: limit is 2.5; it must be a whole number, or None for no limit

    Raises TypeError if it is none, ShuduError if it is below `least`.
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # whether it is one is what is asked
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number{otherwise}") from None
    if least is not None and number < least:
        raise ShuduError(f"{name} is {number}; it must be {least} or more{otherwise}")
    return number


def threads_of(value: object) -> int | None:
    """The number of threads that is asked for, None for all cores. Raises TypeError or ShuduError."""
    return None if value is None else whole(value, "threads", 1, ", or None for all cores")


def cell_of(value: object) -> int:
    """A cell as a plain int. Raises ShuduError for what is none.

    >>> cell_of(81)
    Traceback (most recent call last):
    shudu.core.errors.ShuduError: 81 is not a cell; cells are 0 to 80
    """
    number = plain(value)
    if not 0 <= number < 81:
        raise ShuduError(f"{quote(value)} is not a cell; cells are 0 to 80")
    return number


def digit_of(value: object) -> int:
    """A digit as a plain int. Raises ShuduError for what is none."""
    number = plain(value)
    if not 1 <= number <= 9:
        raise ShuduError(f"{quote(value)} is not a digit; digits are 1 to 9")
    return number


def plain(value: object) -> int:
    """The value as a plain int, since NumPy's overflow in masks of 81 bits; -1 for what is no whole number."""
    try:
        return index(value)  # type: ignore[arg-type]  # whether it is one is what is asked
    except TypeError:
        return -1
