"""Sudoku Explainer 1.2.1 in readable Python, up to its rating of 7.5: the specification of `kernel/logic`.

`rate_up_to_7_5` is the twin of the kernel's `shudu_se`: the first hint of the first technique that has one, until the
puzzle is solved. What lies above 7.5 (Nishio, multiple, dynamic and nested forcing chains) is explained in
`kernel/logic/se/runs.h` and `nets.h`, and checked against published ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from tests.twins.se.chains import chains
from tests.twins.se.patterns import (
    SeHint,
    SePosition,
    aligned_exclusions,
    direct_hidden_sets,
    direct_locking,
    fish,
    hidden_sets,
    hidden_singles,
    locking,
    naked_sets,
    naked_singles,
    wings,
)
from tests.twins.se.uniqueness import graves, unique_loops


def _hints(position: SePosition) -> Iterator[Iterable[SeHint]]:
    """Yield the hints of each technique, in the order in which they are tried."""
    yield hidden_singles(position)
    yield direct_locking(position)
    yield direct_hidden_sets(position, 2)
    yield naked_singles(position)
    yield direct_hidden_sets(position, 3)
    yield locking(position)
    for degree in (2, 3):
        yield naked_sets(position, degree)
        yield fish(position, degree)
        yield hidden_sets(position, degree)
    yield wings(position, xyz=False)
    yield wings(position, xyz=True)
    yield unique_loops(position)
    yield naked_sets(position, 4)
    yield fish(position, 4)
    yield hidden_sets(position, 4)
    yield graves(position)
    yield aligned_exclusions(position, 2)
    yield chains(position)
    yield aligned_exclusions(position, 3)


def find_hint(position: SePosition) -> SeHint | None:
    """Return the next step, or None if it would be rated above 7.5."""
    return next(chain.from_iterable(_hints(position)), None)


def rate_up_to_7_5(digits: Sequence[int]) -> tuple[float, float, float] | None:
    """Return ER, EP and ED of a puzzle with one solution, or None if it needs harder techniques.

    >>> from shudu.core.text import read_line
    >>> rate_up_to_7_5(read_line("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"))
    (4.2, 4.2, 2.6)

    Args:
        digits: The 81 digits, 0 for blank.
    """
    position = SePosition(digits)
    er = ep = ed = 0.0
    while not all(position.values):
        hint = find_hint(position)
        if hint is None:
            return None
        er = max(er, hint.rating)
        ed = ed or er
        if hint.placement:
            ep = ep or er
        position.apply(hint)
    return _tenths(er), _tenths(ep), _tenths(ed)


def _tenths(rating: float) -> float:
    return int((rating + 0.05) * 10) / 10
