"""A step of human logic as data: which technique, what it concludes, and why.

Sentences, drawings and notations are rendered from it; nothing in it is text in a language.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shudu.core.candidate import Candidate

Roles = dict[str, tuple[Candidate | int | str, ...]]


@dataclass(frozen=True, slots=True)
class Link:
    """One inference between two sets of candidates.

    A strong link says that one side is true if the other is not; a weak link that both are not true together. `proof`
    names the house (`r3`, `c5`, `b2`) or the cell (`r3c5`) that shows it, or the cells of an almost locked set.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    proof: str


@dataclass(frozen=True, slots=True)
class Step:
    """What a technique found in a position.

    `roles` name the parts of the pattern (`pivot`, `pincers`, `base`, `cover`, `fins` …): they fill the sentence and
    colour the board.
    """

    technique: str
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    roles: Roles = field(default_factory=dict)
    links: tuple[Link, ...] = ()
