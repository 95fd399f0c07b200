"""`shudu bulk` as a person types it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shudu.cli import group
from tests.unit.bulk.conftest import read_back


def typed(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["bulk", *map(str, arguments)])


def test_solving_tells_what_was_done(source: Path, tmp_path: Path) -> None:
    done = typed("solve", source, tmp_path / "out.csv")
    assert done.exit_code == 0, done.output
    assert f"{tmp_path}/out.csv: 600 rows in" in done.stderr
    assert done.stdout == ""
    assert read_back(tmp_path / "out.csv").num_rows == 600
    again = typed("solve", source, tmp_path / "out.csv")
    assert again.exit_code == 1 and "is there already" in again.stderr and "--overwrite" in again.stderr
    assert typed("solve", source, tmp_path / "out.csv", "--overwrite").exit_code == 0


def test_a_finished_folder_is_left_as_it_is(source: Path, tmp_path: Path) -> None:
    assert typed("canonical", source, tmp_path / "out").exit_code == 0
    again = typed("canonical", source, tmp_path / "out")
    assert again.exit_code == 0 and "is finished already: 600 rows" in again.stderr


def test_bad_rows_are_counted_and_shown(lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{lines[0]}\nnonsense\n")
    done = typed("solve", tmp_path / "in.txt", tmp_path / "out.txt")
    assert done.exit_code == 0
    assert f"1 bad rows: {tmp_path}/out.txt.bad-rows.csv" in done.stderr
    strict = typed("solve", tmp_path / "in.txt", tmp_path / "strict.txt", "--strict")
    assert strict.exit_code == 1
    assert strict.stderr.startswith(f"shudu: {tmp_path}/in.txt: row 2: position 1: 'n' is not a digit")


def test_making_tells_the_seed_that_makes_it_again(tmp_path: Path) -> None:
    done = typed("generate", tmp_path / "out.txt", "-n", 20, "--minimal")
    assert done.exit_code == 0, done.output
    seed = done.stderr.split()[1]
    typed("generate", tmp_path / "again.txt", "-n", 20, "--minimal", "--seed", seed)
    assert (tmp_path / "out.txt").read_text() == (tmp_path / "again.txt").read_text()
    assert typed("generate", tmp_path / "x", "-n", 20, "--clues", 12).exit_code == 1


def test_dedupe_tells_how_many_were_the_same(lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join([*lines[:10], *(line[::-1] for line in lines[:4])]))
    done = typed("dedupe", tmp_path / "in.txt", tmp_path / "out.txt")
    assert "10 rows of 14, 4 were the same up to symmetry" in done.stderr


def test_help_names_every_job_and_column() -> None:
    told = typed("--help").output
    for word in ("solve", "rate", "generate", "canonical", "dedupe", "stats", "automorphisms", "hardest", "Ctrl-C"):
        assert word in told
    for job in ("solve", "rate", "generate", "canonical", "dedupe", "stats"):
        assert typed(job, "--help").exit_code == 0


def without(package: str, *code: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where a package is not installed."""
    hidden = f"import sys; sys.modules[{package!r}] = None; sys.argv = ['shudu', 'bulk', *sys.argv[1:]]\n"
    run = "from shudu.cli import main\nmain()"
    return subprocess.run([sys.executable, "-c", hidden + run, *code], capture_output=True, text=True)


def test_a_missing_package_is_told(source: Path, tmp_path: Path) -> None:
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


def test_importing_the_package_needs_nothing() -> None:
    code = "import shudu, sys; shudu.bulk; print(*sorted({'numpy', 'pyarrow', 'duckdb', 'dask'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_wishes_are_checked_as_by_generate(tmp_path: Path) -> None:
    for option in (("--seed", "-1"), ("--level", "nonsense")):
        assert typed("generate", tmp_path / "out.txt", "-n", 3, *option).exit_code == 2


@pytest.mark.parametrize(
    "wish",
    [
        ("x.csv", "--format", "line"),
        ("x.csv", "--compression", "zstd"),
        ("x", "--format", "csv", "--compression", "lz4"),
    ],
)
def test_options_without_effect_are_refused(wish: tuple[str, ...], tmp_path: Path) -> None:
    done = typed("generate", tmp_path / wish[0], "-n", 3, *wish[1:])
    assert done.exit_code == 2 and "goes with" in done.stderr
    assert typed("generate", tmp_path / "y.parquet", "-n", 3, "--compression", "zstd").exit_code == 0


def test_help_shows_no_marks_of_its_source() -> None:
    assert "\\" not in typed("--help").output
