"""Steps of human logic as data: the technique, its conclusions, and the pattern that justifies them.

A step contains no text in any language. Sentences, drawings and notations are rendered from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from shudu.core.candidate import Candidate

RoleMembers = tuple[Candidate | int | str, ...]
Roles = dict[str, RoleMembers]  # while a technique builds them; a step keeps them as StepRoles


class StepRoles(Mapping[str, RoleMembers]):
    """The roles of a step: an immutable mapping from the name of a role to its members.

    It prints as a plain dict, so that the repr of a step can be evaluated.
    """

    __slots__ = ("_members",)

    def __init__(self, members: Mapping[str, RoleMembers]) -> None:
        self._members = dict(members)

    def __getitem__(self, role: str) -> RoleMembers:
        return self._members[role]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __hash__(self) -> int:
        return hash(frozenset(self._members.items()))

    def __repr__(self) -> str:
        return repr(self._members)


@dataclass(frozen=True, slots=True)
class Link:
    """One inference between two sets of candidates.

    Attributes:
        start: The candidates on one side.
        end: The candidates on the other side.
        strong: True if one side must be true when the other is false; False if both cannot be true together.
        proof: The house (`r3`, `c5`, `b2`), the cell (`r3c5`) or the cells of an almost locked set that proves it.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    proof: str


@dataclass(frozen=True, slots=True)
class Step:
    """What a technique concludes in a position.

    >>> step = Step("xy-wing", roles={"pivot": (22,)})
    >>> step.roles["pivot"], eval(repr(step)) == step
    ((22,), True)

    Attributes:
        technique: The id of the technique.
        places: The candidates to write.
        removes: The candidates to remove.
        roles: The parts of the pattern by name (`pivot`, `pincers`, `base`, `cover`, `fins` …): candidates, cells,
            houses or digits. They fill the sentence and colour the board.
        links: The inferences, if the pattern is a chain.
    """

    technique: str
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    roles: Mapping[str, RoleMembers] = field(default_factory=dict)
    links: tuple[Link, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", StepRoles(self.roles))
