"""The build of the kernel and the web app."""

import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import hatch_build
import shudu


def test_concurrent_builds_of_one_library_do_not_interfere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Barrier(2)

    def compile(command: list[str], **options: object) -> None:
        Path(command[-1]).write_bytes(b"a library")
        both.wait(10)

    monkeypatch.setattr("subprocess.run", compile)
    monkeypatch.setattr(hatch_build, "STAMPS", tmp_path / "stamps")
    library = hatch_build.PLATFORMS["linux-x86_64"].libraries[0]
    output = tmp_path / "shudu.so"
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: hatch_build.compile_library(library, output), range(2)))
    assert output.read_bytes() == b"a library"


def test_an_unsupported_platform_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHUDU_PLATFORM", "amiga")
    with pytest.raises(SystemExit, match="no kernel for amiga; supported platforms: linux-x86_64, "):
        hatch_build.selected_platform()


def test_the_version_is_the_same_everywhere(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == shudu.__version__
    versions = re.findall(r"^## \[(.+?)\]", (root / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert shudu.__version__ in versions[:2], "the newest section, or the one below [Unreleased]"


def test_a_published_readme_has_absolute_addresses(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    assert hatch_build.publish_readme(text, "", "1.2") == text
    published = hatch_build.publish_readme(text, "https://example.org/shudu", "1.2")
    addresses = re.findall(r"\]\(([^)]*)\)|<img src=\"([^\"]*)\"", published)
    assert len(addresses) > 10
    assert all((link or picture).startswith("https://") for link, picture in addresses)
    assert "![A game" not in text or "https://example.org/shudu/raw/v1.2/docs/pictures/" in published
