"""Puzzles by level and technique, fresh and from stored puzzles."""

from collections import Counter
from itertools import combinations, islice, permutations, product
from typing import Any

import numpy as np
import pytest

import shudu
from shudu.core.geometry import ALL_CELLS, HOUSE_MASKS, PEER_MASKS
from shudu.core.text import read_line
from shudu.logic.rating.by_path import HODOKU
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.by_demand import Demand, is_needed
from shudu.puzzles.difficulty import LEVELS
from shudu.puzzles.spec import PuzzleSpec
from shudu.puzzles.stored import needed_puzzles, rated_puzzles


def test_stored_puzzles_are_many_and_unique() -> None:
    levels = Counter(puzzle.level for puzzle in rated_puzzles())
    assert all(levels[level] >= 100 for level in LEVELS)
    assert (shudu.solve_many([puzzle.line for puzzle in rated_puzzles()]).counts == 1).all()


def test_the_ratings_of_stored_puzzles_are_current() -> None:
    for puzzle in rated_puzzles()[::29]:
        rating = shudu.rate(puzzle.line)
        assert (rating.level, rating.hardest) == (puzzle.level, puzzle.hardest)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair"])
@pytest.mark.parametrize("method", ["dig", "graded"])
def test_by_level(level: str, method: str) -> None:
    puzzle = shudu.generate(level=level, method=method, seed=5)
    assert shudu.rate(puzzle).level == level
    assert shudu.generate(level=level, method=method, seed=5) == puzzle
    assert shudu.count(puzzle, limit=2) == 1
    assert puzzle.solution.digits == shudu.solve(puzzle).digits


def test_by_technique() -> None:
    puzzle = shudu.generate(needs="0800", seed=3)
    assert shudu.rate(puzzle).hardest == "xy-wing"
    assert is_needed(shudu.technique("xy-wing"), puzzle.digits)
    assert not is_needed(shudu.technique("als-xz"), puzzle.digits)


@pytest.mark.parametrize("single", ["full-house", "naked-single", "hidden-single"])
def test_by_a_single(single: str) -> None:
    assert shudu.rate(shudu.generate(needs=single, seed=4)).hardest == single


@pytest.mark.parametrize("options", [{"level": "medium"}, {"level": "hard", "method": "graded"}, {"needs": "xy-wing"}])
def test_many_and_stream_do_not_depend_on_threads(options: dict[str, Any]) -> None:
    many = shudu.generate_many(5, **options, seed=8, threads=1)
    assert many == shudu.generate_many(5, **options, seed=8, threads=2)
    assert many[0] == shudu.generate(**options, seed=8)
    endless = shudu.generate_stream(**options, seed=8)
    assert list(islice((puzzle for batch in endless for puzzle in batch), 5)) == list(many)


@pytest.mark.parametrize("level", LEVELS)
def test_level_of_path_and_of_hardest_technique_agree(level: str) -> None:
    batch = shudu.generate_many(4 if level == "extreme" else 30, level=level, seed=1)
    ratings = shudu.rate_many(batch.puzzles)
    assert {*ratings["level"]} == {level} == {shudu.technique(id).level for id in ratings["hardest"]}
    assert len({*batch.clues.tolist()}) > 1 or level in ("unfair", "extreme")


COMMON = ("full-house", "hidden-single", "locked-pair", "naked-triple", "two-string-kite", "xyz-wing", "sue-de-coq")
LOCKING = [
    (one, other)
    for one, other in permutations(range(27), 2)
    if (HOUSE_MASKS[one] & HOUSE_MASKS[other]).bit_count() == 3
]
RARE = (
    "hidden-quad",
    "avoidable-rectangle-2",
    "swordfish",
    "uniqueness-4",
    "sashimi-x-wing",
    "finned-jellyfish",
    "multi-colours-1",
    "x-chain",
    "als-chain",
)


@pytest.mark.parametrize("id", [*COMMON, *RARE, "forcing-chain-verity"])
def test_needed_means_needed(id: str) -> None:
    """Every technique comes, from those the search finds soon to those that only stored puzzles need."""
    puzzle = shudu.generate(needs=id, seed=2)
    known = shudu.technique(id)
    before = [other for other in HODOKU.list_techniques() if other.order < known.order]
    assert not before or not solve_by_logic(puzzle, before).solved
    path = solve_by_logic(puzzle, [*before, known])
    assert path.solved and path.counts[id]
    assert all(LEVELS.index(shudu.technique(other).level) <= LEVELS.index(known.level) for other in path.counts)


def test_a_franken_x_wing_is_never_needed() -> None:
    """Locked candidates and hidden singles conclude what it concludes, for every base and cover.

    With fewer places of the digit both conclude at least as much, so the most places that base and cover allow are enough.
    """
    lines, boxes = (range(9), range(9, 18)), range(18, 27)
    for base, cover in product(combinations((*lines[0], *boxes), 2), combinations((*lines[1], *boxes), 2)):
        if {*base} & {*cover} or max(base + cover) < 18:
            continue
        (a, b), (c, d) = ([HOUSE_MASKS[house] for house in houses] for houses in (base, cover))
        places = ALL_CELLS & ~((a | b) & ~(c | d)) & ~(a & b)
        if places & a and places & b:
            left = _lock(places)
            possible = all(left & house for house in HOUSE_MASKS)
            assert not possible or not left & ((c | d) & ~(a | b) | c & d & (a | b)), (base, cover)
    with pytest.raises(shudu.ImpossibleRequest, match="no puzzle needs franken-x-wing"):
        PuzzleSpec(needs="franken-x-wing")
    PuzzleSpec(needs="franken-x-wing", techniques=["-pointing"])


def _lock(places: int) -> int:
    """Return the places of a digit that locked candidates and hidden singles leave."""
    before = 0
    while before != places:
        before = places
        for one, other in LOCKING:
            here = places & HOUSE_MASKS[one]
            if here and not here & ~HOUSE_MASKS[other]:
                places &= ~(HOUSE_MASKS[other] & ~HOUSE_MASKS[one])
        for house in HOUSE_MASKS:
            here = places & house
            if here.bit_count() == 1:
                places &= ~PEER_MASKS[here.bit_length() - 1]
    return places


def test_rare_techniques_are_stored() -> None:
    assert needed_puzzles().keys() <= {known.id for known in HODOKU.list_techniques()}
    assert needed_puzzles().keys() >= {*RARE} and not needed_puzzles().keys() & {*COMMON}
    assert shudu.generate(needs="swordfish", seed=1).origin.how == "graded"
    assert shudu.generate(needs="sue-de-coq", seed=1).origin.how == "dig"


def test_stored_puzzles_need_their_technique() -> None:
    for id, lines in needed_puzzles().items():
        if shudu.technique(id).level != "extreme":
            rows = np.array([list(read_line(line)) for line in lines], np.uint8)
            assert Demand(needs=shudu.technique(id)).select(rows).all(), id


def test_level_and_technique_combine_with_other_options() -> None:
    puzzle = shudu.generate(level="easy", clues=30, symmetry="rotate180", seed=2)
    assert (shudu.rate(puzzle).level, len(puzzle.givens)) == ("easy", 30)
    assert shudu.generate(level="Hard", needs="skyscraper", seed=1, method="graded").origin.how == "graded"


def test_failure_is_reported() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="needs jellyfish and nothing harder"):
        shudu.generate(70, needs="jellyfish", seed=1, attempts=3)
    with pytest.raises(shudu.ImpossibleRequest, match="of level extreme"):
        shudu.generate(clues=60, level="extreme", seed=1, attempts=3)


@pytest.mark.parametrize("name", ["leviathan", "unique-loop", "medusa-3d", "brute-force"])
def test_techniques_that_are_off_are_refused_at_once(name: str) -> None:
    with pytest.raises(shudu.ImpossibleRequest, match=f"{name} is not one of the techniques to use"):
        PuzzleSpec(needs=name)


@pytest.mark.parametrize("id", ["unique-loop", "bug-type-2", "bug-type-3", "bug-type-4", "wxyz-wing", "medusa-3d"])
def test_techniques_that_are_off_can_be_chosen(id: str) -> None:
    puzzle = shudu.generate(needs=id, techniques=[f"+{id}"], seed=1)
    known = shudu.technique(id)
    before = [other for other in HODOKU.list_techniques() if other.order < known.order]
    assert not solve_by_logic(puzzle, before).solved
    path = solve_by_logic(puzzle, [*before, known])
    assert path.solved and path.counts[id]


def test_what_counts_can_be_narrowed() -> None:
    puzzle = shudu.generate(needs="xy-wing", uniqueness=False, techniques=["-w-wing"], seed=1)
    path = solve_by_logic(puzzle, HODOKU.choose(["-w-wing"], False).list_techniques())
    assert path.solved and path.counts["xy-wing"] and not any(shudu.technique(id).unique for id in path.counts)
    with pytest.raises(shudu.ImpossibleRequest, match="uniqueness-1 is not one of the techniques to use"):
        PuzzleSpec(needs="uniqueness-1", uniqueness=False)
    with pytest.raises(shudu.ShuduError, match="techniques, uniqueness can be used only with level or needs"):
        PuzzleSpec(clues=30, techniques=["+unique-loop"], uniqueness=False)


@pytest.mark.parametrize("id", ["franken-swordfish", "finned-franken-x-wing"])
def test_techniques_without_a_known_puzzle_are_refused_at_once(id: str) -> None:
    with pytest.raises(shudu.ImpossibleRequest, match=f"no puzzle is known that needs {id}"):
        shudu.generate(needs=id)
    with pytest.raises(shudu.ImpossibleRequest, match="none of 16 puzzles needs"):
        shudu.generate(needs=id, attempts=1, seed=1)


def test_wrong_names_are_rejected() -> None:
    with pytest.raises(ValueError, match="is not a level"):
        Demand.parse("nonsense", None)
    with pytest.raises(ValueError, match="is not a technique"):
        Demand.parse(None, "nonsense")
    with pytest.raises(shudu.ImpossibleRequest, match="needs it and nothing harder is not easy"):
        Demand.parse("easy", "xy-wing")
