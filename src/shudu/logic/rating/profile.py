"""Rating profiles: which techniques a rating system knows, in which order it tries them, and what each step counts.

A profile is data over the registry of techniques; finders know nothing of it. Each rating system is a module with one
`Profile`, listed in `PROFILES` of `shudu.logic.rating.rate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from shudu.core.step import Step
from shudu.logic.registry import Technique, TechniqueSearch, plan_searches, techniques


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Profile:
    """A rating system.

    Attributes:
        name: Its name in `shudu.rate`, such as `hodoku`.
        system: The program and version it reproduces.
        uses: Whether it uses a technique.
        options: Options of techniques, by id, where the system finds fewer steps than there are.
        order: The position of a technique in its search order.
        weigh: What a step counts.
        total: Combines the weights of a path into its score.
        grade: The level of a technique.
        ceilings: The levels from easiest to hardest, each with the highest score a path may have at that level.
    """

    name: str
    system: str
    uses: Callable[[Technique], bool]
    options: dict[str, dict[str, Any]]
    order: Callable[[Technique], float]
    weigh: Callable[[Technique, Step], float]
    total: Callable[[Iterable[float]], float]
    grade: Callable[[Technique], str]
    ceilings: dict[str, float]

    def plan(self) -> list[TechniqueSearch]:
        """Return the searches of the profile in its order."""
        used = [known.configure(self.options.get(known.id, {})) for known in techniques() if self.uses(known)]
        return plan_searches(used, self.order)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels from easiest to hardest."""
        return tuple(self.ceilings)

    def level(self, hardest: str, score: float) -> str:
        """Return the level of a path: that of its hardest step, raised while the score exceeds the ceiling."""
        reached = self.levels.index(hardest)
        while score > self.ceilings[self.levels[reached]]:
            reached += 1
        return self.levels[reached]

    def __repr__(self) -> str:
        return f"<Profile {self.name}: {self.system}>"
