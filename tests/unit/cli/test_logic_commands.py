"""`shudu rate`, `shudu hint`, `shudu techniques`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from shudu.cli.app import group
from shudu.core.grid import Grid
from shudu.formats.candidate_grids import write_pencilmarks
from shudu.formats.io.sheet import Sheet
from shudu.logic.examples import example
from shudu.logic.notation import notation

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(group, arguments)
    assert result.exit_code == code, result.output
    return result.output


def test_ratings_as_csv() -> None:
    lines = run("rate", LINE, "--format", "csv").splitlines()
    assert lines[0] == "puzzle,level,score,hardest,steps"
    assert lines[1].startswith(f"{LINE},hard,")
    assert lines[1].split(",")[3] == "xy-wing"


def test_ratings_as_json_and_table() -> None:
    rated = json.loads(run("rate", LINE, "--format", "json"))
    assert rated["level"] == "hard"
    assert rated["counts"]["xy-wing"] >= 1
    heading, row = run("rate", LINE).splitlines()
    assert heading.split() == ["level", "score", "steps", "hardest", "technique", "puzzle"]
    assert heading.index("hardest") == row.index("xy-wing") and heading.index("puzzle") == row.index(LINE)


@pytest.mark.parametrize("profile", ["hodoku", "player"])  # on threads, and in processes
def test_a_file_is_rated_in_order_by_several_workers(root: Path, profile: str) -> None:
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()[1:20]
    puzzles = [line.split("\t")[0] for line in lines]
    printed = run("rate", *puzzles, "--format", "csv", "--jobs", "2", "--histogram", "--profile", profile)
    rows = [line for line in printed.splitlines() if line.startswith(tuple(puzzles))]
    assert [row.split(",")[0] for row in rows] == puzzles
    if profile == "hodoku":
        assert [row.split(",")[2] for row in rows] == [line.split("\t")[2] for line in lines]


def test_bad_puzzles_are_reported_and_the_others_rated() -> None:
    printed = run("rate", "." * 81, LINE, "--format", "csv", code=1)
    assert "has more than one solution" in printed
    assert f"{LINE},hard" in printed
    assert "is not a rating profile" in run("rate", LINE, "--profile", "nope", code=2)


def test_hints_by_level() -> None:
    assert run("hint", LINE, "--stage", "1").count("\n") == 1
    assert run("hint", LINE, "--level", "1").count("\n") == 1  # the name in earlier versions
    assert "r1c2, r2c3 and r9c2" in run("hint", LINE)
    assert json.loads(run("hint", LINE, "--stage", "2", "--format", "json"))["technique"] == "xy-wing"
    assert json.loads(run("hint", LINE, "--format", "json"))["target"] == 32


def test_hints_for_a_table_say_nothing_of_its_columns(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle,difficulty\n{LINE},2.5\n")
    assert run("hint", str(tmp_path / "a.csv")) == run("hint", LINE)


def test_a_hint_uses_the_chosen_techniques() -> None:
    wings = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
    assert "XY-Wing" in run("hint", wings, "--techniques", "naked single, xy-wing", "--stage", "2")
    loop = Grid(example("unique-loop")[0].digits).line
    assert "Unique Loop" in run("hint", loop, "--techniques", "unique-loop", "--stage", "2")
    run("hint", loop, "--techniques", "unique-loop", "--no-uniqueness", code=1)
    run("hint", wings, "--techniques", "magic", code=2)


def test_a_hint_reports_a_mistake_first() -> None:
    wrong = LINE.replace("9..24", "9+1.24", 1)
    assert "mistake in box 1" in run("hint", wrong, "--stage", "1")
    assert "r1c2" in run("hint", wrong)
    assert "several solutions" in run("hint", "." * 81, code=1)


def test_ratings_and_paths_use_the_chosen_techniques() -> None:
    loop = "72..3...1......6......19....1......46...53..7.8..2..53...19.57....2.8...........8"
    rated = json.loads(run("rate", loop, "--techniques", "+medusa-3d", "--format", "json"))
    assert rated["counts"]["medusa-3d"]
    many = [
        json.loads(line)
        for line in run(*["rate", *[loop] * 9, "--techniques", "+medusa-3d"], "--format", "json").splitlines()
    ]
    assert many == [rated] * 9
    assert "xy-wing" not in run("rate", LINE, "--techniques", "-xy-wing", "--no-uniqueness")
    assert "fixed list of techniques" in run("rate", LINE, "--profile", "se", "--no-uniqueness", code=1)
    steps = json.loads(run("solve", "--explain", loop, "--techniques", "+medusa-3d", "--format", "json"))["steps"]
    assert "medusa-3d" in {step["technique"] for step in steps}
    stuck = run("solve", "--explain", loop, "--techniques", "naked-single", code=1)
    assert "these techniques leave" in stuck
    assert "--techniques needs --explain" in run("solve", loop, "--techniques", "naked-single", code=2)


def test_the_list_of_techniques_and_one_of_them() -> None:
    table = run("techniques")
    assert table.index("full-house") < table.index("x-wing") < table.index("sue-de-coq")
    assert "0800, hard, score 160" in run("techniques", "XY-Wing")
    chinese = run("techniques", "区块", "--lang", "zh")
    assert "宫区块" in chinese and "又称" in chinese and "claiming" in chinese
    assert "全双值坟墓" in run("techniques", "--lang", "zh")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("techniques", "nonsense"), "is not a technique"),
        (("techniques", "--draw", "x.svg"), "--draw needs the name of a technique"),
        (("solve", LINE, "--explain", "--format", "csv"), "--format csv cannot be used with --explain"),
        (("solve", LINE, "--explain", "--first"), "--first cannot be used with --explain"),
        (("rate", LINE, "--format", "csv", "--why"), "--why needs"),
    ],
)
def test_options_without_effect_are_rejected(arguments: tuple[str, ...], words: str) -> None:
    assert words in run(*arguments, code=2)


def test_a_file_without_cases_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "cases.txt"
    path.write_text("# nothing\n")
    assert "contains no cases" in run("techniques", "--cases", str(path), code=1)


@pytest.mark.parametrize("field", ["7r1c1", "x", "12", "999 1", "011"])
def test_a_case_with_invalid_candidates_fails(field: str, root: Path, tmp_path: Path) -> None:
    own = (root / "tests" / "data" / "techniques-own.txt").read_text().splitlines()
    parts = next(line for line in own if line.startswith(":0303")).split(":")
    path = tmp_path / "cases.txt"
    path.write_text(":".join([*parts[:5], field, *parts[6:]]))
    assert "is not a candidate" in run("techniques", "--cases", str(path), code=1)


def test_hints_from_files_pencil_marks_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"{LINE}\nnonsense\n{LINE.replace('9..24', '9+1.24', 1)}\n")
    printed = run("hint", str(path), "--stage", "2", code=1)
    assert "Technique: XY-Wing" in printed and "r1c2 is not 1" in printed and "positions.txt:2: " in printed
    result = CliRunner().invoke(group, ["hint", "--level", "2", "--lang", "zh"], input=f"{LINE}\n".encode("utf-16"))
    assert result.exit_code == 0 and "XY 翼" in result.output
    grid, step = example("x-wing")
    path.write_text(write_pencilmarks(Sheet.from_grid(grid)))
    assert notation(step).split("=> ")[1] in run("hint", str(path))
    assert "--draw takes one" in run("hint", LINE, LINE, "--draw", str(tmp_path / "x.svg"), code=2)
    assert "shows the pattern" in run("hint", LINE, "--stage", "2", "--draw", str(tmp_path / "x.svg"), code=2)
    for bad in ("nofile", "", str(tmp_path)):
        run("hint", bad, code=1)


def test_a_stale_pencil_mark_in_a_file_produces_no_step(tmp_path: Path) -> None:
    """Row 1 has its 9 already; a 9 that is still marked in r1c2 must not look like a hidden single."""
    grid = Grid(LINE)
    masks = [*grid.digit_masks[:8], grid.digit_masks[8] | 1 << 1]
    stale = Grid.from_masks(grid.digits, grid.givens.mask, tuple(masks))  # type: ignore[arg-type]
    path = tmp_path / "stale.pm"
    path.write_text(write_pencilmarks(Sheet.from_grid(stale)))
    assert run("hint", str(path)) == run("hint", LINE)


def test_a_path_as_json() -> None:
    path = json.loads(run("solve", LINE, "--explain", "--format", "json", "--lang", "zh"))
    assert path["steps"][0]["technique"] == "pointing"
    assert path["steps"][0]["notation"].startswith("Pointing: 4")
    assert "宫区块" in path["steps"][0]["text"]


def test_ratings_and_verdicts_in_chinese() -> None:
    assert "困难" in run("rate", LINE, "--lang", "zh", "--why")
    assert run("check", LINE, "--lang", "zh").strip().endswith("唯一解")


def test_cases_from_a_file(root: Path, tmp_path: Path) -> None:
    own = (root / "tests" / "data" / "techniques-own.txt").read_text().splitlines()
    good = [line for line in own if line.startswith((":0303", ":0330"))]
    path = tmp_path / "cases.txt"
    path.write_text("\n".join(["# comment", *good]))
    assert run("techniques", "--cases", str(path)).splitlines()[-1] == f"{len(good)} of {len(good)} cases passed"
    path.write_text("\n".join([*good, ":0300:1:12::::", good[0].replace(":0303:", ":0303-x:")]))
    printed = run("techniques", "--cases", str(path), code=1)
    assert printed.splitlines()[-1] == f"{len(good)} of {len(good) + 2} cases passed"
    assert "must find nothing" in printed


def test_a_short_position_is_reported_with_its_length() -> None:
    assert "80 cells" in CliRunner().invoke(group, ["hint", "." * 80]).output


def test_the_number_of_processes_is_limited() -> None:
    assert CliRunner().invoke(group, ["rate", "." * 81, "--jobs", "99999"]).exit_code == 2


def test_ratings_by_sudoku_explainer_in_every_format() -> None:
    header, line = run("rate", LINE, "--profile", "se", "--format", "csv").splitlines()
    assert header == "puzzle,er,ep,ed,hardest,steps"
    assert line.startswith(f"{LINE},4.2,4.2,2.6,xy-wing,")
    rated = json.loads(run("rate", LINE, "--profile", "se", "--format", "json"))
    assert (rated["er"], rated["ep"], rated["ed"], rated["hardest"]) == (4.2, 4.2, 2.6, "xy-wing")
    assert "ER    EP    ED" in run("rate", LINE, "--profile", "se")
    assert "XY 翼" in run("rate", LINE, "--profile", "se", "--lang", "zh")
    assert "EP 4.2: the hardest step up to the first digit." in run("rate", LINE, "--profile", "se", "--why")
    assert "ER 4" in run("rate", LINE, "--profile", "se", "--histogram")


def test_puzzles_that_take_too_long_are_reported() -> None:
    slow = "........1.....2.34235...6...72......65...78..8.3.257.6.8653....3.72.6...52..78.6."
    printed = run("rate", slow, LINE, "--profile", "se", "--format", "csv", "--seconds", "0.3", code=1)
    assert "was not rated within 0.3 seconds" in printed
    assert f"{LINE},4.2" in printed


def test_the_ending_of_the_output_sets_the_format_of_ratings(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    assert run("rate", LINE, "-o", str(path)) == ""
    header, row = path.read_text().splitlines()
    assert header.startswith("puzzle,level") and row.startswith(f"{LINE},hard,")
