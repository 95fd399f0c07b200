"""How forcing becomes steps: for each conclusion the shortest contradiction and the shortest verity.

Roles of forcing chains and nets:

- `assumed-on`, `assumed-off`: the candidates that are assumed, one for each case (a contradiction has one case; the
  verity of a candidate that is on or off names it in both)
- `on`, `off`: the candidates that are turned on and off
- `cases` (verity): the place whose candidates are the cases, as text: `r3c5`, `b2`, or a candidate `7r3c5`
- `contradiction`: the candidates that contradict: one that is both on and off, or all of a place that is left without
- `place` (contradiction): that place as text, `r3c5` or `b2`; missing if one candidate is both on and off
- `chains`: for each chain or net in order the number of its links, so that `links` can be parted
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from shudu.core.candidate import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.forcing import Assumption, Cases, Conclusion, Conflict, Reaches, conflicts, contradictions, verities
from shudu.logic.links import candidate_of, candidates_of, members

Goal = tuple[int, bool]


class Prover(Protocol):
    """Shows how an assumption turns candidates on and off."""

    def cost(self, assumption: Assumption, goals: Sequence[Goal]) -> int:
        """How long the proof is, at a glance."""

    def proofs(self, assumption: Assumption, goals: Sequence[Goal]) -> list[list[Link]]:
        """The links of each chain, or of the one net, that leads to all goals."""


class Reason(NamedTuple):
    """Why a conclusion holds: assumptions, what each must be shown to turn on or off, and the cases or the conflict."""

    cost: int
    demands: list[tuple[Assumption, list[Goal]]]
    why: Cases | Conflict


def forcing_steps(
    candidates: int, reaches: Reaches, prover: Prover, contradiction: str | None, verity: str | None
) -> Iterator[Step]:
    """The steps of contradictions and verities, under these ids, in the order of their conclusions."""
    refuted = contradictions(candidates, reaches) if contradiction else {}
    certain = verities(candidates, reaches) if verity else {}
    for conclusion in sorted(refuted.keys() | certain.keys()):
        reasons = []
        if conclusion in refuted:
            reasons.append(min(_refutations(candidates, reaches, prover, refuted[conclusion]), key=_cost))
        if conclusion in certain:
            reasons.append(min(_certainties(prover, conclusion, certain[conclusion]), key=_cost))
        for reason in sorted(reasons, key=_cost):
            id = verity if isinstance(reason.why, Cases) else contradiction
            yield _step(id or "", conclusion, reason, prover)


def _cost(reason: Reason) -> int:
    return reason.cost


def _refutations(candidates: int, reaches: Reaches, prover: Prover, assumptions: list[Assumption]) -> Iterator[Reason]:
    for assumption in assumptions:
        for conflict in conflicts(candidates, reaches[assumption]):
            goals = [(node, False) for node in members(conflict.nodes)]
            if not conflict.place:
                goals.append((goals[0][0], True))
            yield Reason(prover.cost(assumption, goals), [(assumption, goals)], conflict)


def _certainties(prover: Prover, conclusion: Conclusion, all_cases: list[Cases]) -> Iterator[Reason]:
    goals = [(conclusion.node, not conclusion.off)]
    for cases in all_cases:
        cost = sum(prover.cost(assumption, goals) for assumption in cases.assumptions)
        yield Reason(cost, [(assumption, goals) for assumption in cases.assumptions], cases)


def _step(id: str, conclusion: Conclusion, reason: Reason, prover: Prover) -> Step:
    proofs = [proof for assumption, goals in reason.demands for proof in prover.proofs(assumption, goals)]
    links = tuple(link for proof in proofs for link in proof)
    roles = _assumed([assumption for assumption, _ in reason.demands])
    roles |= _coloured(roles, links)
    roles["chains"] = tuple(map(len, proofs))
    if isinstance(reason.why, Cases):
        roles["cases"] = (reason.why.proof,)
    else:
        roles["contradiction"] = candidates_of(reason.why.nodes)
        if reason.why.place:
            roles["place"] = (reason.why.place,)
    proven = (candidate_of(conclusion.node),)
    return Step(id, () if conclusion.off else proven, proven if conclusion.off else (), roles, links)


def _assumed(assumptions: list[Assumption]) -> Roles:
    roles: Roles = {}
    for name, state in (("assumed-on", True), ("assumed-off", False)):
        if own := tuple(candidate_of(assumption.node) for assumption in assumptions if assumption.on == state):
            roles[name] = own
    return roles


def _coloured(assumed: Roles, links: tuple[Link, ...]) -> Roles:
    """A strong link turns its end on, a weak link off."""
    on: dict[Candidate | int | str, None] = dict.fromkeys(assumed.get("assumed-on", ()))
    off: dict[Candidate | int | str, None] = dict.fromkeys(assumed.get("assumed-off", ()))
    for link in links:
        (on if link.strong else off).update(dict.fromkeys(link.end))
    return {"on": tuple(on), "off": tuple(off)}
