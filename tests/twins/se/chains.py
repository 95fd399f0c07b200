"""Bidirectional cycles and forcing chains: X links (two places in a house), Y links (two candidates in a cell), both.

All searches go breadth first and keep the first way to reach a node. The hints are sorted by rating, complexity and
kind; equal ones stay in the order of discovery.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.twins.se.patterns import HOUSES_OF, PEERS, Removals, SeHint, SePosition

_STEPS: Final = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096)
Candidate = tuple[int, int]  # cell and digit


class Links(NamedTuple):
    """Which links a search uses, and how its hints rank among others of the same rating and complexity."""

    x: bool
    y: bool
    kind: int


class ChainNode(NamedTuple):
    """A candidate that is on or off, and the node it follows from."""

    candidate: Candidate
    on: bool
    parent: ChainNode | None = None

    def path(self) -> Iterator[ChainNode]:
        """Yield this node and those before it."""
        node: ChainNode | None = self
        while node:
            yield node
            node = node.parent


def rate_length(base: float, complexity: int) -> float:
    """Return the rating of a chain. Tenths are added one by one: ties depend on how the sum is rounded."""
    added = 0.0
    for step in _STEPS:
        if complexity - 2 > step:
            added += 0.1
    return base + added


def chains(position: SePosition) -> Iterator[SeHint]:
    """Yield all cycles and chains that change something, easiest first."""
    ranked: list[tuple[float, int, int, SeHint]] = []
    for links in (Links(True, False, 2), Links(False, True, 3), Links(True, True, 4)):
        for cell, digits in enumerate(position.candidates):
            if len(digits) < 2 or (len(digits) > 2 and not links.x):
                continue
            for digit in sorted(digits):
                ranked += _search(position, (cell, digit), links)
    for *_, hint in sorted(ranked, key=lambda entry: entry[:3]):
        yield hint


def _search(position: SePosition, source: Candidate, links: Links) -> Iterator[tuple[float, int, int, SeHint]]:
    names = {2: ("x-cycle", "x-chain"), 3: ("y-cycle", ""), 4: ("xy-cycle", "forcing-chain")}[links.kind]
    both = links.x and links.y
    for end in _cycles(position, source, links):
        if removals := _cycle_removals(position, end):
            complexity = len({(node.candidate, node.on) for node in end.path()})
            rating = rate_length(7.0 if both else 6.5, complexity)
            yield rating, complexity, links.kind, SeHint(rating, names[0], removals)
    if not links.x:
        return  # a forcing chain of Y links would have to be both odd and even
    cell, digit = source
    for on in (True, False):
        target = _chain(position, ChainNode(source, on), links)
        if target is None:
            continue
        complexity = sum(1 for _ in target.path())
        rating = rate_length(7.0 if both else 6.6, complexity)
        if target.on:
            hint = SeHint(rating, names[1], {cell: position.candidates[cell] - {digit}}, source)
        else:
            hint = SeHint(rating, names[1], {cell: {digit}})
        yield rating, complexity, links.kind, hint


def _find_excluded(position: SePosition, candidate: Candidate, links: Links) -> Iterator[Candidate]:
    """Yield what is off if a candidate is on: in its cell (not for X links alone), then in box, row and column."""
    cell, digit = candidate
    if links.y:
        yield from ((cell, other) for other in sorted(position.candidates[cell] - {digit}))
    yield from ((peer, digit) for peer in PEERS[cell] if digit in position.candidates[peer])


def _find_forced(position: SePosition, candidate: Candidate, links: Links) -> list[Candidate]:
    """Return what is on if a candidate is off: the other one of its cell, then of its box, row and column."""
    cell, digit = candidate
    forced = []
    if links.y and len(position.candidates[cell]) == 2:
        forced += [(cell, other) for other in position.candidates[cell] if other != digit]
    if links.x:
        for house in HOUSES_OF[cell]:
            if len(places := position.places(house, digit)) == 2:
                forced += [(other, digit) for other in places if other != cell]
    return list(dict.fromkeys(forced))


def _cycles(position: SePosition, source: Candidate, links: Links) -> Iterator[ChainNode]:
    """Yield the nodes at which a chain returns to the candidate it started from, after four nodes or more."""
    seen = {source}
    on = [ChainNode(source, True)]
    length = 0
    while on:
        offs = []
        for node in on:
            before = {each.candidate for each in node.path() if not each.on}
            offs += [
                ChainNode(c, False, node) for c in _find_excluded(position, node.candidate, links) if c not in before
            ]
        length += 2
        on = []
        for node in offs:
            for candidate in _find_forced(position, node.candidate, links):
                end = ChainNode(candidate, True, node)
                if length >= 4 and candidate == source:
                    yield end
                if candidate not in seen:
                    seen.add(candidate)
                    on.append(end)


def _chain(position: SePosition, source: ChainNode, links: Links) -> ChainNode | None:
    """Return the first node that says the opposite of the source."""
    seen = {(source.candidate, source.on)}
    layer = [source]
    while layer:
        follow = _find_excluded if layer[0].on else _find_forced
        following = []
        for node in layer:
            for candidate in follow(position, node.candidate, links):
                new = ChainNode(candidate, not node.on, node)
                if candidate == source.candidate and new.on != source.on:
                    return new
                if (candidate, new.on) not in seen:
                    seen.add((candidate, new.on))
                    following.append(new)
        layer = following
    return None


def _cycle_removals(position: SePosition, end: ChainNode) -> Removals:
    """Return what goes in either direction of a cycle: candidates that see both an on and an off of their digit."""
    nodes = list(end.path())[:-1]
    cells = {node.candidate[0] for node in nodes}
    seen: dict[bool, set[Candidate]] = {True: set(), False: set()}
    for node in nodes:
        cell, digit = node.candidate
        seen[node.on] |= {(p, digit) for p in PEERS[cell] if p not in cells and digit in position.candidates[p]}
    removals: Removals = {}
    for cell, digit in seen[True] & seen[False]:
        removals.setdefault(cell, set()).add(digit)
    return removals
