"""Death Blossom: a cell (the stem), each of whose candidates sees all its places in an almost locked set (a petal).

Whatever the stem holds, one petal loses that digit and is locked. So one of the petals holds each digit that all petals
share and the stem lacks; candidates that see all its cells in all petals are removed.

Roles: `digits` the digits removed; `stem` the candidates of the stem, `petal-1`, `petal-2`, … all candidates of each
petal in order of the stem's digits, `common` the candidates of the digits that remove something. Links: weak from
each candidate of the stem to its petal, then strong through the petal (the proof lists its cells).
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.candidate import Candidate
from shudu.core.geometry import ALL_CELLS, cell_name, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.als import DIGITS_OF, Als, almost_locked_sets, digits_by_cell
from shudu.logic.engine.step_parts import houses_between
from shudu.logic.registry import register

Petals = list[tuple[int, Als]]


@register("death-blossom", family="als", order=6000, level="unfair", score=360, code="0904", on=False, overlap=False)
@register(
    "death-blossom-overlapping",
    family="als",
    order=6001,
    level="unfair",
    score=360,
    on=False,
    case_codes=("0904-2",),
    overlap=True,
)
def find_death_blossom(grid: Grid, id: str, overlap: bool) -> Iterator[Step]:
    """Yield stems with a petal for each candidate; `overlap` lets petals share cells."""
    sets = almost_locked_sets(grid.digit_masks)
    for stem, digits in enumerate(digits_by_cell(grid.digit_masks)):
        choices = [[als for als in sets if als.seen[d] >> stem & 1] for d in DIGITS_OF[digits]]
        if len(choices) > 1 and all(choices):
            for petals in _choose_petals(choices, overlap, 0, 511 & ~digits, []):
                if removes := _removed(stem, petals, digits):
                    yield _step(id, stem, list(zip(DIGITS_OF[digits], petals, strict=True)), removes)


def _choose_petals(
    choices: list[list[Als]], overlap: bool, taken: int, common: int, petals: list[Als]
) -> Iterator[list[Als]]:
    """Yield all choices of a petal for each digit of the stem that share a digit which could remove something."""
    if len(petals) == len(choices):
        yield petals
        return
    for als in choices[len(petals)]:
        shared = common & als.digits
        if shared and not (als.cells & taken and not overlap) and _can_remove(shared, petals, als):
            yield from _choose_petals(choices, overlap, taken | als.cells, shared, [*petals, als])


def _can_remove(digits: int, petals: list[Als], als: Als) -> bool:
    for d in DIGITS_OF[digits]:
        seen = als.seen[d]
        for petal in petals:
            seen &= petal.seen[d]
        if seen:
            return True
    return False


def _removed(stem: int, petals: list[Als], digits: int) -> dict[int, int]:
    """Return the cells that see all places of each digit that all petals share and the stem lacks."""
    removes = {}
    cells = 1 << stem
    for als in petals:
        cells |= als.cells
    for d in range(9):
        if not digits >> d & 1 and all(als.digits >> d & 1 for als in petals):
            seen = ALL_CELLS & ~cells
            for als in petals:
                seen &= als.seen[d]
            if seen:
                removes[d] = seen
    return removes


def _step(id: str, stem: int, petals: Petals, removes: dict[int, int]) -> Step:
    roles: Roles = {
        "digits": tuple(d + 1 for d in sorted(removes)),
        "stem": tuple(Candidate(d + 1, stem) for d, _ in petals),
    }
    roles |= {f"petal-{i}": als.candidates() for i, (_, als) in enumerate(petals, 1)}
    roles["common"] = tuple(dict.fromkeys(c for d in removes for _, als in petals for c in als.candidates_of(d)))
    removed = tuple(Candidate(d + 1, cell) for d in sorted(removes) for cell in cells_of(removes[d]))
    return Step(id, removes=removed, roles=roles, links=tuple(_links(stem, petals, min(removes))))


def _links(stem: int, petals: Petals, common: int) -> Iterator[Link]:
    for d, als in petals:
        yield Link((Candidate(d + 1, stem),), als.candidates_of(d), False, houses_between(1 << stem, als.places[d]))
        proof = ",".join(map(cell_name, cells_of(als.cells)))
        yield Link(als.candidates_of(d), als.candidates_of(common), True, proof)
