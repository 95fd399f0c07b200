"""Forcing nets: forcing by nets of singles. Roles: see `engine.forcing`.

A link of a net that turns a candidate on starts at all the candidates whose removal left it alone, and its proof is
the cell or house in which it is alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shudu.core.grid import Grid
from shudu.core.step import Link, Step
from shudu.logic.engine.forcing import Assumption, Goal, find_forcing_steps
from shudu.logic.engine.link_graph import all_candidates, members
from shudu.logic.engine.nets import NetRound, grow_net, links_to_goals, round_of
from shudu.logic.engine.parallel_singles import occupied_places
from shudu.logic.engine.walks import Reach
from shudu.logic.registry import register

CONTRADICTION, VERITY = "forcing-net-contradiction", "forcing-net-verity"


@register(CONTRADICTION, family="forcing", order=8600, level="extreme", score=700, code="1303", se=8.5)
@register(VERITY, family="forcing", order=8600, level="extreme", score=700, code="1304", se=8.5)
def find_forcing_nets(grid: Grid, *ids: str) -> Iterator[Step]:
    """Yield for each conclusion the shortest contradiction, the shortest verity, or both."""
    candidates = all_candidates(grid.digit_masks)
    places = occupied_places(candidates)
    assumptions = [Assumption(node, on) for node in members(candidates) for on in (True, False)]
    nets = {assumption: list(grow_net(candidates, places, assumption)) for assumption in assumptions}
    reaches = {assumption: Reach(*net[-1]) for assumption, net in nets.items()}
    selected = [id if id in ids else None for id in (CONTRADICTION, VERITY)]
    yield from find_forcing_steps(candidates, reaches, _NetProver(candidates, nets), *selected)


class _NetProver:
    """Proves by the nets of one search."""

    def __init__(self, candidates: int, nets: dict[Assumption, list[NetRound]]) -> None:
        self.candidates = candidates
        self.nets = nets

    def cost(self, assumption: Assumption, goals: Sequence[Goal]) -> int:
        """Return the sum of the rounds in which the goals are reached."""
        return sum(round_of(self.nets[assumption], goal) for goal in goals)

    def proofs(self, assumption: Assumption, goals: Sequence[Goal]) -> list[list[Link]]:
        """Return one net for all goals."""
        return [links_to_goals(self.candidates, self.nets[assumption], goals)]
