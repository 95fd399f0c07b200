"""ALS-XZ and ALS-XY-wing: almost locked sets, each linked to the next by a restricted common.

A restricted common is in at most one of its two sets; the set that lacks it is locked. So of two sets linked by x, at
least one holds each of its other digits. Along a chain that leaves each set by another digit than it entered, the first
or the last set does. Candidates that see all cells of such a digit in both sets are removed.

Roles: `digits` the digits removed; `commons` the digits of the restricted commons as text, one for each pair of sets;
`als-1`, `als-2`, … all candidates of each set in order; `restricted` the candidates of the restricted commons; `common`
those of the digits that remove something, in the first and last set; `wing` and `pivot` of an ALS-XY-wing are the
candidates of its outer sets and of the one between. The links alternate: strong inside a set (the proof lists its
cells), weak from a set to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from shudu.core.geometry import cell_name, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.als import DIGITS_OF, Als, AlsWeb, build_als_web
from shudu.logic.engine.step_parts import houses_between
from shudu.logic.registry import register

Removal = dict[int, int]  # the cells that lose each digit; digits count from 0


@register("als-xz", family="als", order=5700, level="unfair", score=300, code="0901")
def find_als_xz(grid: Grid, id: str) -> Iterator[Step]:
    """Yield two sets with one restricted common, or with two: then all their other digits are locked."""
    web = build_als_web(grid.digit_masks)
    for i, als in enumerate(web.sets):
        once, twice = web.find_linked(i)
        for j in _later((once & web.find_allied(i) | twice) & ~web.overlaps[i], i):
            other, shared = web.sets[j], web.find_commons(i, j)
            removes = find_removals_by_ends(als, other, als.digits & other.digits & ~(shared if _is_one(shared) else 0))
            if not _is_one(shared):
                removes = _merge(removes, _find_locked(als, other, shared), _find_locked(other, als, shared))
            if removes:
                yield als_step(id, [als, other], [shared], removes)


@register("als-xy-wing", family="als", order=5800, level="unfair", score=320, code="0902", overlap=False)
@register(
    "als-xy-wing-overlapping",
    family="als",
    order=5801,
    level="unfair",
    score=320,
    on=False,
    case_codes=("0902-2",),
    overlap=True,
)
def find_als_xy_wing(grid: Grid, id: str, overlap: bool) -> Iterator[Step]:
    """Yield two sets that are both linked to a third, the pivot."""
    web = build_als_web(grid.digit_masks)
    barred = [0] * len(web.sets) if overlap else web.overlaps
    linked = [web.find_linked(i)[0] & ~barred[i] for i in range(len(web.sets))]
    allied = [web.find_allied(i) & ~barred[i] for i in range(len(web.sets))]
    for i, from_i in enumerate(linked):
        for j in _later(from_i, i):
            by_i, by_j = _above(from_i & allied[j], j), _above(linked[j] & allied[i] & ~(1 << j), i)
            if by_i or by_j:
                first = web.find_commons(i, j)
                for k in cells_of(by_i & web.find_allied(j, first)):
                    yield from _wing(web, id, (j, k, i), first)
                for k in cells_of(by_j & web.find_allied(i, first)):
                    yield from _wing(web, id, (i, k, j), first)


def _wing(web: AlsWeb, id: str, three: tuple[int, int, int], first: int) -> Iterator[Step]:
    """Yield the wing of two sets and a pivot, if it removes something; `first` are the commons of one and the pivot."""
    one, other, pivot = (web.sets[i] for i in three)
    last = web.find_commons(three[2], three[1])
    if (_is_one(first) and first == last) or one.cells | other.cells in (one.cells, other.cells):
        return
    if removes := find_removals_by_ends(one, other, one.digits & other.digits & ~(first | last)):
        step = als_step(id, [one, pivot, other], [first, last], removes)
        wing = {"wing": one.candidates() + other.candidates(), "pivot": pivot.candidates()}
        yield replace(step, roles={**step.roles, **wing})


def find_removals_by_ends(one: Als, other: Als, digits: int) -> Removal:
    """Return the candidates that see all cells of a digit in both sets."""
    return {d: seen for d in DIGITS_OF[digits] if (seen := one.seen[d] & other.seen[d])}


def _find_locked(als: Als, other: Als, shared: int) -> Removal:
    """Return what a set removes whose missing digit is one of two restricted commons."""
    return {d: seen for d in DIGITS_OF[als.digits & ~shared] if (seen := als.seen[d] & ~other.cells)}


def _merge(*parts: Removal) -> Removal:
    merged: Removal = {}
    for part in parts:
        for digit, cells in part.items():
            merged[digit] = merged.get(digit, 0) | cells
    return merged


def _is_one(mask: int) -> bool:
    return not mask & (mask - 1)


def _later(sets: int, than: int) -> Iterator[int]:
    """Yield the sets with a higher number."""
    return cells_of(_above(sets, than))


def _above(sets: int, than: int) -> int:
    return sets >> than + 1 << than + 1


def als_step(id: str, sets: Sequence[Als], commons: Sequence[int], removes: Removal) -> Step:
    """Return the step of a row of sets.

    Args:
        id: The id of the technique.
        sets: The sets in order.
        commons: The restricted commons of each set and the next, as masks of digits.
        removes: The cells that lose each digit.
    """
    roles: Roles = {"digits": tuple(d + 1 for d in sorted(removes))}
    roles["commons"] = tuple(str(d + 1) for d in digits_along(commons))
    roles |= {f"als-{i}": als.candidates() for i, als in enumerate(sets, 1)}
    pairs = list(zip(sets, sets[1:], commons, strict=False))
    roles["restricted"] = tuple(
        dict.fromkeys(
            c for one, two, ds in pairs for d in DIGITS_OF[ds] for c in one.candidates_of(d) + two.candidates_of(d)
        )
    )
    digits = [d for d in removes if sets[0].digits >> d & 1 and sets[-1].digits >> d & 1]
    roles["common"] = tuple(c for d in digits for als in (sets[0], sets[-1]) for c in als.candidates_of(d))
    removed = tuple(Candidate(d + 1, cell) for d in sorted(removes) for cell in cells_of(removes[d]))
    return Step(id, removes=removed, roles=roles, links=tuple(_links(sets, commons, digits)))


def _links(sets: Sequence[Als], commons: Sequence[int], ends: list[int]) -> Iterator[Link]:
    """Yield strong links through each set and weak links to the next, from a digit that removes something back to it."""
    between = digits_along(commons)
    end = next((d for d in ends if d not in (between[0], between[-1])), None)
    entered = [end, *between]
    left = [*between, end]
    for i, als in enumerate(sets):
        enter, leave = entered[i], left[i]
        if enter is not None and leave is not None:
            cells = ",".join(map(cell_name, cells_of(als.cells)))
            yield Link(als.candidates_of(enter), als.candidates_of(leave), True, cells)
        if leave is not None and i + 1 < len(sets):
            beyond = sets[i + 1]
            yield Link(
                als.candidates_of(leave),
                beyond.candidates_of(leave),
                False,
                houses_between(als.places[leave], beyond.places[leave]),
            )


def digits_along(commons: Sequence[int]) -> list[int]:
    """Return one restricted common for each pair of sets so that neighbours differ; `commons` are masks of digits.

    Every row of sets that removes something has such a choice, though the first digit that fits may lead nowhere.

    >>> digits_along([0b110, 0b110, 0b100])
    [2, 1, 2]
    """
    digits = _choose_different(commons, before=-1)
    assert digits is not None
    return digits


def _choose_different(commons: Sequence[int], before: int) -> list[int] | None:
    if not commons:
        return []
    for digit in DIGITS_OF[commons[0]]:
        if digit != before and (rest := _choose_different(commons[1:], digit)) is not None:
            return [digit, *rest]
    return None
