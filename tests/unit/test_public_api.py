"""The public API: names, signatures, documentation and the behaviour of value types."""

import inspect
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shudu

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NAMES = sorted(set(shudu.__all__) - {"__version__", "bulk", "ml", "GRIDS"})
ALL_NAMES = [*NAMES, *(f"{part}.{name}" for part in ("bulk", "ml") for name in getattr(shudu, part).__all__)]
GRID = shudu.Grid(LINE)
STEP = shudu.hint(LINE).step
VALUES: dict[str, Any] = {
    "Candidate": shudu.Candidate(7, 22),
    "CellSet": shudu.CellSet("r1c1 r9c9"),
    "empty CellSet": shudu.CellSet(),
    "DigitSet": shudu.DigitSet([2, 4]),
    "Puzzle": shudu.Puzzle(LINE),
    "Grid": GRID,
    "Grid with entries": shudu.solve(LINE),
    "Grid with removed candidates": GRID.place(4, 2).remove([shudu.Candidate(2, 5), shudu.Candidate(6, 5)]),
    "Grid with candidates against the rules": shudu.Grid.from_masks(GRID.digits, 0, (1 << 80, *GRID.digit_masks[1:])),
    "Symmetry": shudu.Symmetry.rotate90(),
    "Link": shudu.Link((shudu.Candidate(1, 0),), (shudu.Candidate(1, 8),), True, "r1"),
    "Step": STEP,
    "Event": shudu.trace(LINE)[0],
    "Why": shudu.trace(LINE)[-1].why,
}


def parameters(value: Any) -> list[inspect.Parameter]:
    if isinstance(value, type) and issubclass(value, Warning):
        return []
    return list(inspect.signature(value).parameters.values())


@pytest.mark.parametrize("name", ALL_NAMES)
def test_signatures_are_explicit(name: str) -> None:
    value = attrgetter(name)(shudu)
    is_error = inspect.isclass(value) and issubclass(value, shudu.ShuduError)
    kinds = {each.kind for each in parameters(value)}
    assert inspect.Parameter.VAR_POSITIONAL not in kinds
    assert inspect.Parameter.VAR_KEYWORD not in kinds or is_error, "the fields of a message are free"


def read_documented(value: Any) -> set[str]:
    """Return the names that the sections Args and Attributes of a docstring describe."""
    docstring = (inspect.getdoc(value) or "") + "\n"
    sections = re.findall(r"^(?:Args|Attributes):\n((?:[ ]+.*\n|\n)*)", docstring, flags=re.MULTILINE)
    return {name for section in sections for name in re.findall(r"^    (\w+):", section, flags=re.MULTILINE)}


@pytest.mark.parametrize("name", ALL_NAMES)
def test_every_parameter_is_documented(name: str) -> None:
    value = attrgetter(name)(shudu)
    own_init = "__init__" in vars(value) if inspect.isclass(value) else True
    is_error = inspect.isclass(value) and issubclass(value, shudu.ShuduError)
    wanted = {each.name for each in parameters(value)} if own_init else set()
    assert not wanted - read_documented(value) - ({"code", "fields"} if is_error else set())


@pytest.mark.parametrize("name", [name for name in ALL_NAMES if inspect.isclass(attrgetter(name)(shudu))])
def test_every_method_is_documented(name: str) -> None:
    value = attrgetter(name)(shudu)
    for method, function in vars(value).items():
        function = getattr(function, "__func__", function)  # of a class method
        if method.startswith("_") or not inspect.isfunction(function):
            continue
        wanted = {each.name for each in list(inspect.signature(function).parameters.values())[1:]}
        assert not wanted - read_documented(function), method


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_values_round_trip(value: Any) -> None:
    names = {name: getattr(shudu, name) for name in NAMES}
    assert eval(repr(value), names) == value
    copy = pickle.loads(pickle.dumps(value))
    assert copy == value and type(copy) is type(value)
    assert hash(copy) == hash(value)
    assert value != object()


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_values_are_immutable(value: Any) -> None:
    for name in ("digits", "mask", "line", "anything_else"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)


def test_the_roles_of_a_step_are_immutable() -> None:
    step = shudu.Step("xy-wing", roles={"pivot": (22,)})
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda roles: roles.update(a=()),
        lambda roles: roles.pop("pivot"),
        lambda roles: roles.clear(),
        lambda roles: roles.setdefault("a", ()),
        lambda roles: roles.__setitem__("a", ()),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change(step.roles)  # type: ignore[arg-type]  # the tests try what the types forbid


def sources() -> Iterator[Any]:
    digits = [int(digit) if digit != "." else 0 for digit in LINE]
    rows = [digits[start : start + 9] for start in range(0, 81, 9)]
    yield from (
        LINE,
        LINE.encode(),
        bytearray(LINE, "ascii"),
        bytes(digits),
        bytearray(digits),
        digits,
        tuple(digits),
        rows,
        [LINE[i : i + 9] for i in range(0, 81, 9)],
    )
    yield from (list(LINE), [list(LINE[i : i + 9]) for i in range(0, 81, 9)], [np.array(row) for row in rows])
    for dtype in (np.uint8, np.int8, np.int32, np.int64, np.uint16, np.float32, np.float64):
        yield from (np.array(digits, dtype), np.array(rows, dtype))
    for blank in (None, "", " ", float("nan")):
        yield [[digit or blank for digit in row] for row in rows]
    yield np.array([digit or np.nan for digit in digits]).reshape(9, 9)
    yield from (shudu.Puzzle(LINE), shudu.Grid(LINE))


@pytest.mark.parametrize("source", list(sources()), ids=lambda source: type(source).__name__)
def test_puzzles_and_grids_are_made_from_anything_people_have(source: Any) -> None:
    assert shudu.Puzzle(source) == shudu.Puzzle(LINE)
    assert shudu.Grid(source) == shudu.Grid(LINE)
    assert shudu.solve(source) == shudu.solve(LINE)
    assert shudu.solve_many([source, source]).lines == [shudu.solve(LINE).line] * 2
    assert shudu.hint(source) == shudu.hint(LINE)
    assert shudu.rate(source).score == shudu.rate(LINE).score


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ([0] * 80, "80 values"),
        ([[0] * 9] * 8, "8 rows of 9 values"),
        ([10] + [0] * 80, "10 in r1c1"),
        ([["53", *"..7...."]] + [["."] * 9] * 8, "8 values|9 values"),
        (["?"] * 81, "'\\?' in r1c1"),
        (np.zeros((9, 8), int), "9 rows of 8 values"),
        (np.full(81, 0.5), "0.5 in r1c1"),
        ([()] * 81, "in r1c1"),
        (np.ones(81, bool), "True in r1c1"),
        (bytes(80), "nor 81 bytes"),
        (b"?" * 81, "position 1: '\\?' is not a digit"),
    ],
)
def test_other_data_is_rejected(source: Any, error: str) -> None:
    with pytest.raises(shudu.MalformedGrid, match=error):
        shudu.Puzzle(source)


@pytest.mark.parametrize("value", [VALUES["Puzzle"], GRID])
def test_puzzles_and_grids_are_indexed_by_cell(value: Any) -> None:
    assert len(value) == 81 and value[0] == 5 and value[-1] == 9
    assert bytes(value) == value.digits
    assert value[0, 4] == value[4] == 7 and value[-1, -1] == 9 and value[0:2] == bytes([5, 3])
    with pytest.raises(IndexError):
        value[0, 9]
    array = np.asarray(value)
    assert array.shape == (9, 9) and array.dtype == np.uint8 and array.tobytes() == value.digits
    assert np.array(value, np.int64).dtype == np.int64


def test_many_grids_are_solved_from_arrays_of_either_shape() -> None:
    rows = np.stack([np.asarray(GRID)] * 3)
    assert shudu.solve_many(rows.astype(float)) == shudu.solve_many(rows)
    assert shudu.solve_many(rows) == shudu.solve_many(rows.reshape(3, 81))
    missing = np.where(rows == 0, np.nan, rows)
    assert shudu.solve_many(missing) == shudu.solve_many(rows)
    assert shudu.solve_many([]).lines == []
    with pytest.raises(shudu.MalformedGrid, match="shape"):
        shudu.solve_many(np.zeros((9, 9), np.uint8))


@pytest.mark.parametrize("value", [0.5, -1.0, 10.0, np.inf])
def test_a_row_of_floats_has_whole_numbers(value: float) -> None:
    rows = np.zeros((2, 81))
    rows[1, 2] = value
    with pytest.raises(shudu.MalformedGrid, match=f"row 1: {value} in r1c3 is not a digit"):
        shudu.solve_many(rows)


@pytest.mark.parametrize("many", [shudu.solve_many, shudu.rate_many])
def test_a_table_is_not_a_column_of_puzzles(many: Any) -> None:
    table = pytest.importorskip("pyarrow").table({"puzzle": [LINE]})
    assert len(many(table["puzzle"])) == 1
    for rows in (table, table.to_pydict()):
        with pytest.raises(TypeError, match="pass one column of it"):
            many(rows)


@pytest.mark.parametrize(("digit", "cell"), [(10, 99), (0, 0), (1, 81), (1, -1)])
def test_a_candidate_has_a_digit_and_a_cell(digit: int, cell: int) -> None:
    with pytest.raises(shudu.ShuduError, match=r"is not a (digit|cell)"):
        shudu.Candidate(digit, cell)


def test_values_become_plain_dictionaries() -> None:
    path = shudu.solve_by_logic(LINE)
    values = [GRID.to_dict(), shudu.Puzzle(LINE).to_dict(), path.to_dict(), *(step.to_dict() for step in path.steps)]
    assert json.loads(json.dumps(values)) == values
    assert GRID.to_dict()["line"] == LINE and GRID.to_dict()["candidates"]["r1c3"] == [1, 2, 4]


def test_all_steps_of_a_position_are_listed_easiest_first() -> None:
    names = [shudu.technique(name) for name in ("full house", "naked single", "hidden single", "pointing")]
    steps = list(shudu.steps(LINE, names))
    assert len(steps) == len(set(steps))
    orders = [shudu.technique(step.technique).order for step in steps]
    assert orders == sorted(orders)
    solution = shudu.solve(LINE)
    assert all(solution[cell] == digit for step in steps for digit, cell in step.places)
    assert steps[0] == next(shudu.steps(GRID))
    with pytest.raises(shudu.ShuduError):
        shudu.steps(LINE, ["nonsense"])


def test_a_trace_has_an_honest_repr() -> None:
    run = shudu.trace(LINE)
    assert re.fullmatch(r"<Trace of \S{81} by mrv: 0 events recorded>", repr(run))
    len(run)
    assert re.fullmatch(r"<Trace of \S{81} by mrv: 53 events, solutions>", repr(run))


def test_every_name_can_be_imported() -> None:
    names: dict[str, Any] = {}
    exec("from shudu import *", names)
    assert set(shudu.__all__) <= set(names)
    assert set(dir(shudu)) == set(shudu.__all__)
    assert not hasattr(shudu, "nonsense")
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        shudu.slove("." * 81)  # type: ignore[attr-defined]  # reported as unused if any name would do


def test_importing_loads_nothing_heavy() -> None:
    code = "import shudu, sys; print(*sorted({'numpy', 'click', 'rich', 'fastapi', 'sqlalchemy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_help_imports_no_command() -> None:
    code = (
        "import sys; sys.argv = ['shudu', '--help']\nfrom shudu.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    )
    code += "print(*sorted({'numpy', 'rich.console', 'fastapi'} & set(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "solve" in done.stdout and done.stderr.strip() == ""


def test_a_user_script_with_every_name_is_accepted_by_mypy(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "tests/typing/user_script.py"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_a_user_script_with_every_name_is_accepted_by_pyright(root: Path) -> None:
    pytest.importorskip("basedpyright")
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "-p", "tests/typing/pyrightconfig.json"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs the folder of a virtual environment under its Unix name")
def test_nearly_all_types_are_declared(tmp_path: Path) -> None:
    pytest.importorskip("basedpyright")
    path = os.pathsep.join(
        [str(Path(sys.executable).parent), os.environ["PATH"]]
    )  # pyright asks `python` for its folders
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--verifytypes", "shudu", "--ignoreexternal", "--outputjson"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    report = json.loads(done.stdout)["typeCompleteness"]
    assert report["pyTypedPath"] and report["completenessScore"] >= 0.99, report["exportedSymbolCounts"]


def test_the_user_script_uses_every_name(root: Path) -> None:
    text = (root / "tests/typing/user_script.py").read_text("utf-8")
    assert [name for name in shudu.__all__ if not re.search(rf"\bshudu\.{name}\b", text)] == []
