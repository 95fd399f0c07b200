"""Positions and hints as Sudoku Explainer sees them, and its patterns: singles, locking, sets, fish, wings, exclusions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple, TypeVar

House = tuple[int, ...]
Removals = dict[int, set[int]]  # digits to remove, by cell
T = TypeVar("T")

ROWS: Final = [tuple(range(9 * row, 9 * row + 9)) for row in range(9)]
COLUMNS: Final = [tuple(range(column, 81, 9)) for column in range(9)]
BOXES: Final = [
    tuple(27 * (box // 3) + 3 * (box % 3) + 9 * (place // 3) + place % 3 for place in range(9)) for box in range(9)
]
KINDS: Final = (BOXES, ROWS, COLUMNS)  # the order of Sudoku Explainer, except for singles, sets and locking
HOUSES_OF: Final = [tuple(next(house for house in kind if cell in house) for kind in KINDS) for cell in range(81)]
# The other cells of the houses of a cell: box, then row, then column.
PEERS: Final = [
    tuple(dict.fromkeys(peer for house in HOUSES_OF[cell] for peer in house if peer != cell)) for cell in range(81)
]


class SeHint(NamedTuple):
    """A step: its rating, the technique, what it removes, and the digit it places, if any."""

    rating: float
    technique: str
    removals: Removals
    placement: tuple[int, int] | None = None


class SePosition:
    """The values and candidates of all cells. A cell with a value has no candidates."""

    def __init__(self, digits: Sequence[int]) -> None:
        self.values: list[int] = [0] * 81
        self.candidates: list[set[int]] = [set(range(1, 10)) for _ in range(81)]
        for cell, digit in enumerate(digits):
            if digit:
                self.place(cell, digit)

    def place(self, cell: int, digit: int) -> None:
        """Fill a cell, and remove the digit from its peers."""
        self.values[cell] = digit
        self.candidates[cell] = set()
        for peer in PEERS[cell]:
            self.candidates[peer].discard(digit)

    def apply(self, hint: SeHint) -> None:
        """Take a step."""
        for cell, digits in hint.removals.items():
            self.candidates[cell] -= digits
        if hint.placement:
            self.place(*hint.placement)

    def places(self, house: House, digit: int) -> list[int]:
        """Return the cells of a house that have a candidate."""
        return [cell for cell in house if digit in self.candidates[cell]]

    def empty(self, house: House) -> int:
        """Return the number of cells of a house without a value."""
        return sum(self.values[cell] == 0 for cell in house)

    def removals(self, cells: Iterator[int] | Sequence[int], digits: set[int]) -> Removals:
        """Return the candidates among digits that cells have."""
        return {cell: common for cell in cells if (common := self.candidates[cell] & digits)}


def choices(items: Sequence[T], number: int) -> list[tuple[T, ...]]:
    """Return the choices of a number of items by increasing bit mask: the last item decides first.

    >>> choices("abc", 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> choices("abcd", 2)[3]
    ('a', 'd')
    """
    numbered = combinations(range(len(items)), number)
    return [tuple(items[i] for i in choice) for choice in sorted(numbered, key=lambda choice: choice[::-1])]


_DIGITS = range(1, 10)
_LOCKING = ((BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES))
_SET_ORDER = (BOXES, COLUMNS, ROWS)


def hidden_singles(position: SePosition) -> Iterator[SeHint]:
    """Yield the last cells of houses, then hidden singles."""
    for alone in (True, False):
        for kind in _SET_ORDER:
            for house in kind:
                if (position.empty(house) == 1) != alone:
                    continue
                for digit in _DIGITS:
                    if len(places := position.places(house, digit)) == 1:
                        rating, name = (1.2, "hidden-single-box") if kind is BOXES else (1.5, "hidden-single-line")
                        yield SeHint(*((1.0, "last-cell") if alone else (rating, name)), {}, (places[0], digit))


def naked_singles(position: SePosition) -> Iterator[SeHint]:
    """Yield cells with one candidate."""
    for cell, digits in enumerate(position.candidates):
        if len(digits) == 1:
            yield SeHint(2.3, "naked-single", {}, (cell, next(iter(digits))))


def _find_locked(position: SePosition) -> Iterator[tuple[list[House], House, House, int]]:
    """Yield the kind of the house, the house, the one it is locked in, and the digit."""
    for kind, others in _LOCKING:
        for house in kind:
            for other in others:
                if not set(house) & set(other):
                    continue
                for digit in _DIGITS:
                    places = position.places(house, digit)
                    if len(places) > 1 and set(places) <= set(other):
                        yield kind, house, other, digit


def direct_locking(position: SePosition) -> Iterator[SeHint]:
    """Yield the hidden singles that locked candidates leave behind; only the digit is placed."""
    for kind, house, other, digit in _find_locked(position):
        for third in kind:
            if third == house or not set(third) & set(other):
                continue
            places = position.places(third, digit)
            rest = [cell for cell in places if cell not in other]
            if len(places) > 1 and len(rest) == 1:
                rating, name = (1.7, "direct-pointing") if kind is BOXES else (1.9, "direct-claiming")
                yield SeHint(rating, name, {}, (rest[0], digit))


def locking(position: SePosition) -> Iterator[SeHint]:
    """Yield locked candidates that remove something."""
    for kind, house, other, digit in _find_locked(position):
        if removals := position.removals([cell for cell in other if cell not in house], {digit}):
            rating, name = (2.6, "pointing") if kind is BOXES else (2.8, "claiming")
            yield SeHint(rating, name, removals)


def _hidden_sets(position: SePosition, degree: int, *, direct: bool) -> Iterator[tuple[House, set[int], set[int]]]:
    """Yield the house, digits and cells of hidden sets. A member needs two places or more."""
    for kind in _SET_ORDER:
        for house in kind:
            if position.empty(house) <= degree * (1 if direct else 2):
                continue
            for digits in choices(_DIGITS, degree):
                places = [position.places(house, digit) for digit in digits]
                cells = {cell for each in places for cell in each}
                if min(map(len, places)) > 1 and len(cells) == degree:
                    yield house, set(digits), cells


def direct_hidden_sets(position: SePosition, degree: int) -> Iterator[SeHint]:
    """Yield the hidden singles that a hidden set leaves behind in its house; only the digit is placed."""
    for house, digits, cells in _hidden_sets(position, degree, direct=True):
        for digit in _DIGITS:
            places = position.places(house, digit)
            rest = [cell for cell in places if cell not in cells]
            if digit not in digits and len(places) > 1 and len(rest) == 1:
                rating, name = (2.0, "direct-hidden-pair") if degree == 2 else (2.5, "direct-hidden-triplet")
                yield SeHint(rating, name, {}, (rest[0], digit))
                break


_HIDDEN = {2: (3.4, "hidden-pair"), 3: (4.0, "hidden-triplet"), 4: (5.4, "hidden-quad")}
_NAKED = {2: (3.0, "naked-pair"), 3: (3.6, "naked-triplet"), 4: (5.0, "naked-quad")}
_FISH = {2: (3.2, "x-wing"), 3: (3.8, "swordfish"), 4: (5.2, "jellyfish")}


def hidden_sets(position: SePosition, degree: int) -> Iterator[SeHint]:
    """Yield hidden sets that remove something."""
    for _, digits, cells in _hidden_sets(position, degree, direct=False):
        if removals := position.removals(sorted(cells), set(_DIGITS) - digits):
            yield SeHint(*_HIDDEN[degree], removals)


def naked_sets(position: SePosition, degree: int) -> Iterator[SeHint]:
    """Yield naked sets that remove something. A member needs two candidates or more."""
    for kind in _SET_ORDER:
        for house in kind:
            if position.empty(house) < degree * 2:
                continue
            for cells in choices(house, degree):
                candidates = [position.candidates[cell] for cell in cells]
                digits = set().union(*candidates)
                if min(map(len, candidates)) < 2 or len(digits) != degree:
                    continue
                if removals := position.removals([cell for cell in house if cell not in cells], digits):
                    yield SeHint(*_NAKED[degree], removals)


def fish(position: SePosition, degree: int) -> Iterator[SeHint]:
    """Yield fish: first on columns, then on rows. A line needs two places or more."""
    for kind, crossing in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        for lines in choices(kind, degree):
            for digit in _DIGITS:
                if position.values.count(digit) + 2 * degree > 9:
                    continue
                places = [position.places(line, digit) for line in lines]
                covers = [line for line in crossing if any(cell in line for each in places for cell in each)]
                if min(map(len, places)) < 2 or len(covers) != degree:
                    continue
                base = {cell for each in places for cell in each}
                rest = [cell for line in covers for cell in line if cell not in base]
                if removals := position.removals(rest, {digit}):
                    yield SeHint(*_FISH[degree], removals)


def wings(position: SePosition, *, xyz: bool) -> Iterator[SeHint]:
    """Yield XY-wings or XYZ-wings that remove something."""
    for hinge, xy in enumerate(position.candidates):
        if len(xy) != (3 if xyz else 2):
            continue
        for one in PEERS[hinge]:
            xz = position.candidates[one]
            if len(xz) != 2 or len(xy - xz) != 1:
                continue
            for other in PEERS[hinge]:
                yz = position.candidates[other]
                if len(yz) != 2 or len(xy | xz | yz) != 3 or len(xy & xz & yz) != xyz:
                    continue
                victims = set(PEERS[one]) & set(PEERS[other]) - {hinge}
                if xyz:
                    victims &= set(PEERS[hinge])
                if removals := position.removals(sorted(victims), xz & yz):
                    yield SeHint(*((4.4, "xyz-wing") if xyz else (4.2, "xy-wing")), removals)


def shared_houses(cells: list[int]) -> list[House]:
    """Return the houses that contain all cells: box, row, column."""
    return [house for house in HOUSES_OF[cells[0]] if all(cell in house for cell in cells)]


def aligned_exclusions(position: SePosition, degree: int) -> Iterator[SeHint]:
    """Yield pairs or triplets of cells with candidates that are part of no possible combination.

    A combination is impossible if two cells that see each other get the same digit, or if a cell that sees all of them
    (an excluder, with two to `degree` candidates) keeps no candidate. Cells that see a naked single are skipped.
    """
    excluders: dict[int, list[int]] = {}
    for cell, digits in enumerate(position.candidates):
        sizes = {peer: len(position.candidates[peer]) for peer in PEERS[cell]}
        able = [peer for peer, size in sizes.items() if 2 <= size <= degree]
        if len(digits) >= 2 and able and 1 not in sizes.values():
            excluders[cell] = able
    for cells in _groups(excluders, degree):
        common = set.intersection(*(set(excluders[cell]) for cell in cells))
        if len(common) < 2:
            continue
        allowed = [
            combination for combination in _combinations(position, cells) if _fits(position, common, combination)
        ]
        removals = {}
        for index, cell in enumerate(cells):
            if gone := position.candidates[cell] - {combination[index] for combination in allowed}:
                removals[cell] = gone
        if removals:
            name = "aligned-pair-exclusion" if degree == 2 else "aligned-triplet-exclusion"
            yield SeHint(6.2 if degree == 2 else 7.5, name, removals)


def _groups(excluders: dict[int, list[int]], degree: int) -> Iterator[tuple[int, ...]]:
    """Yield the pairs; for triplets, each with a third cell among the excluders of the first or the second one."""
    for one, other in choices(list(excluders), 2):
        if degree == 2:
            yield one, other
            continue
        for third in dict.fromkeys([*excluders[one], *excluders[other]]):
            if third in excluders and third not in (one, other):
                yield one, other, third


def _combinations(position: SePosition, cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    pairs = [(i, j) for i in range(len(cells)) for j in range(i) if cells[j] in PEERS[cells[i]]]
    for combination in product(*(position.candidates[cell] for cell in cells)):
        if all(combination[i] != combination[j] for i, j in pairs):
            yield combination


def _fits(position: SePosition, excluders: set[int], combination: tuple[int, ...]) -> bool:
    return all(position.candidates[cell] - set(combination) for cell in excluders)
