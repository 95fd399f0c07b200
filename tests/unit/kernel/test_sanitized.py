"""The kernel under address and undefined-behaviour sanitizers, fed with random bytes and compared with a naive solver."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

COMPILER = shutil.which("clang++") or shutil.which("g++")
pytestmark = pytest.mark.skipif(not COMPILER, reason="needs clang++ or g++ with sanitizers")


SOLVERS = ("solve.cc", "enumerate.cc", "tests/check.cc")


def everything(root: Path) -> tuple[str, ...]:
    """All of the kernel but what stands in for a C library: sanitizers bring their own."""
    names = sorted(path.name for path in (root / "kernel").glob("*.cc"))
    return (*(name for name in names if name != "freestanding.cc"), "tests/check_grids.cc")


def build(root: Path, folder: Path, names: tuple[str, ...], *flags: str) -> Path:
    program = folder / "check"
    sources = [root / "kernel" / name for name in names]
    command = [str(COMPILER), "-std=c++20", "-O1", "-g", *flags, "-fsanitize=address,undefined"]
    done = subprocess.run(
        [*command, "-fno-sanitize-recover=all", *map(str, sources), "-o", str(program)], capture_output=True, text=True
    )
    if "cannot find" in done.stderr:
        pytest.skip("the compiler has no sanitizer libraries")
    assert done.returncode == 0, done.stderr
    return program


def run(program: Path, calls: int, seed: int) -> None:
    done = subprocess.run([program, str(calls), str(seed)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("flags", [("-march=x86-64-v3",), ("-DSHUDU_SCALAR",)], ids=["v3", "scalar"])
def test_random_bytes_find_nothing(flags: tuple[str, ...], root: Path, tmp_path: Path) -> None:
    run(build(root, tmp_path, SOLVERS, *flags), 10_000, 1)


@pytest.mark.soak
def test_ten_million_calls_find_nothing(root: Path, tmp_path: Path) -> None:
    run(build(root, tmp_path, SOLVERS, "-march=x86-64-v3"), 10_000_000, 1)


def test_grids_of_random_bytes_find_nothing(root: Path, tmp_path: Path) -> None:
    run(build(root, tmp_path, everything(root), "-march=x86-64-v3"), 2_000, 1)


@pytest.mark.soak
def test_a_hundred_thousand_calls_about_grids_find_nothing(root: Path, tmp_path: Path) -> None:
    """Fewer than of the solver: forms, symmetries, digging and walks to few clues take milliseconds each."""
    run(build(root, tmp_path, everything(root), "-march=x86-64-v3"), 100_000, 1)
