"""Profiles: what a rating system looks for, in which order, what each step weighs, and what the sum is called.

A profile is data over the register of techniques; no finder knows of it. Each known system is one module with one
`Profile`, entered in `PROFILES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from shudu.core.step import Step
from shudu.logic.technique import Search, Technique, registered, searches

Weigh = Callable[[Technique, Step], float]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A rating system.

    `uses` tells the techniques it has, `options` where it looks for less than there is; `order` where each is looked
    for; `weigh` what a step weighs and `total` how the weights of a path become its score; `grade` the level of a
    technique. `ceilings` are the levels from easiest to hardest, each with the highest score that a path of that level
    may have before it counts as the next.
    """

    name: str
    system: str
    uses: Callable[[Technique], bool]
    options: dict[str, dict[str, Any]]
    order: Callable[[Technique], float]
    weigh: Weigh
    total: Callable[[Iterable[float]], float]
    grade: Callable[[Technique], str]
    ceilings: dict[str, float]

    def plan(self) -> list[Search]:
        """What the profile looks for, in its order."""
        used = [known for known in registered() if self.uses(known)]
        options = [{**known.arguments, **self.options.get(known.id, {})} for known in used]
        return searches([replace(one, arguments=own) for one, own in zip(used, options, strict=True)], self.order)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels from easiest to hardest."""
        return tuple(self.ceilings)

    def level(self, hardest: str, score: float) -> str:
        """The level of a path: that of its hardest step, raised while the score is above the level's ceiling."""
        reached = self.levels.index(hardest)
        while score > self.ceilings[self.levels[reached]]:
            reached += 1
        return self.levels[reached]
