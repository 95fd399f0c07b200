"""Cases: what each technique must conclude, and where it must find nothing."""

from pathlib import Path

import pytest

from shudu.core.errors import MalformedGrid, ShuduError
from shudu.logic.examples import Case, case_lines, parse_case, read_position
from shudu.logic.registry import techniques

# The beginnings of the codes of each group of cases.
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
    "chains": ("0701", "0702"),
    "loops": ("0706", "0707", "0708"),
    "grouped loops": ("0709-1", "0710-1", "0710-2", "0711-1", "0711-2"),
    "loops with almost locked sets": ("0709-2", "0710-3", "0710-4", "0711-3", "0711-4"),
    "almost locked sets": ("090",),
    "templates": ("120",),
}
OWN_CHAIN_CASES = {
    "forcing-chain-contradiction", "forcing-chain-verity", "forcing-net-contradiction", "forcing-net-verity",
    "wxyz-wing", "medusa-3d", "unique-loop", "bug-type-2", "bug-type-3", "bug-type-4", "extended-rectangle",
    "aligned-pair-exclusion", "nishio",
}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_library_cases_hold(shared: Path, group: str) -> None:
    lines = (shared / "techniques" / "hodoku-library.txt").read_text().splitlines()
    cases = [parse_case(line) for line in lines if line[1:].startswith(GROUPS[group])]
    assert cases
    assert not _failures(cases)


def test_own_fish_cases_hold(root: Path) -> None:
    cases = _read_cases(root, "techniques-own.txt")
    assert not _failures(cases)
    codes = {case.technique.code for case in cases if case.fires}
    assert codes == {case.technique.code for case in cases if not case.fires}
    assert {"0303", "0330", "0332", "0350", "0371", "0372"} <= codes


def test_own_chain_cases_hold(root: Path) -> None:
    cases = _read_cases(root, "techniques-chains-own.txt")
    assert not _failures(cases)
    assert {case.technique.id for case in cases if case.fires} == OWN_CHAIN_CASES
    assert {case.technique.id for case in cases if not case.fires} == OWN_CHAIN_CASES


def test_every_technique_beyond_hodoku_has_cases(root: Path) -> None:
    """Cases that fire and cases that must not, for each technique that no library of HoDoKu covers."""
    cases = [case for name in ("techniques-own.txt", "techniques-chains-own.txt") for case in _read_cases(root, name)]
    beyond = {known.id for known in techniques() if any(code.startswith("20") for code in known.case_codes)}
    assert len(beyond) >= 28
    for fires in (True, False):
        assert beyond <= {case.technique.id for case in cases if case.fires == fires}


@pytest.mark.parametrize(
    "line",
    [
        ":0709-2:35:7+29+541+6+8+3..8+7+32+19+414+3+6+8+9+72+53+8+2+9+745+1+6...+126+83+9+9+16+358+2+4+7.+9..6..51..+1.+9..62....+1.9+78:471 474:386 551 592::",
        ":0709-2:89:.4...32.1+1.+38..+7...2..1.+6.3+7+16.5....539..6+1..+2+8+4.71.6.......4..3....7...+4+72+5.9.16:914 934 244 444 848 858 374 878 888:887 948 949::",
    ],
    ids=["another path between the same ends", "almost locked sets are allowed, not required"],
)
def test_loops_where_almost_locked_sets_are_allowed(line: str) -> None:
    assert not parse_case(line).failure()


def test_siamese_fish_need_no_fins() -> None:
    line = ":03311:6:....5.2..+56+2..34...+7149+2.5.7..8.....4..+37.....35+9......+5..3.7.2+28+7+549.3.6.+3+2.+7..5:116 918 919 828 145 146 646 147 647 947 448 149 649 949 656 165 666 468 176 178 678 197 198:618 619 657 659 667 669::"
    assert not parse_case(line).failure()


def test_failed_case_reports_what_was_found(root: Path) -> None:
    lines = (root / "tests" / "data" / "techniques-own.txt").read_text().splitlines()
    line = next(line for line in lines if line.startswith(":0303:"))
    fields = line.split(":")
    wrong = parse_case(":".join([*fields[:5], "111", *fields[6:]]))
    assert "squirmbag" in wrong.failure()
    silenced = parse_case(line.replace(":0303:", ":0303-x:"))
    assert "must find nothing" in silenced.failure()


def test_variants_set_options() -> None:
    def options(code: str, digits: str = "") -> dict[str, object]:
        return dict(parse_case(f":{code}:{digits}:{'.' * 81}::::").technique.options)

    assert options("0600-1") == {"missing": False, "every_pair": True}
    assert options("0402-1") == {"two": True}
    siamese = options("03111", "5")
    assert (siamese["digits"], siamese["siamese"]) == ((5,), True)
    assert options("0607-1") == {}


def test_positions_separate_givens_from_placed_digits() -> None:
    grid = read_position("5.+3" + "." * 78)
    assert grid.line[:3] == "5.3"
    assert list(grid.givens) == [0]


@pytest.mark.parametrize("line", ["", ":0300", "0300:1:" + "." * 81 + "::::", ":9999:1:" + "." * 81 + "::::"])
def test_malformed_cases_are_rejected(line: str) -> None:
    with pytest.raises(ShuduError):
        parse_case(line)


def test_case_with_malformed_grid_is_rejected() -> None:
    with pytest.raises(MalformedGrid):
        parse_case(":0300:1:12::::")


def _read_cases(root: Path, name: str) -> list[Case]:
    return [parse_case(line) for line in case_lines((root / "tests" / "data" / name).read_text())]


def _failures(cases: list[Case]) -> list[str]:
    return [f"{case.line}: {failure}" for case in cases if (failure := case.failure())]
