"""PuzzleSpec: validation, and one set of options for library, command line and server."""

import pickle
from dataclasses import fields
from inspect import signature
from typing import Any, get_type_hints

import pytest

import shudu
from shudu.core.sets import CellSet
from shudu.puzzles.spec import PuzzleSpec

PATTERN = ("x." * 41)[:81]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"clues": 16}, "fewer than 17"),
        ({"clues": 81}, "17 to 80"),
        ({"clues": 30, "symmetry": "rotate90"}, "groups"),
        ({"pattern": "x" * 16 + "." * 65}, "fewer than 17"),
        ({"pattern": "x" * 81}, "at most 80"),
        ({"pattern": "." * 18 + "x" * 63}, "rows 1 to 3"),
        ({"pattern": ("x" * 6 + "...") * 9}, "columns 7 to 9"),
        ({"clues": 60, "minimal": True}, "no minimal puzzle with more than 40 clues is known"),
        ({"level": "easy", "needs": "xy-wing"}, "needs it and nothing harder is not easy"),
        ({"clues": "60-70", "minimal": True}, "no minimal puzzle with more than 40 clues is known"),
        ({"clues": "10-20"}, "fewer than 17"),
        ({"difficulty": "hard", "level": "easy"}, "has level hard, not easy"),
    ],
)
def test_impossible_specifications(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(shudu.ImpossibleRequest, match=reason):
        PuzzleSpec(**options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            {"clues": 20, "symmetry": "both", "attempts": 500},
            "[0-9,]+ attempts; ask for more clues, or for less symmetry",
        ),
        ({"clues": 38, "minimal": True, "attempts": 200}, "minimal puzzles have about 24 clues"),
        ({"pattern": "x" * 18 + ("." * 8 + "x") * 7, "attempts": 300}, "more cells"),
    ],
)
def test_requests_that_fail_after_some_attempts(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(shudu.ImpossibleRequest, match=reason):
        shudu.generate(seed=1, **options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"clues": 30, "difficulty": "easy"}, "exclude each other"),
        ({"clues": "many"}, "'many' is not a number of clues"),
        ({"clues": "37-28"}, "'37-28' is not a number of clues"),
        ({"symmetry": "round"}, "use one of none, rotate180"),
        ({"difficulty": "nightmare"}, "use one of easy"),
        ({"level": "nightmare"}, "use one of easy"),
        ({"method": "magic"}, "use one of dig, dig-blind, graded"),
        ({"method": "seeds"}, "use one of dig, dig-blind, graded"),
        ({"grid": "magic"}, "use one of template"),
        ({"pattern": "x"}, "it needs 81"),
        ({"attempts": 0}, "attempts is 0"),
        ({"method": "graded", "clues": 30}, "^clues cannot be combined with method='graded'"),
        ({"method": "graded", "unbiased": True}, "unbiased cannot be combined with method='graded'"),
        ({"method": "graded", "pattern": PATTERN}, "^pattern cannot"),
        ({"method": "graded", "level": "hard", "difficulty": "hard"}, "^difficulty cannot"),
        ({"unbiased": True, "clues": 30}, "^clues cannot be combined with unbiased"),
        ({"unbiased": True, "symmetry": "rotate180"}, "^symmetry cannot be combined with unbiased"),
        ({"unbiased": True, "difficulty": "hard", "minimal": True}, "^difficulty, minimal cannot"),
        ({"pattern": PATTERN, "difficulty": "hard"}, "^difficulty cannot be combined with pattern"),
        ({"clues": 17, "grid": "template"}, "^grid cannot be combined with 17 clues"),
    ],
)
def test_contradictory_specifications(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(shudu.ShuduError, match=reason) as caught:
        PuzzleSpec(**options)
    assert caught.value.render("zh") != str(caught.value)


@pytest.mark.parametrize("options", [{"level": 3}, {"pattern": 3}, {"clues": 2.5}, {"attempts": "many"}])
def test_wrong_types(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        PuzzleSpec(**options)


def test_equal_specifications_compare_equal() -> None:
    one = PuzzleSpec(level="Hard", needs="0800", pattern=None)
    assert one == PuzzleSpec(level="hard", needs="xy-wing")
    cells = CellSet(cell for cell, mark in enumerate(PATTERN) if mark == "x")
    assert PuzzleSpec(pattern=PATTERN) == PuzzleSpec(pattern=cells)
    assert len({PuzzleSpec(pattern=PATTERN), PuzzleSpec(pattern=cells)}) == 1


@pytest.mark.parametrize(
    "options",
    [{}, {"clues": 30}, {"pattern": PATTERN}, {"level": "hard", "needs": "xy-wing", "techniques": ["+唯一环"]}],
)
def test_repr_and_pickle_give_the_specification_back(options: dict[str, Any]) -> None:
    spec = PuzzleSpec(**options)
    assert eval(repr(spec), {"PuzzleSpec": PuzzleSpec, "CellSet": CellSet}) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_what_is_left_open_is_completed() -> None:
    assert PuzzleSpec().complete() == PuzzleSpec(difficulty="medium")
    assert PuzzleSpec(level="hard").complete() == PuzzleSpec("25-28", level="hard")
    assert PuzzleSpec(level="extreme").complete() == PuzzleSpec(level="extreme", minimal=True)
    assert PuzzleSpec(needs="swordfish").complete().method == "graded"
    assert PuzzleSpec(needs="full-house").complete().clues == 66
    for spec in (
        PuzzleSpec(clues=30),
        PuzzleSpec(minimal=True),
        PuzzleSpec(method="graded"),
        PuzzleSpec(unbiased=True),
    ):
        assert spec.complete() == spec


RUN = {"seed", "n", "threads"}  # arguments of a run, not of a puzzle


@pytest.mark.parametrize("function", [shudu.generate, shudu.generate_many, shudu.generate_stream])
def test_the_library_takes_every_option(function: Any) -> None:
    parameters = {name: each.default for name, each in signature(function).parameters.items() if name not in RUN}
    assert parameters == {field.name: field.default for field in fields(PuzzleSpec)}
    hints, expected = get_type_hints(function), get_type_hints(PuzzleSpec)
    assert {name: hints[name] for name in parameters} == {name: expected[name] for name in parameters}
    for name in signature(function).parameters:
        assert f"\n        {name}: " in (function.__doc__ or ""), f"{name} is not documented"


def test_the_documentation_of_an_option_is_the_same_everywhere() -> None:
    def entries(function: Any) -> str:
        text = (function.__doc__ or "").split("Args:\n")[1].split("\n    Returns:")[0]
        return text[text.index("        clues:") : text.index("        seed:")]

    assert entries(shudu.generate) == entries(shudu.generate_many) == entries(shudu.generate_stream)


def test_the_command_line_has_every_option() -> None:
    from shudu.cli.commands.generate import command

    values = command.make_context("generate", []).params
    assert {field.name: values[field.name] for field in fields(PuzzleSpec)} == {
        field.name: field.default for field in fields(PuzzleSpec)
    }


def test_bulk_jobs_take_every_option() -> None:
    bulk = pytest.importorskip("shudu.bulk.generation_api")
    parameters = signature(bulk.generate).parameters
    assert {field.name: parameters[field.name].default for field in fields(PuzzleSpec)} == {
        field.name: field.default for field in fields(PuzzleSpec)
    }


# Options the server does not offer, with the reason.
NOT_OVER_HTTP = {
    "techniques": "players get puzzles for the techniques that are on",
    "uniqueness": "players get puzzles for the techniques that are on",
    "minimal": "a new game is asked for by one property",
    "symmetry": "a new game is asked for by one property",
    "pattern": "a new game is asked for by one property",
    "grid": "players get uniform grids",
    "method": "players get fresh puzzles",
    "unbiased": "takes seconds per puzzle",
    "attempts": "the server limits time instead",
}
HTTP_NAMES = {"technique": "needs"}


def test_the_server_offers_every_option_or_has_a_reason() -> None:
    from shudu.server.routes.puzzles import PuzzleRequest

    offered = {HTTP_NAMES.get(name, name) for name in PuzzleRequest.model_fields}
    assert offered | NOT_OVER_HTTP.keys() == {field.name for field in fields(PuzzleSpec)}
    assert not offered & NOT_OVER_HTTP.keys()
