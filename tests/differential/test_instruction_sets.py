"""The kernel gives the same results on every instruction set, lane width, number of threads and order of the batch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shudu.core.geometry import HOUSES
from shudu.kernel.load import instruction_sets, supported_instruction_sets
from shudu.kernel.logic import rate_se
from shudu.kernel.solve import as_digits, solve_many
from shudu.puzzles.api import generate_many

hatch_build = pytest.importorskip("hatch_build", reason="needs the working copy's build file")

EMPTY = "." * 81
SOLVE_SCRIPT = """
import sys
from shudu.kernel.solve import solve_many
batch = solve_many(sys.stdin.read().split(), limit=int(sys.argv[1]), threads=1)
sys.stdout.buffer.write(batch.solutions.tobytes() + batch.counts.astype("<u8").tobytes())
"""


def puzzles() -> list[str]:
    """Return puzzles with one, several and no solutions."""
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    holes = [
        "".join("." if (cell * 7 + shift) % 81 < hidden else digit for cell, digit in enumerate(solution))
        for hidden in (20, 40, 55, 64, 70, 76)
        for shift in range(12)
    ]
    impossible = ["9" + line[1:] for line in holes[:24]]
    return [*holes, *impossible, EMPTY, solution, "1" + EMPTY[1:], EMPTY[:80] + "9"]


def solve_here(lines: list[str], limit: int, threads: int = 1) -> bytes:
    batch = solve_many(lines, limit=limit, threads=threads)
    return batch.solutions.tobytes() + batch.counts.astype("<u8").tobytes()


def solve_elsewhere(command: list[str], lines: list[str], **environment: str) -> bytes:
    done = subprocess.run(
        command,
        input="\n".join(lines).encode() + b"\n",
        capture_output=True,
        env={**os.environ, **environment},
        timeout=280,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="session")
def scalar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = hatch_build.PLATFORMS[hatch_build.host()].libraries[0]
    output: Path = hatch_build.ROOT / ".build" / f"shudu-scalar{hatch_build.PLATFORMS[hatch_build.host()].suffix}"
    hatch_build.compile_library(library, output, "-DSHUDU_SCALAR")
    return output


@pytest.mark.parametrize("limit", [1, 2, 1000])
@pytest.mark.parametrize("level", instruction_sets())
def test_every_instruction_set_agrees(level: str, limit: int) -> None:
    if level not in supported_instruction_sets():
        pytest.skip(f"this machine does not support {level}")
    assert solve_elsewhere(
        [sys.executable, "-c", SOLVE_SCRIPT, str(limit)], puzzles(), SHUDU_KERNEL=level
    ) == solve_here(puzzles(), limit)


@pytest.mark.parametrize("limit", [1, 2, 1000])
def test_scalar_kernel_agrees(scalar: Path, limit: int) -> None:
    scalar_results = solve_elsewhere(
        [sys.executable, "-c", SOLVE_SCRIPT, str(limit)], puzzles(), SHUDU_KERNEL=str(scalar)
    )
    assert scalar_results == solve_here(puzzles(), limit)


@pytest.mark.skipif("x86-64-v4" not in supported_instruction_sets(), reason="this machine does not support x86-64-v4")
def test_avx512_without_bitalg_agrees() -> None:
    libraries = {library.level: library for library in hatch_build.PLATFORMS[hatch_build.host()].libraries}
    output = hatch_build.ROOT / ".build" / "shudu-no-bitalg.so"
    hatch_build.compile_library(libraries["x86-64-v4"], output, "-DSHUDU_NO_BITALG")
    command = [sys.executable, "-c", SOLVE_SCRIPT, "1000"]
    assert solve_elsewhere(command, puzzles(), SHUDU_KERNEL=str(output)) == solve_here(puzzles(), 1000)


@pytest.mark.parametrize("limit", [1, 2, 1000])
def test_webassembly_agrees(limit: int) -> None:
    node = Path(sys.executable).with_name("node.exe" if os.name == "nt" else "node")
    script = Path(__file__).with_name("wasm_answers.mjs")
    assert solve_elsewhere([str(node), str(script), str(hatch_build.WASM), str(limit)], puzzles()) == solve_here(
        puzzles(), limit
    )


def test_webassembly_rates_alike() -> None:
    hard = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
    nested = "073000000000200003500000100000002070000800400061035008890500000020000004004180002"
    rows = np.concatenate([generate_many(40, minimal=True, seed=5).puzzles, as_digits([hard, nested])])
    node = Path(sys.executable).with_name("node.exe" if os.name == "nt" else "node")
    script = Path(__file__).with_name("wasm_answers.mjs")
    lines = ["".join(map(str, row)) for row in rows.tolist()]
    answer = solve_elsewhere([str(node), str(script), str(hatch_build.WASM), "se"], lines)
    assert answer == rate_se(np.ascontiguousarray(rows), threads=1, seconds=None).tobytes()


QEMU = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")  # Debian has a package of each


@pytest.mark.skipif(not QEMU, reason="qemu-user is not installed")
@pytest.mark.parametrize("limit", [2, 1000])
def test_emulated_aarch64_agrees(limit: int) -> None:
    program = hatch_build.ROOT / ".build" / "answers-aarch64"
    hatch_build.compile_program("answers.cc", "aarch64-linux-musl", "generic", program)
    assert solve_elsewhere([str(QEMU), str(program), str(limit)], puzzles()) == solve_here(puzzles(), limit)


WINE = shutil.which("wine64") or shutil.which("wine64", path="/usr/lib/wine")


@pytest.mark.soak
@pytest.mark.skipif(not WINE, reason="Wine is not installed")
@pytest.mark.parametrize(
    "library", hatch_build.PLATFORMS["windows-x86_64"].libraries, ids=lambda library: library.level
)
def test_windows_library_agrees(library: Any, tmp_path: Path) -> None:
    if library.level not in supported_instruction_sets():
        pytest.skip(f"this machine does not support {library.level}")
    shared, program = tmp_path / "shudu.dll", tmp_path / "answers.exe"
    hatch_build.compile_library(library, shared)
    source = hatch_build.ROOT / "kernel/tests/answers.cc"
    zig = [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-O2",
        "-std=c++20",
        f"-I{source.parents[1]}",
        "-target",
        library.target,
    ]
    subprocess.run([*zig, source, shared, "-o", program], check=True, cwd=tmp_path)
    wine = {"WINEPREFIX": str(tmp_path / "prefix"), "WINEDEBUG": "-all"}
    for limit in (2, 1000):
        assert solve_elsewhere([str(WINE), str(program), str(limit)], puzzles(), **wine) == solve_here(puzzles(), limit)


def test_threads_and_order_do_not_matter() -> None:
    lines = puzzles() * 60
    one = solve_here(lines, 2)
    assert solve_here(lines, 2, threads=2) == solve_here(lines, 2, threads=3) == one
    backwards = solve_many(lines[::-1], limit=2)
    assert backwards.solutions[::-1].tobytes() + backwards.counts[::-1].astype("<u8").tobytes() == one
    alone = [solve_many([line], limit=2).solutions[0].tobytes() for line in puzzles()]
    assert b"".join(alone) == one[: 81 * len(alone)]


DATA_SETS = ["easy", "minimal", "17_clue", "magictour_1465", "hardest_11plus", "hardest_1106", "many_solutions"]


@pytest.mark.parametrize("name", DATA_SETS)
def test_all_instruction_sets_agree_on_reference_data(name: str, shared: Path, scalar: Path) -> None:
    lines = [line[:81] for line in (shared / "puzzles" / f"{name}.txt").read_text().splitlines()]
    expected = solve_here(lines, 2, threads=2)
    check(lines, expected, several=name == "many_solutions")
    for level in supported_instruction_sets():
        assert solve_elsewhere([sys.executable, "-c", SOLVE_SCRIPT, "2"], lines, SHUDU_KERNEL=level) == expected
    some = lines[:: max(1, len(lines) // 1000)]
    scalar_results = solve_elsewhere([sys.executable, "-c", SOLVE_SCRIPT, "2"], some, SHUDU_KERNEL=str(scalar))
    assert scalar_results == solve_here(some, 2)


def check(lines: list[str], answer: bytes, several: bool) -> None:
    """Check that each solution obeys the rules and keeps the givens, and that the counts are as expected."""
    solutions = np.frombuffer(answer[: 81 * len(lines)], np.uint8).reshape(-1, 81)
    counts = np.frombuffer(answer[81 * len(lines) :], "<u8")
    givens = as_digits(lines)
    assert ((givens == 0) | (givens == solutions)).all()
    for house in HOUSES:
        assert (np.bitwise_or.reduce(1 << solutions[:, house].astype(np.int32), axis=1) == 1022).all()
    assert (counts == (2 if several else 1)).all()
