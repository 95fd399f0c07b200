"""The kernel under address and undefined-behaviour sanitizers: random bytes in, results compared with a naive solver."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import hatch_build
from shudu.kernel.load import supported_instruction_sets

COMPILER = shutil.which("clang++") or shutil.which("g++")
pytestmark = pytest.mark.skipif(not COMPILER, reason="needs clang++ or g++ with sanitizers")


LEVELS = [("-march=x86-64-v3",), ("-march=x86-64-v4",), ("-DSHUDU_SCALAR",)]
SOLVERS = ("solve/solve.cc", "solve/enumerate.cc", "tests/check.cc")
RATINGS = ("logic/se.cc", "logic/path.cc", "tests/check_ratings.cc")


def grid_sources() -> tuple[str, ...]:
    """Return all sources except the ratings and the replacements for the C library, which the sanitizers bring."""
    kernel = hatch_build.ROOT / "kernel"
    names = (path.relative_to(kernel).as_posix() for path in hatch_build.kernel_sources())
    left_out = ("base/freestanding.cc", "logic/")
    return (*(name for name in names if not name.startswith(left_out)), "tests/check_grids.cc")


@pytest.fixture(scope="module", autouse=True)
def require_sanitizers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip all tests if the compiler cannot link an empty program with the sanitizers."""
    source = tmp_path_factory.mktemp("empty") / "empty.cc"
    source.write_text("int main() {}")
    command = [str(COMPILER), "-fsanitize=address,undefined", str(source), "-o", str(source.with_suffix(""))]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("the compiler has no sanitizer libraries")


def build(root: Path, folder: Path, names: tuple[str, ...], *flags: str) -> Path:
    program = folder / "check"
    sources = [root / "kernel" / name for name in names]
    command = [str(COMPILER), "-std=c++20", f"-I{root}/kernel", "-O1", "-g", *flags, "-fsanitize=address,undefined"]
    done = subprocess.run(
        [*command, "-fno-sanitize-recover=all", *map(str, sources), "-o", str(program)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return program


def run(program: Path, calls: int, seed: int) -> None:
    """Run a check, which must find no error."""
    done = subprocess.run([program, str(calls), str(seed)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def skip_unless_supported(flags: tuple[str, ...]) -> None:
    level = flags[0].removeprefix("-march=")
    if level.startswith("x86-64-v") and level not in supported_instruction_sets():
        pytest.skip(f"this machine does not support {level}")


@pytest.mark.parametrize("flags", LEVELS, ids=["v3", "v4", "scalar"])
def test_random_bytes_find_no_error(flags: tuple[str, ...], root: Path, tmp_path: Path) -> None:
    skip_unless_supported(flags)
    run(build(root, tmp_path, SOLVERS, *flags), 10_000, 1)


@pytest.mark.soak
@pytest.mark.parametrize("flags", LEVELS[:2], ids=["v3", "v4"])
def test_ten_million_calls_find_no_error(flags: tuple[str, ...], root: Path, tmp_path: Path) -> None:
    skip_unless_supported(flags)
    run(build(root, tmp_path, SOLVERS, *flags), 10_000_000, 1)


@pytest.mark.parametrize("flags", LEVELS[:2], ids=["v3", "v4"])
def test_random_grids_find_no_error(flags: tuple[str, ...], root: Path, tmp_path: Path) -> None:
    skip_unless_supported(flags)
    run(build(root, tmp_path, grid_sources(), *flags), 500, 1)


@pytest.mark.soak
@pytest.mark.parametrize("flags", LEVELS[:2], ids=["v3", "v4"])
def test_a_hundred_thousand_grid_calls_find_no_error(flags: tuple[str, ...], root: Path, tmp_path: Path) -> None:
    """Run fewer calls than for the solver: canonical forms, digging and low-clue walks take milliseconds each."""
    skip_unless_supported(flags)
    run(build(root, tmp_path, grid_sources(), *flags), 100_000, 1)


def test_random_ratings_find_no_error(root: Path, tmp_path: Path) -> None:
    run(build(root, tmp_path, RATINGS), 100, 1)


@pytest.mark.soak
def test_ten_thousand_ratings_find_no_error(root: Path, tmp_path: Path) -> None:
    run(build(root, tmp_path, RATINGS), 10_000, 1)
