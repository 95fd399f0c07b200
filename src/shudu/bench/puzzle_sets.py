"""The puzzles to measure on: a folder of lists, or a few hundred puzzles that come with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from shudu.core.errors import ShuduError
from shudu.core.text import read_line


@cache
def bundled_sets() -> dict[str, list[str]]:
    """Return the sets that come with the package, by name."""
    sets: dict[str, list[str]] = {}
    for line in files("shudu.bench").joinpath("puzzles.txt").read_text().splitlines():
        if line.startswith("#"):
            sets[line[1:].strip()] = current = []
        elif line:
            current.append(line)
    return sets


def load_sets(folder: Path | None) -> dict[str, list[str]]:
    """Return the sets of a folder, one per file, or those of the package.

    Args:
        folder: A folder of .txt files with one puzzle per line, or None.

    Raises:
        ShuduError: If the folder has no such file.
    """
    if folder is None:
        return bundled_sets()
    sets = {path.stem: _read_lines(path) for path in sorted(folder.glob("*.txt"))}
    if not sets:
        raise ShuduError("bench.no-sets", folder=str(folder))
    return sets


def _read_lines(path: Path) -> list[str]:
    with path.open() as file:
        lines = [line[:81] for line in file if line.strip()]
    for line in lines[:1]:  # a list of something else is noticed at its first line
        read_line(line)
    return lines
