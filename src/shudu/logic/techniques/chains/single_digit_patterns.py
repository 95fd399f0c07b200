"""Single-digit patterns: two connected strong links of one digit. One of the far ends is true.

A skyscraper connects two rows or two columns, a two-string kite a row and a column that meet in a box, and a turbot
fish is any such chain of three links. An empty rectangle is the same with a box whose candidates lie in one row and one
column.

Roles: `digits`; `ends` the candidates of which one is true; `joint` the two candidates that are not both true. For an
empty rectangle `ends` is the far end of the strong link, `box` the box, `rectangle` its candidates. Dual steps combine
two patterns with the same joint or box and have the roles of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from shudu.core.geometry import BOX_OF, COLUMN_OF, HOUSE_MASKS, HOUSES_OF, PEER_MASKS, ROW_OF, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.step_parts import candidates, most_removals_first, strong, weak
from shudu.logic.registry import register

StrongPair = tuple[int, int, int]  # a house and its two cells with the digit
_turbot = partial(register, family="turbot", level="hard")


@_turbot("skyscraper", order=3000, score=130, code="0400", se=6.6, crossed=True)
def find_skyscrapers(grid: Grid, id: str, crossed: bool) -> Iterator[Step]:
    """Yield two rows, or columns, with two places each, of which one pair is aligned.

    If `crossed`, the first place of one line may be aligned with the second place of the other.
    """
    for lines, line_of in ((range(9), COLUMN_OF), (range(9, 18), ROW_OF)):
        for digit in _open_digits(grid):
            for one, other in combinations(_pairs(grid, digit, lines), 2):
                pairs = _orientations(one, other) if crossed else ((one, other), (_reverse(one), _reverse(other)))
                for (house, near, far), (house2, near2, far2) in pairs:
                    if line_of[near] == line_of[near2] and line_of[far] != line_of[far2]:
                        yield from _chain(grid, id, digit, far, (house, near), (house2, near2), far2)


@_turbot("two-string-kite", order=3100, score=150, code="0401", se=6.6)
def find_kites(grid: Grid, id: str) -> Iterator[Step]:
    """Yield a row and a column with two places each that have an end in the same box."""
    for digit in _open_digits(grid):
        columns = list(_pairs(grid, digit, range(9, 18)))
        for row in _pairs(grid, digit, range(9)):
            for column in columns:
                for (house, near, far), (house2, near2, far2) in _orientations(row, column):
                    if BOX_OF[near] == BOX_OF[near2] and len({near, far, near2, far2}) == 4:
                        yield from _chain(grid, id, digit, far, (house, near), (house2, near2), far2, BOX_OF[near] + 18)


@_turbot("dual-two-string-kite", order=3100, score=150, code="0404", se=6.6, on=False)
def find_dual_kites(grid: Grid, id: str) -> Iterator[Step]:
    """Yield pairs of kites that meet in the same two cells and remove different candidates."""
    for one, other in combinations(find_kites(grid, id), 2):
        if _cells(one, "joint") == _cells(other, "joint") and one.removes != other.removes:
            yield _combine(id, one, other)


@_turbot("turbot-fish", order=3120, score=120, code="0403", se=6.6)
def find_turbot_fish(grid: Grid, id: str) -> Iterator[Step]:
    """Yield any two strong links of a digit connected by a weak one; those that remove most come first."""
    steps = (step for digit in _open_digits(grid) for step in _turbots_of(grid, id, digit))
    return iter(sorted({step.removes: step for step in steps}.values(), key=most_removals_first))


@_turbot("empty-rectangle", order=3170, score=120, code="0402", se=4.3, two=False)
def find_empty_rectangles(grid: Grid, id: str, two: bool) -> Iterator[Step]:
    """Yield boxes whose candidates lie in a row and a column, with a strong link that ends in one of these lines.

    If `two`, the box may have only two candidates, which makes it a kite.
    """
    for digit in _open_digits(grid):
        places = grid.digit_masks[digit - 1]
        for box in range(18, 27):
            inside = places & HOUSE_MASKS[box]
            if inside.bit_count() >= (2 if two else 3):
                for row, column in _row_and_column(inside, box):
                    yield from _rectangle_steps(id, places, digit, box, row, column)


@_turbot("dual-empty-rectangle", order=3170, score=120, code="0405", se=4.3, on=False, two=True)
def find_dual_empty_rectangles(grid: Grid, id: str, two: bool) -> Iterator[Step]:
    """Yield pairs of empty rectangles in one box that remove different candidates."""
    for one, other in combinations(find_empty_rectangles(grid, id, two), 2):
        if one.roles["rectangle"] == other.roles["rectangle"] and one.removes != other.removes:
            yield _combine(id, one, other)


def _open_digits(grid: Grid) -> Iterator[int]:
    return (digit for digit, dead in enumerate(grid.dead, 1) if dead)


def _pairs(grid: Grid, digit: int, lines: range) -> Iterator[StrongPair]:
    """Yield the lines with two places of a digit."""
    for house, two in grid.pairs[digit - 1]:
        if house in lines:
            yield house, (two & -two).bit_length() - 1, two.bit_length() - 1


def _reverse(pair: StrongPair) -> StrongPair:
    return pair[0], pair[2], pair[1]


def _orientations(one: StrongPair, other: StrongPair) -> Iterator[tuple[StrongPair, StrongPair]]:
    for first in (one, _reverse(one)):
        for second in (other, _reverse(other)):
            yield first, second


def _turbots_of(grid: Grid, id: str, digit: int) -> Iterator[Step]:
    pairs = [turned for pair in _pairs(grid, digit, range(27)) for turned in (pair, _reverse(pair))]
    for house, near, far in pairs:
        for house2, near2, far2 in pairs:
            if PEER_MASKS[near] >> near2 & 1 and near not in (near2, far2) and far <= far2 and far != near2:
                yield from _chain(grid, id, digit, far, (house, near), (house2, near2), far2)


def _chain(
    grid: Grid,
    id: str,
    digit: int,
    far: int,
    one: tuple[int, int],
    other: tuple[int, int],
    far2: int,
    joint: int | None = None,
) -> Iterator[Step]:
    """Yield the step for far =house= near – near2 =house2= far2, if it removes something."""
    targets = grid.dead[digit - 1] & PEER_MASKS[far] & PEER_MASKS[far2]
    if targets:
        a, b, c, d = (Candidate(digit, cell) for cell in (far, one[1], other[1], far2))
        links = (strong(a, b, one[0]), weak(b, c, joint), strong(c, d, other[0]))
        roles: Roles = {"digits": (digit,), "ends": (a, d), "joint": (b, c)}
        yield Step(id, removes=candidates(digit, targets), roles=roles, links=links)


def _row_and_column(inside: int, box: int) -> Iterator[tuple[int, int]]:
    """Yield rows and columns of a box that together contain its candidates, neither of them all; bottom right first."""
    corner = (HOUSE_MASKS[box] & -HOUSE_MASKS[box]).bit_length() - 1
    for row in (ROW_OF[corner] + 2 - n for n in range(3)):
        for column in (9 + COLUMN_OF[corner] + 2 - n for n in range(3)):
            off_row, off_column = inside & ~HOUSE_MASKS[row], inside & ~HOUSE_MASKS[column]
            if off_row and off_column and not off_row & off_column:
                yield row, column


def _rectangle_steps(id: str, places: int, digit: int, box: int, row: int, column: int) -> Iterator[Step]:
    for along, across in ((row, column), (column, row)):
        for near in cells_of(places & HOUSE_MASKS[along] & ~HOUSE_MASKS[box]):
            bridge = HOUSES_OF[near][1 if along == row else 0]
            two = places & HOUSE_MASKS[bridge]
            if two.bit_count() != 2:
                continue
            far = (two ^ 1 << near).bit_length() - 1
            target = places & HOUSE_MASKS[across] & HOUSE_MASKS[HOUSES_OF[far][0 if along == row else 1]]
            if target and not target & HOUSE_MASKS[box]:
                yield _rectangle_step(id, digit, box, places & HOUSE_MASKS[box], (near, far, bridge), target, along)


def _rectangle_step(
    id: str, digit: int, box: int, inside: int, pair: tuple[int, int, int], target: int, along: int
) -> Step:
    near, far, bridge = pair
    rectangle = candidates(digit, inside)
    start, end = Candidate(digit, near), Candidate(digit, far)
    here, there = candidates(digit, inside & HOUSE_MASKS[along]), candidates(digit, inside & ~HOUSE_MASKS[along])
    links = (
        strong(end, start, bridge),
        Link((start,), here, False, house_name(along)),
        Link(here, there, True, house_name(box)),
    )
    roles: Roles = {
        "digits": (digit,),
        "ends": (end,),
        "joint": (start,),
        "box": (house_name(box),),
        "rectangle": rectangle,
    }
    return Step(id, removes=candidates(digit, target), roles=roles, links=links)


def _cells(step: Step, role: str) -> set[int]:
    return {candidate.cell for candidate in step.roles[role] if isinstance(candidate, Candidate)}


def _combine(id: str, one: Step, other: Step) -> Step:
    roles = {role: tuple(dict.fromkeys((*values, *other.roles[role]))) for role, values in one.roles.items()}
    return Step(
        id, removes=tuple(dict.fromkeys(one.removes + other.removes)), roles=roles, links=one.links + other.links
    )
