"""Cases: a position, a technique, and exactly what it concludes, one line each.

    :code[-variant]:digits:grid:deleted:eliminations:placements:extra

The grid has `.` for an empty cell and `+d` for a digit that is placed, not given; candidates are triples of digit, row
and column. A case holds if some step of the technique concludes just that, and no step contradicts the solution.
Variant `x` says that the technique must find nothing; a fifth digit in the code asks for Siamese fish; other variants
set options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from shudu.core.candidate import Candidate
from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import DIGITS
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic import families as families
from shudu.logic.technique import Technique, lookup, registered

_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "0402-1": {"two": True},
    "06-1": {"missing": False},
    "06-2": {"missing": True},
}
_TRIPLE: Final = re.compile("[1-9]{3}")


@dataclass(frozen=True, slots=True)
class Case:
    """One case: which technique with which options, where, and what it concludes (nothing, if it must not be found)."""

    line: str
    technique: Technique
    options: dict[str, Any]
    grid: Grid
    places: frozenset[Candidate]
    removes: frozenset[Candidate]
    fires: bool

    def failure(self) -> str:
        """What is wrong, in words; empty if the case holds."""
        steps = list(self.technique.find(self.grid, **self.options))
        solution = solve(Grid(self.grid.digits)).digits
        false = [step for step in steps if contradicts(step, solution)]
        if false:
            return f"{_told(false[0])} contradicts the solution"
        if not self.fires:
            return f"found {_told(steps[0])}, must find nothing" if steps else ""
        if any(self.places == set(step.places) and self.removes == set(step.removes) for step in steps):
            return ""
        return f"found {'; '.join(dict.fromkeys(map(_told, steps))) or 'nothing'}"


def parse_case(line: str) -> Case:
    """Reads a line. Raises ShuduError if it is not a case, or its technique is not known."""
    fields = line.strip().split(":")
    fields += [""] * (8 - len(fields))
    if len(fields) != 8 or fields[0] or not fields[3]:
        raise ShuduError(
            f"{quote(line)} is not a case; cases are written :code:digits:grid:deleted:eliminations:placements:extra"
        )
    _, code, digits, grid, deleted, eliminations, placements, _ = fields
    technique, options = _technique(code, digits)
    position = read_position(grid).remove(_triples(deleted))
    return Case(
        line.strip(),
        technique,
        options,
        position,
        frozenset(_triples(placements)),
        frozenset(_triples(eliminations)),
        not code.endswith("-x"),
    )


def read_cases(lines: Iterable[str]) -> Iterator[Case]:
    """The cases of a file; empty lines and those that begin with # are comments."""
    return (parse_case(line) for line in lines if line.strip() and not line.startswith("#"))


def read_position(text: str) -> Grid:
    """A grid of givens and placed digits: `5.+3` is a given, an empty cell and a placed digit.

    >>> read_position("5.+3" + "." * 78).givens
    CellSet('r1c1')

    Raises MalformedGrid.
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
    """Whether a step places a wrong digit or removes a right one."""
    wrong = any(solution[cell] != digit for digit, cell in step.places)
    return wrong or any(solution[cell] == digit for digit, cell in step.removes)


def _technique(name: str, digits: str) -> tuple[Technique, dict[str, Any]]:
    """The technique and options of a code with its variant; some variants are techniques of their own."""
    code, _, variant = name.partition("-")
    known = next((one for one in registered() if name in one.aliases), None) or lookup(code[:4])
    options = {**_OPTIONS.get(name, {}), **_OPTIONS.get(f"{code[:2]}-{variant}", {})}
    if "siamese" in known.arguments:  # large fish are only looked for in the digits of the case
        options |= {"digits": _digits(digits), "siamese": len(code) == 5}
    return known, {option: value for option, value in options.items() if option in known.arguments}


def _digits(text: str) -> tuple[int, ...]:
    """The digits of a case, all if it names none. Raises ShuduError for what is none."""
    if strange := text.strip("123456789"):
        raise ShuduError(f"{quote(strange)} in {quote(text)} is not a digit; digits are 1 to 9")
    return tuple(map(int, text)) or tuple(DIGITS)


def _triples(text: str) -> list[Candidate]:
    """Candidates written as digit, row, column. Raises ShuduError for what is none."""
    found = []
    for triple in text.split():
        if not _TRIPLE.fullmatch(triple):
            raise ShuduError(f"{quote(triple)} is not a candidate; candidates are digit, row and column, as 715")
        digit, row, column = map(int, triple)
        found.append(Candidate(digit, 9 * row + column - 10))
    return found


def _told(step: Step) -> str:
    placed = [f"{candidate}" for candidate in sorted(step.places)]
    return f"{step.technique} {' '.join(placed + [f'-{candidate}' for candidate in sorted(step.removes)])}"
