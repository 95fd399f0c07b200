"""Cases: what each technique must conclude, must not conclude, and never contradicts."""

from pathlib import Path

import pytest

from shudu.core.errors import MalformedGrid, ShuduError
from shudu.logic.cases import Case, parse_case, read_cases, read_position

# The codes of the families tested here; chains, sets and nets have their own tests.
GROUPS = {
    "singles": ("00",),
    "intersections and subsets": ("01", "02"),
    "basic fish": ("030", "031", "032"),
    "franken and mutant fish": ("033", "034", "036"),
    "turbot": ("04",),
    "colours": ("05",),
    "rectangles and grave": ("06",),
    "wings and remote pairs": ("0703", "080"),
    "sue de coq": ("11",),
}


@pytest.mark.parametrize("group", GROUPS)
def test_library_cases_hold(shared: Path, group: str) -> None:
    lines = (shared / "techniques" / "hodoku-library.txt").read_text().splitlines()
    cases = [parse_case(line) for line in lines if line[1:].startswith(GROUPS[group])]
    assert cases
    assert not _failures(cases)


def test_own_cases_hold(root: Path) -> None:
    lines = (root / "tests" / "data" / "techniques-own.txt").read_text().splitlines()
    cases = list(read_cases(lines))
    assert not _failures(cases)
    codes = {case.technique.code for case in cases if case.fires}
    assert codes == {case.technique.code for case in cases if not case.fires}
    assert {"0303", "0330", "0332", "0350", "0371", "0372"} <= codes


def test_a_wrong_case_says_what_was_found(root: Path) -> None:
    lines = (root / "tests" / "data" / "techniques-own.txt").read_text().splitlines()
    line = next(line for line in lines if line.startswith(":0303:"))
    fields = line.split(":")
    wrong = parse_case(":".join([*fields[:5], "111", *fields[6:]]))
    assert "squirmbag" in wrong.failure()
    silenced = parse_case(line.replace(":0303:", ":0303-x:"))
    assert "must find nothing" in silenced.failure()


def test_options_of_variants(root: Path) -> None:
    def options(code: str, digits: str = "") -> dict[str, object]:
        return dict(parse_case(f":{code}:{digits}:{'.' * 81}::::").technique.options)

    assert options("0600-1") == {"missing": False}
    assert options("0402-1") == {"two": True}
    siamese = options("03111", "5")
    assert (siamese["digits"], siamese["siamese"]) == ((5,), True)
    assert options("0607-1") == {}


def test_positions_keep_givens_and_placed_digits_apart() -> None:
    grid = read_position("5.+3" + "." * 78)
    assert grid.line[:3] == "5.3"
    assert list(grid.givens) == [0]


@pytest.mark.parametrize("line", ["", ":0300", "0300:1:" + "." * 81 + "::::", ":9999:1:" + "." * 81 + "::::"])
def test_what_is_no_case(line: str) -> None:
    with pytest.raises(ShuduError):
        parse_case(line)


def test_a_case_with_a_bad_grid() -> None:
    with pytest.raises(MalformedGrid):
        parse_case(":0300:1:12::::")


def _failures(cases: list[Case]) -> list[str]:
    return [f"{case.line}: {failure}" for case in cases if (failure := case.failure())]
