"""Unique rectangles and loops, and bivalue universal graves, with the quirks of Sudoku Explainer 1.2.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.twins.se.patterns import HOUSES_OF, KINDS, PEERS, House, Removals, SeHint, SePosition, choices, shared_houses


class _Loop(NamedTuple):
    cells: tuple[int, ...]
    pair: frozenset[int]


class _LoopHint(NamedTuple):
    """A hint, its type, and what makes it equal to another one: the sort of pattern and the cells of the loop."""

    hint: SeHint
    type: int
    key: tuple[str, frozenset[int]]


def unique_loops(position: SePosition) -> Iterator[SeHint]:
    """Yield loops, easiest first, then by type. Of equal ones (same sort, same cells) only the first one counts."""
    known: dict[object, _LoopHint] = {}
    for loop in _loops(position):
        for found in _judge(position, loop):
            known.setdefault(found.key, found)
    for found in sorted(known.values(), key=lambda found: (found.hint.rating, found.type)):
        yield found.hint


def _loops(position: SePosition) -> Iterator[_Loop]:
    """Yield loops from each bivalue cell on, in which every house is visited once at even and once at odd steps."""
    for start, digits in enumerate(position.candidates):
        if len(digits) != 2:
            continue
        pair = frozenset(digits)
        for cells in _extend(position, (start,), pair, 2, set(), None):
            houses = [sorted(house for cell in cells[parity::2] for house in HOUSES_OF[cell]) for parity in range(2)]
            if houses[0] == houses[1] and len(set(houses[0])) == len(houses[0]):
                yield _Loop(cells, pair)


def _extend(
    position: SePosition, cells: tuple[int, ...], pair: frozenset[int], allowed: int, extra: set[int], last: object
) -> Iterator[tuple[int, ...]]:
    """Yield closed loops. Two cells may have any extra digits, further ones only the same single digit.

    `extra` is not reset between neighbours: a quirk of 1.2.1 that hides some loops.
    """
    extra = set(extra)
    for kind, house in zip(KINDS, HOUSES_OF[cells[-1]], strict=True):
        if kind is last:
            continue
        for cell in house:
            if cell == cells[0] and len(cells) >= 4:
                yield cells
            elif cell not in cells and pair <= position.candidates[cell]:
                extra |= position.candidates[cell] - pair
                bivalue = len(position.candidates[cell]) == 2
                if (bivalue or len(extra) == 1 or allowed > 0) and _may_follow(cells, cell):
                    yield from _extend(position, (*cells, cell), pair, allowed - (not bivalue), extra, kind)


def _may_follow(cells: tuple[int, ...], cell: int) -> bool:
    """Return whether no house of a cell was visited at a step of the same parity; otherwise the loop is not valid."""
    return not any(other in PEERS[cell] for other in cells[len(cells) % 2 :: 2])


def _judge(position: SePosition, loop: _Loop) -> Iterator[_LoopHint]:
    size = len(loop.cells)
    rating = 4.5
    if size >= 10:
        rating += 0.3
    rating += 0.2 if size >= 8 else 0.1 if size >= 6 else 0.0
    name = "unique-rectangle" if size == 4 else "unique-loop"

    def make_hints(sort: str, type: int, removals: Removals, added: float = 0.0) -> Iterator[_LoopHint]:
        if removals:
            yield _LoopHint(SeHint(rating + added, name, removals), type, (sort, frozenset(loop.cells)))

    more = [cell for cell in loop.cells if len(position.candidates[cell]) > 2]
    extra = set().union(*(position.candidates[cell] for cell in more)) - loop.pair
    if len(more) == 1:
        yield from make_hints("1", 1, {more[0]: set(loop.pair)})
    elif len(more) > 2 or (len(more) == 2 and len(extra) == 1):
        seen = set.intersection(*(set(PEERS[cell]) for cell in more))
        digit = min(position.candidates[more[0]] - loop.pair)
        yield from make_hints("2", 2, position.removals(sorted(seen), {digit}))
    elif len(more) == 2:
        for sort, removals, members in _type3(position, loop, more, extra):
            yield from make_hints(sort, 3, removals, (members - 1) * 0.1)
    if len(more) == 2:
        yield from make_hints("4", 4, _type4(position, loop, more))


def _type3(position: SePosition, loop: _Loop, more: list[int], extra: set[int]) -> Iterator[tuple[str, Removals, int]]:
    """Yield naked sets (with the extra digits of both cells as one member) and hidden sets in a shared house."""
    for degree in range(len(extra), 8):
        for house in shared_houses(more):
            if degree * 2 <= position.empty(house):
                yield from _naked(position, more, extra, degree, house)
            if degree * 2 < position.empty(house):
                yield from _hidden(position, loop, more, extra, degree, house)


def _naked(
    position: SePosition, more: list[int], extra: set[int], degree: int, house: House
) -> Iterator[tuple[str, Removals, int]]:
    first, second = more
    shared = extra & position.candidates[first] & position.candidates[second]
    for cells in choices(house, degree):
        if first not in cells or second in cells:
            continue
        others = [position.candidates[cell] for cell in cells if cell != first]
        digits = shared.union(*others)
        if len(digits) == degree == len(digits | extra) and all(len(each) > 1 for each in others):
            rest = [cell for cell in house if cell not in cells and cell != second]
            yield "naked", position.removals(rest, digits), degree


def _hidden(
    position: SePosition, loop: _Loop, more: list[int], extra: set[int], degree: int, house: House
) -> Iterator[tuple[str, Removals, int]]:
    rest = [digit for digit in range(1, 10) if digit not in extra | loop.pair]
    if not rest:
        return
    for chosen in choices(rest, degree - 2):
        digits = {*chosen, *loop.pair}
        places = [set(position.places(house, digit)) - {more[1]} for digit in digits]
        cells = set().union(*places)
        if all(places) and len(cells) == degree:
            cells.discard(more[0])
            yield "hidden", position.removals(sorted(cells), set(range(1, 10)) - digits), len(cells)


def _type4(position: SePosition, loop: _Loop, more: list[int]) -> Removals:
    """Return the removals if one digit of the pair is locked in the two cells: the other one goes."""
    low, high = sorted(loop.pair)
    for locked, gone in ((low, high), (high, low)):
        if any(len(position.places(house, locked)) == 2 for house in shared_houses(more)):
            return {cell: {gone} for cell in more}
    return {}


def graves(position: SePosition) -> Iterator[SeHint]:
    """Yield a bivalue universal grave with one or more cells that have extra digits."""
    extra = _extra_digits(position)
    if not extra or not _is_grave(position, extra):
        return
    cells = list(extra)
    digits = set().union(*extra.values())
    common = [peer for peer in PEERS[cells[0]] if all(peer in PEERS[cell] for cell in cells)]
    common = [cell for cell in common if cell not in extra]
    if len(cells) == 1:
        yield SeHint(5.6, "bug-1", {cells[0]: position.candidates[cells[0]] - digits})
    elif len(digits) == 1:
        if removals := position.removals(common, digits):
            yield SeHint(5.7, "bug-2", removals)
        yield from _grave4(position, extra)
    elif common:
        yield from _grave4(position, extra)
        yield from _grave3(position, cells, digits, common)


def _extra_digits(position: SePosition) -> dict[int, set[int]]:
    """Return the extra digits by cell; nothing if the position is no grave of a type that Sudoku Explainer knows."""
    extra: dict[int, set[int]] = {}
    for kind in KINDS:
        for house in kind:
            for digit in range(1, 10):
                places = position.places(house, digit)
                if len(places) in (0, 2):
                    continue
                larger = [cell for cell in places if len(position.candidates[cell]) > 2]
                if not larger:
                    return {}
                if len(larger) == 1:
                    extra.setdefault(larger[0], set()).add(digit)
                    several = len(extra) > 1 and len(set().union(*extra.values())) > 1
                    if several and not set.intersection(*(set(PEERS[cell]) for cell in extra)) - extra.keys():
                        return {}
    return extra


def _is_grave(position: SePosition, extra: dict[int, set[int]]) -> bool:
    """Return whether all cells have two candidates and all digits two places once the extra digits are gone."""
    rest = [digits - extra.get(cell, set()) for cell, digits in enumerate(position.candidates)]
    if any(len(digits) != 2 for cell, digits in enumerate(rest) if not position.values[cell]):
        return False
    houses = (house for kind in KINDS for house in kind)
    return all(sum(digit in rest[cell] for cell in house) in (0, 2) for house in houses for digit in range(1, 10))


def _grave3(position: SePosition, cells: list[int], digits: set[int], common: list[int]) -> Iterator[SeHint]:
    for house in shared_houses(cells):
        others = [cell for cell in common if cell in house]
        for degree in range(2, min(6, len(others)) + 1):
            for chosen in choices(others, degree - 1):
                candidates = [position.candidates[cell] for cell in chosen]
                naked = set().union(*candidates)
                if len(naked) != degree or not digits <= naked or min(map(len, candidates)) < 2:
                    continue
                if removals := position.removals([cell for cell in others if cell not in chosen], naked):
                    yield SeHint(5.7 + (degree - 1) * 0.1, "bug-3", removals)


def _grave4(position: SePosition, extra: dict[int, set[int]]) -> Iterator[SeHint]:
    """Yield a grave of two cells in a house with one other digit in common: their remaining digits go."""
    if len(extra) != 2 or not shared_houses(list(extra)):
        return
    one, other = extra
    locked = (position.candidates[one] & position.candidates[other]) - extra[one] - extra[other]
    if len(locked) == 1:
        yield SeHint(
            5.7, "bug-4", {cell: position.candidates[cell] - digits - locked for cell, digits in extra.items()}
        )
