"""Puzzles with few clues: the stored 17s and 18s, and the search that found them."""

import pytest

import shudu
from shudu.puzzles.low_clue import search_low_clue, stored_lines, stored_low_clue


def test_stored_puzzles_are_unique_and_essentially_different() -> None:
    lines = [puzzle.line for puzzle in stored_low_clue()]
    assert (shudu.solve_many(lines).counts == 1).all()
    assert len({shudu.canonical(line) for line in lines}) == len(lines)
    assert all(81 - puzzle.line.count(".") == puzzle.clues for puzzle in stored_low_clue())


def test_there_are_enough_stored_puzzles() -> None:
    assert len(stored_lines(17)) >= 20
    assert len(stored_lines(18)) >= 200


def test_the_search_finds_some_again() -> None:
    for puzzle in [*stored_low_clue()[:2], stored_low_clue()[-1]]:
        assert next(search_low_clue(puzzle.clues, puzzle.seed, puzzle.run, 1, puzzle.patience)) == (1, [puzzle])
        assert puzzle.command.startswith("shudu generate --search 1")


@pytest.mark.soak
def test_the_search_finds_all_again() -> None:
    for puzzle in stored_low_clue():
        assert next(search_low_clue(puzzle.clues, puzzle.seed, puzzle.run, 1, puzzle.patience)) == (1, [puzzle])


def test_a_search_for_fewer_than_17_clues_is_rejected() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="17 to 40"):
        next(search_low_clue(16, seed=1))
