"""The puzzles to measure on: a folder of lists if there is one, else a few hundred of this project's own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from shudu.core.errors import ShuduError
from shudu.core.text import read_line


@cache
def own() -> dict[str, list[str]]:
    """The package's own sets by name: `# name` headings, then one puzzle a line."""
    sets: dict[str, list[str]] = {}
    for line in files("shudu.bench").joinpath("puzzles.txt").read_text().splitlines():
        if line.startswith("#"):
            sets[line[1:].strip()] = current = []
        elif line:
            current.append(line)
    return sets


def load(folder: Path | None) -> dict[str, list[str]]:
    """The sets of a folder, one a file; without a folder the package's own."""
    if folder is None:
        return own()
    found = {path.stem: _lines(path) for path in sorted(folder.glob("*.txt"))}
    if not found:
        raise ShuduError(f"{folder} holds no .txt files with puzzles, one a line")
    return found


def _lines(path: Path) -> list[str]:
    with path.open() as file:
        lines = [line[:81] for line in file if line.strip()]
    for line in lines[:1]:
        read_line(line)
    return lines
