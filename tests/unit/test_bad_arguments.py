"""Wrong arguments of public functions raise errors that quote the input and explain what is right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shudu

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
EMPTY = "." * 81

WRONG: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "threads as text": (lambda s: s.solve_many([LINE], threads="2"), TypeError, "threads is '2'; .* whole number"),
    "no threads": (lambda s: s.solve_many([LINE], threads=0), ValueError, "threads is 0; it must be 1 or more"),
    "half a limit": (lambda s: s.solve_many([LINE], limit=1.5), TypeError, "limit is 1.5; .* whole number"),
    "eight rows": (lambda s: s.solve([[0] * 9] * 8), ValueError, "8 rows of 9 values; a grid has nine rows of nine"),
    "a short row": (lambda s: s.solve([[0] * 9] * 8 + [[0] * 8]), ValueError, "9 rows of 8, 9 values"),
    "no list": (lambda s: s.solve_many(None), TypeError, "rows is of type NoneType"),
    "numbers for rows": (lambda s: s.solve_many([LINE, 2]), TypeError, "row 1 is of type int"),
    "progress": (lambda s: s.solve_many([LINE], progress=3), TypeError, "progress is 3"),
    "bytes": (lambda s: s.solve("５".encode() * 27), ValueError, "neither ASCII text nor 81 bytes from 0"),
    "a count of half": (lambda s: s.count(LINE, limit=0.5), TypeError, "or None for no limit"),
    "solutions of 3": (lambda s: s.solutions(3), TypeError, "not int"),
    "half a seed": (lambda s: s.generate(seed=1.5), TypeError, "seed is 1.5; .* or None for a random seed"),
    "clues as float": (lambda s: s.generate(clues=24.0), TypeError, "clues is 24.0; .* whole number"),
    "clues as words": (lambda s: s.generate(clues="many"), ValueError, "'many' is not a number of clues"),
    "a level as number": (lambda s: s.generate(level=3), TypeError, "level must be a str, not int"),
    "a list of formats": (lambda s: s.write(s.Puzzle(LINE), []), TypeError, "format must be a str, not list"),
    "a list of formats to read": (lambda s: s.read(LINE, []), TypeError, "format must be a str, not list"),
    "a list of methods": (lambda s: s.full_grid([]), TypeError, "method must be a str, not list"),
    "a list of methods to trace": (lambda s: s.trace_making([]), TypeError, "method must be a str, not list"),
    "a list of axes": (lambda s: s.Symmetry.mirror([]), TypeError, "axis must be a str, not list"),
    "a list of profiles": (lambda s: s.rate(LINE, []), ValueError, "use hodoku"),
    "a list of drills": (lambda s: s.drill([]), TypeError, "name must be a str, not list"),
    "a list of lessons": (lambda s: s.lesson([]), TypeError, "name must be a str, not list"),
    "a list of languages": (lambda s: s.explain(s.hint(LINE).step, []), TypeError, "language must be a str, not list"),
    "a puzzle read as a number": (lambda s: s.solve(int(LINE.replace(".", "0"))), TypeError, "read puzzles as text"),
    "a strange level": (lambda s: s.generate(level="x"), ValueError, "use one of easy, medium"),
    "half a seed for a level": (lambda s: s.generate(level="hard", seed=0.5), TypeError, "seed is 0.5"),
    "no attempts": (lambda s: s.generate(level="hard", attempts=0), ValueError, "attempts is 0"),
    "a level of another method": (
        lambda s: s.generate(level="hard", method="x"),
        ValueError,
        "use one of dig, dig-blind, graded",
    ),
    "clues of graded puzzles": (
        lambda s: s.generate(level="hard", method="graded", clues=30),
        ValueError,
        "clues cannot be combined with method='graded'",
    ),
    "no number of puzzles": (lambda s: s.generate_many(None), TypeError, "n is None"),
    "fewer puzzles than none": (lambda s: s.generate_many(-1), ValueError, "n is -1"),
    "threads of puzzles": (lambda s: s.generate_many(1, threads=0), ValueError, "threads is 0"),
    "pattern": (lambda s: s.generate(pattern=3), TypeError, "pattern must be a CellSet or a str"),
    "a grid's seed": (lambda s: s.full_grid(seed="x"), TypeError, "seed is 'x'"),
    "rank": (lambda s: s.rank(3), TypeError, "not int"),
    "unrank": (lambda s: s.unrank(1.5), TypeError, "number is 1.5"),
    "canonical": (lambda s: s.canonical(None), TypeError, "not NoneType"),
    "hint": (lambda s: s.hint(3), TypeError, "not int"),
    "hint by one name": (lambda s: s.hint(LINE, techniques="x-wing"), TypeError, "a list of names"),
    "hint by numbers": (lambda s: s.hint(LINE, techniques=[3]), TypeError, "got int"),
    "hint after a number": (lambda s: s.hint(LINE, last=5), shudu.ShuduError, "5 is not a candidate"),
    "level of a hint": (lambda s: s.hint(LINE).reveal(6), ValueError, "it must be 1 to 5"),
    "explain a hint": (lambda s: s.explain(s.hint(LINE)), TypeError, "hint.step"),
    "explain in German": (lambda s: s.explain(s.hint(LINE).step, "de"), ValueError, "use one of en, zh"),
    "explain nonsense": (lambda s: s.explain(s.Step("nope")), ValueError, "'nope' is not a technique"),
    "note nonsense": (lambda s: s.notation(s.Step("nope")), ValueError, "'nope' is not a technique"),
    "find in text": (lambda s: s.technique("x-wing").find(LINE), TypeError, r"puzzle\.grid"),
    "rate": (lambda s: s.rate(LINE, profile=None), ValueError, "use hodoku"),
    "puzzle": (lambda s: s.Puzzle(3), TypeError, "not int"),
    "text of a grid": (lambda s: s.Grid(None), TypeError, "not NoneType"),
    "few digits": (lambda s: s.Grid(bytes(3)), ValueError, "nor 81 bytes"),
    "digits above 9": (lambda s: s.Grid(bytes([10] * 81)), ValueError, "nor 81 bytes from 0 .blank. to 9"),
    "a cell too far": (lambda s: s.Grid(EMPTY).place(1, 81), ValueError, "81 is not a cell"),
    "a cell before the first": (lambda s: s.Grid(EMPTY).place(1, -1), ValueError, "-1 is not a cell"),
    "a cell by its name": (lambda s: s.Grid(EMPTY).place(1, "r1c1"), ValueError, "cells are numbered 0 to 80"),
    "the digit 0": (lambda s: s.Grid(EMPTY).place(0, 0), ValueError, "0 is not a digit"),
    "the digit 10": (lambda s: s.Grid(EMPTY).place(10, 0), ValueError, "10 is not a digit"),
    "candidates of no cell": (lambda s: s.Grid(EMPTY).candidates(99), ValueError, "99 is not a cell"),
    "remove the digit 0": (lambda s: s.Grid(EMPTY).remove([(0, 5)]), ValueError, "0 is not a digit"),
    "remove a cell": (lambda s: s.Grid(EMPTY).remove("r1c3"), shudu.ShuduError, "'r1c3' is not a candidate"),
    "remove a number": (lambda s: s.Grid(EMPTY).remove(5), shudu.ShuduError, "5 is not a candidate; .* written 7r3c5"),
    "answer with a cell": (lambda s: s.drill("x-wing", 1).check("r4c2"), shudu.ShuduError, "'r4c2' is not a candidate"),
    "answer with a step": (
        lambda s: s.drill("x-wing", 1).check(s.hint(LINE).step),
        shudu.ShuduError,
        "is not a candidate; candidates are written 7r3c5",
    ),
    "image of nothing": (lambda s: s.Symmetry().apply("x"), shudu.MalformedGrid, "1 cells in 'x'"),
    "after a hint": (lambda s: s.Grid(LINE).after(s.hint(LINE)), TypeError, "hint.step"),
    "play nothing": (lambda s: s.Game(LINE).play(None), TypeError, "text like r1c1=7"),
    "read nothing": (lambda s: s.read(None), TypeError, "not NoneType"),
    "read bytes": (lambda s: s.read(LINE.encode()), TypeError, "not bytes"),
    "read a picture": (
        lambda s: s.read(LINE, "png"),
        ValueError,
        "PNG picture: this format can be written but not read",
    ),
    "read no file": (
        lambda s: s.read("puzzles.txt"),
        ValueError,
        "'puzzles.txt' is neither a Sudoku nor an existing file",
    ),
    "write text": (lambda s: s.write(LINE, "sdk"), TypeError, r"not str; read\(\) reads text"),
    "two digits for nine": (lambda s: s.Symmetry.relabel([2, 1]), ValueError, "not the digits 1 to 9 in some order"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_explained(case: str) -> None:
    call, error, words = WRONG[case]
    with pytest.raises(error, match=words):
        call(shudu)


def test_puzzles_and_grids_are_accepted_as_rows() -> None:
    rows: list[str | shudu.Puzzle | shudu.Grid] = [shudu.Puzzle(LINE), shudu.Grid(LINE), LINE]
    assert shudu.solve_many(rows).counts.tolist() == [1, 1, 1]


def test_what_is_wrong_in_a_file_is_not_said_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(f"{LINE}\nbad\n")
    with pytest.raises(shudu.MalformedSheet, match="line 2, column 1: 'b'"):
        list(shudu.read_all("puzzles.txt"))
