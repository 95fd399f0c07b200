"""Steps of human logic as data: the technique, its conclusions, and the pattern that justifies them.

A step contains no text in any language. Sentences, drawings and notations are rendered from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from shudu.core.sets import Candidate

RoleMembers = tuple[Candidate | int | str, ...]
Roles = dict[str, RoleMembers]  # while a technique builds them; a step keeps them as StepRoles


class StepRoles(dict[str, RoleMembers]):
    """The roles of a step: a dict that cannot be changed, and can therefore be hashed."""

    __slots__ = ()

    def _refuse(self, *arguments: object, **options: object) -> NoReturn:
        raise TypeError("the roles of a step cannot be changed; dataclasses.replace() makes a step with other roles")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # a dict cannot be hashed because it can be changed
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return StepRoles, (dict(self),)


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

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain values, ready for JSON, with a key for each attribute; a candidate is [digit, cell].

        >>> Step("naked-single", places=(Candidate(5, 40),)).to_dict()["places"]
        [[5, 40]]
        """
        return {name: _to_plain(getattr(self, name)) for name in ("technique", "places", "removes", "roles", "links")}


def _to_plain(value: Any) -> Any:
    if isinstance(value, Link):
        return {name: _to_plain(getattr(value, name)) for name in ("start", "end", "strong", "proof")}
    if isinstance(value, Mapping):
        return {name: _to_plain(each) for name, each in value.items()}
    return [_to_plain(each) for each in value] if isinstance(value, tuple) else value
