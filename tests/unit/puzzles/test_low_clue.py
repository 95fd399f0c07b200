"""The stored 17s and 18s: unique, essentially different, and found again by their seed and number."""

import pytest

import shudu
from shudu.puzzles.low_clue import search_low
from shudu.puzzles.stored import read_stored, stored_with


def test_they_are_unique_and_essentially_different() -> None:
    lines = [each.line for each in read_stored()]
    assert (shudu.solve_many(lines).counts == 1).all()
    assert len({shudu.canonical(line) for line in lines}) == len(lines)
    assert all(81 - each.line.count(".") == each.clues for each in read_stored())


def test_there_are_enough() -> None:
    assert len(stored_with(17)) >= 20
    assert len(stored_with(18)) >= 200


def test_some_are_found_again() -> None:
    for each in [*read_stored()[:2], read_stored()[-1]]:
        assert next(search_low(each.clues, each.seed, each.run, 1, each.patience)) == (1, [each])
        assert each.command.startswith("shudu generate --search 1")


@pytest.mark.soak
def test_all_are_found_again() -> None:
    for each in read_stored():
        assert next(search_low(each.clues, each.seed, each.run, 1, each.patience)) == (1, [each])


def test_a_search_for_less_than_17_is_refused() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="17 to"):
        next(search_low(16, seed=1))
