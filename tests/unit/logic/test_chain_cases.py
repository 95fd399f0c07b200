"""Cases of chains, almost locked sets, templates, forcing and what lies beyond HoDoKu."""

from pathlib import Path

import pytest

from shudu.logic.cases import parse_case, read_cases

GROUPS = {
    "chains": ("0701", "0702"),
    "loops": ("0706", "0707", "0708"),
    "grouped loops": ("0709-1", "0710-1", "0710-2", "0711-1", "0711-2"),
    "loops with almost locked sets": ("0709-2", "0710-3", "0710-4", "0711-3", "0711-4"),
    "almost locked sets": ("090",),
    "templates": ("120",),
}
OWN = {
    "forcing-chain-contradiction", "forcing-chain-verity", "forcing-net-contradiction", "forcing-net-verity",
    "wxyz-wing", "medusa-3d", "unique-loop", "bug-type-2", "bug-type-3", "bug-type-4", "extended-rectangle",
    "aligned-pair-exclusion", "nishio",
}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_library_cases_hold(shared: Path, group: str) -> None:
    lines = (shared / "techniques" / "hodoku-library.txt").read_text().splitlines()
    cases = [parse_case(line) for line in lines if line[1:].startswith(GROUPS[group])]
    assert cases
    assert not [f"{case.line}: {failure}" for case in cases if (failure := case.failure())]


def test_own_cases_hold(root: Path) -> None:
    lines = (root / "tests" / "data" / "techniques-chains-own.txt").read_text().splitlines()
    cases = list(read_cases(lines))
    assert not [f"{case.line}: {failure}" for case in cases if (failure := case.failure())]
    assert {case.technique.id for case in cases if case.fires} == OWN
    assert {case.technique.id for case in cases if not case.fires} == OWN
