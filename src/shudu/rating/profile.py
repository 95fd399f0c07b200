"""Profiles: what a rating system looks for, in which order, what each step weighs, and what the sum is called.

A profile is data over the register of techniques; no finder knows of it. Each known system is one module with one
`Profile`, entered in `PROFILES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from shudu.core.step import Step
from shudu.logic.technique import Technique

Weigh = Callable[[Technique, Step], float]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A rating system.

    `uses` tells the techniques it has; `order` where each is looked for; `weigh` what a step weighs and `total` how the
    weights of a path become its score; `grade` the level of a technique. `ceilings` are the levels from easiest to
    hardest, each with the highest score that a path of that level may have before it counts as the next.
    """

    name: str
    system: str
    uses: Callable[[Technique], bool]
    order: Callable[[Technique], float]
    weigh: Weigh
    total: Callable[[Iterable[float]], float]
    grade: Callable[[Technique], str]
    ceilings: dict[str, float]

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
