"""`shudu generate`, `shudu grid`, `shudu quality`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import shudu
from shudu.cli.app import group


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(group, arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def test_puzzles_as_lines_and_into_a_file(tmp_path: Path) -> None:
    lines = run("generate", "-n", "20", "--clues", "30", "--seed", "1").split()
    assert lines == [puzzle.line for puzzle in shudu.generate_many(20, 30, seed=1)]
    file = tmp_path / "out.txt"
    run("generate", "-n", "20", "--clues", "30", "--seed", "1", "-o", str(file))
    assert file.read_text().split() == lines


def test_formats() -> None:
    row = json.loads(run("generate", "--clues", "17", "--seed", "1", "--format", "json"))
    assert row["origin"] == "stored"
    assert shudu.same_up_to_symmetry(row["puzzle"], row["image_of"])
    csv = run(
        "generate", "--seed", "1", "--symmetry", "rotate180", "--difficulty", "hard", "--format", "csv"
    ).splitlines()
    assert csv[0] == "puzzle,solution,clues,origin,image_of,weight"
    assert csv[1].split(",")[3] == "dig"
    assert run("generate", "--seed", "1", "--format", "grid").count("|") == 18


def test_a_random_seed_is_printed_if_omitted() -> None:
    result = CliRunner().invoke(group, ["generate", "--clues", "40"])
    seed = result.stderr.split()[1]
    assert run("generate", "--clues", "40", "--seed", seed) == result.stdout


def test_impossible_requests() -> None:
    result = CliRunner().invoke(group, ["generate", "--clues", "16", "--seed", "1"])
    assert result.exit_code == 2
    assert "fewer than 17" in result.output


@pytest.mark.parametrize(
    "command", [["generate"], ["grid", "random"], ["quality"], ["watch", "--make", "uniform"], ["print", "x.pdf"]]
)
@pytest.mark.parametrize("seed", ["-1", str(2**64), "abc"])
def test_bad_seeds_are_rejected_by_every_command(command: list[str], seed: str) -> None:
    result = CliRunner().invoke(group, [*command, "--seed", seed])
    assert result.exit_code == 2
    assert "Invalid value for '--seed'" in result.output
    assert "whole number" in result.output


def test_the_last_seed_is_followed_by_the_first() -> None:
    graded = ("generate", "--level", "easy", "--method", "graded")
    last = run(*graded, "-n", "2", "--seed", str(2**64 - 1)).split()
    assert last[1] == run(*graded, "--seed", "0").strip()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--level", "nonsense"), "is not one of"),
        (("--needs", "nonsense"), "is not a technique"),
        (("--level", "easy", "--needs", "xy-wing"), "a puzzle that needs it and nothing harder is not easy"),
        (("--runs", "3"), "--runs needs --search"),
        (("--search", "20", "--clues", "22"), "--clues cannot be used with --search"),
        (("--search", "99"), "between 17 and 40"),
        (("--level", "hard", "--threads", "2"), "--threads cannot be used with --level"),
        (("--level", "hard", "--method", "graded", "--clues", "30"), "clues cannot be combined"),
    ],
)
def test_impossible_options_and_options_without_effect_are_rejected(options: tuple[str, ...], words: str) -> None:
    result = CliRunner().invoke(group, ["generate", "--seed", "1", *options])
    assert result.exit_code == 2
    assert words in result.output


@pytest.mark.parametrize("command", [("generate",), ("print", "-o", "x.pdf"), ("bulk", "generate", "-n", "1", "x/")])
def test_a_difficulty_as_a_level_is_pointed_to_its_option(command: tuple[str, ...]) -> None:
    result = CliRunner().invoke(group, [*command, "--level", "expert"])
    assert result.exit_code == 2 and "use --difficulty expert, or --level unfair" in result.output


def test_a_technique_by_its_chinese_name() -> None:
    puzzle = run("generate", "--needs", "区块", "--seed", "2").strip()
    assert shudu.rate(puzzle).hardest == "pointing"


def test_search() -> None:
    line = run("generate", "--search", "20", "--seed", "1", "--runs", "1").split("\t")
    assert line[:3] == ["20", "1", "0"]
    assert shudu.count(line[5].strip(), limit=2) == 1


def test_grids() -> None:
    grid = run("grid", "random", "--seed", "3").strip()
    assert grid == shudu.full_grid(seed=3).line
    number = run("grid", "rank", grid).strip()
    assert run("grid", "unrank", number).strip() == grid
    assert run("grid", "canonical", grid, "--automorphisms").split() == [shudu.canonical(grid), "1"]
    assert run("grid", "count").strip() == str(shudu.GRIDS)
    assert run("grid", "random", "--method", "template", "--format", "grid", "--seed", "1").count("|") == 18


def test_bad_grids_are_reported_and_the_others_ranked() -> None:
    grid = shudu.full_grid(seed=3).line
    result = CliRunner().invoke(group, ["grid", "rank", "." * 81, grid])
    assert result.exit_code == 1
    assert "argument 1: " + "." * 81 + " is not a final grid" in result.output
    assert str(shudu.rank(grid)) in result.output
    assert "not the number of a grid" in CliRunner().invoke(group, ["grid", "unrank", str(shudu.GRIDS)]).output


def test_quality(tmp_path: Path) -> None:
    options = ["--method", "template", "--method", "uniform", "-n", "300", "--puzzles", "100"]
    printed = run("quality", *options, "--charts", str(tmp_path / "charts"), "--html", str(tmp_path / "page.html"))
    assert "template" in printed and "362,880" in printed
    assert {path.name for path in (tmp_path / "charts").iterdir()} >= {"distance.svg", "clues.svg", "distinct.svg"}
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")
    results = json.loads(run("quality", *options, "--format", "json"))
    assert [one["fair"] for one in results["methods"]] == [False, True]


def test_quality_results_accumulate_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "quality.json"
    run("quality", "--method", "template", "-n", "100", "--puzzles", "100", "--data", str(file))
    run("quality", "--method", "uniform", "-n", "200", "--puzzles", "0", "--speed", "--data", str(file))
    table = run("quality", "-n", "0", "--puzzles", "0", "--data", str(file))
    assert "template" in table and "uniform" in table and "100 minimal puzzles" in table and "grids per second" in table
    kept = json.loads(file.read_text("utf-8"))
    assert [(one["method"], one["grids"]) for one in kept["methods"]] == [("template", 100), ("uniform", 200)]
    assert [bool(one["grids_per_second"]) for one in kept["methods"]] == [False, True]
    assert "100 or more" in CliRunner().invoke(group, ["quality", "-n", "7"]).output


def test_watching_a_grid_being_made() -> None:
    lines = run("watch", "--make", "digits", "--seed", "3").splitlines()
    assert json.loads(lines[-1])["kind"] == "stop"
    assert "use one of template" in CliRunner().invoke(group, ["watch", "--make", "magic"]).output


def test_quality_leaves_files_of_other_kinds_alone(tmp_path: Path) -> None:
    for content in (b"", b"\xff\xfe", b"[]", b'{"methods": [1]}'):
        (tmp_path / "data.json").write_bytes(content)
        result = CliRunner().invoke(group, ["quality", "-n", "0", "--data", str(tmp_path / "data.json")])
        assert result.exit_code == 1
        assert "does not hold results of shudu quality" in result.output
        assert (tmp_path / "data.json").read_bytes() == content


def test_a_number_with_thousands_of_digits_is_rejected() -> None:
    result = CliRunner().invoke(group, ["grid", "unrank", "9" * 6000])
    assert result.exit_code == 1
    assert "is not the number of a grid" in result.output and len(result.output) < 300


def test_an_output_file_is_replaced_and_its_ending_sets_the_format(tmp_path: Path) -> None:
    table = tmp_path / "made.csv"
    for seed in "12":
        run("generate", "--seed", seed, "-o", str(table))
    assert [line.startswith("puzzle,") for line in table.read_text().splitlines()] == [True, False]
    assert CliRunner().invoke(group, ["generate", "--clues", "5", "-o", str(table)]).exit_code == 2
    assert len(table.read_text().splitlines()) == 2, "wrong usage does not touch the file"
    run("generate", "--seed", "1", "-o", str(tmp_path / "made.jsonl"))
    assert json.loads((tmp_path / "made.jsonl").read_text())["solution"]
    run("generate", "--seed", "1", "--format", "line", "-o", str(table))
    assert len(table.read_text()) == 82
    result = CliRunner().invoke(group, ["generate", "--format", "csv", "--minimal", "--unbiased", "--seed", "1"])
    assert result.exit_code == 2 and not result.stdout


def test_an_sdm_file_has_zeros_and_other_endings_are_rejected(tmp_path: Path) -> None:
    run("generate", "--seed", "1", "-o", str(tmp_path / "made.sdm"))
    assert set((tmp_path / "made.sdm").read_text()) <= set("0123456789\n")
    for name in ("made.parquet", "made.csv.gz", "made.xyz"):
        result = CliRunner().invoke(group, ["generate", "-o", str(tmp_path / name)])
        assert result.exit_code == 2 and "--seed" not in result.stderr
        assert f"does not write {Path(name).suffix} files; use .txt, .csv, .json" in result.output
        assert not (tmp_path / name).exists()
    run("generate", "--seed", "1", "--format", "line", "-o", str(tmp_path / "made.xyz"))
    assert len((tmp_path / "made.xyz").read_text()) == 82


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_reported_for_the_right_file() -> None:
    result = CliRunner().invoke(group, ["generate", "--seed", "1", "-o", "/dev/full"])
    assert result.exit_code == 1
    assert "no space left" in result.output and "standard output" not in result.output


def test_zero_clues_are_rejected() -> None:
    result = CliRunner().invoke(group, ["watch", "--make", "dig", "--clues", "0"])
    assert result.exit_code == 2
    assert "0 clues" in result.output


def test_check_prints_what_qualifies_and_reports_the_rest(tmp_path: Path) -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    made = shudu.generate(clues=24, symmetry="rotate180", seed=3).line
    file = tmp_path / "old.csv"
    file.write_text(f"puzzle\n{line}\n{made}\n{'.' * 81}\n")
    result = CliRunner().invoke(group, ["generate", "--check", str(file), "--clues", "24", "--symmetry", "rotate180"])
    assert result.stdout.split() == [made]
    assert result.exit_code == 1
    assert "30 clues instead of 24" in result.stderr and "more than one solution" in result.stderr
    minimal = shudu.generate(minimal=True, seed=1).line
    for options, right in ((["--minimal"], minimal), (["--level", "easy"], line)):
        assert CliRunner().invoke(group, ["generate", "--check", right, *options]).exit_code == 0
    wrong = CliRunner().invoke(group, ["generate", "--check", line, "--difficulty", "easy"])
    assert wrong.exit_code == 1 and "30 clues" in wrong.stderr
