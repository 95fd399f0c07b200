"""`shudu bulk` on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shudu.cli.app import group
from tests.unit.bulk.conftest import read_back


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["bulk", *map(str, arguments)])


def test_solve_reports_the_number_of_rows(source: Path, tmp_path: Path) -> None:
    done = invoke("solve", source, tmp_path / "out.csv")
    assert done.exit_code == 0, done.output
    assert f"{tmp_path}/out.csv: 600 rows in" in done.stderr
    assert done.stdout == ""
    assert read_back(tmp_path / "out.csv").num_rows == 600
    again = invoke("solve", source, tmp_path / "out.csv")
    assert again.exit_code == 1 and "already exists" in again.stderr and "--overwrite" in again.stderr
    assert invoke("solve", source, tmp_path / "out.csv", "--overwrite").exit_code == 0


def test_a_finished_folder_is_left_unchanged(source: Path, tmp_path: Path) -> None:
    assert invoke("canonical", source, tmp_path / "out").exit_code == 0
    again = invoke("canonical", source, tmp_path / "out")
    assert again.exit_code == 0 and "is already finished: 600 rows" in again.stderr


def test_bad_rows_are_counted_and_listed(lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{lines[0]}\nnonsense\n")
    done = invoke("solve", tmp_path / "in.txt", tmp_path / "out.txt")
    assert done.exit_code == 0
    assert f"1 bad row: {tmp_path}/out.txt.bad-rows.csv" in done.stderr
    strict = invoke("solve", tmp_path / "in.txt", tmp_path / "strict.txt", "--strict")
    assert strict.exit_code == 1
    assert strict.stderr.startswith(f"shudu: {tmp_path}/in.txt: row 2: position 1: 'n' is not a digit")


def test_generate_prints_the_seed_that_repeats_it(tmp_path: Path) -> None:
    done = invoke("generate", tmp_path / "out.txt", "-n", 20, "--minimal")
    assert done.exit_code == 0, done.output
    seed = done.stderr.split()[1]
    invoke("generate", tmp_path / "again.txt", "-n", 20, "--minimal", "--seed", seed)
    assert (tmp_path / "out.txt").read_text() == (tmp_path / "again.txt").read_text()
    assert invoke("generate", tmp_path / "x", "-n", 20, "--clues", 12).exit_code == 1


def test_dedupe_reports_the_number_of_copies(lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join([*lines[:10], *(line[::-1] for line in lines[:4])]))
    done = invoke("dedupe", tmp_path / "in.txt", tmp_path / "out.txt")
    assert "kept 10 of 14 rows" in done.stderr and "4 were the same as another up to symmetry" in done.stderr


def test_help_lists_every_job_and_column() -> None:
    output = invoke("--help").output
    for word in ("solve", "rate", "generate", "canonical", "dedupe", "stats", "automorphisms", "hardest", "Ctrl-C"):
        assert word in output
    for job in ("solve", "rate", "generate", "canonical", "dedupe", "stats"):
        assert invoke(job, "--help").exit_code == 0


def without(package: str, *code: str) -> subprocess.CompletedProcess[str]:
    """Run the command as if a package were not installed."""
    hidden = f"import sys; sys.modules[{package!r}] = None; sys.argv = ['shudu', 'bulk', *sys.argv[1:]]\n"
    run = "from shudu.cli import main\nmain()"
    return subprocess.run([sys.executable, "-c", hidden + run, *code], capture_output=True, text=True)


def test_a_missing_package_is_reported_with_the_extra_to_install(source: Path, tmp_path: Path) -> None:
    for package, extra, command in (
        ("pyarrow", "bulk", ["solve", str(source), str(tmp_path / "out")]),
        ("duckdb", "bulk", ["stats", str(source)]),
        ("distributed", "cluster", ["solve", str(source), str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:1"]),
    ):
        done = without(package, *command)
        assert done.returncode == 1, done.stderr
        assert done.stderr.startswith("shudu: ") and package in done.stderr and f"shudu[{extra}]" in done.stderr
        assert "Traceback" not in done.stderr
    assert without("distributed", "solve", str(source), str(tmp_path / "out")).returncode == 0


def test_importing_the_package_imports_no_optional_packages() -> None:
    code = "import shudu, sys; shudu.bulk; print(*sorted({'numpy', 'pyarrow', 'duckdb', 'dask'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_invalid_options_of_generate_are_usage_errors(tmp_path: Path) -> None:
    for option in (("--seed", "-1"), ("--level", "nonsense")):
        assert invoke("generate", tmp_path / "out.txt", "-n", 3, *option).exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("x.csv", "--format", "line"),
        ("x.csv", "--compression", "zstd"),
        ("x", "--format", "csv", "--compression", "lz4"),
    ],
)
def test_options_without_effect_are_rejected(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = invoke("generate", tmp_path / arguments[0], "-n", 3, *arguments[1:])
    assert done.exit_code == 2 and "is for" in done.stderr
    assert invoke("generate", tmp_path / "y.parquet", "-n", 3, "--compression", "zstd").exit_code == 0


def test_help_contains_no_escapes() -> None:
    assert "\\" not in invoke("--help").output


def test_a_file_without_a_single_puzzle_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Grid 01\n003020600\n")
    done = invoke("solve", tmp_path / "in.txt", tmp_path / "out.csv")
    assert done.exit_code == 1 and "2 bad rows" in done.stderr and "no row is a puzzle" in done.stderr
    (tmp_path / "rows.txt").write_text("003020600\n\n# a comment\n900305001\n")
    done = invoke("solve", tmp_path / "rows.txt", tmp_path / "other.csv")
    assert done.exit_code == 1 and "no row is a puzzle" in done.stderr
