"""Positions with techniques in them: worked examples, and cases that say exactly what a technique concludes.

`examples.txt` has one line per technique: its id, a position of this project's own (`.` empty, `+d` placed and not given)
and the candidates removed before, as triples of digit, row and column. `shudu.puzzles.worked_examples` finds such lines.

A case is one line:

    :code[-variant]:digits:grid:deleted:eliminations:placements:extra

The grid and the candidates are written as in examples. A case holds if some step of the technique has exactly these
conclusions and no step contradicts the solution. Variant `x` means that the technique must find nothing; a fifth digit
in the code asks for Siamese fish; other variants set options.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import DIGITS, parse_cell
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic.registry import Technique, technique, techniques

_VARIANT_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "0402-1": {"two": True},
    "06-1": {"missing": False},
    "06-2": {"missing": True},
}
_TRIPLE: Final = re.compile("[1-9]{3}")


@dataclass(frozen=True, slots=True)
class Case:
    """A case.

    Attributes:
        line: The line it was read from.
        technique: The technique, with the options of the variant.
        grid: The position.
        places: The digits that the technique must place.
        removes: The candidates that it must remove.
        fires: Whether the technique must find something.
    """

    line: str
    technique: Technique
    grid: Grid
    places: frozenset[Candidate]
    removes: frozenset[Candidate]
    fires: bool

    def failure(self) -> str:
        """Return what is wrong; empty if the case holds."""
        steps = list(self.technique.find(self.grid))
        if self.technique.family == "loops" and self.technique.id.startswith("als-"):  # allowed, not required
            steps += technique(self.technique.id.replace("als-", "grouped-")).find(self.grid)
        solution = solve(Grid(self.grid.digits)).digits
        false = [step for step in steps if contradicts(step, solution)]
        if false:
            return f"{_summary(false[0])} contradicts the solution"
        if not self.fires:
            return f"found {_summary(steps[0])}, must find nothing" if steps else ""
        if any(self.places == set(step.places) and self.removes == set(step.removes) for step in steps):
            return ""
        return f"found {'; '.join(dict.fromkeys(map(_summary, steps))) or 'nothing'}"


def parse_case(line: str) -> Case:
    """Parse a case.

    Raises:
        ShuduError: If the line is not a case or its technique is unknown.
        MalformedGrid: If its grid is malformed.
    """
    fields = line.strip().split(":")
    fields += [""] * (8 - len(fields))
    if len(fields) != 8 or fields[0] or not fields[3]:
        raise ShuduError("logic.malformed-case", line=quote(line))
    _, code, digits, grid, deleted, eliminations, placements, _ = fields
    return Case(
        line.strip(),
        _find_technique(code, digits),
        read_position(grid).remove(_parse_candidates(deleted)),
        frozenset(_parse_candidates(placements)),
        frozenset(_parse_candidates(eliminations)),
        not code.endswith("-x"),
    )


def case_lines(text: str) -> list[str]:
    """Return the lines of a file that are cases: all but empty ones and those that begin with #."""
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def read_position(text: str) -> Grid:
    """Parse a grid of givens and placed digits: `5.+3` is a given, an empty cell and a placed digit.

    >>> read_position("5.+3" + "." * 78).givens
    CellSet('r1c1')

    Raises:
        MalformedGrid: If the text is not a grid.
    """
    line = text.replace("+", "")
    marks = text.replace("+", " +").split(" ")
    placed, cell = 0, len(marks[0])
    for mark in marks[1:]:
        placed |= 1 << cell
        cell += len(mark) - 1
    grid = Grid(line)
    return Grid.from_masks(grid.digits, grid.givens.mask & ~placed)


def contradicts(step: Step, solution: bytes) -> bool:
    """Return whether a step places a wrong digit or removes a right one."""
    wrong = any(solution[cell] != digit for digit, cell in step.places)
    return wrong or any(solution[cell] == digit for digit, cell in step.removes)


def _find_technique(name: str, digits: str) -> Technique:
    """Return the technique of a code with its variant; some variants are techniques of their own."""
    code, _, variant = name.partition("-")
    base = next((one for one in techniques() if name in one.case_codes), None) or technique(code[:4])
    options = {**_VARIANT_OPTIONS.get(name, {}), **_VARIANT_OPTIONS.get(f"{code[:2]}-{variant}", {})}
    if "siamese" in base.options:  # large fish are searched in the digits of the case only
        options |= {"digits": _parse_digits(digits), "siamese": len(code) == 5}
    return base.configure({option: value for option, value in options.items() if option in base.options})


def _parse_digits(text: str) -> tuple[int, ...]:
    if strange := text.strip("123456789"):
        raise ShuduError("logic.malformed-digits", character=quote(strange), digits=quote(text))
    return tuple(map(int, text)) or tuple(DIGITS)


def _parse_candidates(text: str) -> list[Candidate]:
    candidates = []
    for triple in text.split():
        if not _TRIPLE.fullmatch(triple):
            raise ShuduError("logic.malformed-candidate", candidate=quote(triple))
        digit, row, column = map(int, triple)
        candidates.append(Candidate(digit, 9 * row + column - 10))
    return candidates


def _summary(step: Step) -> str:
    placed = [f"{candidate}" for candidate in sorted(step.places)]
    return f"{step.technique} {' '.join(placed + [f'-{candidate}' for candidate in sorted(step.removes)])}"


def example(name: str) -> tuple[Grid, Step]:
    """Return a position and the step that a technique finds in it.

    >>> example("x-wing")[1].technique
    'x-wing'

    Args:
        name: Any name of the technique.

    Raises:
        ShuduError: If the technique is unknown or has no example.
    """
    target = technique(name)
    if target.id not in _load_examples():
        raise ShuduError("logic.no-example", technique=target.id)
    grid = parse_example(_load_examples()[target.id])
    return grid, next(step for step in target.find(grid) if step.technique == target.id)


def parse_example(text: str) -> Grid:
    """Return the position of an example: digits, then the removed candidates."""
    position, *removed = text.split(" ")
    return read_position(position).remove(
        Candidate(int(name[0]), parse_cell(f"r{name[1]}c{name[2]}")) for name in removed
    )


def format_example(grid: Grid) -> str:
    """Return a position as `parse_example` reads it."""
    digits = "".join(
        "." if not digit else str(digit) if cell in grid.givens else f"+{digit}"
        for cell, digit in enumerate(grid.digits)
    )
    by_rules = Grid(grid.digits)
    removed = (
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell in grid.empty
        for digit in by_rules.candidates(cell) - grid.candidates(cell)
    )
    return " ".join([digits, *removed])


@cache
def _load_examples() -> dict[str, str]:
    lines = files("shudu.logic").joinpath("examples.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)
