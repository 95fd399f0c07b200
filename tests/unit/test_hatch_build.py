"""The build of what is not Python."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import hatch_build


def test_two_builds_of_the_same_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Barrier(2)

    def compiled(command: list[str], **options: object) -> None:
        Path(command[-1]).write_bytes(b"a library")
        both.wait(10)

    monkeypatch.setattr("subprocess.run", compiled)
    monkeypatch.setattr(hatch_build, "STAMPS", tmp_path / "stamps")
    library = hatch_build.PLATFORMS["linux-x86_64"].libraries[0]
    output = tmp_path / "shudu.so"
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: hatch_build.compile_library(library, output), range(2)))
    assert output.read_bytes() == b"a library"


def test_a_platform_that_there_is_not_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHUDU_PLATFORM", "amiga")
    with pytest.raises(SystemExit, match="no kernel for amiga yet; it runs on linux-x86_64, "):
        hatch_build.wanted()
