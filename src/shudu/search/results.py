"""How a solver that does not tell its steps shows a result."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.search.event import Event, Why


def show(shown: bytes, solution: bytes, why: Why) -> Iterator[Event]:
    """Writes the cells in which a solution differs from what is shown."""
    for cell in range(81):
        if shown[cell] != solution[cell]:
            yield Event("place", 0, cell, solution[cell], why)
