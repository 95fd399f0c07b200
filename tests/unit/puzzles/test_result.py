"""Generated puzzles and batches as values."""

import pickle

import pytest

import shudu
from shudu.puzzles.result import GeneratedPuzzle, Origin, PuzzleBatch


def test_a_generated_puzzle_equals_a_puzzle_with_the_same_givens() -> None:
    puzzle = shudu.generate(clues=30, seed=1)
    assert puzzle == shudu.Puzzle(puzzle.line)
    assert hash(puzzle) == hash(shudu.Puzzle(puzzle.line))


@pytest.mark.parametrize("options", [{"clues": 30}, {"clues": 17}, {"method": "graded"}])
def test_repr_and_pickle_give_the_puzzle_back(options: dict[str, object]) -> None:
    puzzle = shudu.generate(seed=1, **options)  # type: ignore[arg-type]
    names = {"GeneratedPuzzle": GeneratedPuzzle, "Origin": Origin}
    for again in (eval(repr(puzzle), names), pickle.loads(pickle.dumps(puzzle))):
        assert isinstance(again, GeneratedPuzzle)
        assert (again, again.solution, again.origin) == (puzzle, puzzle.solution, puzzle.origin)


def test_a_generated_puzzle_is_read_only() -> None:
    puzzle = shudu.generate(clues=30, seed=1)
    for name in ("origin", "solution", "digits", "note"):
        with pytest.raises(AttributeError):
            setattr(puzzle, name, None)


def test_the_solution_knows_the_givens() -> None:
    puzzle = shudu.generate(clues=30, seed=1)
    assert puzzle.solution.givens == puzzle.givens
    assert puzzle.solution.digits == shudu.solve(puzzle).digits


def test_batches_compare_by_content() -> None:
    batch = shudu.generate_many(5, 30, seed=1)
    assert batch == shudu.generate_many(5, 30, seed=1)
    assert batch != shudu.generate_many(5, 30, seed=2)
    assert pickle.loads(pickle.dumps(batch)) == batch
    assert repr(batch) == "<PuzzleBatch of 5 puzzles>"


def test_batches_can_be_sliced_and_filtered() -> None:
    batch = shudu.generate_many(5, 30, seed=1)
    assert list(batch[1:3]) == [batch[1], batch[2]]
    assert batch[:5] == batch
    assert isinstance(batch[:0], PuzzleBatch) and len(batch[:0]) == 0
    odd = batch.select(batch.puzzles[:, 0] % 2 == 1)
    assert list(odd) == [puzzle for puzzle in batch if puzzle[0] % 2 == 1]
