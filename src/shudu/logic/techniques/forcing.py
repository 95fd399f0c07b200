"""Forcing: assume a candidate true or false and follow what it forces. Roles of chains and nets: see `engine.forcing`.

- Forcing chains follow chains through the link graph, including groups.
- Forcing nets follow all singles at once, a few rounds at a time, and groups: see `engine.nets`. A link that turns
  a candidate on starts at all the candidates whose removal left it alone, and its proof is the cell or house in which
  it is alone.
- Nishio follows a single digit until a house has no place left for it.
- Dynamic forcing chains (+) follow singles and locked candidates as far as they lead.
- Nested forcing chains use, besides, candidates that a net of singles of their own refutes, given what is known so far.
  Every known puzzle but a handful yields to these: they are the last resort of logic.

Roles of Nishio: `digits` the digit; `assumed-on` the candidate; `on` the places the digit then takes; `place` the house
without a place for it, `contradiction` the candidates of the digit there. Links: weak from each place to the candidates
it rules out, strong from these to the last one left in a house.

Roles of dynamic and nested chains: `assumed-on` the assumption; `on`, `off` the candidates turned on and off;
`contradiction` the candidates that contradict and `place`, as in `engine.forcing`; `inner` the candidates refuted inside
the net, in order, and `inner-failures` where each of their nets fails: `7b4` a digit without a place, `r5c6` an empty
cell, `7r5c6` a candidate both on and off. `chains` has the lengths of the runs of links in order: main net, first inner
net, main net, second inner net, …, main net. Links as in a forcing net; a weak link from several candidates means that
the digit is locked in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, cells_of, house_name
from shudu.core.grid import Grid, masks_by_rules
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.forcing import Assumption, Conclusion, Goal, Reaches, find_contradictions, find_forcing_steps
from shudu.logic.engine.link_graph import (
    SEEN,
    LinkGraph,
    all_candidates,
    build_link_graph,
    candidate_of,
    candidates_of,
    members,
)
from shudu.logic.engine.nets import Failure, Reason, ReasonedNet, ShortNets
from shudu.logic.engine.parallel_singles import OccupiedPlaces, fails_nested, occupied_places, spread_singles
from shudu.logic.engine.step_parts import candidates, chain_links, shared_house
from shudu.logic.engine.walks import distance, layers, reach_of_off, reach_of_on, shortest_path
from shudu.logic.registry import register

CHAIN_CONTRADICTION, CHAIN_VERITY = "forcing-chain-contradiction", "forcing-chain-verity"


@register(CHAIN_CONTRADICTION, family="forcing", order=8500, level="extreme", score=500, code="1301", se=7.5)
@register(CHAIN_VERITY, family="forcing", order=8500, level="extreme", score=500, code="1302", se=8.0)
def find_forcing_chains(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield for each conclusion the shortest contradiction, the shortest verity, or both."""
    graph = build_link_graph(grid.digit_masks, groups=True)
    selected = [id if id in ids else None for id in (CHAIN_CONTRADICTION, CHAIN_VERITY)]
    allowed = all_candidates(masks_by_rules(grid.digits))
    yield from find_forcing_steps(graph.candidates, allowed, _reaches(graph), _ChainProver(graph), *selected)


def _reaches(graph: LinkGraph) -> Reaches:
    on = reach_of_on(graph)
    reaches: Reaches = {}
    for node in members(graph.candidates):
        reaches[Assumption(node, True)] = on[node]
        reaches[Assumption(node, False)] = reach_of_off(graph, on, node)
    return reaches


class _ChainProver:
    """Proves by the shortest chains. Caches the walks of one search."""

    def __init__(self, graph: LinkGraph) -> None:
        self.graph = graph
        self.walks: dict[Assumption, list[int]] = {}

    def cost(self, assumption: Assumption, goals: Sequence[Goal]) -> int:
        """Return the number of links of all chains."""
        walk = self._walk(assumption)
        return sum(distance(walk, node, on == assumption.on) for node, on in goals)

    def proofs(self, assumption: Assumption, goals: Sequence[Goal]) -> list[list[Link]]:
        """Return a chain for each goal."""
        walk = self._walk(assumption)
        return [
            list(chain_links(self.graph, shortest_path(self.graph, walk, assumption.on, node, length), assumption.on))
            for node, on in goals
            for length in [distance(walk, node, on == assumption.on)]
        ]

    def _walk(self, assumption: Assumption) -> list[int]:
        if assumption not in self.walks:
            self.walks[assumption] = layers(self.graph, *assumption)
        return self.walks[assumption]


NET_CONTRADICTION, NET_VERITY = "forcing-net-contradiction", "forcing-net-verity"


@register(NET_CONTRADICTION, family="forcing", order=8600, level="extreme", score=700, code="1303", se=8.5)
@register(NET_VERITY, family="forcing", order=8600, level="extreme", score=700, code="1304", se=8.5)
def find_forcing_nets(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield for each conclusion the shortest contradiction, the shortest verity, or both."""
    nets = ShortNets(build_link_graph(grid.digit_masks, groups=True))
    selected = [id if id in ids else None for id in (NET_CONTRADICTION, NET_VERITY)]
    allowed = all_candidates(masks_by_rules(grid.digits))
    yield from find_forcing_steps(nets.graph.candidates, allowed, nets.reaches(), nets, *selected)


@register("nishio", family="forcing", order=8460, level="extreme", score=480, se=7.5, on=False, case_codes=("2009",))
def find_nishio(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the candidates that, if true, leave their digit without a place in a house."""
    for digit, places in enumerate(grid.digit_masks, 1):
        for cell in cells_of(places):
            if refutation := _refute_digit(places, cell):
                yield _nishio_step(id, digit, places, cell, *refutation)


def _refute_digit(places: int, cell: int) -> tuple[list[tuple[int, int]], int] | None:
    """Return the cells that follow, with the houses that force them, and the house left without a place, if any."""
    open_houses = [house for house, mask in enumerate(HOUSE_MASKS) if places & mask and not mask >> cell & 1]
    free = places & ~PEER_MASKS[cell]
    forced: list[tuple[int, int]] = []
    while True:
        for house in open_houses:
            left = free & HOUSE_MASKS[house]
            if not left:
                return forced, house
            if not left & (left - 1):
                last = left.bit_length() - 1
                forced.append((last, house))
                free &= ~PEER_MASKS[last]
                open_houses = [other for other in open_houses if not HOUSE_MASKS[other] >> last & 1]
                break
        else:
            return None


def _nishio_step(id: str, digit: int, places: int, cell: int, forced: list[tuple[int, int]], house: int) -> Step:
    links: list[Link] = []
    on = 1 << cell
    for last, where in forced:
        gone = places & HOUSE_MASKS[where] & ~(1 << last)
        links += _weak_links(digit, gone, on)
        links.append(Link(candidates(digit, gone), (Candidate(digit, last),), True, house_name(where)))
        on |= 1 << last
    lost = places & HOUSE_MASKS[house]
    links += _weak_links(digit, lost, on)
    roles: Roles = {
        "digits": (digit,),
        "assumed-on": (Candidate(digit, cell),),
        "on": candidates(digit, on),
        "place": (house_name(house),),
        "contradiction": candidates(digit, lost),
    }
    return Step(id, removes=(Candidate(digit, cell),), roles=roles, links=tuple(links))


def _weak_links(digit: int, gone: int, on: int) -> Iterator[Link]:
    """Yield a link to each candidate in `gone` from one of the places that are on."""
    for cell in cells_of(gone):
        cause = next(cells_of(PEER_MASKS[cell] & on))
        yield Link((Candidate(digit, cause),), (Candidate(digit, cell),), False, house_name(shared_house(cause, cell)))


_COMPARED: Final = 4  # nested proofs to choose the shortest from


class NetProof(NamedTuple):
    """A candidate that is refuted, and why. The lowest cost is the easiest to follow: few inner nets, then few links."""

    cost: tuple[int, int]
    node: int
    reasons: list[Reason]
    failure: Failure


@register(
    "dynamic-forcing-chain-plus", family="forcing", order=8850, level="extreme", score=900, se=9.0, case_codes=("2014",)
)
def find_dynamic_chains(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the candidates that singles and locked candidates refute and no forcing net does, shortest proof first."""
    candidates = all_candidates(grid.digit_masks)
    proofs = [proof for node in members(candidates) if (proof := _prove_nested(candidates, node, nested=False))]
    reaches = ShortNets(build_link_graph(grid.digit_masks, groups=True)).reaches()
    easier = find_contradictions(candidates, all_candidates(masks_by_rules(grid.digits)), reaches)
    for proof in sorted(proofs, key=lambda proof: proof.cost):
        if Conclusion.of(proof.node, on=False) not in easier:  # otherwise a forcing net is enough
            yield _nested_step(id, proof)


@register(
    "nested-forcing-chain", family="forcing", order=8860, level="extreme", score=1500, se=9.5, case_codes=("2015",)
)
def find_nested_chains(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the candidates that nested nets refute: the easiest of the first few, then the others as they are found."""
    candidates = all_candidates(grid.digit_masks)
    proofs = _nested_proofs(candidates, occupied_places(candidates))
    first = sorted(islice(proofs, _COMPARED), key=lambda proof: proof.cost)
    for proof in first:
        yield _nested_step(id, proof)
    for proof in proofs:
        yield _nested_step(id, proof)


def _nested_proofs(candidates: int, places: OccupiedPlaces) -> Iterator[NetProof]:
    """Yield proofs; candidates that rule out most others come first, because they are most likely to fail."""
    reach = {
        node: spread_singles(candidates, places, 1 << node, SEEN[node] & candidates) for node in members(candidates)
    }
    order = sorted(reach, key=lambda node: -(net.off.bit_count() if (net := reach[node]) else 729))
    for node in order:
        if reach[node] and fails_nested(candidates, places, node):
            proof = _prove_nested(candidates, node, nested=True)
            if proof and any(reason.refutation for reason in proof.reasons):  # otherwise a dynamic chain is enough
                yield proof


def _prove_nested(candidates: int, node: int, *, nested: bool) -> NetProof | None:
    net = ReasonedNet(candidates, node)
    failure = net.grow(locked=True, nested=nested)
    if failure is None:
        return None
    reasons, _ = net.trace(failure.goals())
    inner = [reason.refutation.links for reason in reasons if reason.refutation]
    links = sum(1 for reason in reasons if reason.link) + sum(map(len, inner))
    return NetProof((len(inner), links), node, reasons, failure)


def _nested_step(id: str, proof: NetProof) -> Step:
    assumed = (candidate_of(proof.node),)
    runs: list[list[Link]] = [[]]
    inner: list[Candidate] = []
    failures: list[str] = []
    for reason in proof.reasons:
        if reason.refutation:
            runs += [reason.refutation.links, []]
            inner.append(candidate_of(reason.refutation.node))
            failures.append(_failure_name(reason.refutation.failure))
        elif reason.link:
            runs[-1].append(reason.link)
    main = [link for run in runs[::2] for link in run]
    roles: Roles = {
        "assumed-on": assumed,
        "on": (*assumed, *(candidate for link in main if link.strong for candidate in link.end)),
        "off": tuple(dict.fromkeys([c for link in main if not link.strong for c in link.end] + inner)),
        "contradiction": candidates_of(proof.failure.nodes),
        "chains": tuple(map(len, runs)),
    }
    if proof.failure.place:
        roles["place"] = (proof.failure.place,)
    if inner:
        roles |= {"inner": tuple(inner), "inner-failures": tuple(failures)}
    return Step(id, removes=assumed, roles=roles, links=tuple(link for run in runs for link in run))


def _failure_name(failure: Failure) -> str:
    """Return where a net fails: `7b4`, `r5c6` or `7r5c6`."""
    first = candidate_of(next(members(failure.nodes)))
    if not failure.place:
        return str(first)
    return failure.place if len(failure.place) > 2 else f"{first.digit}{failure.place}"
