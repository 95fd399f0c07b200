"""Laws of numbering, symmetry and generation, on random grids, numbers and seeds."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shudu
from shudu.core.symmetry import Symmetry
from shudu.grids.numbering import count_essentially_different
from shudu.kernel.grids import (
    canonical_grids,
    canonical_puzzles,
    class_sizes,
    isomorphs,
    rank_words,
    sample_grids,
    unrank_many,
)

SEEDS = st.integers(0, 2**64 - 1)
NUMBERS = st.integers(0, shudu.GRIDS - 1)


def test_known_counts() -> None:
    assert shudu.GRIDS == 6_670_903_752_021_072_936_960
    assert len(class_sizes()) == 275


@given(NUMBERS)
@settings(max_examples=300)
def test_unrank_then_rank(number: int) -> None:
    grid = shudu.unrank(number)
    assert grid.is_solved()
    assert shudu.rank(grid) == number


def test_ends_of_the_range() -> None:
    assert shudu.rank(shudu.unrank(0)) == 0
    assert shudu.rank(shudu.unrank(shudu.GRIDS - 1)) == shudu.GRIDS - 1
    for outside in (-1, shudu.GRIDS, 2**128):
        with pytest.raises(shudu.ShuduError, match="not the number of a grid"):
            shudu.unrank(outside)
    with pytest.raises(shudu.MalformedGrid, match="not a final grid"):
        shudu.rank("." * 81)


def test_round_trips_of_many_grids() -> None:
    _round_trips(20_000)


@pytest.mark.soak
def test_round_trips_of_a_million_grids() -> None:
    _round_trips(1_000_000)


def _round_trips(n: int) -> None:
    grids = sample_grids(1, 0, n)
    words = rank_words(grids)
    again = unrank_many([int(low) | int(high) << 64 for low, high in words.tolist()])
    assert (again == grids).all()
    assert (rank_words(again) == words).all()


@given(SEEDS, st.integers(0, 2**32))
@settings(max_examples=100)
def test_images_share_their_canonical_form(seed: int, turn: int) -> None:
    grid = shudu.full_grid(seed=seed)
    symmetry = Symmetry.random(Random(turn))
    image = symmetry.apply(grid.digits)
    form = shudu.canonical(grid)
    assert shudu.canonical(shudu.Grid(image)) == form
    assert shudu.canonical(form) == form
    transforms = canonical_grids(np.frombuffer(grid.digits, np.uint8).reshape(1, 81)).transforms
    assert Symmetry.from_bytes(transforms[0].tobytes()).apply(grid.digits) == shudu.Grid(form).digits


def test_many_images_share_their_canonical_forms() -> None:
    grids = sample_grids(2, 0, 20_000)
    one, other = canonical_grids(grids), canonical_grids(isomorphs(grids, 3, 0))
    assert (one.forms == other.forms).all()
    assert (one.automorphisms == other.automorphisms).all()


@given(SEEDS, st.integers(0, 2**32))
@settings(max_examples=30)
def test_puzzles_compare_up_to_symmetry(seed: int, turn: int) -> None:
    puzzle = shudu.generate(clues=28, seed=seed)
    image = shudu.Puzzle(Symmetry.random(Random(turn)).apply(puzzle.digits))
    assert shudu.same_up_to_symmetry(puzzle, image)
    assert not shudu.same_up_to_symmetry(puzzle, shudu.generate(clues=28, seed=seed ^ 1))
    rows = (np.frombuffer(each, np.uint8).reshape(1, 81) for each in (image.digits, shudu.solve(image).digits))
    transform = Symmetry.from_bytes(canonical_puzzles(*rows).transforms[0].tobytes())
    assert transform.apply(image.digits) == shudu.Grid(shudu.canonical(puzzle)).digits


def test_automorphisms_fix_the_grid() -> None:
    most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    symmetries = shudu.automorphisms(most)
    digits = shudu.Grid(most).digits
    assert len(set(symmetries)) == 648
    assert symmetries[0] == Symmetry()
    assert all(symmetry.apply(digits) == digits for symmetry in symmetries)


@given(SEEDS, st.integers(17, 80))
@settings(max_examples=40)
def test_every_clue_count_from_17_to_80(seed: int, clues: int) -> None:
    puzzle = shudu.generate(clues=clues, seed=seed)
    assert len(puzzle.givens) == clues
    assert shudu.solve(puzzle).digits == puzzle.solution.digits


def test_the_17_clue_list_up_to_symmetry(shared: Path) -> None:
    lines = [line for line in (shared / "puzzles/17_clue.txt").read_text().split() if len(line) == 81]
    batch = shudu.solve_many(lines)
    puzzles = np.array([list(line.replace(".", "0").encode()) for line in lines], np.uint8) - 48
    grids = canonical_grids(batch.solutions).forms
    forms = canonical_puzzles(puzzles, batch.solutions).forms
    assert len({form.tobytes() for form in forms}) == 49_158
    assert len({grid.tobytes() for grid in grids}) == 46_301


@pytest.mark.soak
def test_essentially_different_grids() -> None:
    assert count_essentially_different() == 5_472_730_538
