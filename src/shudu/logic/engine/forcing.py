"""Forcing: what follows from every case, or what leads to a contradiction.

An assumption is a candidate that is on or off. A `Reach` holds what it turns on and off, by chains or by nets; the
logic here is the same for both.

- Contradiction: an assumption turns a candidate both on and off, or leaves a cell, or a digit in a house, without a
  candidate. So the opposite is true.
- Verity: a candidate being on and being off, or all candidates of a cell, or all places of a digit in a house, turn
  the same candidate on, or off. So it is.

Conclusions come in order: first placements, by cell; then removals, by cell and digit. For each conclusion the
shortest contradiction and the shortest verity become steps, with these roles:

- `assumed-on`, `assumed-off`: the assumed candidates, one per case (a contradiction has one case; a verity of a
  candidate that is on or off names it in both)
- `on`, `off`: the candidates that are turned on and off
- `cases` (verity): the place whose candidates are the cases, as text: `r3c5`, `b2`, or a candidate `7r3c5`
- `contradiction`: the candidates that contradict: one that is both on and off, or all of a place that is left empty
- `place` (contradiction): that place as text, `r3c5` or `b2`; missing if one candidate is both on and off
- `chains`: the number of links of each chain or net in order, so that `links` can be split
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from shudu.core.geometry import HOUSES, cell_name, house_name
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.link_graph import ALL_SINGLES, SAME_CELL, candidate_of, candidates_of, members
from shudu.logic.engine.parallel_singles import OccupiedPlaces, emptied_places, occupied_places, place_name
from shudu.logic.engine.walks import Reach

Goal = tuple[int, bool]  # a node, and whether it must be turned on or off


class Assumption(NamedTuple):
    """A candidate that is assumed to be on or off."""

    node: int
    on: bool


class Conclusion(NamedTuple):
    """A candidate that is proven to be on or off. Sorts in the order in which conclusions are drawn."""

    off: bool
    cell: int
    digit: int

    @classmethod
    def of(cls, node: int, on: bool) -> Conclusion:
        """Return the conclusion that a node is on or off."""
        digit, cell = candidate_of(node)
        return cls(not on, cell, digit)

    @property
    def node(self) -> int:
        """The node of the candidate."""
        return 81 * self.digit - 81 + self.cell


class Contradiction(NamedTuple):
    """A candidate that is both on and off (no place), or a place all of whose candidates are off."""

    nodes: int
    place: str


class CaseSplit(NamedTuple):
    """Assumptions of which one is true, and the place that proves it: a cell, a digit in a house, or a candidate."""

    assumptions: tuple[Assumption, ...]
    proof: str


class Proof(NamedTuple):
    """Why a conclusion holds.

    Attributes:
        cost: The length of the proof; shorter is better.
        demands: The goals that each assumption must be shown to reach.
        reason: The cases of a verity, or the contradiction.
    """

    cost: int
    demands: list[tuple[Assumption, list[Goal]]]
    reason: CaseSplit | Contradiction


Reaches = dict[Assumption, Reach]


class Prover(Protocol):
    """Shows how an assumption turns candidates on and off."""

    def cost(self, assumption: Assumption, goals: Sequence[Goal]) -> int:
        """Return the length of the proof, quickly."""

    def proofs(self, assumption: Assumption, goals: Sequence[Goal]) -> list[list[Link]]:
        """Return the links of each chain, or of one net, that lead to all goals."""


def find_forcing_steps(
    candidates: int, allowed: int, reaches: Reaches, prover: Prover, contradiction: str | None, verity: str | None
) -> Iterator[Step]:
    """Yield the steps of contradictions and verities in the order of their conclusions.

    Args:
        candidates: All candidates of the position.
        allowed: The candidates that the rules allow.
        reaches: What each assumption turns on and off.
        prover: Supplies the links.
        contradiction: The id of the technique for contradictions, or None to skip them.
        verity: The id of the technique for verities, or None to skip them.
    """
    refuted = find_contradictions(candidates, allowed, reaches) if contradiction else {}
    certain = find_verities(candidates, reaches) if verity else {}
    for conclusion in sorted(refuted.keys() | certain.keys()):
        proofs = []
        if conclusion in refuted:
            proofs.append(min(_refutations(candidates, allowed, reaches, prover, refuted[conclusion]), key=_cost))
        if conclusion in certain:
            proofs.append(min(_certainties(prover, conclusion, certain[conclusion]), key=_cost))
        if conclusion.off:  # for a placement, HoDoKu prefers a contradiction, however long
            proofs.sort(key=_cost)
        for proof in proofs:
            id = verity if isinstance(proof.reason, CaseSplit) else contradiction
            yield _step(id or "", conclusion, proof, prover)


def find_contradictions(candidates: int, allowed: int, reaches: Reaches) -> dict[Conclusion, list[Assumption]]:
    """Return what contradictions prove, each with the assumptions that lead to one."""
    places = occupied_places(candidates)
    refuted: dict[Conclusion, list[Assumption]] = {}
    for assumption, reach in reaches.items():
        if reach.on & reach.off & ALL_SINGLES or _emptied_places(candidates, allowed, places, reach.off):
            refuted.setdefault(Conclusion.of(assumption.node, not assumption.on), []).append(assumption)
    return refuted


def find_verities(candidates: int, reaches: Reaches) -> dict[Conclusion, list[CaseSplit]]:
    """Return what holds in all cases, each with the sets of cases that prove it."""
    certain: dict[Conclusion, list[CaseSplit]] = {}
    for cases in all_case_splits(candidates):
        on = off = ALL_SINGLES
        for assumption in cases.assumptions:
            reach = reaches[assumption]
            on &= reach.on
            off &= reach.off
        if not cases.assumptions[-1].on:
            own = SAME_CELL[cases.assumptions[0].node] | 1 << cases.assumptions[0].node
            on, off = on & ~own, off & ~own
        for node in members(on):
            certain.setdefault(Conclusion.of(node, True), []).append(cases)
        for node in members(off):
            certain.setdefault(Conclusion.of(node, False), []).append(cases)
    return certain


def all_case_splits(candidates: int) -> Iterator[CaseSplit]:
    """Yield every set of assumptions of which one is true: a candidate on or off, a cell, a digit in a house."""
    for node in members(candidates):
        yield CaseSplit((Assumption(node, True), Assumption(node, False)), str(candidate_of(node)))
    for cell in range(81):
        own = tuple(Assumption(n, True) for n in range(cell, 729, 81) if candidates >> n & 1)
        if own:
            yield CaseSplit(own, cell_name(cell))
    for house, cells in enumerate(HOUSES):
        for first in range(0, 729, 81):
            own = tuple(Assumption(first + cell, True) for cell in cells if candidates >> first + cell & 1)
            if own:
                yield CaseSplit(own, house_name(house))


def _emptied_places(candidates: int, allowed: int, places: OccupiedPlaces, off: int) -> list[int]:
    """Return the cells left empty, and the digits left without a place in a house from which logic has removed none.

    Where logic has removed some, the same conclusion follows from the places of the digit in the house: a verity. This is
    how HoDoKu chooses.
    """
    return [
        place
        for place in emptied_places(places, candidates & ~off)
        if _is_cell(place) or not place & allowed & ~candidates
    ]


def _is_cell(place: int) -> bool:
    return place.bit_length() - (place & -place).bit_length() >= 81


def _contradictions_of(candidates: int, allowed: int, reach: Reach) -> Iterator[Contradiction]:
    for node in members(reach.on & reach.off & ALL_SINGLES):
        yield Contradiction(1 << node, "")
    for place in _emptied_places(candidates, allowed, occupied_places(candidates), reach.off):
        yield Contradiction(place & candidates, place_name(place))


def _cost(proof: Proof) -> int:
    return proof.cost


def _refutations(
    candidates: int, allowed: int, reaches: Reaches, prover: Prover, assumptions: list[Assumption]
) -> Iterator[Proof]:
    for assumption in assumptions:
        for contradiction in _contradictions_of(candidates, allowed, reaches[assumption]):
            goals = [(node, False) for node in members(contradiction.nodes)]
            if not contradiction.place:
                goals.append((goals[0][0], True))
            # Both chains of a candidate that is on and off can end where two candidates that are on meet, a link before.
            saved = 1 if not contradiction.place and contradiction.nodes != 1 << assumption.node else 0
            cost = prover.cost(assumption, goals) + len(goals) - saved
            yield Proof(cost, [(assumption, goals)], contradiction)


def _certainties(prover: Prover, conclusion: Conclusion, splits: list[CaseSplit]) -> Iterator[Proof]:
    goals = [(conclusion.node, not conclusion.off)]
    for cases in splits:
        cost = sum(prover.cost(assumption, goals) + 1 for assumption in cases.assumptions)
        yield Proof(cost, [(assumption, goals) for assumption in cases.assumptions], cases)


def _step(id: str, conclusion: Conclusion, proof: Proof, prover: Prover) -> Step:
    chains = [chain for assumption, goals in proof.demands for chain in prover.proofs(assumption, goals)]
    links = tuple(link for chain in chains for link in chain)
    roles = _assumed_roles([assumption for assumption, _ in proof.demands])
    roles |= _on_off_roles(roles, links)
    roles["chains"] = tuple(map(len, chains))
    if isinstance(proof.reason, CaseSplit):
        roles["cases"] = (proof.reason.proof,)
    else:
        roles["contradiction"] = candidates_of(proof.reason.nodes)
        if proof.reason.place:
            roles["place"] = (proof.reason.place,)
    proven = (candidate_of(conclusion.node),)
    return Step(id, () if conclusion.off else proven, proven if conclusion.off else (), roles, links)


def _assumed_roles(assumptions: list[Assumption]) -> Roles:
    roles: Roles = {}
    for name, state in (("assumed-on", True), ("assumed-off", False)):
        if own := tuple(candidate_of(assumption.node) for assumption in assumptions if assumption.on == state):
            roles[name] = own
    return roles


def _on_off_roles(assumed: Roles, links: tuple[Link, ...]) -> Roles:
    """Return the candidates turned on and off: a strong link turns its end on, a weak link off."""
    on: dict[Candidate | int | str, None] = dict.fromkeys(assumed.get("assumed-on", ()))
    off: dict[Candidate | int | str, None] = dict.fromkeys(assumed.get("assumed-off", ()))
    for link in links:
        (on if link.strong else off).update(dict.fromkeys(link.end))
    return {"on": tuple(on), "off": tuple(off)}
