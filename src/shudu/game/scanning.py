"""Whether entries were taken as a program finds them: each time the next single, or the first, of a scan of the grid.

A scan goes through the cells, the digits or the houses in a fixed order. A program takes what it comes to, of all singles or
of those of its kind, or lists them and takes the whole list; it may scan for each kind in another order. People see now this,
now that. Who really goes through the grid by eye needs longer the further it is to the next find, so a scan that goes on tells
nothing if the pauses follow its distances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF
from shudu.core.grid import masks_by_rules
from shudu.game.eye import Place
from shudu.game.ranking import alike
from shudu.game.singles import Ease, alone

_ROUND: Final = 10_000  # more than a scan has positions
_FEWEST: Final = 12  # entries that tell something, below which nothing is said
_MISSED: Final = 0.05  # share of them that a scan may pass by; people who go through the digits by eye pass by a tenth
_FOLLOWS: Final = 2.6  # deviations above chance from which on pauses follow the distances


class Single(NamedTuple):
    """How a place is forced: as the last digit of its cell, as the last cell of which houses, and how easily it is seen."""

    cell: int
    digit: int
    naked: bool
    houses: tuple[int, ...]
    ease: Ease


class Found(NamedTuple):
    """An entry that was a single, the singles there were, that one among them, and the pause before it."""

    own: Single
    singles: list[Single]
    gap: int


Scan = Callable[[Single], Sequence[int]]  # where a scan comes to a single; the first place counts


def found(place: Place, options: Mapping[Place, Ease], before: bytes, gap: int) -> Found:
    """An entry with all that a scan could have come to; `options` are the singles of the digits `before`."""
    digit_masks = masks_by_rules(before)
    naked = alone(digit_masks)

    def single(cell: int, digit: int) -> Single:
        bit, board = 1 << cell, digit_masks[digit - 1]
        houses = tuple([house for house in HOUSES_OF[cell] if board & HOUSE_MASKS[house] == bit])
        return Single(cell, digit, bool(naked & bit), houses, options[cell, digit])

    singles = {option: single(*option) for option in options}
    return Found(singles[place], list(singles.values()), gap)


class Met(NamedTuple):
    """What a scan meets on the way to an entry; `begins`: it begins at its start."""

    singles: list[Single]
    begins: bool


def is_scan(entries: Sequence[Found]) -> bool:
    """Whether there is a scan that came first to nearly all entries."""
    ways = (
        [Met(each.singles, begins=False) for each in entries],
        [Met(each.singles, begins=True) for each in entries],
        _listed(entries),
    )
    one = any(_fits(entries, way, scan) for scan in _SCANS for way in ways)
    return one or any(_has_scans(entries, kind) for kind in _KINDS)


def _listed(entries: Sequence[Found]) -> list[Met]:
    """What a program goes through that lists all singles, enters them, and only then looks again."""
    known: set[Place] = set()
    met = []
    for own, singles, _ in entries:
        begins = (own.cell, own.digit) not in known
        if begins:
            known = {(single.cell, single.digit) for single in singles}
        met.append(Met([single for single in singles if (single.cell, single.digit) in known], begins))
    return met


def _fits(entries: Sequence[Found], way: Sequence[Met], scan: Scan) -> bool:
    """Whether a scan fits, of some kind of singles."""
    counted, missed = [0] * len(_KINDS), [0] * len(_KINDS)
    distances: list[int] = []
    start = 0
    for (own, _, _), (singles, begins) in zip(entries, way, strict=True):
        start = 0 if begins else start
        ahead = [min([(position - start) % _ROUND for position in scan(single)]) for single in singles]
        mine = ahead[singles.index(own)]
        distances.append(mine)
        nearer = [single for single, distance in zip(singles, ahead, strict=True) if distance < mine]
        for number, kind in enumerate(_KINDS):
            counted[number] += any(kind(single) == kind(own) for single in singles if single is not own)
            missed[number] += any(kind(single) == kind(own) for single in nearer)
        if min(missed) > _MISSED * len(entries):
            return False
        start += mine
    if not any(n >= _FEWEST and out <= _MISSED * n for n, out in zip(counted, missed, strict=True)):
        return False
    follows = None if all(met.begins for met in way) else alike([entry.gap for entry in entries], distances)
    return follows is None or follows < _FOLLOWS


def _has_scans(entries: Sequence[Found], kind: Callable[[Single], int]) -> bool:
    """Whether each kind of singles that there were enough of has a scan of its own, begun anew after each entry."""
    rivals: dict[int, list[tuple[Single, list[Single]]]] = {}
    for own, singles, _ in entries:
        others = [single for single in singles if single is not own and kind(single) == kind(own)]
        if others:
            rivals.setdefault(kind(own), []).append((own, others))
    telling = [each for each in rivals.values() if len(each) >= _FEWEST]
    return bool(telling) and all(any(_comes_first(each, scan) for scan in _SCANS) for each in telling)


def _comes_first(entries: list[tuple[Single, list[Single]]], scan: Scan) -> bool:
    missed = sum(min(scan(own)) > min(min(scan(other)) for other in others) for own, others in entries)
    return missed <= _MISSED * len(entries)


_KINDS: Final[tuple[Callable[[Single], int], ...]] = (
    lambda single: 0,
    lambda single: single.naked,
    lambda single: not single.houses,
    lambda single: single.ease,
)
_AFTER: Final = 1000  # where a scan of houses comes to what no house forces
_SCANS: Final[tuple[Scan, ...]] = (
    lambda single: (single.cell,),
    lambda single: (80 - single.cell,),
    lambda single: (single.cell % 9 * 9 + single.cell // 9,),
    lambda single: (80 - (single.cell % 9 * 9 + single.cell // 9),),
    lambda single: (single.cell // 27 * 243 + single.cell % 9 // 3 * 81 + single.cell,),
    lambda single: (single.digit * 81 + single.cell,),
    lambda single: ((9 - single.digit) * 81 + single.cell,),
    lambda single: [house * 9 + single.digit for house in single.houses] or (_AFTER + single.cell,),
    lambda single: [(house + 9) % 27 * 9 + single.digit for house in single.houses] or (_AFTER + single.cell,),
    lambda single: [single.digit * 27 + house for house in single.houses] or (_AFTER + single.cell,),
)
