"""The parts of steps that finders share: candidates and cells, links with their proofs, order of steps, chains.

Roles of every chain and loop (candidates in the order of the chain, except `digits`):

- `digits`: the digits removed
- `start`, `end`: the candidates of the first and the last node (several in a group or an almost locked set)
- `on`, `off`: the candidates that are turned on and off, reading from the start: two colours for the drawing
- `group`: the candidates in groups, if there are any
- `als-1`, `als-2`, …: all candidates of each almost locked set in the chain, if there are any

`links` are the links of the chain in order, alternately weak and strong; in a continuous loop the last one closes it.
The proof of a strong link through an almost locked set lists its cells, separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from shudu.core.geometry import DIGITS, HOUSE_MASKS, HOUSES_OF, cell_name, cells_of, house_name, mask_of
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.link_graph import SINGLES, LinkGraph, candidates_of, proof_of_link

# Roles with digits or counts, or with cells that only explain the pattern.
_ROLES_OUTSIDE_PATTERN: Final = ("digits", "digit", "blockers", "eliminated", "chains", "type")


def cells_of_roles(step: Step) -> int:
    """Return the cells of the pattern, from the roles of a step, as a bit set."""
    mask = 0
    for role, values in step.roles.items():
        if role not in _ROLES_OUTSIDE_PATTERN and not role.endswith("-digits"):
            mask |= mask_of([v.cell if isinstance(v, Candidate) else v for v in values if not isinstance(v, str)])
    return mask


def candidates(digit: int, cells: int) -> tuple[Candidate, ...]:
    """Return the candidates of a digit in a set of cells.

    >>> candidates(7, 0b101)
    (Candidate(digit=7, cell=0), Candidate(digit=7, cell=2))
    """
    return tuple(Candidate(digit, cell) for cell in cells_of(cells))


def strong(start: Candidate, end: Candidate, house: int | None = None) -> Link:
    """Return the strong link between the only two candidates of a digit in a house, or of a cell."""
    return Link((start,), (end,), True, _proof(start, end, house))


def weak(start: Candidate, end: Candidate, house: int | None = None) -> Link:
    """Return the weak link between two candidates that share a house or a cell."""
    return Link((start,), (end,), False, _proof(start, end, house))


def _proof(start: Candidate, end: Candidate, house: int | None) -> str:
    if house is not None:
        return house_name(house)
    if start.cell == end.cell:
        return cell_name(start.cell)
    return house_name(shared_house(start.cell, end.cell))


def shared_house(one: int, other: int) -> int:
    """Return a house of two cells that see each other, lines before boxes."""
    return next(house for house in HOUSES_OF[one] if house in HOUSES_OF[other])


def houses_between(one: int, other: int) -> str:
    """Return the house that contains two sets of cells which see each other, or all houses that connect them.

    >>> houses_between(0b1, 0b110), houses_between(0b1, 1 << 8 | 1 << 72)
    ('r1', 'r1,c1')
    """
    both = one | other
    for house, mask in enumerate(HOUSE_MASKS):
        if not both & ~mask:
            return house_name(house)
    return ",".join(house_name(house) for house, mask in enumerate(HOUSE_MASKS) if mask & one and mask & other)


def most_removals_first(step: Step) -> tuple[int, int]:
    """Return the sort key of steps that are compared as a whole: most removals first, then nearest the top left."""
    weights = (cell * (80 * n + 1) + digit for n, (digit, cell) in enumerate(sorted(step.removes)))
    return -len(step.removes), sum(weights)


def chain_step(id: str, graph: LinkGraph, nodes: Sequence[int], on: bool, removes: int, closed: bool = False) -> Step:
    """Return the step of a chain.

    Args:
        id: The id of the technique.
        graph: The link graph.
        nodes: The nodes of the chain in order.
        on: Whether the first node is on.
        removes: The candidates that the chain removes, as nodes.
        closed: Whether a last link leads back to the first node.
    """
    return Step(
        id,
        removes=candidates_of(removes),
        roles=chain_roles(graph, nodes, on) | {"digits": to_digits(removes)},
        links=chain_links(graph, nodes, on, closed),
    )


def chain_links(graph: LinkGraph, nodes: Sequence[int], on: bool, closed: bool = False) -> tuple[Link, ...]:
    """Return the links between neighbours in a chain; `closed` adds the link from the last node to the first."""
    ends = [*nodes[1:], nodes[0]] if closed else nodes[1:]
    return tuple(
        link_between(graph, node, other, strong=on == (i % 2 == 1))
        for i, (node, other) in enumerate(zip(nodes, ends, strict=False))
    )


def link_between(graph: LinkGraph, node: int, other: int, strong: bool) -> Link:
    """Return a link of the graph as part of a step."""
    return Link(
        graph.candidates_of(node), graph.candidates_of(other), strong, proof_of_link(graph, node, other, strong)
    )


def chain_roles(graph: LinkGraph, nodes: Sequence[int], on: bool) -> Roles:
    """Return the roles of a chain whose first node is on or off."""
    roles: Roles = {
        "start": graph.candidates_of(nodes[0]),
        "end": graph.candidates_of(nodes[-1]),
        "on": _candidates_of(graph, nodes[not on :: 2]),
        "off": _candidates_of(graph, nodes[on::2]),
    }
    if groups := [node for node in nodes if node >= SINGLES and not graph.set_cells(node)]:
        roles["group"] = _candidates_of(graph, groups)
    for i, cells in enumerate(dict.fromkeys(graph.set_cells(node) for node in nodes if graph.set_cells(node)), 1):
        roles[f"als-{i}"] = candidates_in(graph, cells)
    return roles


def to_digits(nodes: int) -> tuple[int, ...]:
    """Return the digits of some single candidates, each once."""
    return tuple(sorted({candidate.digit for candidate in candidates_of(nodes)}))


def candidates_in(graph: LinkGraph, cells: int) -> tuple[Candidate, ...]:
    """Return all candidates of some cells."""
    return tuple(Candidate(d, c) for c in cells_of(cells) for d in DIGITS if graph.digit_masks[d - 1] >> c & 1)


def _candidates_of(graph: LinkGraph, nodes: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple(dict.fromkeys(candidate for node in nodes for candidate in graph.candidates_of(node)))
