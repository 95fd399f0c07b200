"""Puzzles: every wish is met exactly, or refused with a reason."""

import numpy as np
import pytest

import shudu
from shudu.grids.graded_puzzles import SEEDS, read_seeds, seeds_of
from shudu.puzzles.clues import BANDS, SYMMETRIES, orbits_of
from shudu.puzzles.dig import are_minimal
from shudu.puzzles.graded_maker import write_seeds
from shudu.puzzles.result import PuzzleBatch


def proven(batch: PuzzleBatch) -> PuzzleBatch:
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all()
    assert (solved.solutions == batch.solutions).all()
    return batch


@pytest.mark.parametrize("clues", [80, 79, 60, 45, 33, 30, 27, 26, 25, 24, 23, 22])
def test_dug_to_a_number_of_clues(clues: int) -> None:
    batch = proven(shudu.generate_many(40, clues, seed=clues))
    assert (batch.clues == clues).all()
    assert len({puzzle.tobytes() for puzzle in batch.puzzles}) == 40
    assert {origin.how for origin in batch.origins} == {"dug"}


@pytest.mark.parametrize("clues", [19, 20, 21])
def test_searched_to_a_number_of_clues(clues: int) -> None:
    batch = proven(shudu.generate_many(4, clues, seed=1))
    assert (batch.clues == clues).all()
    assert {origin.how for origin in batch.origins} == {"searched"}


@pytest.mark.parametrize("clues", [17, 18])
def test_17_and_18_are_images_of_stored_puzzles_and_say_so(clues: int) -> None:
    batch = proven(shudu.generate_many(200, clues, seed=1))
    assert (batch.clues == clues).all()
    assert len({puzzle.tobytes() for puzzle in batch.puzzles}) == 200
    assert len({origin.image_of for origin in batch.origins}) > 5
    for puzzle in list(batch)[:5]:
        assert puzzle.origin.how == "stored"
        assert shudu.same_up_to_symmetry(puzzle, puzzle.origin.image_of or "")


def test_minimal() -> None:
    batch = proven(shudu.generate_many(300, minimal=True, seed=1))
    assert are_minimal(batch.puzzles).all()
    assert 24.0 < batch.clues.mean() < 24.8, "digging top-down leaves 24.38 clues on average"
    assert not are_minimal(shudu.generate_many(5, 40, seed=1).puzzles).any()


def test_stored_puzzles_are_minimal() -> None:
    for clues in (17, 18):
        assert are_minimal(shudu.generate_many(500, clues, minimal=True, seed=1).puzzles).all()


def test_minimal_with_a_number_of_clues_and_with_symmetry() -> None:
    assert are_minimal(shudu.generate_many(20, 25, minimal=True, seed=1).puzzles).all()
    batch = shudu.generate_many(3, minimal=True, symmetry="rotate180", seed=1)
    assert are_minimal(batch.puzzles).all()
    assert _is_symmetric(batch, "rotate180")


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_symmetry(symmetry: str) -> None:
    batch = proven(shudu.generate_many(30, 32, symmetry=symmetry, seed=1))
    assert (batch.clues == 32).all()
    assert _is_symmetric(batch, symmetry)


def _is_symmetric(batch: PuzzleBatch, symmetry: str) -> bool:
    shown, orbits = batch.puzzles > 0, orbits_of(symmetry)
    return bool((shown == shown[:, orbits]).all())


def test_orbits_are_those_of_the_symmetry() -> None:
    sizes = {name: sorted(np.unique(np.unique(orbits_of(name), return_counts=True)[1]).tolist()) for name in SYMMETRIES}
    assert sizes == {
        "none": [1],
        "rotate180": [1, 2],
        "rotate90": [1, 4],
        "horizontal": [1, 2],
        "vertical": [1, 2],
        "diagonal": [1, 2],
        "antidiagonal": [1, 2],
        "both": [1, 2, 4],
    }


@pytest.mark.parametrize("difficulty", list(BANDS))
def test_difficulty_draws_from_its_band(difficulty: str) -> None:
    batch = proven(shudu.generate_many(80, difficulty=difficulty, seed=1))
    assert set(batch.clues.tolist()) <= set(BANDS[difficulty])
    assert len(set(batch.clues.tolist())) >= len(BANDS[difficulty]) - 2
    assert {origin.seed for origin in batch.origins} == {1}


def test_nothing_asked_is_medium() -> None:
    assert len(shudu.generate(seed=1).givens) in BANDS["medium"]


def test_a_pattern_is_filled_exactly() -> None:
    pattern = (
        "x.x.x.x.x"
        ".x.x.x.x."
        * 1
        + "x.x.x.x.x"
        + ".x.x.x.x."
        + "x.x.x.x.x"
        + ".x.x.x.x."
        + "x.x.x.x.x"
        + ".x.x.x.x."
        + "x.x.x.x.x"
    )
    puzzle = shudu.generate(pattern=pattern, seed=1)
    assert puzzle.givens == shudu.CellSet(cell for cell, mark in enumerate(pattern) if mark == "x")
    assert shudu.count(puzzle, limit=2) == 1
    assert puzzle.origin.how == "pattern"


def test_seeds_keep_grade_and_uniqueness() -> None:
    for grade in BANDS:
        batch = proven(shudu.generate_many(200, method="seeds", difficulty=grade, seed=1))
        assert {origin.grade for origin in batch.origins} == {grade}
        assert set(batch.clues.tolist()) <= set(BANDS[grade])
    puzzle = shudu.generate(method="seeds", seed=3)
    assert shudu.same_up_to_symmetry(puzzle, puzzle.origin.image_of or "")


def test_the_seeds_of_the_package_are_good_and_can_be_made_again(tmp_path: object) -> None:
    assert all(len(seeds_of(grade)) >= 100 for grade in BANDS)
    lines = [seed.line for seed in SEEDS]
    assert (shudu.solve_many(lines).counts == 1).all()
    assert len({shudu.canonical(line) for line in lines}) == len(lines)
    assert all(81 - seed.line.count(".") == seed.clues in BANDS[seed.grade] for seed in SEEDS)
    with pytest.raises(shudu.ImpossibleRequest, match="there are easy, medium, hard"):
        seeds_of("nightmare")


@pytest.mark.soak
def test_the_seeds_are_made_again_exactly(tmp_path: "object") -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "graded.tsv"
    write_seeds(file)
    assert read_seeds(file) == SEEDS


def test_unbiased_puzzles_are_minimal_and_weighted() -> None:
    puzzle = shudu.generate(unbiased=True, seed=1)
    assert are_minimal(np.frombuffer(puzzle.digits, np.uint8).reshape(1, 81)).all()
    assert puzzle.origin.weight is not None and puzzle.origin.weight > 0


def test_threads_do_not_change_the_result() -> None:
    for wish in ({"clues": 24}, {"difficulty": "hard"}, {"clues": 20}, {"clues": 17}, {"minimal": True}):
        one = shudu.generate_many(30, seed=5, threads=1, **wish)
        three = shudu.generate_many(30, seed=5, threads=3, **wish)
        assert (one.puzzles == three.puzzles).all(), wish
        assert shudu.generate(seed=5, **wish).digits == one.puzzles[0].tobytes(), wish


def test_a_stream_has_the_puzzles_of_the_batch() -> None:
    parts = list(shudu.generate_stream(500, clues=35, seed=2))
    assert (
        np.concatenate([part.puzzles for part in parts]).tolist()
        == shudu.generate_many(500, 35, seed=2).puzzles.tolist()
    )
    endless = shudu.generate_stream(clues=35, seed=2)
    assert sum(len(next(endless)) for _ in range(3)) > 0


def test_other_grids_can_be_dug() -> None:
    puzzle = shudu.generate(clues=30, grid="template", seed=1)
    assert shudu.canonical(puzzle.solution) == shudu.canonical(shudu.full_grid("template", seed=2))


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"clues": 16}, "fewer than 17"),
        ({"clues": 81}, "17 to 80"),
        ({"clues": 30, "symmetry": "rotate90"}, "groups"),
        ({"pattern": "x" * 16 + "." * 65}, "fewer than 17"),
        ({"pattern": "." * 18 + "x" * 63}, "rows 1 to 3"),
        ({"clues": 20, "symmetry": "both", "attempts": 500}, "500 attempts|[0-9,]+ attempts"),
        ({"pattern": ("x" * 6 + "...") * 9, "attempts": 300}, "columns 7 to 9"),
        ({"clues": 60, "minimal": True}, "no minimal puzzle with more than 40 is known"),
        ({"clues": 38, "minimal": True, "attempts": 200}, "minimal puzzles have about 24 clues"),
        ({"pattern": "x" * 18 + ("." * 8 + "x") * 7, "attempts": 300}, "more cells"),
    ],
)
def test_impossible_requests_end_with_a_reason(wish: dict[str, object], reason: str) -> None:
    with pytest.raises(shudu.ImpossibleRequest, match=reason):
        shudu.generate(seed=1, **wish)  # type: ignore[arg-type]


PATTERN = ("x." * 41)[:81]


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"clues": 30, "difficulty": "easy"}, "only one of them"),
        ({"symmetry": "round"}, "use one of none, rotate180"),
        ({"difficulty": "nightmare"}, "use one of easy"),
        ({"method": "magic"}, "use dig or seeds"),
        ({"grid": "magic"}, "use one of template"),
        ({"pattern": "x"}, "81 characters"),
        ({"method": "seeds", "clues": 30}, "^clues cannot be asked for together with method='seeds': an image"),
        ({"method": "seeds", "unbiased": True}, "together with method='seeds'"),
        ({"method": "seeds", "pattern": PATTERN}, "^a pattern cannot"),
        (
            {"unbiased": True, "clues": 30},
            "^clues cannot be asked for together with unbiased: such a puzzle is minimal",
        ),
        ({"unbiased": True, "symmetry": "rotate180"}, "^symmetry cannot be asked for together with unbiased"),
        ({"unbiased": True, "difficulty": "hard", "minimal": True}, "^difficulty, minimal cannot"),
        ({"pattern": PATTERN, "difficulty": "hard"}, "^difficulty cannot be asked for together with a pattern"),
        ({"clues": 17, "grid": "template"}, "^grid cannot be asked for together with 17 clues"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wish: dict[str, object], reason: str) -> None:
    with pytest.raises(shudu.ShuduError, match=reason):
        shudu.generate(seed=1, **wish)  # type: ignore[arg-type]


def test_picks_are_even() -> None:
    from shudu.core.randomness import draw_indices

    counts = np.bincount(draw_indices(1, 0, 70_000, 7), minlength=7)
    assert abs(counts - 10_000).max() < 400


@pytest.mark.soak
def test_unbiased_puzzles_have_the_published_numbers_of_clues() -> None:
    batch = proven(shudu.generate_many(300, unbiased=True, seed=1))
    assert are_minimal(batch.puzzles).all()
    assert abs(batch.clues.mean() - 25.67) < 0.3, "under controlled bias, before weighting"
    weights = np.array([origin.weight for origin in batch.origins])
    assert abs((batch.clues * weights).sum() / weights.sum() - 26.578) < 0.5


def test_batches_compare_by_what_they_hold_and_can_be_cut() -> None:
    batch = shudu.generate_many(5, 30, seed=1)
    assert batch == shudu.generate_many(5, 30, seed=1)
    assert batch != shudu.generate_many(5, 30, seed=2)
    assert list(batch[1:3]) == [batch[1], batch[2]]
    assert batch[:5] == batch
