"""Fish: n houses (the base) whose places of a digit lie in n other houses (the cover).

The base needs the digit n times and the cover has room for n, so the digit is removed from the rest of the cover.
Places of the base outside the cover are fins, places in two base houses are endo fins: if one of them is true, the
fish does not hold, so only candidates that see all fins are removed. A place in two houses of the cover is removed even
from the base (cannibalism).

A basic fish has rows as base and columns as cover, or the reverse; it is sashimi if some base line keeps at most one
place without its fins. A Franken fish also uses boxes; a mutant fish mixes rows and columns on one side. Siamese fish
are two fish with the same base, both with fins or both without, reported as one.

Roles: `digits`; `base`, `cover` the houses; `body` the candidates of the base in the cover; `fins`, `endofins`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple

from shudu.core.geometry import DIGITS, HOUSE_MASKS, HOUSES_OF, PEER_MASKS, cells_of, common_peers, house_name
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import Finder, Level, register

BASIC, FRANKEN, MUTANT = "basic", "franken", "mutant"
PLAIN, FINNED, SASHIMI = "plain", "finned", "sashimi"
MOST_FINS: Final = 5
MOST_ENDO_FINS: Final = 2
ROWS, COLUMNS, BOXES = range(9), range(9, 18), range(18, 27)
# The houses that may be base and cover, by shape.
POOLS: Final[dict[str, tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]]] = {
    BASIC: (((*ROWS,), (*COLUMNS,)), ((*COLUMNS,), (*ROWS,))),
    FRANKEN: (((*ROWS, *BOXES), (*COLUMNS, *BOXES)), ((*COLUMNS, *BOXES), (*ROWS, *BOXES))),
    MUTANT: (((*range(27),), (*range(27),)),),
}
HOUSE_BITS: Final = tuple(sum(1 << house for house in houses) for houses in HOUSES_OF)


class FishBase(NamedTuple):
    """The base of a fish: its houses, its places of the digit, and those in two of the houses."""

    houses: tuple[int, ...]
    places: int
    endo: int


class Aim(NamedTuple):
    """What a search for fish aims at.

    Attributes:
        target: The candidate to remove, as a mask; 0 for any.
        seen: What the target sees.
        size: The number of houses of the cover.
        spared: Places that need not be covered because they may be fins.
    """

    target: int
    seen: int
    size: int
    spared: int

    @classmethod
    def at(cls, target: int, size: int) -> Aim:
        """Return the aim to remove a candidate: what it sees may be a fin."""
        return cls(1 << target, PEER_MASKS[target], size, PEER_MASKS[target] | 1 << target)

    def starts(self, houses: int) -> set[int]:
        """Return the covers to begin with: one house through the target."""
        if not self.target:
            return {0}
        return {1 << house for house in cells_of(HOUSE_BITS[self.target.bit_length() - 1] & houses)}


class Fish(NamedTuple):
    """A fish of one digit and the cells from which it removes the digit."""

    digit: int
    base: FishBase
    cover: tuple[int, ...]
    fins: int
    removes: int


SIZES: Final = {2: "x-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}
_SE: Final = {"0300": 3.2, "0301": 3.8, "0302": 5.2}
# shape, fins, prefix of the name, first code, first order, step between orders, levels and scores by size
_KINDS: Final[tuple[tuple[str, str, str, int, int, int, str, tuple[int, ...]], ...]] = (
    (BASIC, PLAIN, "", 300, 2200, 100, "hhhuuu", (140, 150, 160, 470, 470, 470)),
    (BASIC, FINNED, "finned-", 310, 4100, 200, "huuuuu", (130, 200, 250, 470, 470, 470)),
    (BASIC, SASHIMI, "sashimi-", 320, 4200, 200, "huuuuu", (150, 240, 260, 470, 470, 470)),
    (FRANKEN, PLAIN, "franken-", 330, 6100, 100, "uuueee", (300, 350, 370, 470, 470, 470)),
    (FRANKEN, FINNED, "finned-franken-", 340, 6700, 100, "uuueee", (390, 410, 430, 470, 470, 470)),
    (MUTANT, PLAIN, "mutant-", 350, 7300, 100, "eeeeee", (450, 450, 450, 470, 470, 470)),
    (MUTANT, FINNED, "finned-mutant-", 360, 7900, 100, "eeeeee", (470, 470, 470, 470, 470, 470)),
)
_LARGEST_ON: Final = {BASIC: 4, FRANKEN: 3, MUTANT: 1}
_LEVELS: Final[dict[str, Level]] = {"h": "hard", "u": "unfair", "e": "extreme"}


def _register_all_fish(finder: Finder) -> Finder:
    """Register the finder for every kind and size."""
    for shape, fins, prefix, code, order, step, levels, scores in _KINDS:
        for n, (size, name) in enumerate(SIZES.items()):
            number = f"0{code + n}"
            values: dict[str, Any] = {"level": _LEVELS[levels[n]], "score": scores[n], "se": _SE.get(number)}
            on = size <= _LARGEST_ON[shape]
            register(
                prefix + name,
                family="fish",
                order=order + step * n,
                code=number,
                on=on,
                size=size,
                shape=shape,
                fins=fins,
                siamese=False,
                digits=tuple(DIGITS),
                **values,
            )(finder)
    return finder


@_register_all_fish
def find_fish(
    grid: Grid, id: str, size: int, shape: str, fins: str, siamese: bool, digits: tuple[int, ...]
) -> Iterator[Step]:
    """Yield every fish of a size, a shape and a kind of fins; `siamese` joins two with the same base."""
    for digit in digits:
        if grid.dead[digit - 1]:
            if siamese:
                yield from _siamese(grid, id, digit, size, shape, fins)
            else:
                has_fins = _fin_filter(grid.digit_masks[digit - 1], fins)
                yield from (_step(id, f) for f in fish_of_digit(grid, digit, size, shape, fins != PLAIN) if has_fins(f))


def fish_of_digit(grid: Grid, digit: int, size: int, shape: str, finned: bool) -> Iterator[Fish]:
    """Yield every fish of a digit, base by base."""
    cells = grid.digit_masks[digit - 1]
    for base_pool, cover_pool in POOLS[shape]:
        useful = tuple((house, places) for house in base_pool if (places := cells & HOUSE_MASKS[house]))
        aims = [Aim.at(target, size) for target in cells_of(grid.dead[digit - 1])] if finned else [Aim(0, 0, size, 0)]
        pool = sum(1 << house for house in cover_pool)
        partial = {
            pair for aim in aims for pair in _grow_bases(aim, useful, size, FishBase((), 0, 0), aim.starts(pool), pool)
        }
        complete = sorted((base, cover) for base, part in partial for cover in _complete_covers(part, base, pool))
        for base, cover in dict.fromkeys(complete):
            fish = _build_fish(cells, digit, base, cover, finned)
            if fish is not None and shape_of(base.houses, cover) == shape:
                yield fish


def _grow_bases(
    aim: Aim, useful: tuple[tuple[int, int], ...], more: int, base: FishBase, parts: set[int], pool: int
) -> Iterator[tuple[FishBase, int]]:
    """Yield every base with each set of cover houses that contains all of its places except those the target sees.

    The base grows house by house. `parts` are the covers that its places force; a base without any is dropped.
    """
    if not more:
        yield from ((base, part) for part in parts)
        return
    for n in range(len(useful) - more + 1):
        house, places = useful[n]
        endo = base.endo | base.places & places
        if endo & ~aim.seen or endo.bit_count() > MOST_ENDO_FINS:
            continue
        left = {part for part in parts if not part >> house & 1}
        free = pool & ~(1 << house)
        grown = _grow_covers(left, places & ~aim.spared, free, aim.size)
        if grown:
            larger = FishBase((*base.houses, house), base.places | places, endo)
            yield from _grow_bases(aim, useful[n + 1 :], more - 1, larger, grown, free)


def _grow_covers(parts: set[int], places: int, pool: int, size: int) -> set[int]:
    """Return the sets of at most `size` houses that extend the parts and contain all the places."""
    for cell in cells_of(places):
        houses = HOUSE_BITS[cell] & pool
        grown = {part for part in parts if part & houses}
        for part in parts - grown:
            if part.bit_count() < size:
                grown.update(part | 1 << house for house in cells_of(houses))
        if not grown:
            return grown
        parts = grown
    return parts


def _complete_covers(part: int, base: FishBase, pool: int) -> Iterator[tuple[int, ...]]:
    """Yield the covers as large as the base that contain a part; each house meets the base, as HoDoKu demands."""
    own = tuple(cells_of(part))
    if not all(HOUSE_MASKS[house] & base.places for house in own):
        return
    more = len(base.houses) - len(own)
    free = [h for h in cells_of(pool & ~part) if h not in base.houses and HOUSE_MASKS[h] & base.places] if more else []
    for others in combinations(free, more):
        yield tuple(sorted((*own, *others)))


def _build_fish(cells: int, digit: int, base: FishBase, cover: tuple[int, ...], finned: bool) -> Fish | None:
    """Return the fish of a base and a cover, if it has fins or not as required and removes something."""
    covered = twice = 0
    for house in cover:
        twice |= covered & HOUSE_MASKS[house]
        covered |= HOUSE_MASKS[house]
    fins = base.places & ~covered | base.endo
    if bool(fins) != finned or fins.bit_count() > MOST_FINS:
        return None
    removes = cells & (covered & ~base.places | twice) & common_peers(fins)
    return Fish(digit, base, cover, fins, removes) if removes else None


def shape_of(base: tuple[int, ...], cover: tuple[int, ...]) -> str:
    """Return the shape of a fish: basic, franken or mutant.

    >>> shape_of((0, 1), (9, 10)), shape_of((0, 18), (9, 10)), shape_of((0, 9), (1, 10))
    ('basic', 'franken', 'mutant')
    """
    sides = [{house // 9 for house in base}, {house // 9 for house in cover}]
    if sides in ([{0}, {1}], [{1}, {0}]):
        return BASIC
    lines = [side - {2} for side in sides]
    return MUTANT if any(len(side) > 1 for side in lines) or (lines[0] and lines[0] == lines[1]) else FRANKEN


def is_sashimi(cells: int, fish: Fish) -> bool:
    """Return whether some base line keeps at most one place without its fins."""
    return any((cells & HOUSE_MASKS[house] & ~fish.fins).bit_count() <= 1 for house in fish.base.houses)


def _fin_filter(cells: int, fins: str) -> Callable[[Fish], bool]:
    """Return a test whether a fish is finned or sashimi as required; only basic fish can be sashimi."""
    if fins == PLAIN:
        return lambda fish: True
    return lambda fish: (
        (fins == SASHIMI) == (is_sashimi(cells, fish) and shape_of(fish.base.houses, fish.cover) == BASIC)
    )


def _siamese(grid: Grid, id: str, digit: int, size: int, shape: str, fins: str) -> Iterator[Step]:
    """Yield two fish of one base that remove different candidates; at least one has the required fins."""
    has_fins = _fin_filter(grid.digit_masks[digit - 1], fins)
    by_base: dict[FishBase, list[Fish]] = {}
    for fish in fish_of_digit(grid, digit, size, shape, fins != PLAIN):
        by_base.setdefault(fish.base, []).append(fish)
    for fish_of_base in by_base.values():
        for one, other in combinations(fish_of_base, 2):
            if one.removes != other.removes and (has_fins(one) or has_fins(other)):
                yield _join_steps(_step(id, one), _step(id, other))


def _join_steps(one: Step, other: Step) -> Step:
    removes = tuple(dict.fromkeys((*one.removes, *other.removes)))
    roles = {role: tuple(dict.fromkeys((*values, *other.roles[role]))) for role, values in one.roles.items()}
    return Step(one.technique, removes=removes, roles=roles)


def fish_roles(fish: Fish) -> Roles:
    """Return the roles of a fish."""
    digit, base, cover, fins, _ = fish
    return {
        "digits": (digit,),
        "base": tuple(map(house_name, base.houses)),
        "cover": tuple(map(house_name, cover)),
        "body": candidates(digit, base.places & ~fins),
        "fins": candidates(digit, fins & ~base.endo),
        "endofins": candidates(digit, base.endo),
    }


def _step(id: str, fish: Fish) -> Step:
    return Step(id, removes=candidates(fish.digit, fish.removes), roles=fish_roles(fish))
