"""The orders in which programs write a solution: our own logic, which anybody can ask for, and searches of the textbooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shudu.core.puzzle import Puzzle
from shudu.logic.solver import solve_by_logic
from shudu.logic.technique import registered
from shudu.search.run import trace

_SEARCHES: Final = ("mrv", "mrv+propagate", "norvig", "exact-cover")  # the others write by rows, which shows by itself
_EVENTS: Final = 5000  # of a search that takes longer the order is not known


def program_orders(puzzle: Puzzle) -> Iterator[list[int]]:
    """For each program the cells in the order in which it writes them for good, as far as it comes."""
    techniques = [known for known in registered() if known.on and known.level != "extreme"]  # those may take seconds
    yield [place.cell for step in solve_by_logic(puzzle, techniques).steps for place in step.places]
    for search in _SEARCHES:
        yield _order_of(puzzle, search)


def _order_of(puzzle: Puzzle, search: str) -> list[int]:
    """The cells by their last writing, if the search comes to its end.

    >>> _order_of(Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"), "mrv")[:4]
    [40, 37, 43, 38]
    """
    order: dict[int, None] = {}
    for event in trace(puzzle, by=search, events=_EVENTS):
        if event.kind == "solution":
            return list(order)
        if event.kind in ("place", "guess") and event.cell is not None:
            order.pop(event.cell, None)
            order[event.cell] = None
    return []
