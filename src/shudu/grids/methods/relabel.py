"""Passing on what a search tells, under the line numbers of another pseudocode."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shudu.search.algorithms.base import Algorithm, SearchTask
from shudu.search.algorithms.pseudocode import Pseudocode
from shudu.search.trace.event import Event, Kind, Why

_LINES: dict[Kind, str] = {
    "place": "write",
    "guess": "write",
    "conflict": "dead end",
    "remove": "back",
    "retract": "back",
    "solution": "done",
}


def told(algorithm: Algorithm, digits: bytes, random: Random, code: Pseudocode) -> Iterator[Event]:
    """The events of a search up to its first solution, each with the line of `code` that it stands for."""
    whys: dict[Kind, Why] = {kind: code.why(line) for kind, line in _LINES.items()}
    for event in algorithm.search(SearchTask(digits, random)):
        yield event._replace(why=whys[event.kind])
        if event.kind == "solution":
            return
